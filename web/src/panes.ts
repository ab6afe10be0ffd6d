/** Several cameras at once: two beside each other, more in a square; below each other on a narrow page. */

import { MathUtils, PerspectiveCamera } from "three";
import { element } from "./dom";
import type { Moment } from "./samples";
import type { Take } from "./take";
import { type Mode, ride } from "./views";
import "./panes.css";

/** The view that frames the subject. */
const AUTO = "auto";

export interface Pane {
  camera: PerspectiveCamera;
  /** From the lower left corner of the picture [points]. */
  box: [x: number, y: number, width: number, height: number];
}

export class Panes {
  readonly element = element("div", { class: "panes", hidden: true });
  private readonly cameras: PerspectiveCamera[];
  private readonly names: string[];
  private mode: Mode = "follow";

  constructor(
    private readonly take: Take,
    names: string[],
  ) {
    this.names = names.length ? names : [...take.facts.cameras.keys()];
    this.cameras = this.names.map(() => new PerspectiveCamera());
    this.element.append(...this.names.map((name) => element("span", {}, name)));
  }

  /** Whether there is anything to see from elsewhere. */
  get any(): boolean {
    return this.names.length > 0;
  }

  get on(): boolean {
    return !this.element.hidden;
  }

  toggle(mode: Mode, on = !this.on): void {
    this.mode = mode;
    this.element.hidden = !on || !this.any;
  }

  /** Whether they are shown; whoever turns to another way of looking wants that alone. */
  onWith(mode: Mode): boolean {
    if (this.on && mode !== this.mode) this.toggle(mode, false);
    return this.on;
  }

  /** The panes of a picture of that size, each with its camera at a moment. */
  at(moment: Moment, width: number, height: number): Pane[] {
    const count = this.names.length;
    const columns = width < height ? 1 : count <= 2 ? count : Math.ceil(Math.sqrt(count));
    const [w, h] = [width / columns, height / Math.ceil(count / columns)];
    this.element.style.gridTemplate = `repeat(${Math.ceil(count / columns)}, 1fr) / repeat(${columns}, 1fr)`;
    return this.cameras.map((camera, k) => {
      camera.aspect = w / h;
      this.place(camera, this.names[k]!, moment);
      return { camera, box: [(k % columns) * w, height - (Math.floor(k / columns) + 1) * h, w, h] };
    });
  }

  private place(camera: PerspectiveCamera, name: string, moment: Moment): void {
    const { facts, framing } = this.take;
    const own = name === AUTO ? undefined : facts.cameras.get(name);
    let target = framing.center(moment);
    if (own) target = ride(camera, own, moment);
    else {
      const free = { width: camera.aspect, height: 1 };
      camera.fov = MathUtils.radToDeg(framing.angle);
      camera.position.copy(target).addScaledVector(framing.direction, framing.distance(framing.direction, free));
      camera.lookAt(target);
    }
    const distance = camera.position.distanceTo(target);
    camera.near = distance / 200;
    camera.far = distance * 60 + 20 * framing.radius;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}
