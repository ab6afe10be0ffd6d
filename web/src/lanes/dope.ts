/** The dope sheet: a row for each thing that is keyed, a diamond at each key. The picked one stands out. */

import { dragAcross, element } from "../dom";
import type { Player, Widget } from "../player";
import { shareOf } from "../timeline";
import "./dope.css";

/** Keys nearer than this are one [s]. */
const SAME = 1e-4;

export class DopeSheet implements Widget {
  readonly element = element("div", { class: "dope", hidden: true, role: "group", "aria-label": "Dope sheet" });
  private readonly sheet = element("div");
  private readonly rows: [string, number[]][];

  constructor(private readonly player: Player) {
    const { clock, take, selection } = player;
    this.rows = rowsOf(take.facts.keys);
    this.element.append(this.sheet);
    dragAcross(this.sheet, (share) => clock.seek(clock.times.start + share * clock.times.duration));
    selection.onChange(() => this.redraw());
  }

  /** Whether anything is keyed at all. */
  get any(): boolean {
    return this.rows.length > 0;
  }

  get shown(): boolean {
    return !this.element.hidden;
  }

  toggle(on = !this.shown): void {
    this.element.hidden = !on || !this.any;
    this.redraw();
  }

  /** To the next key after now, or the last before it; of the picked thing if it has keys. */
  step(way: 1 | -1): void {
    const { clock, selection } = this.player;
    const own = this.rows.find(([name]) => name === selection.item?.name)?.[1];
    const times = own ?? merged(this.rows.flatMap(([, row]) => row));
    const next = way > 0 ? times.find((t) => t > clock.time + SAME) : times.findLast((t) => t < clock.time - SAME);
    if (next === undefined) return;
    clock.pause();
    clock.seek(next);
  }

  update(): void {
    const { time } = this.player.clock;
    for (const mark of this.element.querySelectorAll<HTMLElement>("i"))
      mark.toggleAttribute("data-now", Math.abs(Number(mark.dataset.time) - time) < SAME);
  }

  redraw(): void {
    if (!this.shown) return;
    const everything = merged(this.rows.flatMap(([, times]) => times));
    this.sheet.replaceChildren(this.row("all", everything), ...this.rows.map(([name, times]) => this.row(name, times)));
    this.element.querySelector("[data-picked]")?.scrollIntoView({ block: "nearest" });
  }

  private row(name: string, times: number[]): HTMLElement {
    const marks = times.map((time) =>
      element("i", { style: `left:${100 * shareOf(time, this.player.clock.times)}%`, "data-time": String(time) }),
    );
    const row = element("div", { class: "keys" }, element("span", {}, name), ...marks);
    row.toggleAttribute("data-picked", name === this.player.selection.item?.name);
    return row;
  }
}

/** Times by thing: `arm.L.rotation` and `arm.L.position.x` are keys of `arm.L`. */
function rowsOf(keys: Map<string, number[]>): [string, number[]][] {
  const found = new Map<string, number[]>();
  for (const [track, times] of keys) {
    const name = track.replace(/\.[xyz]$/, "").replace(/\.\w+$/, "");
    found.set(name, [...(found.get(name) ?? []), ...times]);
  }
  return [...found].map(([name, times]) => [name, merged(times)]);
}

function merged(times: number[]): number[] {
  return times.toSorted((a, b) => a - b).filter((t, i, all) => i === 0 || t - all[i - 1]! > SAME);
}
