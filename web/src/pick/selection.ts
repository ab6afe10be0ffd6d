/** What is picked: one joint or part, or nothing. */

import type { Item } from "./items";

export class Selection {
  item: Item | null = null;
  private readonly listeners: ((item: Item | null) => void)[] = [];

  pick(item: Item | null): void {
    if (item === this.item) return;
    this.item = item;
    this.tell();
  }

  /** What is picked has changed, or moves otherwise now. */
  tell(): void {
    for (const listener of this.listeners) listener(this.item);
  }

  onChange(listener: (item: Item | null) => void): void {
    this.listeners.push(listener);
  }
}
