// The room around a subject, made of formulas: a sky over a warm floor, a wall of light at the horizon, a soft box on
// the other side of the eye than the key, a strip behind. Stills and the player page read this same text.
// `key`: towards the key light, unit. `open_sky`: 1 in the open, less near the floor, which hides some of the room.
const vec3 KEY = vec3(1.03, 1.00, 0.95);
const vec3 SKY = vec3(0.96, 0.99, 1.05);
const float SKY_SHARE = 0.38;

// Strength of the key, so that a white floor in the open shows white: key on the horizontal + sky = 1.
float key_strength_from(vec3 key) { return (1.0 - SKY_SHARE) / max(key.y, 0.3); }

vec3 strip_behind(vec3 key) { return normalize(vec3(-key.x, 0.5, -key.z)); }

// The key turned about the vertical to the other side of the eye, and lower.
vec3 soft_box(vec3 key) { return normalize(vec3(0.105 * key.x + 0.995 * key.z, 0.22, -0.995 * key.x + 0.105 * key.z)); }

float open_sky_at(float height, float size) { return mix(0.45, 1.0, smoothstep(0.0, 0.6 * size, height)); }

// What reaches a matte surface of normal n from all of the room but the key.
vec3 room_irradiance(vec3 n, vec3 key, float open_sky) {
    vec3 sky = SKY_SHARE * mix(0.55 * open_sky * vec3(1.0, 0.96, 0.9), SKY, 0.5 + 0.5 * n.y);
    float facing = 0.5 + 0.5 * dot(n, soft_box(key));
    return sky + 0.30 * max(dot(n, strip_behind(key)), 0.0) + 0.20 * facing * facing * vec3(1.0, 0.98, 0.95);
}

// What a surface of some roughness sees in a direction: wide shapes where it is rough.
vec3 room_radiance(vec3 direction, vec3 key, float rough) {
    float up = smoothstep(-0.15 - rough, 0.25 + rough, direction.y);
    float wall = exp(-12.0 * (1.0 - rough) * direction.y * direction.y);
    float width = 0.06 + 0.8 * rough * rough;
    float box = exp((dot(direction, soft_box(key)) - 1.0) / width);
    float strip = exp((dot(direction, strip_behind(key)) - 1.0) / width);
    return mix(vec3(0.30, 0.28, 0.26), 0.75 * SKY, up) + (0.25 * wall + 0.045 / width * (box + strip)) * KEY;
}

// The mirrored room: Schlick's term for rough surfaces, whose own grain hides half of what they would mirror.
vec3 room_mirrored(vec3 n, vec3 v, vec3 f0, float rough, vec3 key, float open_sky) {
    float grazing = pow(1.0 - max(dot(n, v), 0.0), 5.0);
    vec3 direction = reflect(-v, n), mirrored = f0 + (max(vec3(1.0 - rough), f0) - f0) * grazing;
    float seen = mix(pow(open_sky, 3.0), 1.0, smoothstep(-0.1, 0.4, direction.y));
    return mirrored * room_radiance(direction, key, rough) * seen * (1.0 - 0.6 * rough);
}
