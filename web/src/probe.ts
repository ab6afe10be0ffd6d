/** `window.supple`: the page as a program sees it. */

import { Vector3 } from "three";
import type { LiveProbe } from "./live";
import type { Player } from "./player";

export interface Probe {
  ready: Promise<true> | true;
  readonly time: number;
  readonly duration: number;
  readonly fps: number | null;
  readonly frame: number;
  readonly playing: boolean;
  readonly takes: number;
  /** Name of the joint or part that is picked. */
  readonly picked: string | null;
  seek(time: number): void;
  play(): void;
  pause(): void;
  /** Whether pictures get coarser where the machine cannot keep up. */
  keepUp(on: boolean): void;
  /** World position of a node as shown [m]. */
  position(node: string): number[];
  /** World position of a deformed vertex as shown [m]. */
  vertex(node: string, index: number): number[];
  /** The drag of a page that answers. */
  readonly live: LiveProbe | null;
  /** Shares of the canvas covered by the subject. */
  fill(): { top: number; bottom: number; left: number; right: number };
}

export function probeOf(player: Player, live: LiveProbe | null): Probe {
  const { take, against, clock } = player;
  return {
    ready: true,
    get time() {
      return clock.time;
    },
    get frame() {
      return clock.frame;
    },
    get playing() {
      return clock.playing;
    },
    get picked() {
      return player.selection.item?.name ?? null;
    },
    get duration() {
      return clock.times.duration;
    },
    get fps() {
      return clock.times.fps;
    },
    takes: against ? 2 : 1,
    live,
    seek: (time) => {
      clock.seek(time);
      player.settle();
    },
    play: () => clock.play(),
    pause: () => clock.pause(),
    keepUp: (on) => {
      player.pace.keepsUp = on;
      player.invalidate();
    },
    position: (node) => {
      player.settle();
      return take.node(node).getWorldPosition(new Vector3()).toArray();
    },
    vertex: (node, index) => {
      player.settle();
      return take.vertex(node, index).toArray();
    },
    fill: () => player.fill(),
  };
}
