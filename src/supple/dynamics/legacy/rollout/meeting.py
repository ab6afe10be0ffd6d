"""Contact of a lattice body within its step, in compiled code.

With (M + h d + h²/4 K) = L Lᵀ and z = Lᵀ v, an impulse f at a point changes z by L⁻¹ Jᵀ f and its velocity is
J L⁻ᵀ z: one row serves both. J is taken half way, like M. Points are looked at when the body may have travelled as
far as they were clear. Of those that would sink in, a few that are far apart are kept out; then it is looked whether
others still sink, and those join them: a flat foot of a hundred points stands on a handful.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.bodies.lattice.map import carry, contract, places
from supple.dynamics.legacy.bodies.lattice.step import Parts, Room
from supple.dynamics.legacy.bodies.turning import set_matrix
from supple.dynamics.legacy.contact.shapes.arrays import ShapeArrays, gap_of
from supple.dynamics.legacy.rollout.settling import STILL, apart, keep, move_out, resume, settle, strike, turn
from supple.dynamics.legacy.rollout.surface import Surface, Touching
from supple.dynamics.linalg.cholesky import backward
from supple.kernels import kernel

FEW, MORE = 32, 6
"""Where more points sink than a few, so many are kept out at a time before it is looked whether others sink still."""
NOTICED = 2 * STILL
"""Points that sink slower are out, while others are kept out [m/s]."""
KNOWN = 1.5
"""What pressed in the last step is as good as what is so much farther."""


@kernel
def swept(radius: float, reach: Array, gamma: Array, v: Array) -> float:
    """The fastest that any point can be [m/s], at velocities v (nv,) in whatever frame."""
    fastest = np.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2)
    for n in range(len(gamma)):
        radius += abs(gamma[n]) * reach[n]
        fastest += abs(v[6 + n]) * reach[n]
    return float(fastest + radius * np.sqrt(v[3] ** 2 + v[4] ** 2 + v[5] ** 2))


@kernel
def meet(
    parts: Parts, surface: Surface, q: Array, h: float, slowest: float, sweeps: int, to: Room, on: Touching
) -> int:
    """Keep `to.v` from carrying points into anything; returns how many touch. `on.p` then moves places only."""
    near = h * swept(surface.radius, surface.reach, q[7:], to.v)
    on.p[:] = 0.0
    due = _due(on.clear, on.travel[0] + near, on.which)
    if due == 0:
        return 0
    if len(parts.lattices.parent) > 1:
        contract(parts.lattices, q[7:], True, False, to.c_rate)
    places(parts.lattices, surface.points, on.which[:due], q[7:], to.c_rate, to.carried, on.y)
    due = _close(surface.shapes, surface.manner, surface.sure, near, due, q, parts.mass.center, on)
    sinking = _sinking(parts, surface, to.half[7:], h, due, to, on)
    if sinking == 0:
        return 0
    n = _kept_out(parts, surface, h, slowest, sweeps, sinking, to, on)
    for k in range(n, sinking):
        on.memory[on.which[k]] = 0.0
    if _finish(n, h, sweeps, on):
        backward(to.factor, on.p)
    return n


@kernel
def _kept_out(
    parts: Parts, surface: Surface, h: float, slowest: float, sweeps: int, count: int, to: Room, on: Touching
) -> int:
    """Impulses on as few of the sinking points as keep all of them out; these are then the first, how many."""
    n, nv, start = 0, len(to.v), np.zeros(len(to.v))
    for k in range(nv):
        for i in range(k + 1):
            start[i] += to.factor[k, i] * to.v[k]
    more = _join(0, count, surface.points.r, parts.mass.center, 0.0, on)
    while more > n:
        _whiten(to.factor, on.J[n:more].reshape(3 * (more - n), nv))
        turn(more - n, on.normal[n:more], on.frame[n:more], on.J[n:more], on.A[n:more])
        n = more
        on.z[:] = start
        _answer(surface, n, h, slowest, sweeps, on)
        to.v[:] = on.z
        backward(to.factor, to.v)
        _sink(n, count, to.v, h, on)
        more = _join(n, count, surface.points.r, parts.mass.center, h * NOTICED, on)
    return n


@kernel
def _sink(n: int, count: int, v: Array, h: float, on: Touching) -> None:
    """How deep the points after the first n would be in the end [m]."""
    for k in range(n, count):
        u = 0.0
        for x in range(3):
            speed = 0.0
            for i in range(len(v)):
                speed += on.J[k, x, i] * v[i]
            u += on.normal[k, x] * speed
        on.depth[k] = -(on.gap[k] + h * u)


@kernel
def _join(n: int, count: int, r: Array, center: Array, least: float, on: Touching) -> int:
    """Of the points that sink deeper than `least` all join, if few, or some far from the first n and each other."""
    which, depth, begin, sinking = on.which, on.depth, n, 0
    for k in range(n, count):
        sinking += depth[k] > least
    if n + sinking <= FEW:
        for k in range(n, count):
            if depth[k] > least:
                _swap(n, k, on)
                n += 1
        return n
    while n < min(begin + MORE, count):
        best, found = 0.0, -1
        for k in range(n, count):
            if depth[k] > least:
                far = apart(r[which[k]], center) if n == 0 else np.inf
                for held in range(n):
                    far = min(far, apart(r[which[k]], r[which[held]]))
                worth = far * (depth[k] if begin else (KNOWN if on.memory[which[k], 6] > 0.0 else 1.0))
                if worth > best:
                    best, found = worth, k
        if found < 0:
            break
        _swap(n, found, on)
        n += 1
    return n


@kernel
def _swap(i: int, k: int, on: Touching) -> None:
    """Sinking points change places."""
    if i == k:
        return
    on.which[i], on.which[k] = on.which[k], on.which[i]
    on.gap[i], on.gap[k] = on.gap[k], on.gap[i]
    on.depth[i], on.depth[k] = on.depth[k], on.depth[i]
    for x in range(3):
        on.normal[i, x], on.normal[k, x] = on.normal[k, x], on.normal[i, x]
        for j in range(on.J.shape[2]):
            on.J[i, x, j], on.J[k, x, j] = on.J[k, x, j], on.J[i, x, j]
    for x in range(4):
        on.manner[i, x], on.manner[k, x] = on.manner[k, x], on.manner[i, x]


@kernel
def _answer(surface: Surface, n: int, h: float, slowest: float, sweeps: int, on: Touching) -> None:
    """Blows first, then what rests, from what the last step has left."""
    z, J, A, gap, manner, f, follow, aim = on.z, on.J, on.A, on.gap, on.manner, on.f, on.follow, on.aim
    on.impulse[:n] = 0.0
    if surface.blow:
        strike(n, z, J, on.B, gap, manner, slowest, h, follow, aim, f, on.before, on.along, on.was, sweeps)
        _add(n, f, on.frame, on.impulse)
    resume(n, z, J, gap, on.frame, manner, surface.lag, h, on.memory, on.which, follow, aim, f)
    settle(n, z, J, A, manner, follow, aim, f, on.before, on.along, on.was, sweeps)


@kernel
def _finish(n: int, h: float, sweeps: int, on: Touching) -> bool:
    """What lasts of the contacts; `on.impulse` receives all of it in world axes. Whether any point was inside."""
    keep(n, on.z, on.J, on.frame, on.manner, h, on.follow, on.f, on.memory, on.which)
    _add(n, on.f, on.frame, on.impulse)
    return move_out(n, on.z, on.p, on.J, on.A, on.gap, on.manner, h, on.aim, on.f, sweeps)


@kernel
def _add(n: int, f: Array, frame: Array, impulse: Array) -> None:
    for i in range(n):
        for x in range(3):
            impulse[i, x] += f[i, 0] * frame[i, 0, x] + f[i, 1] * frame[i, 1, x] + f[i, 2] * frame[i, 2, x]


@kernel
def _due(clear: Array, travelled: float, which: Indices) -> int:
    """List the points that may be near something; how many."""
    n = 0
    for i in range(len(clear)):
        if clear[i] <= travelled:
            which[n] = i
            n += 1
    return n


@kernel
def _close(
    shapes: ShapeArrays, manner: Array, sure: float, near: float, due: int, q: Array, center: Array,
    on: Touching,
) -> int:  # fmt: skip
    """Of the due points those that are near, with gap and normal; the others forget that they touched."""
    n, travelled, R = 0, on.travel[0], np.empty((3, 3))
    set_matrix(q[3:7], R)
    which, clear, memory, y, gaps, normals = on.which, on.clear, on.memory, on.y, on.gap, on.normal
    for k in range(due):
        i = which[k]
        a, b, d = y[k, 0] - center[0], y[k, 1] - center[1], y[k, 2] - center[2]
        x0 = q[0] + R[0, 0] * a + R[0, 1] * b + R[0, 2] * d
        x1 = q[1] + R[1, 0] * a + R[1, 1] * b + R[1, 2] * d
        x2 = q[2] + R[2, 0] * a + R[2, 1] * b + R[2, 2] * d
        least, n0, n1, n2, met = np.inf, 0.0, 1.0, 0.0, 0
        for s in range(len(shapes.kind)):
            g, u0, u1, u2 = gap_of(shapes, s, x0, x1, x2)
            if g < least:
                least, n0, n1, n2, met = g, u0, u1, u2, s
        clear[i] = travelled + sure * least
        if sure * least <= near:
            which[n], gaps[n] = i, least
            for j in range(4):
                on.manner[n, j] = manner[met, j]
            normals[n, 0], normals[n, 1], normals[n, 2] = n0, n1, n2
            n += 1
        else:
            for j in range(7):
                memory[i, j] = 0.0
    return n


@kernel
def _sinking(
    parts: Parts, surface: Surface, gamma: Array, h: float, count: int, to: Room, on: Touching
) -> int:
    """Of the near points those with gap + h u_n < 0, with their Jacobians in world axes; how many."""
    n, v, R, center, moved = 0, to.v, to.R, parts.mass.center, to.carried
    which, memory, gaps, normals, J, manner = on.which, on.memory, on.gap, on.normal, on.J, on.manner
    lattice, phi, r = surface.points.lattice, surface.points.phi, surface.points.r
    y, Y, modes = moved.y, moved.Y, moved.modes
    for k in range(count):
        i, D, sinking = which[k], parts.lattices.first[1], 0.0
        if lattice[i] == 0:
            y[0], y[1], y[2] = r[i, 0], r[i, 1], r[i, 2]
            for m in range(D):
                modes[m] = m
                for x in range(3):
                    Y[x, m] = phi[i, x, m]
                    y[x] += phi[i, x, m] * gamma[m]
        else:
            D = carry(parts.lattices, surface.points, i, gamma, gamma, to.c, to.c, False, moved)
        a, b, d = y[0] - center[0], y[1] - center[1], y[2] - center[2]
        e, f, g = v[0], v[1], v[2]
        for m in range(D):
            rate = v[6 + modes[m]]
            e += Y[0, m] * rate
            f += Y[1, m] * rate
            g += Y[2, m] * rate
        e += v[4] * d - v[5] * b
        f += v[5] * a - v[3] * d
        g += v[3] * b - v[4] * a
        for x in range(3):
            p = R[0, x] * normals[k, 0] + R[1, x] * normals[k, 1] + R[2, x] * normals[k, 2]
            sinking += p * (e if x == 0 else (f if x == 1 else g))
        if gaps[k] + h * sinking < 0.0:
            _rows(a, b, d, Y, modes, D, R, n, len(v), J)
            which[n], gaps[n], on.depth[n] = i, gaps[k], -(gaps[k] + h * sinking)
            for x in range(3):
                normals[n, x] = normals[k, x]
            for j in range(4):
                manner[n, j] = manner[k, j]
            n += 1
        else:
            for j in range(7):
                memory[i, j] = 0.0
    return n


@kernel
def _rows(
    a: float, b: float, d: float, Y: Array, modes: Indices, count: int, R: Array, n: int, nv: int, J: Array
) -> None:
    """J (3, nv) of a point at (a, b, d) in world axes, by velocities in the frame of the body, as the n-th."""
    for x in range(3):
        p, q, r = R[x, 0], R[x, 1], R[x, 2]
        J[n, x, 0], J[n, x, 1], J[n, x, 2] = p, q, r
        J[n, x, 3], J[n, x, 4], J[n, x, 5] = b * r - d * q, d * p - a * r, a * q - b * p
        for j in range(6, nv):
            J[n, x, j] = 0.0
        for j in range(count):
            J[n, x, 6 + modes[j]] = p * Y[0, j] + q * Y[1, j] + r * Y[2, j]


@kernel
def _whiten(factor: Array, rows: Array) -> None:
    """J ← J L⁻ᵀ, all rows side by side, so that none waits for what was just found."""
    for k in range(len(factor)):
        share = 1.0 / factor[k, k]
        for i in range(len(rows)):
            row = rows[i]
            row[k] *= share
            w = row[k]
            for j in range(k + 1, len(factor)):
                row[j] -= factor[k, j] * w
