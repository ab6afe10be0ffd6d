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
  /** These cameras side by side. */
  cameras?: string[];
  embed?: boolean;
  theme?: "light" | "dark";
  live?: LiveOptions;
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
  /** Further cameras by name. */
  cameras?: Record<string, CameraExtras>;
  /** Times of keys by `node.channel`. */
  keys?: Record<string, ArrayReference>;
  camera?: CameraExtras;
  framing?: FramingExtras;
  nodes?: Record<string, { visible?: ArrayReference; color?: ArrayReference }>;
  background?: [number, number, number, number];
}

export type CameraExtras = Record<"eye" | "center" | "roll" | "angle", ArrayReference>;

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

/** A page that answers: where the shot lands [m], and whether it keeps to the plane z = 0. */
export interface LiveOptions {
  to: Place;
  planar: boolean;
}

export type Place = [number, number, number];

/** What the page says on the WebSocket, as text; `supple.live.wishes`. */
export interface Wish {
  number: number;
  to: Place;
}

/** What it is told as text: why a message was refused. */
export interface Refusal {
  refused: string;
}

/**
 * What it is told in packets: uint32 length of this as JSON, this, then float32 arrays; `supple.live.answers`.
 * Times in s, residuals in the units of their rows.
 */
export interface AnswerHeader {
  number: number;
  to: Place;
  reached: boolean;
  why: string;
  seconds: number;
  iterations: number;
  residual: number;
  worst: number;
  solver: string;
  arrays: [LiveKind, string, number[]][];
  notes?: Note[];
  report?: Record<string, unknown>;
}

export type LiveKind = "times" | "translation" | "rotation" | "channel" | "mark";
