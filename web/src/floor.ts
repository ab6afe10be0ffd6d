/** The floor y = 0: a grid that fades with distance, a pool of light, and the shadow that falls on it. */

import { CircleGeometry, Color, Matrix4, Mesh, NoBlending, ShaderMaterial, type Texture, Vector3 } from "three";
import { color } from "./theme";

const VERTEX = /* glsl */ `
  varying vec3 place;
  void main() {
    place = (modelMatrix * vec4(position, 1.0)).xyz;
    gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
  }`;

const FRAGMENT = /* glsl */ `
  varying vec3 place;
  uniform vec3 center, line, pool, shade;
  uniform float radius, spacing, lineAlpha, poolAlpha, shadeAlpha;
  uniform mat4 shadowMatrix;
  uniform sampler2D shadow;

  /** Lines a pixel wide, gone where they would crowd. */
  float lines(vec2 p, vec2 pixel) {
    vec2 near = abs(fract(p - 0.5) - 0.5) / pixel;
    return clamp(1.0 - min(near.x, near.y), 0.0, 1.0) * clamp(1.3 - 2.6 * max(pixel.x, pixel.y), 0.0, 1.0);
  }

  void over(inout vec4 under, vec3 ink, float alpha) {
    under = under * (1.0 - alpha) + vec4(ink, 1.0) * alpha;
  }

  void main() {
    vec2 offset = (place.xz - center.xz) / radius;
    float fade = max(0.0, 1.0 - dot(offset, offset));
    if (fade == 0.0) discard;
    vec2 p = place.xz / spacing, pixel = fwidth(p);
    float grid = max(0.45 * lines(p, pixel), lines(0.2 * p, 0.2 * pixel));
    float fade4 = fade * fade * fade * fade;
    vec4 sum = vec4(0.0);
    over(sum, pool, poolAlpha * fade4 * fade4);
    over(sum, line, lineAlpha * fade4 * grid);
    vec2 uv = (shadowMatrix * vec4(place, 1.0)).xy * 0.5 + 0.5;
    vec2 rim = clamp(10.0 * uv, 0.0, 1.0) * clamp(10.0 - 10.0 * uv, 0.0, 1.0);
    if (rim.x * rim.y > 0.0) {
      vec2 shadows = texture2D(shadow, uv).rg * rim.x * rim.y;
      over(sum, shade, shadeAlpha * (1.0 - (1.0 - 0.7 * shadows.r) * (1.0 - 0.75 * shadows.g)));
    }
    gl_FragColor = sum; // display values, mixed as the page mixes its own layers
  }`;

export class Floor {
  readonly mesh: Mesh<CircleGeometry, ShaderMaterial>;

  constructor(size: number, shadow: Texture, shadowMatrix: Matrix4) {
    const uniforms = {
      center: { value: new Vector3() },
      radius: { value: 9 * size },
      spacing: { value: niceSpacing(size / 3) },
      line: { value: new Color() },
      lineAlpha: { value: 0.5 },
      pool: { value: new Color() },
      poolAlpha: { value: 0.5 },
      shade: { value: new Color() },
      shadeAlpha: { value: 0.6 },
      shadow: { value: shadow },
      shadowMatrix: { value: shadowMatrix },
    };
    const first = { blending: NoBlending, depthTest: false, depthWrite: false }; // drawn before all else, on an empty canvas
    const material = new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms, ...first });
    this.mesh = new Mesh(new CircleGeometry(9 * size, 96).rotateX(-Math.PI / 2), material);
    this.mesh.renderOrder = -1;
    this.mesh.frustumCulled = false;
  }

  /** Keep the disc under what is looked at. */
  follow(center: Vector3): void {
    this.mesh.position.set(center.x, 0, center.z);
    this.mesh.updateMatrixWorld();
    (this.mesh.material.uniforms.center!.value as Vector3).copy(center);
  }

  dress(dark: boolean): void {
    const { uniforms } = this.mesh.material;
    (uniforms.line!.value as Color).copy(color("grid").convertLinearToSRGB());
    (uniforms.pool!.value as Color).copy(color("pool").convertLinearToSRGB());
    (uniforms.shade!.value as Color).copy(color("shade").convertLinearToSRGB());
    uniforms.lineAlpha!.value = dark ? 0.34 : 0.5;
    uniforms.poolAlpha!.value = dark ? 0.5 : 0.75;
    uniforms.shadeAlpha!.value = dark ? 0.95 : 0.66;
  }
}

/** 1, 2 or 5 times a power of ten, at most `size` [m]. */
function niceSpacing(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  return power * ([5, 2, 1].find((n) => n * power <= size) ?? 1);
}
