/** A mesh that changes its shape: x = X + Σ wₖ φₖ, with the normals of the shape it has.
 *
 * Computed here rather than in the vertex shader: any number of targets works on any device, only the targets with
 * a weight cost anything, and normals, which are not linear in w, come out right.
 */

import { BufferAttribute, type BufferGeometry, type Mesh } from "three";
import { triples } from "./triples";

export class Surface {
  private readonly rest: Float32Array;
  private readonly targets: Float32Array[];
  private readonly positions: BufferAttribute;
  private readonly corners: { of: Uint32Array; count: number } | null;
  private readonly index: BufferAttribute | null;
  private readonly shown: Float64Array;

  constructor(private readonly mesh: Mesh) {
    const geometry = mesh.geometry.clone();
    this.index = geometry.index;
    this.rest = triples(geometry.getAttribute("position"));
    this.targets = (geometry.morphAttributes.position ?? []).map(triples);
    this.corners = geometry.hasAttribute("normal") ? weld(geometry) : null;
    geometry.morphAttributes = {};
    this.positions = new BufferAttribute(this.rest.slice(), 3);
    geometry.setAttribute("position", this.positions);
    if (this.corners) geometry.setAttribute("normal", new BufferAttribute(new Float32Array(this.rest.length), 3));
    mesh.geometry = geometry;
    this.shown = new Float64Array(this.targets.length).fill(NaN);
  }

  /** Follow the weights that the animation has set. */
  deform(): void {
    const weights = this.mesh.morphTargetInfluences ?? [];
    if (this.shown.every((w, k) => w === weights[k])) return;
    const x = this.positions.array;
    (x as Float32Array).set(this.rest);
    this.targets.forEach((target, k) => {
      const w = (this.shown[k] = weights[k] ?? 0);
      if (w !== 0) for (let i = 0; i < x.length; i++) x[i]! += w * target[i]!;
    });
    this.positions.needsUpdate = true;
    if (this.corners) this.updateNormals(this.corners);
  }

  /** Sum of the area vectors around each corner. */
  private updateNormals({ of, count }: { of: Uint32Array; count: number }): void {
    const [x, index] = [this.positions.array, this.index];
    const sums = new Float32Array(3 * count);
    const corners = index ? index.count : x.length / 3;
    for (let i = 0; i < corners; i += 3) {
      const [a, b, c] = index ? [index.getX(i), index.getX(i + 1), index.getX(i + 2)] : [i, i + 1, i + 2];
      const [ax, ay, az] = [x[3 * a]!, x[3 * a + 1]!, x[3 * a + 2]!];
      const [ux, uy, uz] = [x[3 * b]! - ax, x[3 * b + 1]! - ay, x[3 * b + 2]! - az];
      const [vx, vy, vz] = [x[3 * c]! - ax, x[3 * c + 1]! - ay, x[3 * c + 2]! - az];
      for (const vertex of [a, b, c]) {
        const k = 3 * of[vertex]!;
        sums[k]! += uy * vz - uz * vy;
        sums[k + 1]! += uz * vx - ux * vz;
        sums[k + 2]! += ux * vy - uy * vx;
      }
    }
    const normals = this.mesh.geometry.getAttribute("normal");
    for (let i = 0; i < of.length; i++) {
      const k = 3 * of[i]!;
      const [nx, ny, nz] = [sums[k]!, sums[k + 1]!, sums[k + 2]!];
      const length = Math.hypot(nx, ny, nz) || 1;
      normals.setXYZ(i, nx / length, ny / length, nz / length);
    }
    normals.needsUpdate = true;
  }
}

/** Vertices that share place and normal are one corner: texture seams stay smooth, hard edges stay hard. */
function weld(geometry: BufferGeometry): { of: Uint32Array; count: number } {
  geometry.computeBoundingSphere();
  const size = geometry.boundingSphere?.radius ?? 1;
  const x = triples(geometry.getAttribute("position")).map((v) => Math.round((1e5 * v) / size));
  const n = triples(geometry.getAttribute("normal")).map((v) => Math.round(1e3 * v));
  const known = new Map<string, number>();
  const of = new Uint32Array(x.length / 3);
  for (let i = 0; i < of.length; i++) {
    const key = `${x.subarray(3 * i, 3 * i + 3).join()} ${n.subarray(3 * i, 3 * i + 3).join()}`;
    const corner = known.get(key) ?? known.size;
    known.set(key, corner);
    of[i] = corner;
  }
  return { of, count: known.size };
}
