/** Line icons on a 20 × 20 grid. */

const PATHS = {
  play: '<path d="M6.5 4.2v11.6a.6.6 0 0 0 .9.5l9.3-5.8a.6.6 0 0 0 0-1L7.4 3.7a.6.6 0 0 0-.9.5z" fill="currentColor" stroke="none"/>',
  pause: '<path d="M5.5 4h3.2v12H5.5zM11.3 4h3.2v12h-3.2z" fill="currentColor" stroke="none"/>',
  previous: '<path d="M12.5 5 7 10l5.5 5"/>',
  next: '<path d="m7.5 5 5.5 5-5.5 5"/>',
  first: '<path d="M14 5 8.5 10l5.5 5M5.5 5v10"/>',
  last: '<path d="m6 5 5.5 5L6 15M14.5 5v10"/>',
  loop: '<path d="M4 9.5V8.5a3 3 0 0 1 3-3h8.5M13 3l2.5 2.5L13 8M16 10.5v1a3 3 0 0 1-3 3H4.5M7 17l-2.5-2.5L7 12"/>',
  frame:
    '<path d="M3.5 7V4.5a1 1 0 0 1 1-1H7M13 3.5h2.5a1 1 0 0 1 1 1V7M16.5 13v2.5a1 1 0 0 1-1 1H13M7 16.5H4.5a1 1 0 0 1-1-1V13"/><circle cx="10" cy="10" r="2.2"/>',
  front:
    '<path d="M3.5 6.5h9v10h-9z" fill="currentColor" fill-opacity=".28"/><path d="m3.5 6.5 4-3h9l-4 3zM16.5 3.5v10l-4 3"/>',
  side: '<path d="m12.5 6.5 4-3v10l-4 3z" fill="currentColor" fill-opacity=".28"/><path d="M3.5 6.5h9v10h-9zm0 0 4-3h9"/>',
  top: '<path d="m3.5 6.5 4-3h9l-4 3z" fill="currentColor" fill-opacity=".28"/><path d="M3.5 6.5h9v10h-9zM16.5 3.5v10l-4 3"/>',
  camera: '<path d="M3 6.5h9.5v7H3zM12.5 9l4.5-2.5v7L12.5 11z"/>',
  theme: '<circle cx="10" cy="10" r="6.2"/><path d="M10 3.8a6.2 6.2 0 0 1 0 12.4z" fill="currentColor" stroke="none"/>',
  help: '<path d="M7.5 7.6a2.5 2.5 0 1 1 3.7 2.2c-.8.4-1.2.9-1.2 1.9M10 14.6v.1"/>',
  close: '<path d="m5.5 5.5 9 9m0-9-9 9"/>',
  minus: '<path d="M6 10h8"/>',
  plus: '<path d="M6 10h8M10 6v8"/>',
};

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  const template = document.createElement("template");
  template.innerHTML = `<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">${PATHS[name]}</svg>`;
  return template.content.firstElementChild as SVGSVGElement;
}
