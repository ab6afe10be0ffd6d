#version 330
#include "room.glsl"
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
    float open_sky = open_sky_at(at.y, size);
    vec3 light = diffuse * (key * max(facing_key, 0.0) + room_irradiance(n, key_direction, open_sky));
    vec3 shine = PI * gloss(n, v, key_direction, f0, a) * key;
    shine += room_mirrored(n, v, f0, roughness, key_direction, open_sky);
    float glint = max(shine.r, max(shine.g, shine.b));
    float alpha = glassy ? min(base.a + glint, 1.0) : 1.0;
    pixel = vec4(developed(light + shine + emission), alpha * opacity);
}
