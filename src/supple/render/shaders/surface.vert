#version 330
uniform mat4 world, view_projection;
uniform mat3 normal_matrix;
in vec3 position, normal;
#include "skin.glsl"
in vec2 uv;
in vec4 tint;
out vec3 at, facing;
out vec2 texel;
out vec4 paint;

void main() {
    vec3 place = position, outward = normal;
    skin(place, outward);
    vec4 p = world * vec4(place, 1.0);
    at = p.xyz;
    facing = normal_matrix * outward;
    texel = uv;
    paint = tint;
    gl_Position = view_projection * p;
}
