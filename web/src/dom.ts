/** Elements in one expression. */

type Child = Node | string;

/** `element("button", { class: "round", title: "Play" }, icon)`; a leading `on` names a listener. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Record<string, string | boolean | ((event: Event) => void)> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") made.toggleAttribute(name, value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** A button with an icon. A click by hand gives the keyboard back to the page. */
export function iconButton(label: string, image: SVGSVGElement, act: () => void): HTMLButtonElement {
  const click = (event: Event) => {
    act();
    if ((event as MouseEvent).detail > 0) (event.currentTarget as HTMLElement).blur();
  };
  return element("button", { type: "button", class: "icon", title: label, "aria-label": label, onclick: click }, image);
}

/** A canvas of the size of its box, in CSS points. */
export function fitCanvas(canvas: HTMLCanvasElement): {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
} {
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = Math.min(2, devicePixelRatio);
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d")!;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  return { context, width, height };
}

/** Call `move` with the share of the element's width under the pointer, from press to release. */
export function dragAcross(target: HTMLElement, move: (share: number) => void): void {
  const tell = (event: PointerEvent) => {
    const box = target.getBoundingClientRect();
    move(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  target.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    target.setPointerCapture(event.pointerId);
    tell(event);
  });
  target.addEventListener("pointermove", (event) => {
    if (target.hasPointerCapture(event.pointerId)) tell(event);
  });
}
