/** The ring on the floor where the shot lands, to be taken with the mouse or a finger. */

import {
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  Plane,
  Raycaster,
  RingGeometry,
  Vector2,
  Vector3,
} from "three";
import type { Place } from "../contract";
import { OVERLAY_ORDER } from "../overlays/overlay";
import { color } from "../theme";

/** How near to the ring's middle one must press, in points, at least. */
const NEAR = 22;
/** What tells of a move at once, where the browser does, and not just before the next picture. */
const MOVE = "onpointerrawupdate" in window ? "pointerrawupdate" : "pointermove";
const UP = new Vector3(0, 1, 0);

export interface Grip {
  camera: PerspectiveCamera;
  /** Hold the camera still, or let it go. */
  hold(held: boolean): void;
  moved(to: Place, at: number): void;
  released(): void;
}

export class Handle {
  readonly object = new Group();
  readonly place = new Vector3();
  private readonly material = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.9,
    side: DoubleSide,
    depthTest: false,
    toneMapped: false,
  });
  private held: { pointer: number; offset: Vector3 } | null = null;

  constructor(
    stage: HTMLElement,
    private readonly canvas: HTMLCanvasElement,
    private readonly planar: boolean,
    private readonly radius: number,
    private readonly grip: Grip,
  ) {
    for (const [inner, outer] of [
      [0.82, 1],
      [0, 0.16],
    ]) {
      const ring = new Mesh(new RingGeometry(inner! * radius, outer! * radius, 48).rotateX(-Math.PI / 2), this.material);
      ring.renderOrder = OVERLAY_ORDER;
      this.object.add(ring);
    }
    stage.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    stage.addEventListener(MOVE, (event) => this.drag(event as PointerEvent), { capture: true });
    stage.addEventListener("pointermove", (event) => this.hover(event), { capture: true });
    for (const end of ["pointerup", "pointercancel"] as const)
      stage.addEventListener(end, (event) => this.release(event), { capture: true });
    this.dress(true);
  }

  get dragging(): boolean {
    return this.held !== null;
  }

  put(place: Place): void {
    this.place.set(...place);
    this.object.position.copy(this.place);
  }

  /** In the color of what can be done, or of what cannot. */
  dress(reached: boolean): void {
    this.material.color.copy(color(reached ? "accent" : "force"));
  }

  /** Where it is in the picture, in points from the page's top left corner. */
  seen(): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    const { x, y } = this.place.clone().project(this.grip.camera);
    return [box.left + ((1 + x) / 2) * box.width, box.top + ((1 - y) / 2) * box.height];
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || event.target !== this.canvas || !this.near(event)) return;
    const under = this.under(event);
    if (!under) return;
    event.stopPropagation();
    this.held = { pointer: event.pointerId, offset: this.place.clone().sub(under) };
    this.canvas.setPointerCapture(event.pointerId);
    this.grip.hold(true);
  }

  private hover(event: PointerEvent): void {
    if (this.held) event.stopPropagation();
    else this.canvas.style.cursor = event.target === this.canvas && this.near(event) ? "move" : "";
  }

  private drag(event: PointerEvent): void {
    if (event.pointerId !== this.held?.pointer) return;
    const under = this.under(event)?.add(this.held.offset);
    if (!under) return;
    const { x, y, z } = this.place;
    const [across, up] = [event.shiftKey ? x : under.x, event.shiftKey ? under.y : y];
    this.put([across, up, this.planar || event.shiftKey ? z : under.z]);
    this.grip.moved(this.place.toArray(), event.timeStamp);
  }

  private release(event: PointerEvent): void {
    if (event.pointerId !== this.held?.pointer) return;
    event.stopPropagation();
    this.held = null;
    this.grip.hold(false);
    this.grip.released();
  }

  private near(event: PointerEvent): boolean {
    const [x, y] = this.seen();
    const { camera } = this.grip;
    const away = camera.position.distanceTo(this.place);
    const points = (this.radius * this.canvas.clientHeight) / (2 * away * Math.tan((camera.fov * Math.PI) / 360));
    return Math.hypot(event.clientX - x, event.clientY - y) < Math.max(NEAR, points);
  }

  /** The place under the pointer: on the floor of the landing, or upright where only height or x counts. */
  private under(event: PointerEvent): Vector3 | null {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    const rays = new Raycaster();
    rays.setFromCamera(at.multiplyScalar(2).subScalar(1).multiply(new Vector2(1, -1)), this.grip.camera);
    const normal = this.planar ? new Vector3(0, 0, 1) : event.shiftKey ? this.facing() : UP;
    const plane = new Plane().setFromNormalAndCoplanarPoint(normal, this.place);
    return rays.ray.intersectPlane(plane, new Vector3());
  }

  private facing(): Vector3 {
    const { x, z } = this.grip.camera.position.clone().sub(this.place);
    return new Vector3(x, 0, z).normalize();
  }
}
