/** What is shown besides the take: ghosts, the other take, marks, plots. Only what this take has. */

import type { MarkKind } from "./contract";
import { element, iconButton } from "./dom";
import { MOST_GHOSTS } from "./ghosts";
import { icon } from "./icons";
import { short } from "./numbers";
import type { Player, Widget } from "./player";
import type { Plots } from "./plots";

const KINDS: [MarkKind, string][] = [
  ["center of mass", "Center of mass"],
  ["pin", "Pins"],
  ["force", "Forces"],
  ["cage", "Cage"],
];

/** Between the panel and the edge of the stage, in points. */
const MARGIN = 12;

export class Panel implements Widget {
  readonly element: HTMLElement;
  private readonly refreshers: (() => void)[] = [];

  constructor(
    private readonly player: Player,
    private readonly plots: Plots,
  ) {
    const close = iconButton("Close", icon("close"), () => this.toggle());
    const head = element("header", {}, element("h2", {}, "More"), close);
    const sections = [this.ghosts(), this.against(), this.marks(), this.trails(), this.channels(), this.report()];
    this.element = element("aside", { class: "panel card", hidden: true, "aria-label": "What is shown" }, head);
    this.element.append(...sections.filter((section) => section !== null));
  }

  toggle(open = this.element.hidden): void {
    this.element.hidden = !open;
    this.player.reserve({ right: this.element.hidden ? 0 : this.element.offsetWidth + MARGIN });
  }

  update(): void {
    for (const refresh of this.refreshers) refresh();
  }

  private ghosts(): HTMLElement {
    const { ghosts, clock } = this.player;
    const changed = () => {
      ghosts.refresh();
      this.player.repose();
    };
    const stepper = (label: string, key: "before" | "after" | "every", least: number, most: number) =>
      this.stepper(
        label,
        () => ghosts[key],
        (n) => {
          ghosts[key] = Math.min(most, Math.max(least, n));
          changed();
        },
      );
    const row = this.toggleRow(
      "Ghosts",
      null,
      () => ghosts.on,
      (on) => {
        ghosts.on = on;
        changed();
      },
    );
    const numbers = element(
      "div",
      { class: "steppers" },
      stepper("before", "before", 0, MOST_GHOSTS),
      stepper("after", "after", 0, MOST_GHOSTS),
      stepper("every", "every", 1, Math.max(1, clock.times.count - 1)),
    );
    this.refreshers.push(() => (numbers.hidden = !ghosts.on));
    return element("section", {}, row, numbers);
  }

  private against(): HTMLElement | null {
    const { against } = this.player;
    if (!against) return null;
    const set = (on: boolean) => {
      against.root.visible = on;
      this.player.overlays[1]!.group.visible = on;
      this.player.invalidate();
    };
    return element(
      "section",
      {},
      this.toggleRow(`Against “${against.facts.name}”`, "against", () => against.root.visible, set),
    );
  }

  private marks(): HTMLElement | null {
    const rows = KINDS.flatMap(([kind, title]) => {
      const names = this.player.overlays[0]!.named(kind);
      if (names.length === 0) return [];
      const isOn = () => names.some((name) => this.isMarkOn(name));
      return [
        this.toggleRow(title, null, isOn, (on) => {
          for (const name of names) this.setMark(name, on);
        }),
      ];
    });
    return rows.length ? element("section", {}, ...rows) : null;
  }

  private trails(): HTMLElement | null {
    const overlays = this.player.overlays[0]!;
    const chips = overlays.named("trail").map((name) =>
      this.chip(
        name,
        overlays.tints.get(name)!,
        () => this.isMarkOn(name),
        (on) => this.setMark(name, on),
      ),
    );
    return chips.length
      ? element("section", {}, element("h3", {}, "Trails"), element("div", { class: "chips" }, ...chips))
      : null;
  }

  private channels(): HTMLElement | null {
    const chips = [...this.player.take.facts.channels.keys()].map((name, i) =>
      this.chip(
        name,
        `line-${(i % 6) + 1}`,
        () => this.plots.isOn(name),
        (on) => this.plots.set(name, on),
      ),
    );
    return chips.length
      ? element("section", {}, element("h3", {}, "Plots"), element("div", { class: "chips" }, ...chips))
      : null;
  }

  private report(): HTMLElement | null {
    const entries = Object.entries(this.player.take.facts.report).filter(([, value]) => typeof value !== "object");
    if (!entries.length) return null;
    const rows = entries.flatMap(([name, value]) => [
      element("dt", {}, name.replaceAll("_", " ")),
      element("dd", {}, written(value)),
    ]);
    return element("section", {}, element("h3", {}, "Report"), element("dl", {}, ...rows));
  }

  private isMarkOn(name: string): boolean {
    return this.player.overlays[0]!.isOn(name);
  }

  private setMark(name: string, on: boolean): void {
    for (const overlays of this.player.overlays) overlays.set(name, on);
    this.player.repose();
  }

  private toggleRow(label: string, tint: string | null, isOn: () => boolean, set: (on: boolean) => void): HTMLElement {
    const swatch = tint ? [element("i", { class: "swatch", style: `background:var(--${tint})` })] : [];
    const row = element(
      "button",
      { type: "button", class: "toggle", role: "switch" },
      ...swatch,
      label,
      element("i", { class: "switch" }),
    );
    return this.bind(row, "aria-checked", isOn, set);
  }

  private chip(label: string, tint: string, isOn: () => boolean, set: (on: boolean) => void): HTMLElement {
    const chip = element("button", { type: "button", class: "chip", style: `--tint:var(--${tint})` }, label);
    return this.bind(chip, "aria-pressed", isOn, set);
  }

  private bind(button: HTMLElement, state: string, isOn: () => boolean, set: (on: boolean) => void): HTMLElement {
    const refresh = () => button.setAttribute(state, String(isOn()));
    button.addEventListener("click", (event) => {
      set(!isOn());
      refresh();
      if (event.detail > 0) button.blur();
    });
    this.refreshers.push(refresh);
    return button;
  }

  private stepper(label: string, get: () => number, set: (n: number) => void): HTMLElement {
    const value = element("output");
    this.refreshers.push(() => (value.textContent = String(get())));
    const change = (by: number) => () => set(get() + by);
    return element(
      "div",
      { class: "stepper", role: "group", "aria-label": `Ghosts: ${label}` },
      element("span", {}, label),
      iconButton(`Less ${label}`, icon("minus"), change(-1)),
      value,
      iconButton(`More ${label}`, icon("plus"), change(1)),
    );
  }
}

function written(value: unknown): string {
  return typeof value === "number" && !Number.isInteger(value) ? short(value) : String(value);
}
