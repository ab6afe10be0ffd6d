/** Small pictures of constant size on the screen that face the eye. */

import { CanvasTexture, Sprite, SpriteMaterial, SRGBColorSpace } from "three";
import { OVERLAY_ORDER } from "./overlay";

const PIXELS = 96;

type Painter = (context: CanvasRenderingContext2D, middle: number) => void;

/** A picture `size` high, as a share of the frame's height. */
export function symbol(size: number, paint: Painter): Sprite {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PIXELS;
  paint(canvas.getContext("2d")!, PIXELS / 2);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const material = new SpriteMaterial({
    map,
    sizeAttenuation: false,
    depthTest: false,
    transparent: true,
    toneMapped: false,
  });
  const sprite = new Sprite(material);
  sprite.scale.setScalar(size / 2);
  sprite.renderOrder = OVERLAY_ORDER + 1;
  return sprite;
}

export function disc(context: CanvasRenderingContext2D, middle: number, radius: number, fill: string): void {
  context.fillStyle = fill;
  context.beginPath();
  context.arc(middle, middle, radius, 0, 2 * Math.PI);
  context.fill();
}

/** The surveyor's mark: a disc in four quarters. */
export function quarters(ink: string, paper: string): Painter {
  return (context, middle) => {
    disc(context, middle, middle - 4, ink);
    disc(context, middle, middle - 11, paper);
    context.fillStyle = ink;
    for (const start of [0, Math.PI]) {
      context.beginPath();
      context.moveTo(middle, middle);
      context.arc(middle, middle, middle - 11, start, start + Math.PI / 2);
      context.fill();
    }
  };
}

export function dot(ink: string, paper: string): Painter {
  return (context, middle) => {
    disc(context, middle, middle - 4, paper);
    disc(context, middle, middle - 14, ink);
  };
}

/** A ring around a point. */
export function ring(ink: string, paper: string): Painter {
  return (context, middle) => {
    disc(context, middle, middle - 2, paper);
    disc(context, middle, middle - 8, ink);
    disc(context, middle, middle - 22, paper);
    disc(context, middle, 13, ink);
  };
}
