/** Shadows cast by a coarse form of a mesh: the same vertices, fewer triangles.
 *
 * Vertices of one cell of a grid at rest become one (Rossignac & Borrel 1993); triangles that lose a corner go.
 * The coarse triangles stand behind the fine ones in the same index, so that a range chooses between them.
 */

import { BufferAttribute, type BufferGeometry, type Mesh } from "three";
import { ownTriples } from "./triples";

/** Cells along the diagonal of the box around a mesh, and from how many triangles on they are worth it. */
const CELLS = 100;
const MANY = 4000;

export type Range = [start: number, count: number];

const casts = new WeakMap<BufferGeometry, { fine: Range; coarse: Range }>();

/** From now on the mesh casts its shadow coarsely, if it has many triangles. */
export function castCoarsely(mesh: Mesh): void {
  const { geometry } = mesh;
  if (!casts.has(geometry) && triangles(geometry).length >= 3 * MANY) coarsen(geometry);
  if (!casts.has(geometry)) return;
  mesh.onBeforeShadow = () => showCast(mesh, true);
  mesh.onAfterShadow = () => showCast(mesh, false);
}

/** Let the next drawing of a mesh be its cast, or itself again. */
export function showCast({ geometry }: Mesh, coarsely: boolean): void {
  const ranges = casts.get(geometry);
  if (ranges) geometry.setDrawRange(...(coarsely ? ranges.coarse : ranges.fine));
}

function coarsen(geometry: BufferGeometry): void {
  const fine = triangles(geometry);
  const leader = leaders(geometry);
  const kept: number[] = [];
  for (let i = 0; i < fine.length; i += 3) {
    const [a, b, c] = [leader[fine[i]!]!, leader[fine[i + 1]!]!, leader[fine[i + 2]!]!];
    if (a !== b && b !== c && c !== a) kept.push(a, b, c);
  }
  const both = new Uint32Array(fine.length + kept.length);
  both.set(fine);
  both.set(kept, fine.length);
  geometry.setIndex(new BufferAttribute(both, 1));
  geometry.setDrawRange(0, fine.length);
  casts.set(geometry, { fine: [0, fine.length], coarse: [fine.length, kept.length] });
}

function triangles({ index, attributes }: BufferGeometry): Uint32Array {
  const count = index ? index.count : attributes.position!.count;
  return Uint32Array.from({ length: count }, (_, i) => (index ? index.getX(i) : i));
}

/** The first vertex of the cell of each vertex. */
function leaders(geometry: BufferGeometry): Uint32Array {
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  const [positions, side] = [ownTriples(geometry.getAttribute("position")), min.distanceTo(max) / CELLS];
  const firsts = new Map<string, number>();
  return Uint32Array.from({ length: positions.length / 3 }, (_, i) => {
    const cell = [0, 1, 2].map((k) => Math.round(positions[3 * i + k]! / side)).join();
    const first = firsts.get(cell) ?? i;
    firsts.set(cell, first);
    return first;
  });
}
