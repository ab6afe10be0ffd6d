/** Numbers as people read them. */

/** Four significant digits at most, in a width that does not jump. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e5 || size < 1e-3)) return value.toExponential(2).replaceAll("-", "−");
  return value.toFixed(size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3).replace("-", "−");
}
