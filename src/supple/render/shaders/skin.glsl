uniform sampler2D joint_rows; // (3, joints): the rows of W B
uniform sampler2D influences; // joint and weight, one texel each, vertex after vertex
in vec2 hangs;                // its first texel, and how many

void skin(inout vec3 p, inout vec3 n) {
    int count = int(hangs.y + 0.5), first = int(hangs.x + 0.5), width = textureSize(influences, 0).x;
    if (count == 0) return;
    vec4 x = vec4(0.0), y = vec4(0.0), z = vec4(0.0);
    for (int k = first; k < first + count; k++) {
        vec2 hung = texelFetch(influences, ivec2(k % width, k / width), 0).rg;
        int joint = int(hung.x + 0.5);
        x += hung.y * texelFetch(joint_rows, ivec2(0, joint), 0);
        y += hung.y * texelFetch(joint_rows, ivec2(1, joint), 0);
        z += hung.y * texelFetch(joint_rows, ivec2(2, joint), 0);
    }
    vec4 q = vec4(p, 1.0);
    p = vec3(dot(x, q), dot(y, q), dot(z, q));
    vec3 a = cross(y.xyz, z.xyz), b = cross(z.xyz, x.xyz), c = cross(x.xyz, y.xyz);
    n = vec3(dot(a, n), dot(b, n), dot(c, n)) * (dot(a, x.xyz) < 0.0 ? -1.0 : 1.0);
}
