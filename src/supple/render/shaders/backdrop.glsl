// The color behind everything, linear: lightest behind the subject, a shade darker towards the corners.
uniform vec3 backdrop;
uniform vec2 picture_size;

vec3 backdrop_here() {
    vec2 p = (gl_FragCoord.xy / picture_size - vec2(0.5, 0.52)) * vec2(1.0, 0.9);
    return backdrop * (1.06 - 0.36 * dot(p, p));
}

// Less than one step of an 8-bit picture, so that slow gradients show no bands.
float grain() {
    return (fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}
