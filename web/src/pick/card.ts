/** Name and numbers of what is picked, as it is now. */

import { Euler, MathUtils } from "three";
import { element, iconButton } from "../dom";
import { icon } from "../icons";
import { short } from "../numbers";
import type { Widget } from "../player";
import { placeOf } from "./axes";
import type { Selection } from "./selection";
import "./card.css";

export class PickedCard implements Widget {
  readonly element: HTMLElement;
  private readonly name = element("h2");
  private readonly kind = element("span", { class: "kind" });
  private readonly rows = element("dl");

  constructor(private readonly selection: Selection) {
    const close = iconButton("Let go (Esc)", icon("close"), () => selection.pick(null));
    const head = element("header", {}, this.name, this.kind, close);
    this.element = element("section", { class: "picked card", hidden: true, "aria-label": "Picked" }, head, this.rows);
  }

  update(): void {
    const { item } = this.selection;
    this.element.hidden = item === null;
    if (!item) return;
    const [place] = placeOf(item);
    const { x, y, z } = new Euler().setFromQuaternion(item.object.quaternion);
    this.name.textContent = item.name;
    this.kind.textContent = item.parent ? `${item.kind} on ${item.parent.name}` : item.kind;
    const degrees = [x, y, z].map((angle) => `${MathUtils.radToDeg(angle).toFixed(1)}°`.replace("-", "−"));
    const rows = [...numbers("place", place.toArray().map(short), "m"), ...numbers("turn", degrees, "")];
    this.rows.replaceChildren(...rows);
  }
}

function numbers(name: string, values: string[], unit: string): HTMLElement[] {
  const cells = values.map((value, k) => element("span", {}, element("i", {}, "xyz"[k]!), value));
  return [element("dt", {}, name), element("dd", {}, ...cells, ...(unit ? [element("small", {}, unit)] : []))];
}
