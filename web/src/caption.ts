/** The note of the moment, for a while after its time. */

import { element } from "./dom";
import type { Player, Widget } from "./player";

const SHOWN_FOR = 1.2;

export class Caption implements Widget {
  readonly element = element("p", { class: "caption", "aria-live": "polite", hidden: true });

  constructor(private readonly player: Player) {}

  update(): void {
    const { time } = this.player.clock;
    const note = this.player.take.facts.notes.findLast((n) => n.time <= time + 1e-6 && time < n.time + SHOWN_FOR);
    this.element.hidden = !note;
    if (note && this.element.textContent !== note.text) this.element.textContent = note.text;
  }
}
