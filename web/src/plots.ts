/** Channels over time, and the curves of the picked joint, under the time line. */

import { dragAcross, element } from "./dom";
import { Lane } from "./lanes/lane";
import { curvesOf } from "./pick/curves";
import type { Item } from "./pick/items";
import type { Player, Widget } from "./player";
import type { Channel } from "./take";
import { lineColor } from "./theme";

/** So many channels are shown where nobody has chosen. */
const AT_FIRST = 3;

export class Plots implements Widget {
  readonly element = element("div", { class: "plots" });
  private readonly hint = element("p", { class: "advice" }, "Pick a joint or a part to see its curves.");
  private readonly lanes = new Map<string, Lane>();
  private picked: Lane[] = [];

  constructor(private readonly player: Player) {
    const { clock } = player;
    this.element.append(this.hint);
    dragAcross(this.element, (share) => clock.seek(clock.times.start + share * clock.times.duration));
    player.selection.onChange((item) => this.follow(item));
    this.element.hidden = true;
  }

  get shown(): boolean {
    return !this.element.hidden;
  }

  /** All of them, or none; the first few channels where none was chosen. */
  toggle(on = !this.shown): void {
    this.element.hidden = !on;
    if (on && !this.lanes.size) for (const name of this.channels.slice(0, AT_FIRST)) this.set(name, true);
    this.changed();
  }

  isOn(name: string): boolean {
    return this.shown && this.lanes.has(name);
  }

  set(name: string, on: boolean): void {
    const channel = this.player.take.facts.channels.get(name);
    if (!channel || on === this.lanes.has(name)) return;
    if (on) {
      const lane = this.lane(name, channel, this.channels.indexOf(name));
      this.lanes.set(name, lane);
      this.element.append(lane.element);
      this.element.hidden = false;
    } else {
      this.lanes.get(name)?.element.remove();
      this.lanes.delete(name);
      if (!this.lanes.size && !this.picked.length) this.element.hidden = true;
    }
    this.changed();
  }

  update(): void {
    const moment = this.player.take.times.at(this.player.clock.time);
    for (const lane of this.all) lane.update(moment);
  }

  redraw(): void {
    if (this.shown) for (const lane of this.all) lane.draw();
  }

  private get channels(): string[] {
    return [...this.player.take.facts.channels.keys()];
  }

  private get all(): Lane[] {
    return [...this.picked, ...this.lanes.values()];
  }

  private follow(item: Item | null): void {
    for (const lane of this.picked) lane.element.remove();
    const curves = item ? [...curvesOf(this.player.take, item.object)] : [];
    this.picked = curves.map(([what, channel]) => this.lane(`${item!.name}, ${what}`, channel, 0));
    this.element.prepend(...this.picked.map((lane) => lane.element));
    this.hint.textContent = item ? `${item.name} does not move by itself.` : "Pick a joint or a part to see its curves.";
    if (item && this.picked.length) this.element.hidden = false;
    this.changed();
  }

  private lane(name: string, channel: Channel, order: number): Lane {
    const tints = Array.from({ length: channel.values.width }, (_, i) => lineColor(order + i));
    return new Lane(name, channel, this.player.clock.times, tints);
  }

  private changed(): void {
    this.hint.hidden = this.all.length > 0;
    this.redraw();
    this.player.invalidate();
  }
}
