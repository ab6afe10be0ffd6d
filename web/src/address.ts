/** The time in the address: `#t=1.250`. */

import type { Clock } from "./clock";

const PATIENCE = 200;

export function timeInAddress(): number | undefined {
  const found = /[#&]t=(-?[\d.]+)/.exec(location.hash);
  const time = Number(found?.[1]);
  return found && Number.isFinite(time) ? time : undefined;
}

/** Write the time once it rests; follow the address when someone else changes it. */
export class Address {
  private written = "";
  private timer = 0;

  constructor(private readonly clock: Clock) {
    addEventListener("hashchange", () => {
      const time = timeInAddress();
      if (time !== undefined && location.hash !== this.written) clock.seek(time);
    });
  }

  update(): void {
    clearTimeout(this.timer);
    if (this.clock.playing) return;
    this.timer = window.setTimeout(() => {
      this.written = `#t=${this.clock.time.toFixed(3)}`;
      history.replaceState(null, "", this.written);
    }, PATIENCE);
  }
}
