/** Renderer, scene, light and floor: the place where takes are seen. */

import {
  Color,
  CustomToneMapping,
  type Material,
  PCFShadowMap,
  type PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  Vector2,
  type Vector3,
  WebGLRenderer,
} from "three";
import { Floor } from "./floor";
import type { Framing } from "./framing";
import { Lights } from "./lights";
import { type Detail, WHOLE } from "./pace";
import { drawnInSoftware } from "./software";
import type { Pane } from "./panes";
import { furnish, keyBeside } from "./room";
import { FloorShadow } from "./shadow";
import type { Take } from "./take";

const MOST_PIXELS_PER_POINT = 2;

export class Stage {
  readonly scene = new Scene();
  readonly size: number;
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
    framing: Framing,
  ) {
    const size = (this.size = framing.radius);
    const key = keyBeside(framing.direction);
    furnish(key, framing.seen);
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: !drawnInSoftware(),
      alpha: true,
      stencil: true,
      powerPreference: "high-performance",
    });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.toneMapping = CustomToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.setClearColor(new Color(0), 0);
    this.lights = new Lights(size, key);
    this.shadow = new FloorShadow(size, key);
    this.floor = new Floor(size, this.shadow.picture, this.shadow.matrix);
    this.scene.add(this.lights.group, this.floor.mesh);
  }

  /** Put a take on the stage as a solid thing with a shadow. */
  admit(take: Take): void {
    for (const mesh of take.meshes) {
      const material = mesh.material as Material;
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

  render(camera: PerspectiveCamera, center: Vector3, panes: Pane[] = []): void {
    if (this.shadowsStale && this.drawn++ % this.detail.shadows === 0) {
      this.shadow.render(this.renderer, this.scene, center);
      this.renderer.shadowMap.needsUpdate = true;
      this.shadowsStale = false;
    }
    if (panes.length) this.renderPanes(panes);
    else this.renderer.render(this.scene, camera);
  }

  private renderPanes(panes: Pane[]): void {
    const { width, height } = this.renderer.getSize(new Vector2());
    this.renderer.setScissorTest(true);
    for (const { camera, box } of panes) {
      this.renderer.setViewport(...box);
      this.renderer.setScissor(...box);
      this.renderer.render(this.scene, camera);
    }
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, width, height);
  }
}
