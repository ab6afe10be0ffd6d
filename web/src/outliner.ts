/** The outliner: joints, parts and notes by name. A tree for the keyboard, too: arrows move, Enter picks. */

import { element, iconButton } from "./dom";
import { icon } from "./icons";
import type { Item, Items, Kind } from "./pick/items";
import type { Player, Widget } from "./player";
import "./outliner.css";

const TITLES: [Kind, string][] = [
  ["joint", "Joints"],
  ["part", "Parts"],
];

export class Outliner implements Widget {
  readonly element: HTMLElement;
  private readonly rows = new Map<HTMLElement, Item>();
  private readonly folded = new Set<Item>();

  constructor(
    private readonly player: Player,
    items: Items,
    close: () => void,
  ) {
    const head = element("header", {}, element("h2", {}, "Outliner"), iconButton("Close (N)", icon("close"), close));
    this.element = element("aside", { class: "outliner card", hidden: true, "aria-label": "Outliner" }, head);
    for (const [kind, title] of TITLES) this.addTree(title, items.roots(kind));
    if (player.take.facts.notes.length) this.element.append(this.notes());
    player.selection.onChange((item) => this.mark(item));
  }

  update(): void {
    const { time } = this.player.clock;
    const now = this.player.take.facts.notes.findLastIndex((note) => note.time <= time + 1e-6);
    this.element.querySelectorAll(".notes button").forEach((row, i) => row.toggleAttribute("data-now", i === now));
  }

  /** Give the keyboard to the picked row, or the first. */
  focus(): void {
    const rows = [...this.rows.keys()];
    (rows.find((row) => row.ariaSelected === "true") ?? rows[0])?.focus();
  }

  private addTree(title: string, roots: Item[]): void {
    if (!roots.length) return;
    const rows = roots.flatMap((item) => this.rowsOf(item, 1));
    rows[0]!.tabIndex = 0;
    const tree = element("ul", { role: "tree", "aria-label": title }, ...rows);
    tree.addEventListener("keydown", (event) => this.steer(event, tree));
    this.element.append(element("section", {}, element("h3", {}, title), tree));
  }

  /** The row of an item and those of all that hangs on it, one after another. */
  private rowsOf(item: Item, level: number): HTMLElement[] {
    const fold = element("i", { class: "fold" });
    const state = item.children.length ? { "aria-expanded": "true" } : {};
    const row = element(
      "li",
      { role: "treeitem", tabindex: "-1", "aria-level": `${level}`, "aria-selected": "false", ...state, style: `--level:${level}` },
      ...(item.children.length ? [fold] : []),
      item.name,
    );
    row.addEventListener("click", (event) => {
      if (event.target === fold) this.fold(item, !this.folded.has(item));
      else this.player.selection.pick(item);
    });
    this.rows.set(row, item);
    return [row, ...item.children.flatMap((child) => this.rowsOf(child, level + 1))];
  }

  private fold(item: Item, folded: boolean): void {
    if (!item.children.length) return;
    if (folded) this.folded.add(item);
    else this.folded.delete(item);
    for (const [row, own] of this.rows) {
      if (own === item) row.ariaExpanded = String(!folded);
      row.hidden = ancestors(own).some((above) => this.folded.has(above));
    }
  }

  private mark(item: Item | null): void {
    if (item) for (const above of ancestors(item)) this.fold(above, false);
    for (const [row, own] of this.rows) {
      row.ariaSelected = String(own === item);
      if (own === item) this.rove(row).scrollIntoView({ block: "nearest" });
    }
  }

  /** One row of a tree takes the Tab key. */
  private rove(row: HTMLElement): HTMLElement {
    for (const other of row.parentElement!.children) (other as HTMLElement).tabIndex = other === row ? 0 : -1;
    return row;
  }

  private steer(event: KeyboardEvent, tree: HTMLElement): void {
    const row = event.target as HTMLElement;
    const item = this.rows.get(row)!;
    const seen = ([...tree.children] as HTMLElement[]).filter((each) => !each.hidden);
    const at = seen.indexOf(row);
    const go = (to: HTMLElement | undefined) => to && this.rove(to).focus();
    const rowOf = (wanted: Item | null) => [...this.rows].find(([, own]) => own === wanted)?.[0];
    const open = item.children.length > 0 && !this.folded.has(item);
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(seen[at + 1]),
      ArrowUp: () => go(seen[at - 1]),
      Home: () => go(seen[0]),
      End: () => go(seen.at(-1)),
      ArrowRight: () => (open ? go(seen[at + 1]) : this.fold(item, false)),
      ArrowLeft: () => (open ? this.fold(item, true) : go(rowOf(item.parent))),
      Enter: () => this.player.selection.pick(item),
      " ": () => this.player.selection.pick(item),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  private notes(): HTMLElement {
    const { clock, take } = this.player;
    const rows = take.facts.notes.map(({ time, text }) =>
      element(
        "li",
        {},
        element("button", { type: "button", onclick: () => clock.seek(time) }, text, element("time", {}, `${time.toFixed(2)} s`)),
      ),
    );
    return element("section", {}, element("h3", {}, "Notes"), element("ul", { class: "notes" }, ...rows));
  }
}

function ancestors({ parent }: Item): Item[] {
  return parent ? [parent, ...ancestors(parent)] : [];
}
