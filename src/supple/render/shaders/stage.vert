#version 330
uniform mat4 view_projection;
uniform vec3 center;
uniform float reach;
in vec2 corner;
out vec3 at;

void main() {
    at = vec3(center.x + reach * corner.x, 0.0, center.z + reach * corner.y);
    gl_Position = view_projection * vec4(at, 1.0);
}
