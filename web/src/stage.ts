/** Renderer, scene, light and floor: the place where takes are seen. */

import {
  Color,
  type Material,
  MeshStandardMaterial,
  NeutralToneMapping,
  PCFShadowMap,
  type PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  Vector2,
  type Vector3,
  WebGLRenderer,
} from "three";
import { Floor } from "./floor";
import { Lights, SUN } from "./lights";
import { type Detail, WHOLE } from "./pace";
import { FloorShadow } from "./shadow";
import type { Take } from "./take";

const MOST_PIXELS_PER_POINT = 2;
/** The studio has nothing that a metal could mirror: a full one would be black. */
const MOST_METALLIC = 0.4;

export class Stage {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  private readonly lights: Lights;
  private readonly shadow: FloorShadow;
  private readonly floor: Floor;
  private shadowsStale = true;
  private detail = WHOLE;
  private fence: WebGLSync | null = null;
  private drawn = 0;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly size: number,
  ) {
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: true,
      alpha: true,
      stencil: true,
      powerPreference: "high-performance",
    });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.setClearColor(new Color(0), 0);
    this.lights = new Lights(size);
    this.shadow = new FloorShadow(size, SUN);
    this.floor = new Floor(size, this.shadow.picture, this.shadow.matrix);
    this.scene.add(this.lights.group, this.floor.mesh);
  }

  /** Put a take on the stage as a solid thing with a shadow. */
  admit(take: Take): void {
    for (const mesh of take.meshes) {
      const material = mesh.material as Material;
      if (material instanceof MeshStandardMaterial) material.metalness = Math.min(MOST_METALLIC, material.metalness);
      mesh.castShadow = material.opacity > 0.5;
      mesh.receiveShadow = true;
      this.shadow.admit(mesh);
    }
    this.scene.add(take.root);
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(this.detail.pixels * Math.min(devicePixelRatio, MOST_PIXELS_PER_POINT));
    this.renderer.setSize(width, height, false);
  }

  /** Draw finer or coarser from now on. */
  refine(detail: Detail): void {
    if (detail === this.detail) return;
    this.detail = detail;
    this.shadowsStale = true;
    this.resize(...this.renderer.getSize(new Vector2()).toArray());
  }

  dress(dark: boolean): void {
    this.floor.dress(dark);
    this.lights.dress(dark);
  }

  /** Light and floor go where the subject goes. */
  follow(center: Vector3): void {
    this.lights.follow(center);
    this.floor.follow(center);
    this.shadowsStale = true;
  }

  /** Whether the last picture that was marked is still being drawn. */
  get busy(): boolean {
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    if (this.fence && gl.getSyncParameter(this.fence, gl.SYNC_STATUS) === gl.SIGNALED) {
      gl.deleteSync(this.fence);
      this.fence = null;
    }
    return this.fence !== null;
  }

  /** Mark the picture that was drawn last. */
  mark(): void {
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    this.fence ??= gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
  }

  render(camera: PerspectiveCamera, center: Vector3): void {
    if (this.shadowsStale && this.drawn++ % this.detail.shadows === 0) {
      this.shadow.render(this.renderer, this.scene, center);
      this.renderer.shadowMap.needsUpdate = true;
      this.shadowsStale = false;
    }
    this.renderer.render(this.scene, camera);
  }
}
