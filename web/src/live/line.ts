/** The line to the server: the newest wish out, answers in. */

import type { Place, Refusal, Wish } from "../contract";
import { type Answer, unpack } from "./packet";

/** Wishes whose times are remembered. */
const REMEMBERED = 256;

export class Line {
  /** Of the last wish. */
  number = 0;
  private readonly socket: WebSocket;
  private readonly wished = new Map<number, number>();

  constructor(
    private readonly heard: (answer: Answer) => void,
    private readonly refused: (why: string) => void,
    ended: () => void,
  ) {
    const address = new URL("drag", location.href);
    address.protocol = "ws:";
    address.hash = "";
    this.socket = new WebSocket(address);
    this.socket.binaryType = "arraybuffer";
    this.socket.addEventListener("message", ({ data }) => this.hear(data as ArrayBuffer | string));
    this.socket.addEventListener("close", ended);
  }

  /** Ask for a landing; `moved` is when the hand was there, as `performance.now()` counts. */
  wish(to: Place, moved: number): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.number++;
    this.wished.set(this.number, moved);
    this.wished.delete(this.number - REMEMBERED);
    this.socket.send(JSON.stringify({ number: this.number, to } satisfies Wish));
  }

  /** When the hand was where a wish says; asked once, when its answer comes. */
  movedAt(number: number): number | undefined {
    const moved = this.wished.get(number);
    this.wished.delete(number);
    return moved;
  }

  private hear(data: ArrayBuffer | string): void {
    if (typeof data === "string") this.refused((JSON.parse(data) as Refusal).refused);
    else this.heard(unpack(data));
  }
}
