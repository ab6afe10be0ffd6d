#version 330
// How much of the sky the subject hides from each point of the floor:
//   ∫ h² / (π (h² + r²)²) dA   over the underside of the subject at height h, horizontal distance r,
// the form factor of two parallel patches, summed over rings whose radii grow geometrically.
uniform sampler2D underside;     // depth seen from below: 0 at −below, 1 at `height` over the floor
uniform float width, height, below;     // of the map's box [m]
in vec2 place;
out float hidden;
const mat2 GOLDEN = mat2(-0.73736888, 0.67549029, -0.67549029, -0.73736888);
const int TAPS = 48;
const float LARGEST = 0.5, SMALLEST = 0.008;

void main() {
    float turn = 6.2831853 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    float rings = log(LARGEST / SMALLEST);
    vec2 ray = vec2(cos(turn), sin(turn));
    hidden = 0.0;
    for (int k = 0; k < TAPS; k++) {
        float r = SMALLEST * exp(rings * (float(k) + 0.5) / float(TAPS));
        ray = GOLDEN * ray;
        float z = textureLod(underside, place + r * ray, 0.0).r;
        if (z >= 1.0) continue;
        float h = max((z * (height + below) - below) / width, SMALLEST), q = h * h + r * r;
        hidden += 2.0 * r * r * rings * h * h / (q * q) / float(TAPS);
    }
}
