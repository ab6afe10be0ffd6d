/** The key: a sun with a shadow, which goes where the subject goes. The rest of the light is the room's. */

import { Color, DirectionalLight, Group, type Vector3 } from "three";
import { KEY_COLOR, keyIntensity } from "./room";

export class Lights {
  readonly group = new Group();
  private readonly key: DirectionalLight;

  constructor(
    private readonly size: number,
    private readonly toward: Vector3,
  ) {
    this.key = new DirectionalLight(new Color(...KEY_COLOR), keyIntensity(toward));
    this.group.add(this.key, this.key.target);
    this.key.castShadow = true;
    const { shadow } = this.key;
    shadow.mapSize.set(1024, 1024);
    shadow.radius = 4;
    shadow.intensity = 0.85;
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
    this.key.position.copy(center).addScaledVector(this.toward, 6 * this.size);
    this.key.target.position.copy(center);
  }
}
