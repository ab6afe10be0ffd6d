/** How fine the picture is: coarser while it plays where the machine cannot keep up, whole again at rest. */

import { element } from "./dom";

/** Milliseconds that a picture may take on average, and over how many pictures that is measured. */
const ALLOWED = 1000 / 31;
const MEASURED = 6;

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
  { pixels: 0.6, shadows: 4 },
  { pixels: 0.45, shadows: 8 },
  { pixels: 0.35, shadows: 12 },
];

export class Pace {
  readonly element = element("p", { class: "pace", hidden: true }, "Drawn coarser while it plays, to keep up");
  private level = 0;
  private times: number[] = [];

  /** What to draw the next picture in. Call once a picture. */
  detail(playing: boolean, now: number): Detail {
    if (!playing) {
      this.times = [];
      this.element.hidden = true;
      return WHOLE;
    }
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

  /** Another size of the page is another task. */
  forget(): void {
    this.level = 0;
    this.times = [];
  }
}
