/** A skinned mesh bent by the processor: x = Σ wₖ Mₖ X over the joints k that a vertex hangs on, in the world.
 *
 * In software GL every pass would bend every vertex again, at several times the price of one loop here.
 */

import { type Bone, BufferAttribute, type BufferGeometry, Matrix4, Mesh, type SkinnedMesh } from "three";
import { ownTriples, triples } from "./triples";

/** Numbers of a matrix without its last row. */
const ROWS = 12;

export class BentMesh extends Mesh {
  private readonly hangs: Influences;
  private readonly matrices: Float32Array;
  private readonly product = new Matrix4();

  private readonly from: Shape;
  private readonly to: Shape;

  constructor(private readonly source: SkinnedMesh) {
    super(source.geometry.clone(), source.material);
    this.hangs = influences(source);
    this.matrices = new Float32Array(ROWS * source.skeleton.bones.length);
    this.from = shapeOf(source.geometry);
    for (const name of ["skinIndex", "skinWeight"]) this.geometry.deleteAttribute(name);
    for (const name of ["position", "normal"])
      if (this.geometry.hasAttribute(name))
        this.geometry.setAttribute(name, new BufferAttribute(triples(source.geometry.getAttribute(name)), 3));
    this.to = shapeOf(this.geometry);
    this.name = source.name;
    if (source.morphTargetInfluences) this.morphTargetInfluences = source.morphTargetInfluences;
    this.matrixAutoUpdate = this.matrixWorldAutoUpdate = false;
  }

  /** A copy is what it looks like now. */
  override clone(recursive?: boolean): this {
    return new Mesh(this.geometry, this.material).copy(this, recursive) as this;
  }

  get bones(): Bone[] {
    return this.source.skeleton.bones;
  }

  /** The joint on which a vertex hangs most. */
  heaviest(vertex: number): Bone | null {
    const { first, joints, weights } = this.hangs;
    let most = first[vertex]!;
    for (let k = most; k < first[vertex + 1]!; k++) if (weights[k]! > weights[most]!) most = k;
    return this.bones[joints[most]!] ?? null;
  }

  /** Follow the joints, and the shape that the source has now. */
  bend(): void {
    this.gather();
    blend(this.hangs, this.matrices, this.from, this.to);
    for (const name of ["position", "normal"]) {
      const attribute = this.geometry.attributes[name];
      if (attribute) attribute.needsUpdate = true;
    }
  }

  /** The rows of W B for every joint. */
  private gather(): void {
    const { bones, boneInverses } = this.source.skeleton;
    bones.forEach((bone, j) => {
      const m = this.product.multiplyMatrices(bone.matrixWorld, boneInverses[j]!).multiply(this.source.bindMatrix);
      for (let row = 0; row < 3; row++)
        for (let column = 0; column < 4; column++)
          this.matrices[ROWS * j + 4 * row + column] = m.elements[4 * column + row]!;
    });
  }
}

/** Influences `first[i]` up to `first[i + 1]` are those of vertex i; weights of 0 are left out. */
interface Influences {
  first: Uint32Array;
  joints: Uint32Array;
  weights: Float32Array;
}

function influences({ geometry }: SkinnedMesh): Influences {
  const [index, weight] = [geometry.getAttribute("skinIndex"), geometry.getAttribute("skinWeight")];
  const first = new Uint32Array(index.count + 1);
  const [joints, weights]: [number[], number[]] = [[], []];
  for (let i = 0; i < index.count; i++) {
    for (let k = 0; k < 4; k++) {
      const share = weight.getComponent(i, k);
      if (share === 0) continue;
      joints.push(index.getComponent(i, k));
      weights.push(share);
    }
    first[i + 1] = joints.length;
  }
  return { first, joints: Uint32Array.from(joints), weights: Float32Array.from(weights) };
}

interface Shape {
  positions: Float32Array;
  normals: Float32Array | null;
}

function shapeOf(geometry: BufferGeometry): Shape {
  const normals = geometry.hasAttribute("normal") ? ownTriples(geometry.getAttribute("normal")) : null;
  return { positions: ownTriples(geometry.getAttribute("position")), normals };
}

function blend({ first, joints, weights }: Influences, rows: Float32Array, from: Shape, to: Shape): void {
  const m = new Float32Array(ROWS);
  for (let i = 0, k = 0; i < first.length - 1; i++) {
    m.fill(0);
    for (; k < first[i + 1]!; k++) {
      const [start, share] = [ROWS * joints[k]!, weights[k]!];
      for (let n = 0; n < ROWS; n++) m[n]! += share * rows[start + n]!;
    }
    apply(m, from.positions, 3 * i, 1, to.positions);
    if (from.normals && to.normals) apply(m, from.normals, 3 * i, 0, to.normals);
  }
}

/** Three rows times (x, y, z, w). */
function apply(m: Float32Array, from: Float32Array, at: number, w: number, to: Float32Array): void {
  const [x, y, z] = [from[at]!, from[at + 1]!, from[at + 2]!];
  to[at] = m[0]! * x + m[1]! * y + m[2]! * z + m[3]! * w;
  to[at + 1] = m[4]! * x + m[5]! * y + m[6]! * z + m[7]! * w;
  to[at + 2] = m[8]! * x + m[9]! * y + m[10]! * z + m[11]! * w;
}
