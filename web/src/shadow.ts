/** The soft shadow on the floor.
 *
 * Everything that casts is flattened along the sun onto y = 0 as two layers: `r`, dark where something touches and
 * gone a little above, blurred narrowly; `g`, dark under anything at any height, blurred widely. Their sum is
 * crisp at a contact and soft elsewhere, at the price of one small picture.
 */

import {
  type Camera,
  Color,
  CustomBlending,
  DoubleSide,
  type Material,
  Matrix4,
  MaxEquation,
  type Mesh,
  OrthographicCamera,
  type Scene,
  ShaderMaterial,
  type Texture,
  Vector2,
  type Vector3,
  WebGLRenderTarget,
  type WebGLRenderer,
} from "three";
import { FullScreenQuad } from "three/addons/postprocessing/Pass.js";
import { showCast } from "./coarse";

const PIXELS = 160;
/** The layer of the objects that cast. */
const CASTERS = 1;

const CAST_VERTEX = /* glsl */ `
  #include <common>
  #include <skinning_pars_vertex>
  varying float height;
  void main() {
    #include <begin_vertex>
    #include <skinbase_vertex>
    #include <skinning_vertex>
    #include <project_vertex>
    height = -mvPosition.z;
  }`;

const CAST_FRAGMENT = /* glsl */ `
  varying float height;
  uniform float size, opacity;
  void main() {
    float h = max(height, 0.0) / size;
    gl_FragColor = vec4(opacity * vec2(exp(-14.0 * h), 0.35 + 0.65 * exp(-1.5 * h)), 0.0, 1.0);
  }`;

const BLUR_FRAGMENT = /* glsl */ `
  varying vec2 vUv;
  uniform sampler2D picture;
  uniform vec2 stride;
  vec2 pair(float x) {
    vec2 near = 0.4 * x * stride, wide = x * stride;
    return vec2(
      texture2D(picture, vUv + near).r + texture2D(picture, vUv - near).r,
      texture2D(picture, vUv + wide).g + texture2D(picture, vUv - wide).g
    );
  }
  void main() {
    vec2 sum = 0.226 * texture2D(picture, vUv).rg + 0.2 * pair(1.0) + 0.126 * pair(2.0) + 0.061 * pair(3.0);
    gl_FragColor = vec4(sum, 0.0, 1.0);
  }`;

const BLUR_VERTEX = /* glsl */ `
  varying vec2 vUv;
  void main() {
    vUv = uv;
    gl_Position = vec4(position.xy, 0.0, 1.0);
  }`;

export class FloorShadow {
  /** From the world to the picture. */
  readonly matrix = new Matrix4();
  private readonly targets = [0, 1].map(() => new WebGLRenderTarget(PIXELS, PIXELS)) as [
    WebGLRenderTarget,
    WebGLRenderTarget,
  ];
  private readonly camera: OrthographicCamera;
  private readonly cast: ShaderMaterial;
  private readonly blur: ShaderMaterial;
  private readonly quad: FullScreenQuad;
  private readonly slant: Vector2;

  constructor(size: number, sun: Vector3) {
    this.slant = new Vector2(sun.x / sun.y, sun.z / sun.y);
    const half = 1.7 * size;
    this.camera = new OrthographicCamera(-half, half, half, -half, -0.02 * size, 12 * size);
    this.camera.rotation.x = Math.PI / 2; // from under the floor, looking up
    this.camera.layers.set(CASTERS);
    const uniforms = { size: { value: size }, opacity: { value: 1 } };
    const darkest = { side: DoubleSide, depthTest: false, blending: CustomBlending, blendEquation: MaxEquation };
    this.cast = new ShaderMaterial({ vertexShader: CAST_VERTEX, fragmentShader: CAST_FRAGMENT, uniforms, ...darkest });
    this.blur = new ShaderMaterial({
      vertexShader: BLUR_VERTEX,
      fragmentShader: BLUR_FRAGMENT,
      uniforms: { picture: { value: null }, stride: { value: new Vector2() } },
      depthTest: false,
    });
    this.quad = new FullScreenQuad(this.blur);
  }

  /** Let a mesh cast: fully if it is solid, faintly if it is glass. */
  admit(mesh: Mesh): void {
    mesh.layers.enable(CASTERS);
    mesh.onBeforeRender = (_renderer, _scene, _camera, _geometry, material) => {
      if (material !== this.cast) return;
      this.cast.uniforms.opacity!.value = (mesh.material as Material).opacity;
      this.cast.uniformsNeedUpdate = true;
      showCast(mesh, true);
    };
    mesh.onAfterRender = () => showCast(mesh, false);
  }

  get picture(): Texture {
    return this.targets[0].texture;
  }

  render(renderer: WebGLRenderer, scene: Scene, center: Vector3): void {
    const height = Math.max(0, center.y);
    this.place(center.x - height * this.slant.x, center.z - height * this.slant.y);
    const [first, second] = this.targets;
    const clear = renderer.getClearColor(new Color());
    const alpha = renderer.getClearAlpha();
    renderer.setClearColor(0x000000, 0);
    scene.overrideMaterial = this.cast;
    draw(renderer, scene, this.camera, first);
    scene.overrideMaterial = null;
    const spread = 2.4 / PIXELS;
    this.smear(renderer, first, second, spread, 0);
    this.smear(renderer, second, first, 0, spread);
    renderer.setRenderTarget(null);
    renderer.setClearColor(clear, alpha);
  }

  /** Above (x, z), slanted so that a point at height h falls where the sun throws it. */
  private place(x: number, z: number): void {
    this.camera.position.set(x, 0, z);
    this.camera.updateMatrixWorld();
    this.camera.updateProjectionMatrix();
    const { x: a, y: b } = this.slant;
    this.camera.projectionMatrix.multiply(new Matrix4().set(1, 0, a, 0, 0, 1, b, 0, 0, 0, 1, 0, 0, 0, 0, 1));
    this.matrix.multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse);
  }

  private smear(renderer: WebGLRenderer, from: WebGLRenderTarget, to: WebGLRenderTarget, x: number, y: number): void {
    this.blur.uniforms.picture!.value = from.texture;
    (this.blur.uniforms.stride!.value as Vector2).set(x, y);
    renderer.setRenderTarget(to);
    this.quad.render(renderer);
  }
}

function draw(renderer: WebGLRenderer, scene: Scene, camera: Camera, target: WebGLRenderTarget): void {
  renderer.setRenderTarget(target);
  renderer.clear();
  renderer.render(scene, camera);
}
