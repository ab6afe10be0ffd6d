/** How lines of one plot are told apart without color: by their dashes, and by a name at their end. */

/** Lengths of dash and gap [points], in the order in which they are handed out. */
export const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [12, 5]];

export function dashOf(index: number): number[] {
  return [...DASHES[index % DASHES.length]!];
}

/** A short sample of a line, for its legend. */
export function strokeSample(index: number, tint: string): SVGSVGElement {
  const template = document.createElement("template");
  const dash = dashOf(index).join(" ");
  template.innerHTML = `<svg class="stroke" viewBox="0 0 22 8" width="22" height="8" aria-hidden="true"><path d="M1 4h20" fill="none" stroke="var(--${tint})" stroke-width="2" stroke-dasharray="${dash}"/></svg>`;
  return template.content.firstElementChild as SVGSVGElement;
}
