/** The way of the center of mass through the whole motion. */

import { movePairs, segments } from "../overlays/lines";
import type { Samples } from "../samples";
import { color } from "../theme";

export class Path {
  readonly object;

  constructor(private readonly places: Samples) {
    this.object = segments(this.pairs(), { width: 1.5, opacity: 0.45, hidden: false });
    this.dress();
  }

  update(): void {
    movePairs(this.object, this.pairs());
  }

  dress(): void {
    this.object.material.color.copy(color("accent"));
  }

  private pairs(): Float32Array {
    const { values, rows } = this.places;
    const pairs = new Float32Array(6 * Math.max(0, rows - 1));
    for (let row = 0; row + 1 < rows; row++) pairs.set(values.slice(3 * row, 3 * row + 6), 6 * row);
    return pairs;
  }
}
