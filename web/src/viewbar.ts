/** The small cluster of ways to look, and of ways to change the page. */

import { element, iconButton } from "./dom";
import { icon } from "./icons";
import type { Player, Widget } from "./player";
import type { Mode } from "./views";

const MODE_NAMES: Record<Mode, string> = { follow: "Auto", take: "Take", free: "Free" };

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
    const label = { follow: "following the subject", take: "the take's own", free: "free" }[mode];
    this.mode.textContent = MODE_NAMES[mode];
    this.camera.title = `${MODE_NAMES[mode]} camera: ${label} (C)`;
    this.camera.setAttribute("aria-label", this.camera.title);
  }
}
