/** Onion skin: the subject some frames before and after, fading with distance in time. */

import { Group, type Mesh } from "three";
import { Echo, keepGhostsBehind } from "./echo";
import type { Take } from "./take";
import { color } from "./theme";

export const MOST_GHOSTS = 8;

export class Ghosts {
  readonly group = new Group();
  on = false;
  before = 3;
  after = 3;
  /** Frames from one ghost to the next. */
  every: number;
  private echoes = new Map<number, Echo>();
  private readonly still: Set<Mesh>;
  private shownFrame = -1;

  constructor(private readonly take: Take) {
    this.still = take.still();
    for (const mesh of take.meshes) if (!this.still.has(mesh)) keepGhostsBehind(mesh);
    this.every = Math.max(1, Math.round((take.times.fps ?? take.times.count / take.times.duration) / 8));
  }

  /** Start over, after a change of numbers or colors. */
  refresh(): void {
    this.group.clear();
    this.echoes = new Map();
    this.shownFrame = -1;
  }

  /** Pose the ghosts around a frame; leaves the take posed elsewhere, and returns whether it did. */
  update(frame: number): boolean {
    this.group.visible = this.on;
    if (!this.on || frame === this.shownFrame) return false;
    this.shownFrame = frame;
    for (let place = -this.before; place <= this.after; place++) if (place !== 0) this.show(place, frame);
    return true;
  }

  private show(place: number, frame: number): void {
    const { values, count } = this.take.times;
    const at = frame + place * this.every;
    const echo = this.echoes.get(place) ?? this.make(place);
    if (at < 0 || at >= count) {
      echo.root.visible = false;
      return;
    }
    this.take.pose(values[at]!);
    echo.copyPose();
  }

  private make(place: number): Echo {
    const [tint, most] = place < 0 ? [color("ghost-before"), this.before] : [color("ghost-after"), this.after];
    const echo = new Echo(this.take, this.still, tint, 0.4 * (1 - (Math.abs(place) - 1) / (most + 0.5)));
    this.echoes.set(place, echo);
    this.group.add(echo.root);
    return echo;
  }
}
