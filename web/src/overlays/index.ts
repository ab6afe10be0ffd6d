/** All overlays of a take by the name of their mark, each on or off. */

import { Group } from "three";
import type { MarkKind } from "../contract";
import type { Moment } from "../samples";
import type { Mark, Take } from "../take";
import { lineColor } from "../theme";
import { Cage } from "./cage";
import { CenterOfMass } from "./center";
import { Forces } from "./forces";
import type { Overlay } from "./overlay";
import { Pins } from "./pins";
import { Trail } from "./trail";

export class Overlays {
  readonly group = new Group();
  private readonly made = new Map<string, Overlay>();
  /** Name of the color of each trail. */
  readonly tints = new Map<string, string>();

  constructor(
    private readonly take: Take,
    private readonly size: number,
    tint: string | null = null,
  ) {
    this.named("trail").forEach((name, i) => this.tints.set(name, tint ?? lineColor(i)));
  }

  named(kind: MarkKind): string[] {
    return [...this.take.facts.marks].filter(([, mark]) => mark.kind === kind).map(([name]) => name);
  }

  isOn(name: string): boolean {
    return this.made.get(name)?.object.visible ?? false;
  }

  set(name: string, on: boolean): void {
    const mark = this.take.facts.marks.get(name);
    if (!mark || on === this.isOn(name)) return;
    const overlay = this.made.get(name) ?? this.make(name, mark);
    overlay.object.visible = on;
  }

  update(moment: Moment): void {
    for (const overlay of this.made.values()) if (overlay.object.visible) overlay.update(moment);
  }

  dress(): void {
    for (const overlay of this.made.values()) overlay.dress();
  }

  private make(name: string, mark: Mark): Overlay {
    const overlay = this.overlayOf(name, mark);
    overlay.object.visible = false;
    this.made.set(name, overlay);
    this.group.add(overlay.object);
    return overlay;
  }

  private overlayOf(name: string, mark: Mark): Overlay {
    switch (mark.kind) {
      case "trail":
        return new Trail(mark, this.tints.get(name) ?? "accent");
      case "center of mass":
        return new CenterOfMass(mark, this.size);
      case "pin":
        return new Pins(mark);
      case "force":
        return new Forces(mark, mark.vectors ?? mark.positions, this.size);
      case "cage":
        return new Cage(mark);
    }
  }
}
