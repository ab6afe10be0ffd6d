#version 330
#include "light.glsl"
#include "tone.glsl"
uniform vec3 eye;
uniform vec4 color;
uniform vec3 emission;
uniform float metallic, roughness, opacity, size;
uniform bool two_sided;
uniform sampler2D picture;
in vec3 at, facing;
in vec2 texel;
in vec4 paint;
out vec4 pixel;

vec3 decoded(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }

// Cook–Torrance with GGX, Smith's visibility (Karis' k) and Schlick's Fresnel term.
vec3 gloss(vec3 n, vec3 v, vec3 l, vec3 f0, float a) {
    vec3 h = normalize(v + l);
    float nh = max(dot(n, h), 0.0), nl = max(dot(n, l), 0.0), nv = max(dot(n, v), 1e-3), a2 = a * a;
    float d = a2 / (PI * pow(nh * nh * (a2 - 1.0) + 1.0, 2.0)), k = a / 2.0;
    float g = 0.25 / ((nv * (1.0 - k) + k) * (nl * (1.0 - k) + k));
    return d * g * nl * (f0 + (1.0 - f0) * pow(1.0 - max(dot(h, v), 0.0), 5.0));
}

// The room that a surface mirrors: bright above, a light wall at the horizon, the floor below.
vec3 room(vec3 direction, float rough) {
    float up = smoothstep(-0.15 - rough, 0.25 + rough, direction.y);
    float wall = exp(-12.0 * (1.0 - rough) * direction.y * direction.y);
    return mix(vec3(0.30, 0.28, 0.26), 0.75 * SKY, up) + 0.25 * wall * KEY;
}

void main() {
    vec4 printed = texture(picture, texel);
    vec4 base = color * paint * vec4(decoded(printed.rgb), printed.a);
    bool glassy = base.a < 0.999;
    vec3 v = normalize(eye - at), n = normalize(facing);
    if (!gl_FrontFacing && (two_sided || opacity < 1.0 || glassy)) n = -n;
    n = normalize(n + max(0.05 - dot(n, v), 0.0) * v);

    float a = max(roughness * roughness, 0.02);
    vec3 f0 = mix(vec3(0.04), base.rgb, metallic), diffuse = base.rgb * (1.0 - metallic);
    float facing_key = dot(n, key_direction);
    float lit = facing_key <= 0.0 ? 0.0 : glassy ? 1.0 : key_visibility(at, n, 16);
    vec3 key = key_strength() * lit * KEY;
    float near_floor = mix(0.45, 1.0, smoothstep(0.0, 0.6 * size, at.y));
    vec3 sky = mix(0.55 * near_floor * vec3(1.0, 0.96, 0.9), SKY, 0.5 + 0.5 * n.y) * SKY_SHARE;
    vec3 behind = normalize(vec3(-key_direction.x, 0.5, -key_direction.z));
    vec3 rim = 0.30 * vec3(max(dot(n, behind), 0.0));

    vec3 light = diffuse * (key * max(facing_key, 0.0) + sky + rim);
    vec3 shine = PI * gloss(n, v, key_direction, f0, a) * key + PI * gloss(n, v, behind, f0, a) * 0.30;
    float grazing = pow(1.0 - max(dot(n, v), 0.0), 5.0);
    vec3 mirror = reflect(-v, n), mirrored = f0 + (max(vec3(1.0 - roughness), f0) - f0) * grazing;
    shine += mirrored * room(mirror, roughness) * mix(pow(near_floor, 3.0), 1.0, smoothstep(-0.1, 0.4, mirror.y));
    float glint = max(shine.r, max(shine.g, shine.b));
    float alpha = glassy ? min(base.a + glint, 1.0) : 1.0;
    pixel = vec4(developed(light + shine + emission), alpha * opacity);
}
