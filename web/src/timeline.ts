/** The time line: drag to scrub, ticks with seconds, a mark for each note. */

import { dragAcross, element } from "./dom";
import { noteMarks } from "./notemarks";
import type { Player, Widget } from "./player";

export class Timeline implements Widget {
  readonly element: HTMLElement;
  private readonly fill = element("div", { class: "fill" });
  private readonly ruler = element("div", { class: "ruler", "aria-hidden": "true" });
  private readonly notes = element("div", { class: "notes" });

  constructor(private readonly player: Player) {
    const { clock } = player;
    const bar = element("div", { class: "bar" }, this.fill);
    this.element = element(
      "div",
      { class: "timeline", role: "slider", tabindex: "0", "aria-label": "Time" },
      bar,
      this.ruler,
    );
    dragAcross(this.element, (share) => clock.seek(clock.times.start + share * clock.times.duration));
  }

  /** The marks of the notes, beside the line: a slider holds nothing that one can press. */
  get marks(): HTMLElement {
    return this.notes;
  }

  update(): void {
    const { time, times } = this.player.clock;
    this.fill.style.width = `${100 * shareOf(time, times)}%`;
    this.element.setAttribute("aria-valuenow", time.toFixed(3));
    this.element.setAttribute("aria-valuetext", `${time.toFixed(2)} seconds`);
  }

  redraw(): void {
    const { start, end, duration } = this.player.clock.times;
    const step = tickStep(duration, this.element.clientWidth / 64);
    const ticks: HTMLElement[] = [];
    for (let t = Math.ceil(start / step) * step; t <= end + 1e-9; t += step) {
      const text = t.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
      ticks.push(element("span", { style: `left:${100 * shareOf(t, { start, duration })}%` }, text));
    }
    this.ruler.replaceChildren(...ticks);
    this.element.setAttribute("aria-valuemin", String(start));
    this.element.setAttribute("aria-valuemax", String(end));
    this.notes.replaceChildren(...noteMarks(this.player.take.facts.notes, this.player.clock, this.notes.clientWidth));
  }
}

export function shareOf(time: number, { start, duration }: { start: number; duration: number }): number {
  return duration > 0 ? (time - start) / duration : 0;
}

/** 1, 2 or 5 times a power of ten so that at most `count` ticks fit. */
function tickStep(duration: number, count: number): number {
  if (duration <= 0) return 1;
  const least = duration / Math.max(2, count);
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((n) => n * power >= least) ?? 10);
}
