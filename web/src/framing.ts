/** How far away the eye must be so that the subject stays inside the frame and fills it well. */

import { Box3, Vector3 } from "three";
import type { FramingExtras } from "./contract";
import { decode, type Fetch, type Moment, Samples } from "./samples";
import type { Take } from "./take";

/** At most this share of the frame's height and width is filled, as in the stills. */
const HEIGHT_SHARE = 0.66;
const WIDTH_SHARE = 0.85;

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

  center(moment: Moment): Vector3 {
    return new Vector3(...([0, 1, 2].map((i) => this.centers.lerp(moment, i)) as [number, number, number]));
  }

  /**
   * Distance of the eye for a picture of `aspect` = width / height, seen from any direction. Along the framing's own
   * direction the half extents already allow for what comes toward the eye.
   */
  distance(direction: Vector3, aspect: number): number {
    const slope = Math.tan(this.angle / 2);
    const far = (width: number, height: number) =>
      Math.max(height / (HEIGHT_SHARE * slope), width / (WIDTH_SHARE * slope * aspect));
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
  const [seen, corner] = [new Box3(), new Vector3()];
  for (const { box } of boxesOverTime(take)) {
    for (let k = 0; k < 8; k++) {
      corner.set(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z);
      seen.expandByPoint(new Vector3(...(axes.map((axis) => axis.dot(corner)) as [number, number, number])));
    }
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

function boxesOverTime(take: Take): { time: number; box: Box3 }[] {
  const moments = Array.from({ length: MOMENTS + 1 }, (_, i) => take.times.start + (take.times.duration * i) / MOMENTS);
  const boxes = moments.map((time) => {
    take.pose(time);
    return { time, box: new Box3().setFromObject(take.root, true) };
  });
  return boxes.filter(({ box }) => !box.isEmpty());
}
