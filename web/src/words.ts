/** What can be shown, by its name: one word each, pressed or not. */

import { element } from "./dom";
import type { Widget } from "./player";
import "./words.css";

export interface Word {
  name: string;
  key: string;
  isOn: () => boolean;
  toggle: () => void;
}

export class Words implements Widget {
  readonly element = element("div", { class: "words card", role: "group", "aria-label": "Shown" });
  private readonly buttons: [HTMLButtonElement, Word][];

  constructor(words: Word[]) {
    this.buttons = words.map((word) => [this.button(word), word]);
    this.element.append(...this.buttons.map(([button]) => button));
    this.update();
  }

  update(): void {
    for (const [button, { isOn }] of this.buttons) button.setAttribute("aria-pressed", String(isOn()));
  }

  private button({ name, key, toggle }: Word): HTMLButtonElement {
    const press = (event: Event) => {
      toggle();
      this.update();
      if ((event as MouseEvent).detail > 0) (event.currentTarget as HTMLElement).blur();
    };
    return element("button", { type: "button", title: `${name} (${key})`, onclick: press }, name);
  }
}
