/** The lattice that carries a body: its nodes, and the edges between them. */

import { BufferAttribute, BufferGeometry, Group, Points, PointsMaterial } from "three";
import type { Moment } from "../samples";
import type { Mark } from "../take";
import { color } from "../theme";
import { movePairs, segments } from "./lines";
import { OVERLAY_ORDER, type Overlay } from "./overlay";

export class Cage implements Overlay {
  readonly object = new Group();
  private readonly places: BufferAttribute;
  private readonly dots: Points<BufferGeometry, PointsMaterial>;
  private readonly edges;

  constructor(private readonly mark: Mark) {
    this.places = new BufferAttribute(new Float32Array(mark.positions.width), 3);
    const material = new PointsMaterial({
      size: 5,
      sizeAttenuation: false,
      transparent: true,
      opacity: 0.9,
      toneMapped: false,
    });
    this.dots = new Points(new BufferGeometry().setAttribute("position", this.places), material);
    this.dots.frustumCulled = false;
    this.dots.renderOrder = OVERLAY_ORDER;
    this.edges = segments(new Float32Array(6 * (mark.edges?.rows ?? 0)), { width: 1.2, opacity: 0.55 });
    this.object.add(this.dots, this.edges);
    this.dress();
  }

  update(moment: Moment): void {
    const x = this.places.array as Float32Array;
    for (let i = 0; i < x.length; i++) x[i] = this.mark.positions.lerp(moment, i);
    this.places.needsUpdate = true;
    const { edges } = this.mark;
    if (!edges) return;
    const pairs = new Float32Array(6 * edges.rows);
    edges.values.forEach((node, i) => pairs.set(x.subarray(3 * node, 3 * node + 3), 3 * i));
    movePairs(this.edges, pairs);
  }

  dress(): void {
    this.dots.material.color.copy(color("cage"));
    this.edges.material.color.copy(color("cage"));
  }
}
