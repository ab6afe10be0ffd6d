/** Where something is nailed, led or attached; as strong as it is visible. */

import { Group, type Sprite } from "three";
import type { Moment } from "../samples";
import type { Mark } from "../take";
import { css } from "../theme";
import type { Overlay } from "./overlay";
import { ring, symbol } from "./symbols";

export class Pins implements Overlay {
  readonly object = new Group();
  private symbols: Sprite[] = [];

  constructor(private readonly mark: Mark) {
    this.dress();
  }

  update(moment: Moment): void {
    this.symbols.forEach((sprite, k) => {
      const place = [0, 1, 2].map((i) => this.mark.positions.lerp(moment, 3 * k + i)) as [number, number, number];
      sprite.position.set(...place);
      sprite.material.opacity = this.mark.strength?.lerp(moment, k) ?? 1;
      sprite.visible = sprite.material.opacity > 0.01 && place.every(Number.isFinite);
    });
  }

  dress(): void {
    this.object.clear();
    const count = this.mark.positions.width / 3;
    this.symbols = Array.from({ length: count }, () => symbol(0.034, ring(css("accent"), css("mark-paper"))));
    this.object.add(...this.symbols);
  }
}
