#version 330
uniform mat4 world, view_projection;
uniform mat3 normal_matrix;
in vec3 position, normal;
in vec2 uv;
in vec4 tint;
out vec3 at, facing;
out vec2 texel;
out vec4 paint;

void main() {
    vec4 p = world * vec4(position, 1.0);
    at = p.xyz;
    facing = normal_matrix * normal;
    texel = uv;
    paint = tint;
    gl_Position = view_projection * p;
}
