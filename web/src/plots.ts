/** Channels over time, under the time line, each with its value now. */

import { dragAcross, element, fitCanvas } from "./dom";
import { short } from "./numbers";
import type { Player, Widget } from "./player";
import type { Channel } from "./take";
import { css, lineColor } from "./theme";

interface Lane {
  channel: Channel;
  colors: string[];
  canvas: HTMLCanvasElement;
  values: HTMLElement[];
}

export class Plots implements Widget {
  readonly element = element("div", { class: "plots" });
  private readonly lanes = new Map<string, Lane>();

  constructor(private readonly player: Player) {
    const { clock } = player;
    dragAcross(this.element, (share) => clock.seek(clock.times.start + share * clock.times.duration));
  }

  isOn(name: string): boolean {
    return this.lanes.has(name);
  }

  set(name: string, on: boolean): void {
    const channel = this.player.take.facts.channels.get(name);
    if (!channel || on === this.isOn(name)) return;
    if (on) this.lanes.set(name, this.makeLane(name, channel));
    else {
      this.lanes.get(name)?.canvas.parentElement?.remove();
      this.lanes.delete(name);
    }
    this.element.hidden = this.lanes.size === 0;
    this.redraw();
    this.player.invalidate();
  }

  update(): void {
    const moment = this.player.take.times.at(this.player.clock.time);
    for (const { channel, values } of this.lanes.values()) {
      values.forEach((value, i) => (value.textContent = short(channel.values.lerp(moment, i))));
    }
  }

  redraw(): void {
    for (const lane of this.lanes.values()) this.draw(lane);
  }

  private makeLane(name: string, channel: Channel): Lane {
    const order = [...this.player.take.facts.channels.keys()].indexOf(name);
    const colors = Array.from({ length: channel.values.width }, (_, i) => lineColor(order + i));
    const values = colors.map((tint) => element("b", { style: `color:var(--${tint})` }));
    const unit = channel.unit ? [element("span", { class: "unit" }, channel.unit)] : [];
    const head = element("div", { class: "head" }, element("span", { class: "name" }, name), ...values, ...unit);
    const canvas = element("canvas");
    this.element.append(element("div", { class: "lane" }, head, canvas));
    return { channel, colors, canvas, values };
  }

  private draw({ channel: { values }, colors, canvas }: Lane): void {
    const { context, width, height } = fitCanvas(canvas);
    const { times } = this.player.take;
    const [low, high] = rangeOf(values.values);
    const x = (row: number) => ((times.values[row]! - times.start) / (times.duration || 1)) * width;
    const y = (value: number) => height - 3 - ((value - low) / (high - low)) * (height - 6);
    context.clearRect(0, 0, width, height);
    if (low < 0 && high > 0) {
      context.fillStyle = css("rule");
      context.fillRect(0, Math.round(y(0)), width, 1);
    }
    colors.forEach((tint, column) => {
      context.beginPath();
      for (let row = 0; row < values.rows; row++) {
        const value = values.get(row, column);
        if (!Number.isFinite(value)) continue;
        if (row > 0 && Number.isFinite(values.get(row - 1, column))) context.lineTo(x(row), y(value));
        else context.moveTo(x(row), y(value));
      }
      context.strokeStyle = css(tint);
      context.lineWidth = 1.5;
      context.lineJoin = "round";
      context.stroke();
    });
  }
}

function rangeOf(values: Iterable<number>): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low && value > -Infinity) low = value;
    if (value > high && value < Infinity) high = value;
  }
  if (low > high) return [0, 1];
  return low === high ? [low - 1, high + 1] : [low, high];
}
