#version 330
#include "tone.glsl"
#include "backdrop.glsl"
out vec4 pixel;

void main() { pixel = vec4(developed(backdrop_here()) + grain(), 1.0); }
