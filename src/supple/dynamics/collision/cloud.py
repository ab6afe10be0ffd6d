"""A shape that is not convex against any other: points of each that are near the other's surface.

Points of the cloud are measured against the other shape, and points of the other against the distances around the
cloud, in its rest frame: with x = m r + o, the distance of r falls along m⁻ᵀ ∇d, and a body that is deformed has it
divided by the length of that. The points are put together by their normals, as those of a mesh are.
"""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.dynamics.collision.bent import BENT, material_at
from supple.dynamics.collision.box_box import SAME, seen_from
from supple.dynamics.collision.mesh import NEAR, match_all, set_all_aside, write_part
from supple.dynamics.collision.touches import add_touch
from supple.dynamics.linalg.dense import invert
from supple.dynamics.model.arrays import FAR, PARTS, Contacts, State, Workspace
from supple.dynamics.model.geom_types import CAPSULE, CLOUD, SPHERE
from supple.kernels import kernel


@kernel
def over_cloud(model: Any, state: State, contacts: Contacts, work: Workspace, p: int, margin: float) -> int:
    """The manifolds of a cloud (first of the pair) and another shape, in slots from p on; 1 if made anew."""
    geoms, a, b = work.geoms, contacts.pair[p, 0], contacts.pair[p, 1]
    A, B, P = work.frame[a], work.frame[b], np.empty(12)
    change = seen_from(A, B, contacts.pose[p], geoms.reach[a], P)
    if change < SAME:
        return 0
    old = set_all_aside(contacts, work, p)
    for part in range(PARTS):
        work.touches.points[part] = 0
    points_over(model, state, work, a, b, 0, margin)
    if geoms.type[b] == CLOUD:
        points_over(model, state, work, b, a, 1, margin)
    else:
        others_over(model, state, work, a, b, margin)
    for part in range(PARTS):
        write_part(contacts, work, p + part, part)
    match_all(contacts, work, p, old, NEAR * geoms.reach[b])
    contacts.pose[p] = P
    if old == 0 and contacts.points[p] == 0:
        contacts.pose[p, 0] = FAR
    return 1


@kernel
def points_over(
    model: Any, state: State, work: Workspace, c: int, g: int, swapped: int, margin: float
) -> None:
    """Points of cloud c that are near shape g; swapped where g is the first of the pair."""
    geoms, clouds = work.geoms, model.clouds
    m, o, G, k, stretch = work.map[c], work.frame[c], work.frame[g], geoms.cloud[c], 0.0
    x, n, back = np.empty(3), np.empty(3), np.empty(9)
    invert(work.map[g], back)
    if geoms.deforms[c] == BENT:
        for v in range(geoms.hull[c, 0], geoms.hull[c, 1]):
            if is_near(o[0:9], o, work.hulls.vertex[v], G, geoms.size[g], margin, x):
                gap = distance(model, state, work, g, back, x, n)
                if gap < margin:
                    touch(work, c, g, swapped, x, n, gap, 0.0, v - geoms.hull[c, 0])
        return
    for r in range(9):
        stretch += m[r] * m[r]
    stretch = np.sqrt(stretch)
    for e in range(clouds.bunch[k], clouds.bunch[k + 1]):
        if not is_near(m, o, clouds.ball[e], G, geoms.size[g], margin + stretch * clouds.ball[e, 3], x):
            continue
        for i in range(clouds.begin[e], clouds.begin[e + 1]):
            if not is_near(m, o, clouds.point[i], G, geoms.size[g], margin, x):
                continue
            gap = distance(model, state, work, g, back, x, n)
            if gap < margin:
                touch(work, c, g, swapped, x, n, gap, 0.0, i - clouds.first[k])


@kernel
def is_near(m: Array, o: Array, r: Array, G: Array, half: Array, margin: float, x: Array) -> int:
    """x = m r + o in the world, and whether it is in the box of these half sizes about G, widened by the margin."""
    for a in range(3):
        x[a] = o[9 + a] + m[3 * a] * r[0] + m[3 * a + 1] * r[1] + m[3 * a + 2] * r[2]
    d0, d1, d2 = x[0] - G[9], x[1] - G[10], x[2] - G[11]
    for a in range(3):
        if abs(G[a] * d0 + G[3 + a] * d1 + G[6 + a] * d2) > half[a] + margin:
            return 0
    return 1


@kernel
def others_over(model: Any, state: State, work: Workspace, c: int, g: int, margin: float) -> None:
    """Corners of a convex shape g that are near cloud c; of what is round, places along its core."""
    geoms, hulls = work.geoms, work.hulls
    G, x, n, back = work.frame[g], np.empty(3), np.empty(3), np.empty(9)
    invert(work.map[c], back)
    if geoms.round[g] > 0.0:
        half = geoms.size[g, 1] - geoms.round[g] if geoms.type[g] == CAPSULE else 0.0
        places = 1 + int(np.ceil(4.0 * half / geoms.round[g])) if half > 0.0 else 0
        for i in range(places + 1):
            along = half * (2.0 * i / places - 1.0) if places > 0 else 0.0
            for a in range(3):
                x[a] = G[9 + a] + along * G[3 * a + 1]
            gap = distance(model, state, work, c, back, x, n) - geoms.round[g]
            if gap < margin:
                touch(work, g, c, 1, x, n, gap, geoms.round[g], -1 - i)
        return
    for v in range(geoms.hull[g, 0], geoms.hull[g, 1]):
        V = hulls.vertex[v]
        for a in range(3):
            x[a] = G[9 + a] + G[3 * a] * V[0] + G[3 * a + 1] * V[1] + G[3 * a + 2] * V[2]
        gap = distance(model, state, work, c, back, x, n)
        if gap < margin:
            touch(work, g, c, 1, x, n, gap, 0.0, v - geoms.hull[g, 0])


@kernel
def touch(
    work: Workspace, of: int, over: int, first: int, x: Array, n: Array, gap: float, radius: float, i: int
) -> None:
    """A point x of one shape, with so much of a radius around it, over another whose surface has the normal n.

    first: 1 where the shape that is touched is the first of its pair.
    """
    A, B = work.frame[over] if first else work.frame[of], work.frame[of] if first else work.frame[over]
    N, u, y = np.empty(3), np.empty(3), np.empty(3)
    side = 1.0 if first else -1.0
    for r in range(3):
        u[r] = x[r] - radius * n[r]
        y[r] = u[r] - gap * n[r]
    for r in range(3):
        N[r] = side * (A[r] * n[0] + A[3 + r] * n[1] + A[6 + r] * n[2])
    s, t = np.empty(3), np.empty(3)
    for r in range(3):
        s[r] = t[r] = 0.0
        for k in range(3):
            s[r] += A[3 * k + r] * ((y[k] if first else u[k]) - A[9 + k])
            t[r] += B[3 * k + r] * ((u[k] if first else y[k]) - B[9 + k])
    add_touch(work, N, s, t, gap, 2 * (i + 1000) + first, 0.0)


@kernel
def distance(model: Any, state: State, work: Workspace, g: int, back: Array, x: Array, n: Array) -> float:
    """How far x is from a shape, negative inside, and the normal n of its surface there, in the world."""
    geoms, hulls, clouds = work.geoms, work.hulls, model.clouds
    G, y = work.frame[g], np.empty(3)
    d0, d1, d2 = x[0] - G[9], x[1] - G[10], x[2] - G[11]
    if geoms.type[g] == CLOUD:
        k = geoms.cloud[g]
        if geoms.deforms[g] == BENT:
            X = np.empty(12)
            material_at(model, state, work, g, x, y, X)
            invert(X[0:9], back)
            d0, d1, d2 = x[0] - X[9], x[1] - X[10], x[2] - X[11]
        for r in range(3):
            y[r] = y[r] - model.geoms.local[g, 9 + r] if geoms.deforms[g] == BENT else 0.0
            y[r] += back[3 * r] * d0 + back[3 * r + 1] * d1 + back[3 * r + 2] * d2
        size, start = clouds.size[k], clouds.start[k]
        gap, g0, g1, g2 = grid_gap(
            clouds.distance[start:], size[0], size[1], size[2], clouds.grid[k], y[0], y[1], y[2]
        )
        for r in range(3):
            n[r] = back[r] * g0 + back[3 + r] * g1 + back[6 + r] * g2
        length = np.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
        for r in range(3):
            n[r] /= length
        return gap / length
    for r in range(3):
        y[r] = G[r] * d0 + G[3 + r] * d1 + G[6 + r] * d2
    if geoms.type[g] == SPHERE or geoms.type[g] == CAPSULE:
        half = geoms.size[g, 1] - geoms.round[g]
        y[1] -= min(max(y[1], -half), half)
        length = max(np.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]), 1e-300)
        for r in range(3):
            n[r] = (G[3 * r] * y[0] + G[3 * r + 1] * y[1] + G[3 * r + 2] * y[2]) / length
        return length - geoms.round[g]
    best, most = geoms.hull[g, 2], -1e300
    for f in range(geoms.hull[g, 2], geoms.hull[g, 3]):
        N = hulls.face[f]
        away = N[0] * y[0] + N[1] * y[1] + N[2] * y[2] - N[3]
        if away > most:
            best, most = f, away
    N = hulls.face[best]
    for r in range(3):
        n[r] = G[3 * r] * N[0] + G[3 * r + 1] * N[1] + G[3 * r + 2] * N[2]
    return most


@kernel
def grid_gap(
    values: Array, nx: int, ny: int, nz: int, size: Array, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """(gap, normal) from values (nx · ny · nz,), flat; size = (low corner (3,), spacing).

    Beyond the grid no point is told to be nearer than it is.
    """
    d = size[3]
    r, s, t = (x - size[0]) / d, (y - size[1]) / d, (z - size[2]) / d
    cr, cs, ct = min(max(r, 0.0), nx - 1.0), min(max(s, 0.0), ny - 1.0), min(max(t, 0.0), nz - 1.0)
    i, j, k = min(int(cr), nx - 2), min(int(cs), ny - 2), min(int(ct), nz - 2)
    beyond = d * np.sqrt((r - cr) ** 2 + (s - cs) ** 2 + (t - ct) ** 2)
    r, s, t = cr - i, cs - j, ct - k
    value = gx = gy = gz = 0.0
    for a in range(2):
        for b in range(2):
            for c in range(2):
                f = values[((i + a) * ny + j + b) * nz + k + c]
                wr, ws, wt = r if a else 1 - r, s if b else 1 - s, t if c else 1 - t
                value += wr * ws * wt * f
                gx += (f if a else -f) * ws * wt
                gy += (f if b else -f) * wr * wt
                gz += (f if c else -f) * wr * ws
    length = np.sqrt(gx * gx + gy * gy + gz * gz)
    if length == 0.0:
        return value + beyond, 0.0, 1.0, 0.0
    return value + beyond, gx / length, gy / length, gz / length
