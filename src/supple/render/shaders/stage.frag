#version 330
#include "room.glsl"
#include "light.glsl"
#include "tone.glsl"
#include "backdrop.glsl"
// A floor without an end: the color of the backdrop, less the light that the subject takes away, with a faint grid.
uniform vec3 center, sky_center;
uniform float size, sky_width;
uniform sampler2D sky_hidden;
in vec3 at;
out vec4 pixel;

// Lines every `cell` metres, as wide as suits the picture, gone where cells get smaller than a few pixels.
float lines(float cell) {
    vec2 p = at.xz / cell, w = fwidth(p), d = abs(fract(p - 0.5) - 0.5) / max(w, 1e-6);
    vec2 line = clamp(0.5 + 0.5 * max(1.2, picture_size.y / 400.0) - d, 0.0, 1.0) * (1.0 - smoothstep(0.06, 0.22, max(w.x, w.y)));
    return max(line.x, line.y);
}

void main() {
    float away = length(at.xz - center.xz) / size;
    float key = key_visibility(at, vec3(0.0, 1.0, 0.0), 24);
    vec2 place = (at.xz - sky_center.xz) / sky_width + 0.5;
    float sky = 1.0 - clamp(texture(sky_hidden, place).r, 0.0, 0.92);
    vec3 arriving = (1.0 - SKY_SHARE) * key * KEY + SKY_SHARE * sky * SKY;
    vec3 open = (1.0 - SKY_SHARE) * KEY + SKY_SHARE * SKY;
    float grid = (0.10 * lines(1.0) + 0.055 * lines(0.1)) * (1.0 - smoothstep(0.7, 2.4, away));
    pixel = vec4(developed(backdrop_here() * (1.0 - grid) * arriving / open) + grain(), 1.0);
}
