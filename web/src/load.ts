/** From the bytes of a GLB to a take. Files without `extras.supple` play too. */

import { GLTFLoader, type GLTF } from "three/addons/loaders/GLTFLoader.js";
import type { ArrayReference, MarkExtras, SuppleExtras } from "./contract";
import { decodeFraming, framingOfBounds, uprightExtents } from "./framing";
import { decode, type Fetch, Samples, Times } from "./samples";
import { type Mark, nameInFile, Take, type TakeFacts } from "./take";

const FALLBACK_FPS = 30;

export function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

export async function loadTake(name: string, glb: ArrayBuffer): Promise<Take> {
  const gltf = await new GLTFLoader().parseAsync(glb, "");
  const extras = (gltf.parser.json as { extras?: { supple?: SuppleExtras } }).extras?.supple;
  const fetch: Fetch = (view) => gltf.parser.getDependency("bufferView", view) as Promise<ArrayBuffer>;
  const take = new Take(extras ? await factsOf(name, extras, fetch) : plainFacts(name, gltf), gltf);
  take.framing = extras?.framing ? await decodeFraming(extras.framing, fetch) : framingOfBounds(take);
  take.framing.upright = uprightExtents(take);
  return take;
}

async function factsOf(name: string, extras: SuppleExtras, fetch: Fetch): Promise<TakeFacts> {
  const times = await decode(extras.times, fetch);
  return {
    name,
    times: new Times(Float64Array.from(times.values)),
    notes: extras.notes ?? [],
    report: extras.report ?? {},
    channels: await mapped(extras.channels, async ({ unit, values }) => ({
      unit,
      values: await decode(values, fetch),
    })),
    marks: await mapped(extras.marks, (mark) => decodeMark(mark, fetch)),
    looks: await mapped(extras.nodes, (look) => decodeAll(look, fetch)),
    keys: await mapped(extras.keys, async (times) => Array.from((await decode(times, fetch)).values)),
    camera: extras.camera ? await decodeAll(extras.camera, fetch) : null,
    cameras: await mapped(extras.cameras, (camera) => decodeAll(camera, fetch)),
    background: extras.background ?? null,
  };
}

/** Samples every 1/30 s of whatever the animations span. */
function plainFacts(name: string, gltf: GLTF): TakeFacts {
  const end = Math.max(0, ...gltf.animations.map((clip) => clip.duration));
  const count = Math.round(end * FALLBACK_FPS) + 1;
  const times = Float64Array.from({ length: count }, (_, i) => (count > 1 ? (i * end) / (count - 1) : 0));
  const nothing = {
    notes: [],
    report: {},
    channels: new Map(),
    marks: new Map(),
    looks: new Map(),
    keys: keysOf(gltf, count),
    camera: null,
    cameras: new Map(),
    background: null,
  };
  return { name, times: new Times(times), ...nothing };
}

/** The keys of the file's own tracks, unless it has one for nearly every picture. */
function keysOf({ animations, scene, parser }: GLTF, count: number): Map<string, number[]> {
  const names = new Map<string, string>();
  scene.traverse((object) => names.set(object.name, nameInFile(object, parser) ?? object.name));
  const found = new Map<string, number[]>();
  for (const { name, times } of animations.flatMap((clip) => clip.tracks)) {
    const cut = name.lastIndexOf(".");
    if (times.length < count / 2) found.set(`${names.get(name.slice(0, cut))!}${name.slice(cut)}`, Array.from(times));
  }
  return found;
}

async function decodeMark({ kind, ...arrays }: MarkExtras, fetch: Fetch): Promise<Mark> {
  return { kind, ...(await decodeAll(arrays, fetch)) };
}

type Decoded<T> = { [K in keyof T]: Samples };

async function decodeAll<T extends { [K in keyof T]: ArrayReference }>(
  references: T,
  fetch: Fetch,
): Promise<Decoded<T>> {
  const entries = Object.entries<ArrayReference>(references).filter(([, value]) => "bufferView" in value);
  const pairs = entries.map(async ([key, value]) => [key, await decode(value, fetch)] as const);
  return Object.fromEntries(await Promise.all(pairs)) as Decoded<T>;
}

async function mapped<A, B>(
  record: Record<string, A> | undefined,
  change: (a: A) => Promise<B>,
): Promise<Map<string, B>> {
  const pairs = Object.entries(record ?? {}).map(async ([name, value]) => [name, await change(value)] as const);
  return new Map(await Promise.all(pairs));
}
