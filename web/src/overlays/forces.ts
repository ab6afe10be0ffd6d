/** Forces as arrows from where they act; the longest of the take is as long as the subject is large. */

import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  Vector3,
} from "three";
import type { Moment, Samples } from "../samples";
import type { Mark } from "../take";
import { color } from "../theme";
import type { Overlay } from "./overlay";

const UP = new Vector3(0, 1, 0);

export class Forces implements Overlay {
  readonly object = new Group();
  private readonly material = new MeshStandardMaterial({ roughness: 0.5, metalness: 0 });
  private readonly shafts: InstancedMesh;
  private readonly heads: InstancedMesh;
  private readonly scale: number;

  constructor(
    private readonly mark: Mark,
    private readonly vectors: Samples,
    private readonly size: number,
  ) {
    const count = mark.positions.width / 3;
    this.scale = (0.8 * size) / (largest(vectors) || 1);
    this.shafts = new InstancedMesh(
      new CylinderGeometry(0.011 * size, 0.011 * size, 1, 12).translate(0, 0.5, 0),
      this.material,
      count,
    );
    this.heads = new InstancedMesh(
      new ConeGeometry(0.034 * size, 0.09 * size, 20).translate(0, 0.045 * size, 0),
      this.material,
      count,
    );
    for (const part of [this.shafts, this.heads]) part.frustumCulled = false;
    this.object.add(this.shafts, this.heads);
    this.dress();
  }

  update(moment: Moment): void {
    const [place, vector, turn, one] = [new Vector3(), new Vector3(), new Quaternion(), new Vector3(1, 1, 1)];
    const matrix = new Matrix4();
    for (let k = 0; k < this.shafts.count; k++) {
      read(this.mark.positions, moment, k, place);
      const length = this.scale * read(this.vectors, moment, k, vector).length();
      const shown = Number.isFinite(length) && length > 0.02 * this.size;
      turn.setFromUnitVectors(UP, vector.normalize());
      this.shafts.setMatrixAt(
        k,
        shown ? matrix.compose(place, turn, new Vector3(1, length, 1)) : matrix.makeScale(0, 0, 0),
      );
      place.addScaledVector(vector, length);
      this.heads.setMatrixAt(k, shown ? matrix.compose(place, turn, one) : matrix.makeScale(0, 0, 0));
    }
    this.shafts.instanceMatrix.needsUpdate = this.heads.instanceMatrix.needsUpdate = true;
  }

  dress(): void {
    this.material.color.copy(color("force"));
    this.material.emissive.copy(this.material.color).multiplyScalar(0.25);
  }
}

function read(samples: Samples, moment: Moment, k: number, out: Vector3): Vector3 {
  return out.set(samples.lerp(moment, 3 * k), samples.lerp(moment, 3 * k + 1), samples.lerp(moment, 3 * k + 2));
}

function largest(vectors: Samples): number {
  let most = 0;
  for (let i = 0; i < vectors.values.length; i += 3) {
    const length = Math.hypot(vectors.values[i]!, vectors.values[i + 1]!, vectors.values[i + 2]!);
    if (length > most) most = length;
  }
  return most;
}
