/** The axes of the picked joint: three lines, each with its letter, in front of everything. */

import { Group, Matrix4, Quaternion, Vector3, type Sprite } from "three";
import { movePairs, segments } from "../overlays/lines";
import { dot, symbol } from "../overlays/symbols";
import { color, css } from "../theme";
import type { Item } from "./items";

const NAMES = ["x", "y", "z"] as const;
/** Share of the subject's size. */
const LENGTH = 0.16;
/** Share of the frame's height. */
const LETTER = 0.036;

export class Axes {
  readonly object = new Group();
  private readonly lines = NAMES.map(() => segments(new Float32Array(6), { width: 3, opacity: 1, hidden: false }));
  private letters: Sprite[] = [];
  private center!: Sprite;

  constructor(private readonly size: number) {
    for (const line of this.lines) line.material.depthTest = false;
    this.object.visible = false;
    this.dress();
  }

  update(item: Item | null): void {
    this.object.visible = item !== null;
    if (!item) return;
    const [place, turn] = placeOf(item);
    this.center.position.copy(place);
    NAMES.forEach((_, k) => {
      const axis = new Vector3().setComponent(k, LENGTH * this.size).applyQuaternion(turn);
      const tip = place.clone().add(axis);
      movePairs(this.lines[k]!, Float32Array.of(...place.toArray(), ...tip.toArray()));
      this.letters[k]!.position.copy(tip.addScaledVector(axis, 0.16));
    });
  }

  dress(): void {
    this.object.clear();
    this.letters = NAMES.map((name) => symbol(LETTER, letter(name, css(`axis-${name}`), css("paper"))));
    this.center = symbol(0.022, dot(css("ink"), css("paper")));
    this.lines.forEach((line, k) => line.material.color.copy(color(`axis-${NAMES[k]!}`)));
    this.object.add(...this.lines, ...this.letters, this.center);
  }
}

/** Where an item is in the world, and how it is turned there. */
export function placeOf({ object }: Item): [Vector3, Quaternion] {
  const [place, turn] = [new Vector3(), new Quaternion()];
  object.matrixWorld.decompose(place, turn, new Vector3());
  return [place, turn];
}

/** How an item is turned and placed in its parent. */
export function ownMatrix({ object }: Item): Matrix4 {
  return new Matrix4().compose(object.position, object.quaternion, object.scale);
}

function letter(name: string, ink: string, paper: string) {
  return (context: CanvasRenderingContext2D, middle: number) => {
    context.font = `700 ${1.5 * middle}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 0.3 * middle;
    context.strokeStyle = paper;
    context.strokeText(name, middle, middle);
    context.fillStyle = ink;
    context.fillText(name, middle, middle);
  };
}
