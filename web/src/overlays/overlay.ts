/** What can be drawn over a take. */

import type { Object3D } from "three";
import type { Moment } from "../samples";

export interface Overlay {
  readonly object: Object3D;
  update(moment: Moment): void;
  /** Read the colors of the theme again. */
  dress(): void;
}

export const OVERLAY_ORDER = 10;
