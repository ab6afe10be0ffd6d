#version 330
in vec4 clip;
in vec4 shade;
out vec4 ink;

void main() {
    ink = shade;
    gl_Position = clip;
}
