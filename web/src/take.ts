/** A take, loaded: the nodes of its GLB, posed at any time. */

import { type AnimationClip, AnimationMixer, type KeyframeTrack, type Mesh, type MeshStandardMaterial, type Object3D, type SkinnedMesh, Vector3 } from "three";
import type { GLTF } from "three/addons/loaders/GLTFLoader.js";
import { BentMesh } from "./bent";
import { castCoarsely } from "./coarse";
import type { MarkKind, Note } from "./contract";
import type { Framing } from "./framing";
import type { Samples, Times } from "./samples";
import { drawnInSoftware } from "./software";
import { Surface } from "./surface";

export interface Channel {
  unit: string;
  /** Names of its numbers, where it has several. */
  parts?: string[];
  values: Samples;
}

export interface Mark {
  kind: MarkKind;
  positions: Samples;
  vectors?: Samples;
  strength?: Samples;
  edges?: Samples;
}

/** What core glTF cannot animate. */
export interface NodeLook {
  visible?: Samples;
  color?: Samples;
}

export type CameraSamples = Record<"eye" | "center" | "roll" | "angle", Samples>;

/** Everything about a take that is not a node. */
export interface TakeFacts {
  name: string;
  times: Times;
  notes: Note[];
  report: Record<string, unknown>;
  channels: Map<string, Channel>;
  marks: Map<string, Mark>;
  looks: Map<string, NodeLook>;
  /** Times of the keys that the motion was made of, by `node.channel`. */
  keys: Map<string, number[]>;
  camera: CameraSamples | null;
  /** Further cameras, by name. */
  cameras: Map<string, CameraSamples>;
  background: [number, number, number, number] | null;
}

export class Take {
  readonly root: Object3D;
  readonly meshes: Mesh[] = [];
  framing!: Framing;
  private readonly mixer: AnimationMixer;
  private clips: AnimationClip[];
  private readonly surfaces: Surface[];
  private readonly bent: BentMesh[] = [];
  readonly nodes: Map<string, Object3D>;
  private readonly looks: { node: Object3D; look: NodeLook; materials: MeshStandardMaterial[] }[] = [];

  constructor(
    readonly facts: TakeFacts,
    private readonly gltf: GLTF,
  ) {
    this.root = gltf.scene;
    this.nodes = nodesByName(gltf);
    this.root.traverse((object) => {
      if (isMesh(object)) this.meshes.push(object);
      if ("isLight" in object) object.visible = false;
    });
    this.surfaces = this.meshes.filter((mesh) => mesh.geometry.morphAttributes.position).map((m) => new Surface(m));
    if (drawnInSoftware()) this.relieve();
    for (const mesh of this.meshes) mesh.frustumCulled = false;
    for (const [name, look] of facts.looks) this.adopt(name, look);
    this.mixer = new AnimationMixer(this.root);
    this.clips = gltf.animations;
    for (const clip of gltf.animations) {
      clip.duration = Math.max(clip.duration, facts.times.end) + facts.times.duration + 1; // beyond the end the last key holds; nothing wraps around
      this.mixer.clipAction(clip).play();
    }
  }

  /** Move by other tracks from now on. */
  perform(clip: AnimationClip): void {
    this.mixer.stopAllAction();
    this.clips = [clip];
    clip.duration = Number.MAX_SAFE_INTEGER; // beyond the end the last key holds; nothing wraps around
    this.mixer.clipAction(clip).play();
  }

  get times(): Times {
    return this.facts.times;
  }

  pose(time: number): void {
    this.mixer.setTime(this.filed(time));
    for (const surface of this.surfaces) surface.deform();
    const moment = this.times.at(time);
    for (const { node, look, materials } of this.looks) {
      if (look.visible) node.visible = look.visible.get(moment.index, 0) > 0;
      if (look.color)
        paint(
          materials,
          [0, 1, 2, 3].map((i) => look.color!.lerp(moment, i)),
        );
    }
    this.root.updateMatrixWorld(true);
    for (const mesh of this.bent) mesh.bend();
  }

  /** A time of the take as its file has it: glTF knows no time before 0. */
  filed(time: number): number {
    return time - Math.min(0, this.times.start);
  }

  /** The track of that name, as three.js names them. */
  track(name: string): KeyframeTrack | undefined {
    return this.clips.flatMap((clip) => clip.tracks).find((track) => track.name === name);
  }

  node(name: string): Object3D {
    const found = this.nodes.get(name);
    if (!found)
      throw new Error(`no node "${name}" in "${this.facts.name}"; it has ${[...this.nodes.keys()].join(", ")}`);
    return found;
  }

  /** World position of a vertex as shown; the vertices of a node's primitives count one after another. */
  vertex(name: string, index: number): Vector3 {
    let left = index;
    for (const mesh of this.primitives(this.node(name))) {
      const { count } = mesh.geometry.getAttribute("position");
      if (left < count) return mesh.localToWorld(mesh.getVertexPosition(left, new Vector3()));
      left -= count;
    }
    throw new Error(`node "${name}" has no vertex ${index}`);
  }

  /** The meshes that hold still from the first to the last sample. */
  still(): Set<Mesh> {
    const places = this.meshes.map(() => new Set<string>());
    const { start, duration } = this.times;
    for (let i = 0; i <= 8; i++) {
      this.pose(start + (duration * i) / 8);
      this.meshes.forEach((mesh, k) => {
        const shape = mesh.morphTargetInfluences ?? [];
        places[k]!.add([...mesh.matrixWorld.elements, ...shape].map((n) => n.toFixed(5)).join());
      });
    }
    return new Set(this.meshes.filter((mesh, k) => places[k]!.size === 1 && !isSkinned(mesh) && !(mesh instanceof BentMesh)));
  }

  /** Where the processor draws, too: vertices bent once a picture, shadows cast by fewer triangles. */
  private relieve(): void {
    this.meshes.forEach((mesh, i) => isSkinned(mesh) && (this.meshes[i] = this.bendHere(mesh)));
    for (const mesh of this.meshes) castCoarsely(mesh);
  }

  /** A mesh in place of a skinned one, bent by the processor. */
  private bendHere(skinned: SkinnedMesh): BentMesh {
    const mesh = new BentMesh(skinned);
    if (skinned.children.length) mesh.add(...skinned.children);
    skinned.parent!.add(mesh);
    skinned.removeFromParent();
    const { associations } = this.gltf.parser;
    associations.set(mesh, associations.get(skinned)!);
    this.bent.push(mesh);
    return mesh;
  }

  /** The meshes of a node itself, not of its children. */
  private primitives(node: Object3D): Mesh[] {
    if (isMesh(node)) return [node];
    return node.children
      .filter(isMesh)
      .filter((child) => this.gltf.parser.associations.get(child)?.nodes === undefined);
  }

  /** A node whose look changes gets materials of its own. */
  private adopt(name: string, look: NodeLook): void {
    const node = this.nodes.get(name);
    if (!node) return;
    const materials = this.primitives(node).map((mesh) => {
      const own = (mesh.material as MeshStandardMaterial).clone();
      mesh.material = own;
      return own;
    });
    this.looks.push({ node, look, materials });
  }
}

function isSkinned(mesh: Mesh): mesh is SkinnedMesh {
  return "isSkinnedMesh" in mesh;
}

export function isMesh(object: Object3D): object is Mesh {
  return "isMesh" in object;
}

/** Nodes under the names of the file; three.js's own names lack some characters. */
function nodesByName({ scene, parser }: GLTF): Map<string, Object3D> {
  const nodes = new Map<string, Object3D>();
  scene.traverse((object) => {
    const name = nameInFile(object, parser);
    if (name !== undefined && !nodes.has(name)) nodes.set(name, object);
  });
  return nodes;
}

export function nameInFile(object: Object3D, { json, associations }: GLTF["parser"]): string | undefined {
  const index = associations.get(object)?.nodes;
  return index === undefined ? undefined : (json as { nodes?: { name?: string }[] }).nodes?.[index]?.name;
}

function paint(materials: MeshStandardMaterial[], rgba: number[]): void {
  const [r, g, b, a] = rgba as [number, number, number, number];
  for (const material of materials) {
    material.color.setRGB(r, g, b);
    material.opacity = a;
    if (material.transparent !== a < 1) material.needsUpdate = true;
    material.transparent = a < 1;
  }
}
