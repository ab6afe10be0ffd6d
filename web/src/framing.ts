/** How far away the eye must be so that the subject stays inside the frame and fills it well. */

import { Box3, type Mesh, Vector3 } from "three";
import type { FramingExtras } from "./contract";
import { decode, type Fetch, type Moment, Samples, Times } from "./samples";
import type { Take } from "./take";

/** At most this share of the frame's height and width is filled, as in the stills. */
const HEIGHT_SHARE = 0.66;
const WIDTH_SHARE = 0.85;
const WIDEST = 16 / 9;

export class Framing {
  private readonly axes: [Vector3, Vector3, Vector3];
  /** Half extents along the axes of the world [m]: a second bound, for views from elsewhere. */
  upright = new Vector3(Infinity, Infinity, Infinity);

  /** A box of half extents (right, up, toward the eye) [m] around centers (T or 1, 3), seen along −direction. */
  constructor(
    readonly direction: Vector3,
    private readonly centers: Samples,
    private readonly extents: Vector3,
    readonly angle: number,
  ) {
    this.axes = viewAxes(direction);
  }

  get radius(): number {
    return this.extents.length();
  }

  /** Half the height that is seen at the distance of the center, of a wide picture [m]. */
  get seen(): number {
    return Math.max(this.extents.y / HEIGHT_SHARE, this.extents.x / (WIDTH_SHARE * WIDEST));
  }

  center(moment: Moment): Vector3 {
    return new Vector3(...([0, 1, 2].map((i) => this.centers.lerp(moment, i)) as [number, number, number]));
  }

  /**
   * Distance of the eye so that the subject fits what is free of the picture, in its heights, from any direction.
   * Along the framing's own direction the half extents already allow for what comes toward the eye.
   */
  distance(direction: Vector3, free: { width: number; height: number }): number {
    const slope = Math.tan(this.angle / 2);
    const far = (width: number, height: number) =>
      Math.max(height / (HEIGHT_SHARE * slope * free.height), width / (WIDTH_SHARE * slope * free.width));
    if (direction.dot(this.direction) > 1 - 1e-6) return far(this.extents.x, this.extents.y);
    const [width, height, depth] = viewAxes(direction).map((axis) => this.reach(axis)) as [number, number, number];
    return depth + far(width, height);
  }

  /** How far the subject reaches along an axis: not beyond either box. */
  private reach(axis: Vector3): number {
    const [right, up, toward] = this.axes.map((own) => Math.abs(own.dot(axis))) as [number, number, number];
    const slanted = right * this.extents.x + up * this.extents.y + toward * this.extents.z;
    const { x, y, z } = this.upright;
    return Math.min(slanted, Math.abs(axis.x) * x + Math.abs(axis.y) * y + Math.abs(axis.z) * z);
  }
}

/** Right, up, toward the eye. */
function viewAxes(direction: Vector3): [Vector3, Vector3, Vector3] {
  const pole = Math.abs(direction.y) > 0.999 ? new Vector3(0, 0, -1) : new Vector3(0, 1, 0);
  const right = pole.cross(direction).normalize();
  return [right, direction.clone().cross(right), direction];
}

export async function decodeFraming(extras: FramingExtras, fetch: Fetch): Promise<Framing> {
  const extents = new Vector3(extras.half_width, extras.half_height, extras.depth);
  const centers = await decode(extras.centers, fetch);
  return new Framing(new Vector3(...extras.direction).normalize(), centers, extents, extras.angle);
}

const DIRECTION = new Vector3(0.38, 0.3, 1).normalize();
const ANGLE = Math.PI / 6;
const MOMENTS = 24;

/** For a file that brings no framing: around everything that is seen at two dozen moments. */
export function framingOfBounds(take: Take): Framing {
  const axes = viewAxes(DIRECTION);
  const seen = new Box3();
  for (const { box } of boxesOverTime(take)) {
    for (const corner of cornersOf(box))
      seen.expandByPoint(new Vector3(...(axes.map((axis) => axis.dot(corner)) as [number, number, number])));
  }
  if (seen.isEmpty()) seen.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
  const middle = seen.getCenter(new Vector3());
  const center = new Vector3();
  axes.forEach((axis, i) => center.addScaledVector(axis, middle.getComponent(i)));
  const extents = seen
    .getSize(new Vector3())
    .multiplyScalar(0.5)
    .max(new Vector3(1e-3, 1e-3, 1e-3));
  const slope = Math.tan(ANGLE / 2);
  extents.x += WIDTH_SHARE * slope * extents.z;
  extents.y += HEIGHT_SHARE * slope * extents.z;
  return new Framing(DIRECTION, new Samples(Float64Array.from(center.toArray()), [1, 3]), extents, ANGLE);
}

/** Half extents of the upright box around the framing's centers that holds what is seen. */
export function uprightExtents(take: Take): Vector3 {
  const most = new Vector3(1e-3, 1e-3, 1e-3);
  for (const { time, box } of boxesOverTime(take)) {
    const center = take.framing.center(take.times.at(time));
    most.max(box.max.sub(center)).max(center.sub(box.min));
  }
  return most;
}

/** Goes along with what moves, for a picture so narrow that the whole way would leave the subject small. */
export function followingFraming(take: Take): Framing {
  const still = take.still();
  const boxes = boxesOverTime(take, (mesh) => !still.has(mesh));
  if (boxes.length < 2) return take.framing;
  const path = smoothed(boxes.map(({ box }) => box.getCenter(new Vector3())));
  const axes = viewAxes(take.framing.direction);
  const extents = new Vector3(1e-3, 1e-3, 1e-3);
  boxes.forEach(({ box }, i) => {
    for (const corner of cornersOf(box)) {
      const away = corner.sub(path[i]!);
      extents.max(new Vector3(...(axes.map((axis) => Math.abs(axis.dot(away))) as [number, number, number])));
    }
  });
  const grid = new Times(Float64Array.from(boxes, ({ time }) => time));
  const rows = new Samples(Float64Array.from(path.flatMap((place) => place.toArray())), [path.length, 3]);
  const centers = [...take.times.values].flatMap((time) => [0, 1, 2].map((k) => rows.lerp(grid.at(time), k)));
  const all = new Samples(Float64Array.from(centers), [take.times.count, 3]);
  const found = new Framing(take.framing.direction, all, extents, take.framing.angle);
  found.upright = extents.clone().setScalar(extents.length());
  return found;
}

/** Each place and its neighbors, so that the eye goes along without shaking. */
function smoothed(places: Vector3[]): Vector3[] {
  return places.map((_, i) => {
    const near = places.slice(Math.max(0, i - 2), i + 3);
    return near.reduce((sum, place) => sum.add(place), new Vector3()).divideScalar(near.length);
  });
}

function cornersOf({ min, max }: Box3): Vector3[] {
  return Array.from(
    { length: 8 },
    (_, k) => new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z),
  );
}

/** The box around the meshes that are asked for, at some moments. */
function boxesOverTime(take: Take, wanted: (mesh: Mesh) => boolean = () => true): { time: number; box: Box3 }[] {
  const moments = Array.from({ length: MOMENTS + 1 }, (_, i) => take.times.start + (take.times.duration * i) / MOMENTS);
  const boxes = moments.map((time) => {
    take.pose(time);
    const box = new Box3();
    for (const mesh of take.meshes.filter(wanted)) box.expandByObject(mesh, true);
    return { time, box };
  });
  return boxes.filter(({ box }) => !box.isEmpty());
}
