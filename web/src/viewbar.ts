/** The small cluster of ways to look, and of ways to change the page. */

import { element, iconButton } from "./dom";
import { icon } from "./icons";
import type { Player, Widget } from "./player";
import type { Mode } from "./views";

const MODES: Partial<Record<Mode, [name: string, label: string]>> = {
  follow: ["Auto", "following the subject"],
  take: ["Take", "the take's own"],
  free: ["Free", "free in the hand"],
};

export class ViewBar implements Widget {
  readonly element: HTMLElement;
  private readonly camera: HTMLButtonElement;
  private readonly mode = element("span", { class: "mode" });

  constructor(
    private readonly player: Player,
    help: () => void,
  ) {
    const { views, theme } = player;
    const button = iconButton;
    this.camera = button("Camera", icon("camera"), () => views.cycle());
    this.camera.classList.add("wide");
    this.camera.append(this.mode);
    const sides = (["front", "side", "top"] as const).map((side, i) =>
      button(`${side[0]!.toUpperCase()}${side.slice(1)} (${i + 1})`, icon(side), () => views.look(side)),
    );
    const frame = button("Frame all (F)", icon("frame"), () => views.frameAll());
    const toggle = button("Light or dark (T)", icon("theme"), () => theme.toggle());
    this.element = element(
      "div",
      { class: "viewbar" },
      element("div", { class: "card", role: "group", "aria-label": "View" }, this.camera, frame, ...sides),
      element(
        "div",
        { class: "card", role: "group", "aria-label": "Page" },
        toggle,
        button("Keys (?)", icon("help"), help),
      ),
    );
  }

  update(): void {
    const { mode } = this.player.views;
    const named = mode.replace("camera ", "");
    const [name, label] = MODES[mode] ?? [named, "one of the take's"];
    this.mode.textContent = name;
    this.camera.title = `${name} camera: ${label} (C)`;
    this.camera.setAttribute("aria-label", this.camera.title);
  }
}
