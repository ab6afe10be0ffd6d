/** The parts together: a take on the stage at the clock's time, seen by the eye, redrawn when something changed. */

import { Vector3 } from "three";
import { Clock } from "./clock";
import { veil } from "./echo";
import { Ghosts } from "./ghosts";
import { Overlays } from "./overlays";
import { Pace } from "./pace";
import { Stage } from "./stage";
import type { Pane, Panes } from "./panes";
import { Axes } from "./pick/axes";
import { Items } from "./pick/items";
import { itemAt, pickByClick } from "./pick/picking";
import { Selection } from "./pick/selection";
import type { Take } from "./take";
import { color, type Theme } from "./theme";
import { type Sides, Views } from "./views";

/** Milliseconds that a picture may take where it is hurried. */
const SLOW = 20;

/** Something of the page that shows the player's state. */
export interface Widget {
  readonly element: HTMLElement;
  update(): void;
  /** Draw anew what depends on size or colors. */
  redraw?(): void;
}

export class Player {
  readonly clock: Clock;
  readonly views: Views;
  readonly stage: Stage;
  readonly ghosts: Ghosts;
  readonly overlays: Overlays[];
  /** Several cameras at once. */
  panes: Panes | null = null;
  readonly selection = new Selection();
  readonly items: Items;
  private readonly axes: Axes;
  readonly pace = new Pace(() => this.invalidate());
  /** Whether pictures are wanted soon rather than fine, though nothing plays. */
  hurried = false;
  private readonly widgets: Widget[] = [];
  private readonly waiting: (() => void)[] = [];
  private readonly veil = veil(color("against"), 0.5);
  private requested = false;
  private stale = true;
  private readonly covered: Sides = { top: 0, right: 0, bottom: 0, left: 0 };
  private posed: number | null = null;

  constructor(
    readonly take: Take,
    readonly against: Take | null,
    canvas: HTMLCanvasElement,
    readonly theme: Theme,
  ) {
    this.stage = new Stage(canvas, take.framing);
    const { size } = this.stage;
    this.clock = new Clock(take.times, () => this.invalidate());
    this.views = new Views(canvas, take, () => this.invalidate());
    this.ghosts = new Ghosts(take);
    this.items = new Items(take);
    this.axes = new Axes(size);
    this.selection.onChange(() => this.repose());
    pickByClick(canvas, (at) => {
      if (!this.panes?.on) this.selection.pick(itemAt(at, this.views.camera, take.meshes, this.items));
    });
    this.overlays = [new Overlays(take, size)];
    this.stage.admit(take);
    if (against) this.admitAgainst(against, size);
    this.stage.scene.add(this.ghosts.group, this.axes.object, ...this.overlays.map((overlay) => overlay.group));
    theme.onChange(() => this.dress());
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
    document.addEventListener("visibilitychange", () => this.clock.wake());
    this.resize();
    this.dress();
  }

  show(...widgets: Widget[]): void {
    this.widgets.push(...widgets);
    this.invalidate();
  }

  /** Keep the subject clear of what covers sides of the stage, in points. */
  reserve(covered: Partial<Sides>): void {
    Object.assign(this.covered, covered);
    this.resize();
  }

  toggleGhosts(): void {
    this.ghosts.on = !this.ghosts.on;
    this.ghosts.refresh();
    this.repose();
  }

  /** Something changed: pose again and draw at the next opportunity. */
  invalidate(): void {
    this.stale = true;
    this.request();
  }

  private request(): void {
    if (this.requested) return;
    this.requested = true;
    requestAnimationFrame(() => this.draw());
  }

  /** After a change that is not one of time: overlays, ghosts, colors. */
  repose(): void {
    this.posed = null;
    this.invalidate();
  }

  /** The take moves otherwise now: what was made of it is made anew. */
  renew(): void {
    this.clock.seek(this.clock.time);
    if (this.ghosts.on) this.ghosts.refresh();
    this.selection.tell();
    this.redraw();
  }

  /** Call back once the next picture is there. */
  pictured(done: () => void): void {
    this.waiting.push(done);
    this.invalidate();
  }

  /** Everything where it is at the clock's time. */
  settle(): void {
    const { time } = this.clock;
    if (time === this.posed) return;
    const moment = this.take.times.at(time);
    this.ghosts.update(this.clock.frame);
    this.take.pose(time);
    this.against?.pose(Math.min(time, this.against.times.end));
    for (const overlays of this.overlays) overlays.update(moment);
    this.axes.update(this.selection.item);
    this.views.follow(moment);
    this.stage.follow(this.center());
    this.posed = time;
  }

  /** Shares of the canvas, from its top left corner, between which the subject is seen. */
  fill(): { top: number; bottom: number; left: number; right: number } {
    const [low, high, point] = [new Vector3(2, 2), new Vector3(-2, -2), new Vector3()];
    this.settle();
    for (const mesh of this.take.meshes) {
      if (!shown(mesh)) continue;
      for (let i = 0; i < mesh.geometry.getAttribute("position").count; i++) {
        mesh.localToWorld(mesh.getVertexPosition(i, point)).project(this.views.camera);
        low.min(point);
        high.max(point);
      }
    }
    return { top: (1 - high.y) / 2, bottom: (1 - low.y) / 2, left: (1 + low.x) / 2, right: (1 + high.x) / 2 };
  }

  private seenPanes(): Pane[] {
    const { clientWidth, clientHeight } = this.stage.canvas;
    if (!this.panes?.onWith(this.views.mode)) return [];
    return this.panes.at(this.take.times.at(this.clock.time), clientWidth, clientHeight);
  }

  private center(): Vector3 {
    return this.take.framing.center(this.take.times.at(this.clock.time));
  }

  private draw(): void {
    this.requested = false;
    if (this.hurried) {
      this.request(); // pictures that queue up come late, and so does the first after a pause
      if (!this.stale || this.stage.busy) return;
    }
    this.stale = false;
    if (this.clock.playing) this.clock.tick();
    this.views.drift();
    this.stage.refine(this.pace.detail(this.clock.playing || this.hurried, performance.now()));
    this.settle();
    this.stage.render(this.views.camera, this.center(), this.seenPanes());
    if (this.hurried) this.stage.mark();
    for (const widget of this.widgets) widget.update();
    if (this.clock.playing) this.invalidate();
    if (this.waiting.length) this.await(performance.now(), this.waiting.splice(0));
  }

  /** A picture that was drawn is there when the next one may begin. */
  private await(drawn: number, waiting: (() => void)[]): void {
    requestAnimationFrame(() => {
      if (this.hurried && performance.now() - drawn > SLOW) this.pace.coarsen();
      for (const done of waiting) done();
    });
  }

  private admitAgainst(against: Take, size: number): void {
    const still = new Set([...against.still()].map((mesh) => mesh.name));
    for (const mesh of against.meshes) {
      mesh.material = this.veil;
      mesh.visible = !still.has(mesh.name);
    }
    this.stage.scene.add(against.root);
    this.overlays.push(new Overlays(against, size, "against"));
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.stage.canvas.parentElement!;
    const [width, height] = [Math.max(1, clientWidth), Math.max(1, clientHeight)];
    this.pace.forget();
    this.stage.resize(width, height);
    const { left, right, top, bottom } = this.covered;
    const beside = left + right < width / 2 ? { left, right } : { left: 0, right: 0 };
    this.views.resize(width, height, { top, bottom, ...beside });
    this.redraw();
  }

  private dress(): void {
    this.stage.dress(this.theme.dark);
    this.veil.color.copy(color("against"));
    this.ghosts.refresh();
    for (const overlays of this.overlays) overlays.dress();
    this.axes.dress();
    this.redraw();
  }

  /** The page around the picture has changed its size or colors. */
  redraw(): void {
    for (const widget of this.widgets) widget.redraw?.();
    this.repose();
  }
}

function shown(object: { visible: boolean; parent: unknown }): boolean {
  const parent = object.parent as typeof object | null;
  return object.visible && (parent === null || shown(parent));
}
