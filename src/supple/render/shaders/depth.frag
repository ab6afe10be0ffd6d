#version 330
// What is transparent casts a screen of holes, which the softness of shadows blurs to its shade.
uniform float alpha;

void main() {
    if (alpha < fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))))) discard;
}
