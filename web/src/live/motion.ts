/** A motion that comes anew: the samples of a take, written over in place. */

import { AnimationClip, QuaternionKeyframeTrack, VectorKeyframeTrack } from "three";
import type { LiveKind } from "../contract";
import type { Samples } from "../samples";
import type { Take } from "../take";
import type { LiveArray } from "./packet";

const TRACKS = {
  translation: ["position", VectorKeyframeTrack],
  rotation: ["quaternion", QuaternionKeyframeTrack],
} as const;

export class LiveMotion {
  private readonly tracks = new Map<string, VectorKeyframeTrack | QuaternionKeyframeTrack>();

  constructor(private readonly take: Take) {}

  become(arrays: LiveArray[]): void {
    const times = arrays.find(({ kind }) => kind === "times")!.values;
    this.take.times.become(Float64Array.from(times));
    if (!this.tracks.size) this.make(arrays, times);
    for (const { kind, name, values } of arrays) {
      const track = this.tracks.get(kind + name);
      track?.times.set(times);
      track?.values.set(values);
      this.samples(kind, name)?.values.set(values);
    }
  }

  /** Tracks with a key at each sample; what the mixer reads stays where it is. */
  private make(arrays: LiveArray[], times: Float32Array): void {
    for (const { kind, name, values } of arrays) {
      if (kind !== "translation" && kind !== "rotation") continue;
      const [property, Track] = TRACKS[kind];
      const target = `${this.take.node(name).uuid}.${property}`;
      this.tracks.set(kind + name, new Track(target, times.slice(), values.slice()));
    }
    this.take.perform(new AnimationClip("live", -1, [...this.tracks.values()]));
  }

  private samples(kind: LiveKind, name: string): Samples | undefined {
    const { channels, marks } = this.take.facts;
    if (kind === "channel") return channels.get(name)?.values;
    return kind === "mark" ? marks.get(name)?.positions : undefined;
  }
}
