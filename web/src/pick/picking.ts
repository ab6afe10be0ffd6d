/** A click on the picture picks what is under it: of a skin the joint that moves it there, else the part. */

import { type Camera, type Mesh, Raycaster, Vector2 } from "three";
import { heaviestJoint, type Item, type Items } from "./items";

/** A pointer that moves farther than this between press and release turns the view [points]. */
const STILL = 4;

export function pickByClick(canvas: HTMLCanvasElement, pick: (at: Vector2) => void): void {
  let pressed: Vector2 | null = null;
  canvas.addEventListener("pointerdown", (event) => {
    pressed = event.button === 0 ? new Vector2(event.clientX, event.clientY) : null;
  });
  canvas.addEventListener("pointerup", (event) => {
    const here = new Vector2(event.clientX, event.clientY);
    if (!pressed || pressed.distanceTo(here) > STILL) return;
    const box = canvas.getBoundingClientRect();
    pick(new Vector2((2 * (here.x - box.left)) / box.width - 1, 1 - (2 * (here.y - box.top)) / box.height));
  });
}

/** What is seen at a place of the picture, from −1 to 1 both ways. */
export function itemAt(place: Vector2, camera: Camera, meshes: Mesh[], items: Items): Item | null {
  const rays = new Raycaster();
  rays.setFromCamera(place, camera);
  for (const mesh of meshes) forgetBounds(mesh);
  const seen = meshes.filter((mesh) => mesh.visible && rays.layers.test(mesh.layers));
  const hit = rays.intersectObjects(seen, false)[0];
  if (!hit) return null;
  const joint = hit.face ? heaviestJoint(hit.object as Mesh, hit.face.a) : null;
  return items.at(joint ?? hit.object);
}

/** What changes its shape has moved out of the bounds that three.js remembers. */
function forgetBounds(mesh: Mesh & { boundingSphere?: unknown; boundingBox?: unknown }): void {
  mesh.geometry.boundingSphere = mesh.geometry.boundingBox = null;
  if ("boundingSphere" in mesh) mesh.boundingSphere = mesh.boundingBox = null;
}
