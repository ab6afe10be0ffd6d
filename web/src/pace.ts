/** How fine the picture is: coarser while something moves and the machine cannot keep up, whole again at rest. */

import { element } from "./dom";
import { drawnInSoftware } from "./software";

/** Milliseconds that a picture may take on average, and over how many pictures that is measured. */
const ALLOWED = 1000 / 31;
const MEASURED = 6;
/** Milliseconds after the last change, at which a page without a graphics card is at rest. */
const PATIENCE = 180;

export interface Detail {
  /** Pixels for each of those that the screen has, along one side. */
  readonly pixels: number;
  /** Shadows are drawn anew with every so many pictures. */
  readonly shadows: number;
}

export const WHOLE: Detail = { pixels: 1, shadows: 1 };
const LEVELS: readonly Detail[] = [
  WHOLE,
  { pixels: 0.8, shadows: 2 },
  { pixels: 0.6, shadows: 2 },
  { pixels: 0.45, shadows: 4 },
  { pixels: 0.35, shadows: 4 },
];
/** Without a graphics card edges are smoothed at rest only, by more pixels. */
const SMOOTH: Detail = { pixels: 2, shadows: 1 };

export class Pace {
  readonly element = element("p", { class: "pace", hidden: true }, "Drawn coarser while it plays, to keep up");
  private readonly finest = drawnInSoftware() ? SMOOTH : WHOLE;
  /** Whether pictures may get coarser at all. */
  keepsUp = true;
  private level = 0;
  private times: number[] = [];
  private timer = 0;
  private resting = false;

  constructor(private readonly draw: () => void) {}

  /** What to draw the next picture in. Call once a picture. */
  detail(playing: boolean, now: number): Detail {
    clearTimeout(this.timer);
    if (!this.keepsUp) return this.finest;
    if (playing) return this.moving(now);
    this.times = [];
    this.element.hidden = true;
    if (this.resting || this.finest === WHOLE) {
      this.resting = false;
      return this.finest;
    }
    this.timer = window.setTimeout(() => {
      this.resting = true;
      this.draw();
    }, PATIENCE);
    return LEVELS[this.level]!;
  }

  /** Another size of the page is another task. */
  forget(): void {
    this.level = 0;
    this.times = [];
  }

  private moving(now: number): Detail {
    this.times.push(now);
    if (this.times.length > MEASURED) {
      const mean = (now - this.times[0]!) / (this.times.length - 1);
      if (mean > ALLOWED && this.level < LEVELS.length - 1) this.level++;
      this.times = [now];
    }
    this.element.hidden = this.level === 0;
    return LEVELS[this.level]!;
  }

  /** The next pictures in less detail. */
  coarsen(): void {
    this.level = Math.min(this.level + 1, LEVELS.length - 1);
  }
}
