/** One plot under the time line: curves over time, each with its stroke, its name and its value now. */

import { element, fitCanvas } from "../dom";
import { short } from "../numbers";
import type { Moment, Samples, Times } from "../samples";
import type { Channel } from "../take";
import { css } from "../theme";
import { dashOf, strokeSample } from "./strokes";

/** Between the curves and the edges of the lane, and the room for names at their end [points]. */
const MARGIN = 4;

export class Lane {
  readonly element: HTMLElement;
  private readonly canvas = element("canvas");
  private readonly values: HTMLElement[];

  constructor(
    name: string,
    private readonly channel: Channel,
    private readonly times: Times,
    private readonly tints: string[],
  ) {
    this.values = tints.map(() => element("b"));
    const parts = this.values.map((value, i) => {
      const part = channel.parts?.[i];
      return element("span", { class: "part" }, strokeSample(i, tints[i]!), ...(part ? [`${part} `] : []), value);
    });
    const unit = channel.unit ? [element("span", { class: "unit" }, channel.unit)] : [];
    const head = element("div", { class: "head" }, element("span", { class: "name" }, name), ...parts, ...unit);
    this.element = element("div", { class: "lane" }, head, this.canvas);
  }

  update(moment: Moment): void {
    this.values.forEach((value, i) => (value.textContent = short(this.channel.values.lerp(moment, i))));
  }

  draw(): void {
    const { values } = this.channel;
    const { context, width, height } = fitCanvas(this.canvas);
    const { start, duration, values: times } = this.times;
    const [low, high] = rangeOf(values.values);
    const x = (row: number) => ((times[row]! - start) / (duration || 1)) * width;
    const y = (value: number) => height - MARGIN - ((value - low) / (high - low)) * (height - 2 * MARGIN);
    context.clearRect(0, 0, width, height);
    if (low < 0 && high > 0) {
      context.fillStyle = css("rule");
      context.fillRect(0, Math.round(y(0)), width, 1);
    }
    this.tints.forEach((tint, column) => {
      context.setLineDash(dashOf(column));
      context.strokeStyle = css(tint);
      context.lineWidth = 1.75;
      context.stroke(pathOf(values, column, x, y));
    });
  }
}

function pathOf(values: Samples, column: number, x: (row: number) => number, y: (value: number) => number): Path2D {
  const path = new Path2D();
  for (let row = 0; row < values.rows; row++) {
    const value = values.get(row, column);
    if (!Number.isFinite(value)) continue;
    if (row > 0 && Number.isFinite(values.get(row - 1, column))) path.lineTo(x(row), y(value));
    else path.moveTo(x(row), y(value));
  }
  return path;
}

function rangeOf(values: Iterable<number>): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low && value > -Infinity) low = value;
    if (value > high && value < Infinity) high = value;
  }
  if (low > high) return [0, 1];
  return low === high ? [low - 1, high + 1] : [low, high];
}
