/** What a take is made of, as an outliner lists it: its joints and its parts, each by its name. */

import { type Bone, type Mesh, type Object3D, type SkinnedMesh } from "three";
import { BentMesh } from "../bent";
import { isMesh, type Take } from "../take";

export type Kind = "joint" | "part";

export interface Item {
  readonly name: string;
  readonly kind: Kind;
  readonly object: Object3D;
  readonly parent: Item | null;
  readonly children: Item[];
}

export class Items {
  readonly all: Item[] = [];
  private readonly of = new Map<Object3D, Item>();

  constructor(take: Take) {
    const joints = new Set<Object3D>(take.meshes.flatMap(jointsOf));
    const names = new Map([...take.nodes].map(([name, object]) => [object, name]));
    take.root.traverse((object) => {
      const name = names.get(object);
      const kind = name === undefined ? null : kindOf(object, joints);
      if (name !== undefined && kind !== null) this.add(name, kind, object);
    });
  }

  roots(kind: Kind): Item[] {
    return this.all.filter((item) => item.kind === kind && item.parent === null);
  }

  /** The item that an object is, or belongs to. */
  at(object: Object3D | null): Item | null {
    const { share } = object ? ours(object) : {};
    if (share) return this.all.find(({ name }) => name === share.of) ?? null;
    return object && (this.of.get(object) ?? this.at(object.parent));
  }

  /** The item under the nearest one of its kind above it. */
  private add(name: string, kind: Kind, object: Object3D): void {
    let above = object.parent;
    while (above && this.of.get(above)?.kind !== kind) above = above.parent;
    const parent = (above && this.of.get(above)) ?? null;
    const item: Item = { name, kind, object, parent, children: [] };
    this.of.set(object, item);
    this.all.push(item);
    parent?.children.push(item);
  }
}

function kindOf(object: Object3D, joints: Set<Object3D>): Kind | null {
  const { joint, share } = ours(object);
  if (share) return null;
  if (joint || joints.has(object)) return "joint";
  const shown = isMesh(object) || object.children.some((child) => isMesh(child) && !("nodes" in child));
  return shown ? "part" : null;
}

/** What a file of ours says of a node: its joint, or of whose turn it takes a share, to help a skin at a bend. */
interface NodeExtras {
  joint?: object;
  share?: { of: string };
}

function ours(object: Object3D): NodeExtras {
  return (object.userData as { supple?: NodeExtras | null }).supple ?? {};
}

export function jointsOf(mesh: Mesh): Bone[] {
  if (mesh instanceof BentMesh) return mesh.bones;
  return "isSkinnedMesh" in mesh ? (mesh as SkinnedMesh).skeleton.bones : [];
}

/** The joint on which a vertex of a skin hangs most. */
export function heaviestJoint(mesh: Mesh, vertex: number): Bone | null {
  if (mesh instanceof BentMesh) return mesh.heaviest(vertex);
  const [index, weight] = [mesh.geometry.getAttribute("skinIndex"), mesh.geometry.getAttribute("skinWeight")];
  if (!("isSkinnedMesh" in mesh)) return null;
  const most = [0, 1, 2, 3].reduce((a, b) => (weight.getComponent(vertex, b) > weight.getComponent(vertex, a) ? b : a));
  return jointsOf(mesh)[index.getComponent(vertex, most)] ?? null;
}
