/** Columns of numbers over time, and where a moment falls between them. */

import type { ArrayReference } from "./contract";

type Numbers = Float64Array | Float32Array | Uint32Array | Uint8Array;

/** A moment: the sample at or before it, and how far it is on the way to the next one, in [0, 1). */
export interface Moment {
  time: number;
  index: number;
  fraction: number;
}

export class Times {
  start!: number;
  end!: number;
  duration!: number;
  /** Samples a second; null if they are uneven. */
  fps!: number | null;

  constructor(readonly values: Float64Array) {
    this.become(values);
  }

  /** As many other times, in place. */
  become(values: Float64Array): void {
    this.values.set(values);
    this.start = values[0] ?? 0;
    this.end = values.at(-1) ?? 0;
    this.duration = this.end - this.start;
    const step = this.duration / (values.length - 1);
    const even = values.every((t, i) => Math.abs(t - this.start - i * step) <= 1e-5 * step + 1e-9);
    this.fps = values.length > 1 && even ? Math.round(1e6 / step) / 1e6 : null;
  }

  get count(): number {
    return this.values.length;
  }

  at(time: number): Moment {
    const last = this.values.length - 1;
    const index = Math.max(0, this.countUntil(time) - 1);
    if (index >= last) return { time, index: last, fraction: 0 };
    const [from, to] = [this.values[index]!, this.values[index + 1]!];
    return { time, index, fraction: Math.min(1, Math.max(0, (time - from) / (to - from))) };
  }

  /** Index of the sample nearest to a time. */
  nearest(time: number): number {
    const { index, fraction } = this.at(time);
    return fraction > 0.5 ? index + 1 : index;
  }

  /** How many samples lie at or before a time; half a microsecond of slack lets a sample find itself. */
  private countUntil(time: number): number {
    let [low, high] = [0, this.values.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.values[middle]! <= time + 5e-7) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Rows of `width` numbers, one row a sample; a single row holds for all times. */
export class Samples {
  readonly rows: number;
  readonly width: number;

  constructor(
    readonly values: Numbers,
    readonly shape: number[],
  ) {
    this.rows = shape[0] ?? 0;
    this.width = shape.slice(1).reduce((product, n) => product * n, 1);
  }

  get(row: number, column: number): number {
    return this.values[Math.min(row, this.rows - 1) * this.width + column]!;
  }

  /** The value on the line between two samples, as glTF's LINEAR has it. */
  lerp({ index, fraction }: Moment, column: number): number {
    const from = this.get(index, column);
    return fraction === 0 ? from : from + fraction * (this.get(index + 1, column) - from);
  }
}

const MAKERS = { f8: Float64Array, f4: Float32Array, u4: Uint32Array, u1: Uint8Array };

export type Fetch = (bufferView: number) => Promise<ArrayBuffer>;

export async function decode(reference: ArrayReference, fetch: Fetch): Promise<Samples> {
  const count = reference.shape.reduce((product, n) => product * n, 1);
  const make = MAKERS[reference.type];
  return new Samples(new make(await fetch(reference.bufferView), 0, count), reference.shape);
}
