#version 330
in vec2 corner;
out vec2 place;

void main() {
    place = 0.5 + 0.5 * corner;
    gl_Position = vec4(corner, 1.0, 1.0);
}
