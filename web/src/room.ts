/** The light of the stage, from the same text as the stills': a key with a shadow, in a room made of formulas.
 *
 * Written once into three.js's chunks: every standard material stands in the room. Values are developed as there.
 */

import { ShaderChunk, Vector3 } from "three";
import ROOM from "../../src/supple/render/shaders/room.glsl?raw";
import TONE from "../../src/supple/render/shaders/tone.glsl?raw";

/** The key stands to the left of the eye by this angle, and this high, as in the stills. */
const KEY_TURN = (-42 * Math.PI) / 180;
const KEY_HEIGHT = (54 * Math.PI) / 180;
/** Of KEY and SKY_SHARE in room.glsl. */
export const KEY_COLOR = [1.03, 1.0, 0.95] as const;
const SKY_SHARE = 0.38;

/** Toward the key, for an eye that looks along −direction. */
export function keyBeside({ x, z }: Vector3): Vector3 {
  const turn = Math.atan2(x, z) + KEY_TURN;
  const flat = Math.cos(KEY_HEIGHT);
  return new Vector3(flat * Math.sin(turn), Math.sin(KEY_HEIGHT), flat * Math.cos(turn));
}

/** What three.js multiplies by cos θ / π. */
export function keyIntensity({ y }: Vector3): number {
  return (Math.PI * (1 - SKY_SHARE)) / Math.max(y, 0.3);
}

/** Furnish the room, for a key and the half height [m] that is seen; before anything is drawn. */
export function furnish(key: Vector3, size: number): void {
  const numbers = [...key.toArray(), size].map((n) => n.toFixed(6));
  const [x, y, z, half] = numbers as [string, string, string, string];
  ShaderChunk.lights_physical_pars_fragment += `\n${ROOM}\nconst vec3 ROOM_KEY = vec3(${x}, ${y}, ${z});\n`;
  ShaderChunk.lights_fragment_end += `
    #ifdef STANDARD
      vec3 roomNormal = inverseTransformDirection(geometryNormal, viewMatrix);
      vec3 roomView = inverseTransformDirection(geometryViewDir, viewMatrix);
      float openSky = open_sky_at((cameraPosition - vViewPosition * mat3(viewMatrix)).y, ${half});
      reflectedLight.indirectDiffuse += material.diffuseContribution * room_irradiance(roomNormal, ROOM_KEY, openSky);
      reflectedLight.indirectSpecular +=
        room_mirrored(roomNormal, roomView, material.specularColorBlended, material.roughness, ROOM_KEY, openSky);
    #endif`;
  const plain = "vec3 CustomToneMapping( vec3 color ) { return color; }";
  ShaderChunk.tonemapping_pars_fragment = ShaderChunk.tonemapping_pars_fragment.replace(
    plain,
    `${TONE.replace("vec3 developed(", "vec3 printed(").replace(/return mix\(12\.92[^;]*;/, "return c;")}
    vec3 CustomToneMapping(vec3 color) { return printed(toneMappingExposure * color); }`,
  );
}
