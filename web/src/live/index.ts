/** A page that answers: drag the landing, see the newest converged motion. */

import type { LiveOptions, Place } from "../contract";
import type { Player } from "../player";
import { Handle } from "./handle";
import { Line } from "./line";
import { LiveMotion } from "./motion";
import type { Answer } from "./packet";
import { Path } from "./path";
import { Status } from "./status";
import "./live.css";

/** Milliseconds that the ring waits to be drawn together with its motion. */
const LATE = 40;

/** The page's drag as a program sees it. */
export interface LiveProbe {
  /** The last answer that is shown. */
  answer: Answer | null;
  /** Milliseconds from each move of the hand to the picture of its motion. */
  readonly delays: number[];
  /** Where the ring is in the picture, in points. */
  handle(): [number, number];
  wish(to: Place): void;
}

export function goLive(player: Player, stage: HTMLElement, { to, planar }: LiveOptions): LiveProbe {
  const { take, views } = player;
  const [motion, status] = [new LiveMotion(take), new Status()];
  const center = take.facts.marks.get("center of mass");
  const path = center && new Path(center.positions);
  const probe: LiveProbe = { answer: null, delays: [], handle: () => handle.seen(), wish: (place) => ask(place, performance.now()) };

  let late = 0;
  const hear = (answer: Answer) => {
    clearTimeout(late);
    probe.answer = answer;
    if (answer.samples.length) {
      motion.become(answer.samples);
      path?.update();
      if (answer.notes) take.facts.notes.splice(0, Infinity, ...answer.notes);
      player.renew();
      pictured(answer.number);
    }
    const newest = answer.number === 0 || answer.number === line.number;
    if (!handle.dragging && newest) handle.put(answer.to);
    handle.dress(answer.reached);
    status.show(answer);
    player.invalidate();
  };

  const pictured = (number: number) => {
    const moved = line.movedAt(number);
    if (moved !== undefined) player.pictured(() => probe.delays.push(performance.now() - moved));
  };

  const ask = (place: Place, at: number) => {
    line.wish(place, at);
    status.wait();
  };

  const line = new Line(hear, (why) => status.say(why), () => status.say("The server has ended; the last motion stays."));
  const handle = new Handle(stage, player.stage.canvas, planar, 0.09 * player.stage.size, {
    camera: views.camera,
    hold: (held) => {
      if (views.mode !== "free") views.setMode("free");
      player.hurried = held;
      player.invalidate();
    },
    moved: (place, at) => {
      ask(place, at);
      clearTimeout(late);
      late = window.setTimeout(() => player.invalidate(), LATE);
    },
    released: () => {
      if (probe.answer?.number === line.number) handle.put(probe.answer.to);
    },
  });

  handle.put(to);
  player.stage.scene.add(handle.object);
  if (path) player.stage.scene.add(path.object);
  stage.append(status.element);
  player.theme.onChange(() => {
    handle.dress(probe.answer?.reached ?? true);
    path?.dress();
  });
  return probe;
}
