/** Light or dark: the reader's own choice, else the system's. Colors live in theme.css. */

import { Color } from "three";

const system = matchMedia("(prefers-color-scheme: dark)");
const probe = document.createElement("i");

export class Theme {
  private readonly listeners: (() => void)[] = [];

  constructor(chosen?: "light" | "dark") {
    if (chosen) document.documentElement.dataset.theme = chosen;
    probe.hidden = true;
    document.body.append(probe);
    system.addEventListener("change", () => this.tell());
  }

  get dark(): boolean {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : system.matches;
  }

  toggle(): void {
    document.documentElement.dataset.theme = this.dark ? "light" : "dark";
    this.tell();
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** A color of theme.css as it is now, in CSS words. */
export function css(name: string): string {
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}

export function color(name: string): Color {
  return new Color(css(name));
}

/** Names of the colors of lines, in the order in which they are handed out. */
export const LINE_COLORS = ["line-1", "line-2", "line-3", "line-4", "line-5", "line-6"];

export function lineColor(index: number): string {
  return LINE_COLORS[index % LINE_COLORS.length]!;
}
