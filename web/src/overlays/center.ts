/** The center of mass and its projection on the floor. */

import { Group, Mesh, MeshBasicMaterial, RingGeometry, type Sprite } from "three";
import type { Moment } from "../samples";
import type { Mark } from "../take";
import { color, css } from "../theme";
import { movePairs, segments } from "./lines";
import { OVERLAY_ORDER, type Overlay } from "./overlay";
import { quarters, symbol } from "./symbols";

export class CenterOfMass implements Overlay {
  readonly object = new Group();
  private symbols: Sprite[] = [];
  private readonly count: number;
  private readonly drops;
  private readonly prints: Mesh<RingGeometry, MeshBasicMaterial>[] = [];

  constructor(
    private readonly mark: Mark,
    size: number,
  ) {
    this.count = mark.positions.width / 3;
    this.drops = segments(new Float32Array(6 * this.count), { width: 1.5, opacity: 0.6, hidden: false });
    this.object.add(this.drops);
    for (let k = 0; k < this.count; k++) {
      const material = new MeshBasicMaterial({ transparent: true, opacity: 0.8, depthTest: false, toneMapped: false });
      const print = new Mesh(new RingGeometry(0.035 * size, 0.047 * size, 40).rotateX(-Math.PI / 2), material);
      print.renderOrder = OVERLAY_ORDER;
      this.prints.push(print);
      this.object.add(print);
    }
    this.dress();
  }

  update(moment: Moment): void {
    const pairs = new Float32Array(6 * this.count);
    for (let k = 0; k < this.count; k++) {
      const [x, y, z] = [0, 1, 2].map((i) => this.mark.positions.lerp(moment, 3 * k + i)) as [number, number, number];
      pairs.set([x, y, z, x, 0, z], 6 * k);
      this.symbols[k]!.position.set(x, y, z);
      this.prints[k]!.position.set(x, 0, z);
    }
    movePairs(this.drops, pairs);
  }

  dress(): void {
    this.object.remove(...this.symbols);
    this.symbols = this.prints.map(() => symbol(0.042, quarters(css("mark-ink"), css("mark-paper"))));
    this.object.add(...this.symbols);
    this.drops.material.color.copy(color("ink"));
    for (const print of this.prints) print.material.color.copy(color("ink"));
  }
}
