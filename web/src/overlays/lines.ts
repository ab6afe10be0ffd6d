/** Lines of constant width on the screen. */

import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { OVERLAY_ORDER } from "./overlay";

export interface LineStyle {
  width: number;
  opacity: number;
  dashed?: boolean;
  /** Whether things in front hide it. */
  hidden?: boolean;
}

/** Segments from an array of pairs of points (x y z x y z …). */
export function segments(pairs: Float32Array, style: LineStyle): LineSegments2 {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(pairs);
  const material = new LineMaterial({ linewidth: style.width, transparent: true, opacity: style.opacity });
  material.depthTest = style.hidden ?? true;
  material.depthWrite = false;
  const lines = new LineSegments2(geometry, material);
  lines.frustumCulled = false;
  lines.renderOrder = OVERLAY_ORDER;
  return lines;
}

/** Move the points of `segments` without making them anew. */
export function movePairs(lines: LineSegments2, pairs: Float32Array): void {
  const start = lines.geometry.getAttribute("instanceStart");
  if (!("data" in start)) return;
  (start.data.array as Float32Array).set(pairs);
  start.data.needsUpdate = true;
}
