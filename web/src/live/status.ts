/** How the last solve went: its time, how exact it is, and what limits a wish that is beyond reach. */

import { element } from "../dom";
import type { Answer } from "./packet";

/** Milliseconds after which an answer is said to take its time. */
const LONG = 250;

export class Status {
  readonly element: HTMLElement;
  private readonly time = element("b", { class: "solve-time" });
  private readonly exact = element("span", { class: "residual" });
  private readonly word = element("p", { class: "limit", role: "status", hidden: true });
  private readonly hint = element("p", { class: "drag-hint" }, "Drag the ring; with Shift, up and down");
  private waiting = 0;

  constructor() {
    const line = element("p", {}, "solved in ", this.time, this.exact);
    this.element = element("aside", { class: "live card", "aria-label": "Solve" }, line, this.hint, this.word);
  }

  show(answer: Answer): void {
    clearTimeout(this.waiting);
    this.time.textContent = `${(1000 * answer.seconds).toFixed(1)} ms`;
    this.exact.textContent = `, residual ${power(answer.residual)}, worst so far ${power(answer.worst)}`;
    this.hint.hidden ||= answer.number > 0;
    this.say(answer.reached ? "" : answer.why || "beyond reach; the last good motion stays. Looking for what limits it …");
  }

  /** A wish is under way. */
  wait(): void {
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => this.say("solving …"), LONG);
  }

  say(text: string): void {
    this.word.hidden = !text;
    this.word.textContent = text;
  }
}

function power(value: number): string {
  return value === 0 ? "0" : value.toExponential(0).replace("e-", "e−");
}
