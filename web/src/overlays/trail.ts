/** The path of points: clear where they have been, faint where they will go. */

import { Group, type Sprite } from "three";
import type { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import type { Moment, Samples } from "../samples";
import type { Mark } from "../take";
import { color, css } from "../theme";
import { segments } from "./lines";
import type { Overlay } from "./overlay";
import { dot, symbol } from "./symbols";

export class Trail implements Overlay {
  readonly object = new Group();
  private readonly paths: { whole: LineSegments2; past: LineSegments2; drawn: Uint32Array }[] = [];
  private heads: Sprite[] = [];

  constructor(
    private readonly mark: Mark,
    private readonly tint: string,
  ) {
    for (let point = 0; point < mark.positions.width / 3; point++) {
      const { pairs, drawn } = pathOf(mark.positions, point);
      const whole = segments(pairs, { width: 1.5, opacity: 0.3, hidden: false });
      const past = segments(pairs, { width: 3, opacity: 0.95 });
      this.paths.push({ whole, past, drawn });
      this.object.add(whole, past);
    }
    this.dress();
  }

  update(moment: Moment): void {
    this.paths.forEach(({ past, drawn }, point) => {
      const place = [0, 1, 2].map((i) => this.mark.positions.lerp(moment, 3 * point + i)) as [number, number, number];
      past.geometry.instanceCount = drawn[moment.index]!;
      past.visible = past.geometry.instanceCount > 0;
      this.heads[point]!.position.set(...place);
      this.heads[point]!.visible = place.every(Number.isFinite);
    });
  }

  dress(): void {
    this.object.remove(...this.heads);
    this.heads = this.paths.map(() => symbol(0.022, dot(css(this.tint), css("paper"))));
    this.object.add(...this.heads);
    for (const { whole, past } of this.paths)
      for (const line of [whole, past]) line.material.color.copy(color(this.tint));
  }
}

/** Pairs of neighbours that both exist, and how many of them lie before each sample. */
function pathOf(positions: Samples, point: number): { pairs: Float32Array; drawn: Uint32Array } {
  const [pairs, drawn]: [number[], Uint32Array] = [[], new Uint32Array(positions.rows)];
  const at = (row: number) => [0, 1, 2].map((i) => positions.get(row, 3 * point + i));
  for (let row = 1; row < positions.rows; row++) {
    const pair = [...at(row - 1), ...at(row)];
    if (pair.every(Number.isFinite)) pairs.push(...pair);
    drawn[row] = pairs.length / 6;
  }
  return { pairs: new Float32Array(pairs), drawn };
}
