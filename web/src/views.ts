/** Where the eye is: following the subject, on the take's own camera, or free in the hand. */

import { MathUtils, PerspectiveCamera, Spherical, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { followingFraming, type Framing } from "./framing";
import type { Moment, Samples } from "./samples";
import type { CameraSamples, Take } from "./take";

/** Following, the take's own camera, one of its further cameras by name, or free in the hand. */
export type Mode = "follow" | "take" | "free" | `camera ${string}`;
/** Points at each side of the picture. */
export type Sides = Record<"top" | "right" | "bottom" | "left", number>;
export type Side = "front" | "side" | "top";

/** Width over height of a narrow picture; share of the distance from which on going along is worth it. */
const NARROW = 0.9;
const LARGER = 0.8;

const DIRECTIONS: Record<Side, Vector3> = {
  front: new Vector3(0, 0.06, 1).normalize(),
  side: new Vector3(1, 0.06, 0).normalize(),
  top: new Vector3(0, 1, 1e-4).normalize(),
};

export class Views {
  readonly camera = new PerspectiveCamera();
  readonly controls: OrbitControls;
  mode: Mode;
  private direction: Vector3;
  /** What nothing covers of the picture, in its heights. */
  private free = { width: 1, height: 1 };
  private following: Framing | null = null;
  private moment: Moment = { time: 0, index: 0, fraction: 0 };

  constructor(
    canvas: HTMLCanvasElement,
    private readonly take: Take,
    private readonly changed: () => void,
  ) {
    this.mode = take.facts.camera ? "take" : "follow";
    this.direction = take.framing.direction.clone();
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.zoomToCursor = true;
    let held = false;
    this.controls.addEventListener("start", () => (held = true));
    this.controls.addEventListener("end", () => (held = false));
    this.controls.addEventListener("change", () => {
      if (held && this.mode !== "free") this.setMode("free");
      changed();
    });
  }

  get modes(): Mode[] {
    const { camera, cameras } = this.take.facts;
    const named = [...cameras.keys()].map((name): Mode => `camera ${name}`);
    return ["follow", ...(camera ? (["take"] as const) : []), ...named, "free"];
  }

  setMode(mode: Mode): void {
    if (mode === "follow") this.direction = this.take.framing.direction.clone();
    this.mode = mode;
    this.settle();
    this.changed();
  }

  /** The next of the modes there are. */
  cycle(): void {
    this.setMode(this.modes[(this.modes.indexOf(this.mode) + 1) % this.modes.length]!);
  }

  look(side: Side): void {
    this.mode = "follow";
    this.direction = DIRECTIONS[side].clone();
    this.settle();
    this.changed();
  }

  /** Everything inside the frame, seen from where the eye is now. */
  frameAll(): void {
    const toward = this.camera.position.clone().sub(this.controls.target).normalize();
    this.mode = "follow";
    if (toward.lengthSq() > 0) this.direction = toward;
    this.settle();
    this.changed();
  }

  /** Fit the picture, and the subject into what is not covered at its sides [points]. */
  resize(width: number, height: number, { top, right, bottom, left }: Sides): void {
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, (right - left) / 2, (bottom - top) / 2, width, height);
    this.free = { width: (width - left - right) / height, height: (height - top - bottom) / height };
    this.settle();
  }

  /** Go around the subject by angles [rad], and nearer by a factor. */
  orbit(around: number, up: number, nearer = 1): void {
    const arm = new Spherical().setFromVector3(this.camera.position.clone().sub(this.controls.target));
    arm.theta += around;
    arm.phi -= up;
    arm.radius /= nearer;
    this.setMode("free");
    this.camera.position.setFromSpherical(arm.makeSafe()).add(this.controls.target);
    this.camera.lookAt(this.controls.target);
    this.changed();
  }

  follow(moment: Moment): void {
    this.moment = moment;
    this.settle();
  }

  /** Let a thrown orbit come to rest; true while it moves. */
  drift(): boolean {
    return this.mode === "free" && this.controls.update();
  }

  /** The take's own, unless a narrow picture would show the subject much larger by going along with it. */
  private get framing(): Framing {
    const { free, take } = this;
    if (free.width > NARROW * free.height) return take.framing;
    this.following ??= followingFraming(take);
    const distance = (framing: Framing) => framing.distance(this.direction, free);
    return distance(this.following) < LARGER * distance(take.framing) ? this.following : take.framing;
  }

  private settle(): void {
    const { camera, controls, take } = this;
    const own = this.mode === "take" ? take.facts.camera : take.facts.cameras.get(this.mode.replace("camera ", ""));
    if (own) controls.target.copy(ride(camera, own, this.moment));
    if (this.mode === "follow") {
      const { framing } = this;
      camera.fov = MathUtils.radToDeg(framing.angle);
      const center = framing.center(this.moment);
      const distance = framing.distance(this.direction, this.free);
      camera.position.copy(center).addScaledVector(this.direction, distance);
      camera.up.set(0, 1, 0);
      camera.lookAt(center);
      controls.target.copy(center);
    }
    const distance = camera.position.distanceTo(controls.target);
    camera.near = distance / 200;
    camera.far = distance * 60 + 20 * take.framing.radius;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}

/** Put an eye where a camera of the take is at a moment; what it looks at. */
export function ride(camera: PerspectiveCamera, { eye, center, roll, angle }: CameraSamples, moment: Moment): Vector3 {
  const at = (samples: Samples) => new Vector3(samples.lerp(moment, 0), samples.lerp(moment, 1), samples.lerp(moment, 2));
  const target = at(center);
  camera.position.copy(at(eye));
  camera.fov = MathUtils.radToDeg(angle.lerp(moment, 0));
  camera.up.set(0, 1, 0);
  camera.lookAt(target);
  camera.rotateZ(roll.lerp(moment, 0));
  return target;
}
