/** A translucent copy of a take's nodes, posed by copying: ghosts and the take that one compares with. */

import {
  BufferAttribute,
  type Color,
  type Material,
  type Mesh,
  MeshStandardMaterial,
  NotEqualStencilFunc,
  type Object3D,
  ReplaceStencilOp,
} from "three";
import { clone } from "three/addons/utils/SkeletonUtils.js";
import { BentMesh } from "./bent";
import { isMesh, type Take } from "./take";

/** What a moving subject writes where it is seen, so that its ghosts stay behind it. */
const SUBJECT = 1;

export function keepGhostsBehind(mesh: Mesh): void {
  const material = mesh.material as Material;
  material.stencilWrite = true;
  material.stencilRef = SUBJECT;
  material.stencilZPass = ReplaceStencilOp;
}

/** The translucent material of everything that is not quite there. */
export function veil(tint: Color, opacity: number): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ color: tint, roughness: 0.8, metalness: 0, transparent: true, opacity });
  material.polygonOffset = true;
  material.polygonOffsetFactor = material.polygonOffsetUnits = 1;
  return material;
}

export class Echo {
  readonly root: Object3D;
  readonly material: MeshStandardMaterial;
  private readonly pairs: [Object3D, Object3D][] = [];

  constructor(take: Take, still: Set<Mesh>, tint: Color, opacity: number) {
    this.root = clone(take.root);
    this.material = veil(tint, opacity);
    this.material.stencilWrite = true;
    this.material.stencilRef = SUBJECT;
    this.material.stencilFunc = NotEqualStencilFunc;
    const [originals, copies] = [listed(take.root), listed(this.root)];
    originals.forEach((original, i) => {
      const copy = copies[i]!;
      this.pairs.push([original, copy]);
      if (!isMesh(original) || !isMesh(copy)) return;
      if (still.has(original)) copy.layers.disableAll();
      else copy.layers.set(0);
      copy.castShadow = copy.receiveShadow = false;
      copy.material = this.material;
      if (deforms(original)) ownShape(copy);
    });
  }

  /** Take on the pose that the original has at this moment. */
  copyPose(): void {
    for (const [original, copy] of this.pairs) {
      copy.position.copy(original.position);
      copy.quaternion.copy(original.quaternion);
      copy.scale.copy(original.scale);
      copy.visible = original.visible;
      if (isMesh(original) && isMesh(copy) && deforms(original)) copyShape(original, copy);
    }
    this.root.visible = true;
    this.root.updateMatrixWorld(true);
  }
}

/** Whether the vertices of a mesh are written anew for every pose. */
function deforms(mesh: Mesh): boolean {
  return mesh instanceof BentMesh || mesh.morphTargetInfluences !== undefined;
}

function listed(root: Object3D): Object3D[] {
  const all: Object3D[] = [];
  root.traverse((object) => all.push(object));
  return all;
}

const SHAPE = ["position", "normal"];

function ownShape(mesh: Mesh): void {
  const geometry = mesh.geometry.clone();
  for (const name of SHAPE) {
    const attribute = geometry.getAttribute(name);
    geometry.setAttribute(name, new BufferAttribute((attribute.array as Float32Array).slice(), 3));
  }
  mesh.geometry = geometry;
}

function copyShape(from: Mesh, to: Mesh): void {
  for (const name of SHAPE) {
    const attribute = to.geometry.getAttribute(name);
    (attribute.array as Float32Array).set(from.geometry.getAttribute(name).array);
    attribute.needsUpdate = true;
  }
}
