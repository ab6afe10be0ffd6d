/** The curves of a joint: how it is turned and where it is in its parent, sampled at the times of the take. */

import { Euler, type Object3D, Quaternion } from "three";
import { Samples } from "../samples";
import type { Channel, Take } from "../take";

/** Names of the three numbers of a curve. */
export const AXES = ["x", "y", "z"];

/** Turn in degrees about x, y and z, and place in meters; only what moves. */
export function curvesOf(take: Take, object: Object3D): Map<string, Channel> {
  const found = new Map<string, Channel>();
  const turns = sampled(take, object, "quaternion");
  if (turns) found.set("turn", { unit: "°", parts: AXES, values: new Samples(angles(turns), [turns.length, 3]) });
  const places = sampled(take, object, "position");
  if (places) found.set("place", { unit: "m", parts: AXES, values: new Samples(Float64Array.from(places.flat()), [places.length, 3]) });
  return found;
}

/** What three.js leaves out of its types: a track evaluated as its file asks. */
interface Evaluable {
  createInterpolant(result: Float32Array): { evaluate(time: number): ArrayLike<number> };
}

/** The values of a node's track at every time of the take, unless it has none or stands still. */
function sampled(take: Take, object: Object3D, path: "quaternion" | "position"): number[][] | null {
  const track = take.track(`${object.name}.${path}`);
  if (!track) return null;
  const interpolant = (track as unknown as Evaluable).createInterpolant(new Float32Array(track.getValueSize()));
  const rows = [...take.times.values].map((time) => Array.from(interpolant.evaluate(take.filed(time))));
  const still = rows.every((row) => row.every((value, k) => Math.abs(value - rows[0]![k]!) < 1e-7));
  return still ? null : rows;
}

/** Euler angles [°] without jumps. */
function angles(turns: number[][]): Float64Array {
  const out = new Float64Array(3 * turns.length);
  turns.forEach((turn, row) => {
    const { x, y, z } = new Euler().setFromQuaternion(new Quaternion(...(turn as [number, number, number, number])));
    [x, y, z].forEach((angle, k) => {
      const degrees = (180 * angle) / Math.PI;
      const before = row > 0 ? out[3 * (row - 1) + k]! : degrees;
      out[3 * row + k] = degrees + 360 * Math.round((before - degrees) / 360);
    });
  });
  return out;
}
