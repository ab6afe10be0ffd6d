/** A studio: a soft sky over a warm floor, a high sun for form and shadow, a fill from the front, a cool rim from behind.
 *
 * No picture of surroundings: prefiltering one takes seconds where there is no GPU.
 */

import { DirectionalLight, Group, HemisphereLight, Vector3 } from "three";

/** Toward the sun. */
export const SUN = new Vector3(-0.14, 1, 0.22).normalize();
const FILL = new Vector3(0.9, 0.35, 1).normalize();
const RIM = new Vector3(0.5, 0.45, -1).normalize();

export class Lights {
  readonly group = new Group();
  private readonly sky = new HemisphereLight(0xffffff, 0xb9a894, 1.25);
  private readonly sun = new DirectionalLight(0xfff3e4, 2.3);
  private readonly fill = new DirectionalLight(0xf3f1ff, 0.55);
  private readonly rim = new DirectionalLight(0xe2ecff, 1.1);

  constructor(private readonly size: number) {
    this.group.add(this.sky, this.sun, this.sun.target, this.fill, this.fill.target, this.rim, this.rim.target);
    this.sun.castShadow = true;
    const { shadow } = this.sun;
    shadow.mapSize.set(1024, 1024);
    shadow.radius = 2.5;
    shadow.intensity = 0.75;
    shadow.normalBias = 0.012 * size;
    shadow.bias = -0.0005;
    const reach = 1.4 * size;
    Object.assign(shadow.camera, {
      left: -reach,
      right: reach,
      top: reach,
      bottom: -reach,
      near: 0.1 * size,
      far: 12 * size,
    });
  }

  follow(center: Vector3): void {
    for (const [light, toward] of [
      [this.sun, SUN],
      [this.fill, FILL],
      [this.rim, RIM],
    ] as const) {
      light.position.copy(center).addScaledVector(toward, 6 * this.size);
      light.target.position.copy(center);
    }
  }

  dress(dark: boolean): void {
    this.sky.intensity = dark ? 0.8 : 1.25;
    this.rim.intensity = dark ? 1.6 : 1.1;
  }
}
