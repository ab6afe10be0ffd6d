// The light of the stage: one soft key with a shadow map, in the room of room.glsl.
uniform vec3 key_direction;      // towards the light, unit
uniform mat4 shadow_matrix;      // world → (u, v, depth) in [0, 1]
uniform sampler2D shadow_depth;
uniform sampler2DShadow shadow_compare;
uniform vec2 shadow_scale;       // width and depth of the map's box [m]
uniform float key_radius;        // tangent of the light's angular radius: 0 is a point, 0.1 a large softbox

const float PI = 3.14159265;
float key_strength() { return key_strength_from(key_direction); }

// Interleaved gradient noise: the angle by which each pixel turns the disc of taps.
float pixel_angle() { return 2.0 * PI * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))); }

// Turn by the golden angle: n such steps with radii √((k + ½) / n) cover a disc evenly.
const mat2 GOLDEN = mat2(-0.73736888, 0.67549029, -0.67549029, -0.73736888);

// How the depth of the plane through a surface changes over the map, so that it does not shadow itself.
vec2 plane_slope(vec3 normal) {
    mat3 turn = mat3(shadow_matrix), rows = transpose(turn);
    vec3 squares = vec3(dot(rows[0], rows[0]), dot(rows[1], rows[1]), dot(rows[2], rows[2]));
    vec3 m = turn * normal / squares;
    return m.xy / max(-m.z, 0.2 / sqrt(squares.z));
}

// The part of the key that reaches a point, in [0, 1]. The penumbra is as wide as the light's radius times the
// distance to what blocks it, so shadows are crisp at contact and soft in flight. More `taps`, less grain.
float key_visibility(vec3 position, vec3 normal, int taps) {
    int searches = taps / 2;
    float texel = 1.0 / float(textureSize(shadow_depth, 0).x);
    vec3 p = (shadow_matrix * vec4(position + 1.5 * texel * shadow_scale.x * normal, 1.0)).xyz;
    if (any(lessThan(p, vec3(0.0))) || any(greaterThan(p, vec3(1.0)))) return 1.0;
    vec2 slope = plane_slope(normal);
    float per_depth = key_radius * shadow_scale.y / shadow_scale.x, turn = pixel_angle();
    vec2 ray = vec2(cos(turn), sin(turn));
    float search = max(per_depth * p.z, 1.2 * texel), blocked = 0.0, depth = 0.0;
    for (int k = 0; k < searches; k++) {
        ray = GOLDEN * ray;
        vec2 offset = search * sqrt((float(k) + 0.5) / float(searches)) * ray;
        float z = textureLod(shadow_depth, p.xy + offset, 0.0).r;
        if (z < p.z - 1e-4) { blocked += 1.0; depth += z; }
    }
    if (blocked == 0.0) return 1.0;
    float width = max(per_depth * (p.z - depth / blocked), 1.2 * texel), lit = 0.0;
    for (int k = 0; k < taps; k++) {
        ray = GOLDEN * ray;
        vec2 offset = width * sqrt((float(k) + 0.5) / float(taps)) * ray;
        lit += textureLod(shadow_compare, vec3(p.xy + offset, p.z + dot(slope, offset) - 1e-4), 0.0);
    }
    return lit / float(taps);
}
