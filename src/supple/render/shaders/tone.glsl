// Straight up to 0.72, then an exponential shoulder; after that the sRGB curve.
vec3 developed(vec3 linear) {
    const float knee = 0.72;
    vec3 c = max(linear, 0.0);
    c = mix(c, knee + (1.0 - knee) * (1.0 - exp(-(c - knee) / (1.0 - knee))), step(knee, c));
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
