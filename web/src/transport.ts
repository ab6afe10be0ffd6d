/** Play, pause, step, go to the ends, speed, loop; and the time that is shown. */

import { SPEEDS } from "./clock";
import { element, iconButton } from "./dom";
import { icon } from "./icons";
import type { Player, Widget } from "./player";

export class Transport implements Widget {
  readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly loop: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly time = element("output", { class: "time" });
  private readonly frame = element("span", { class: "frame" });
  private playing: boolean | null = null;

  constructor(private readonly player: Player) {
    const { clock } = player;
    this.play = iconButton("Play (Space)", icon("play"), () => clock.toggle());
    this.play.classList.add("play");
    this.loop = iconButton("Loop (L)", icon("loop"), () => clock.setLoop(!clock.loop));
    this.speed = speedMenu((speed) => clock.setSpeed(speed));
    const seek = (label: string, name: "first" | "last") =>
      iconButton(label, icon(name), () => clock.seek(name === "first" ? clock.times.start : clock.times.end));
    const step = (label: string, name: "previous" | "next", frames: number) =>
      iconButton(label, icon(name), () => clock.step(frames));
    const buttons = element(
      "div",
      { class: "buttons", role: "group", "aria-label": "Playback" },
      seek("To the start (Home)", "first"),
      step("Previous frame (←)", "previous", -1),
      this.play,
      step("Next frame (→)", "next", 1),
      seek("To the end (End)", "last"),
    );
    const readout = element("div", { class: "readout" }, this.time, this.frame);
    this.element = element(
      "div",
      { class: "transport" },
      readout,
      buttons,
      element("div", { class: "settings" }, this.speed, this.loop),
    );
  }

  update(): void {
    const { clock } = this.player;
    this.time.textContent = `${clock.time.toFixed(3)} s`;
    this.frame.textContent = `frame ${clock.frame} / ${clock.times.count - 1}`;
    this.loop.setAttribute("aria-pressed", String(clock.loop));
    this.speed.value = String(clock.speed);
    if (clock.playing === this.playing) return;
    this.playing = clock.playing;
    const label = clock.playing ? "Pause (Space)" : "Play (Space)";
    this.play.title = label;
    this.play.setAttribute("aria-label", label);
    this.play.replaceChildren(icon(clock.playing ? "pause" : "play"));
  }
}

function speedMenu(choose: (speed: number) => void): HTMLSelectElement {
  const options = SPEEDS.map((speed) => element("option", { value: String(speed) }, `${speed}×`));
  const menu = element("select", { class: "speed", title: "Speed (+ and −)", "aria-label": "Speed" }, ...options);
  menu.addEventListener("change", () => {
    choose(Number(menu.value));
    menu.blur();
  });
  return menu;
}
