#version 330
uniform mat4 world, view_projection;
in vec3 position;

void main() { gl_Position = view_projection * world * vec4(position, 1.0); }
