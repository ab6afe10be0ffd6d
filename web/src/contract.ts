/** What Python hands over, word for word: the page's JSON and `extras.supple` of a take's GLB. */

export interface PageData {
  title: string;
  takes: { name: string; glb: string }[];
  options?: PageOptions;
}

export interface PageOptions {
  time?: number;
  play?: boolean;
  trails?: string[];
  channels?: string[];
  embed?: boolean;
  theme?: "light" | "dark";
}

/** Little-endian numbers in a buffer view, C order. */
export interface ArrayReference {
  bufferView: number;
  shape: number[];
  type: "f8" | "f4" | "u4" | "u1";
}

export type MarkKind = "trail" | "center of mass" | "pin" | "force" | "cage";

export interface SuppleExtras {
  format: 1;
  times: ArrayReference;
  notes?: Note[];
  report?: Record<string, unknown>;
  channels?: Record<string, { unit: string; values: ArrayReference }>;
  marks?: Record<string, MarkExtras>;
  /** Times of keys by `node.channel`. */
  keys?: Record<string, ArrayReference>;
  camera?: Record<"eye" | "center" | "roll" | "angle", ArrayReference>;
  framing?: FramingExtras;
  nodes?: Record<string, { visible?: ArrayReference; color?: ArrayReference }>;
  background?: [number, number, number, number];
}

export interface Note {
  time: number;
  text: string;
}

export interface MarkExtras {
  kind: MarkKind;
  positions: ArrayReference;
  vectors?: ArrayReference;
  strength?: ArrayReference;
  edges?: ArrayReference;
}

export interface FramingExtras {
  direction: [number, number, number];
  centers: ArrayReference;
  half_width: number;
  half_height: number;
  depth: number;
  angle: number;
}
