#version 330
uniform mat4 world, view_projection;
in vec3 position;
#include "skin.glsl"

void main() {
    vec3 place = position, outward = vec3(0.0);
    skin(place, outward);
    gl_Position = view_projection * world * vec4(place, 1.0);
}
