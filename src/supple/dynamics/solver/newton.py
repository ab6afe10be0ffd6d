"""Newton's method for the contacts of an island: stiff convex potentials around the impulses of before.

    min over z:  ½ |z|² + Σ ½ R |f|²,   f = Π(f̄ − (Yᵀ z + u) / R),   R = β A

Π: what pushes, and friction within μ f̄ₙ, which is fixed and makes it convex. With f̄ from the last step (a
proximal step) what rests is solved by the impulses that it already has. H = 1 + Y G Yᵀ is factored in blocks of
six within the envelope of Cuthill and McKee's order; the line search is exact. Afterwards z = Y f, to the last
bit.
"""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.kind import yields
from supple.dynamics.linalg.envelope import factor_blocks, solve_blocks
from supple.dynamics.model.arrays import Newton, Rows, Workspace
from supple.dynamics.solver.rows import load, pull_back, turning_bound
from supple.kernels import kernel

BETA = 0.01
"""Softness, in shares of A."""
HARD = 1e-4
"""The same of equalities; they are solved exactly afterwards."""
FACTORS = 50
SEARCH = 20
ENVELOPE = 9
UNSEEN, ASIDE = -1, -2
LINE = 1e-3
"""The slope along a step is brought to this share of what it was."""


@kernel
def newton(model: Any, work: Workspace, island: int, tolerance: float) -> int:
    """From what Gauss–Seidel left to the answer, in z and the rows' f; returns how many factors it took.

    Only bodies that are `chosen` are solved for, as if the others kept their velocities, and only points that touch
    one change their impulses. If the method does not end, its result is kept only if it lowers ½ |z|² + f·u.
    """
    to, own, z, islands = work.rows, work.newton, work.z, work.islands
    c0, c1 = islands.point[island], islands.point[island + 1]
    b0, b1 = islands.first[island], islands.first[island + 1]
    many = order(model, work, island)
    n = list_points(work, c0, c1)
    blocks = envelope(work, many, n)
    if blocks > len(own.H):
        work.sums[ENVELOPE] = blocks
        return 0
    before = merit(work, c0, c1, b0, b1)
    for k in range(b0, b1):
        own.g[islands.block[k]] = 0.0
    for m in range(n):
        c = own.point[m]
        own.f[c] = to.f[c]
        for r in range(3):
            own.bar[c, r] = to.f[c, r]
        own.bar[c, 3] = turning_bound(to, c) if to.turns[c] else to.friction[c] * load(to, c, to.f[c, 0])
        if to.slot[c] < 0:
            give_way(work, c)
    along_rows(to, own, z, own.u, n)
    for m in range(n):
        c = own.point[m]
        for r in range(3):
            own.u[c, r] += to.u[c, r]
    factors, good = 0, 0
    for _turn in range(FACTORS):
        answer(to, own, n)
        if gradient(work, many, n) < tolerance:
            good = 1
            break
        hessian(work, many, blocks, n)
        factor_blocks(own.H, own.row, own.begin, many)
        solve_blocks(own.H, own.row, own.begin, own.at, own.g, many)
        factors += 1
        step_along(work, many, n)
    remake(work, c0, c1, b0, b1)
    if not good and merit(work, c0, c1, b0, b1) > before:
        for m in range(n):
            to.f[own.point[m]] = own.f[own.point[m]]
        remake(work, c0, c1, b0, b1)
    return factors


@kernel
def list_points(work: Workspace, c0: int, c1: int) -> int:
    """The points that touch a chosen body, in line; returns how many."""
    to, own, n = work.rows, work.newton, 0
    for c in range(c0, c1):
        for e in range(to.first[c], to.first[c + 1]):
            if own.place[to.block[e]] >= 0:
                own.point[n] = c
                n += 1
                break
    return n


@kernel
def remake(work: Workspace, c0: int, c1: int, b0: int, b1: int) -> None:
    """z = Y f."""
    for k in range(b0, b1):
        work.z[work.islands.block[k]] = 0.0
    pull_back(work.rows, work.z, work.rows.f, c0, c1, 1.0)


@kernel
def merit(work: Workspace, c0: int, c1: int, b0: int, b1: int) -> float:
    """½ |z|² + f·u, which impulses may not make positive: they would add energy."""
    linear, square = merits(work, c0, c1, b0, b1)
    return linear + square


@kernel
def merits(work: Workspace, c0: int, c1: int, b0: int, b1: int) -> tuple[float, float]:
    """f·u and ½ |z|²."""
    to, z = work.rows, work.z
    linear = square = 0.0
    for c in range(c0, c1):
        linear += to.f[c, 0] * to.u[c, 0] + to.f[c, 1] * to.u[c, 1] + to.f[c, 2] * to.u[c, 2]
    for k in range(b0, b1):
        w = z[work.islands.block[k]]
        for r in range(6):
            square += 0.5 * w[r] * w[r]
    return linear, square


@kernel
def order(model: Any, work: Workspace, island: int) -> int:
    """Cuthill and McKee's order of the chosen bodies of an island, and so of their blocks; returns how many blocks.

    Blocks of others have the place `ASIDE`.
    """
    islands, own, block = work.islands, work.newton, model.bodies.block
    head, next, queue, place = own.head, own.next, own.queue, own.place
    m0, m1 = islands.link[island], islands.link[island + 1]
    for k in range(islands.first[island], islands.first[island + 1]):
        b = work.owner[islands.block[k]]
        place[islands.block[k]] = UNSEEN if own.chosen[b] else ASIDE
        head[b] = -1
    for k in range(m0, m1):
        a, b = islands.body[k, 0], islands.body[k, 1]
        if yields(model, a) and yields(model, b) and own.chosen[a] and own.chosen[b]:
            next[2 * k], next[2 * k + 1] = head[a], head[b]
            head[a], head[b] = 2 * k, 2 * k + 1
    low = many = 0
    for k in range(islands.first[island], islands.first[island + 1]):
        b = work.owner[islands.block[k]]
        if islands.block[k] == block[b] and place[block[b]] == UNSEEN:
            end = spread(model, work, b, low)
            for m in range(low, end):
                place[block[queue[m]]] = UNSEEN
            low = spread(model, work, queue[end - 1], low)  # the last one found is a good end to begin at
    for k in range(low):
        for e in range(block[queue[k]], block[queue[k] + 1]):
            place[e], own.at[many] = many, e
            many += 1
    return many


@kernel
def spread(model: Any, work: Workspace, start: int, low: int) -> int:
    """Put a body and all that hang together with it into the queue, from `low` on, nearest first; where it ends."""
    own, block, end = work.newton, model.bodies.block, low + 1
    own.queue[low] = start
    own.place[block[start]] = 0
    while low < end:
        e = own.head[own.queue[low]]
        while e >= 0:
            other = work.islands.body[e // 2, 1 - e % 2]
            if own.place[block[other]] == UNSEEN:
                own.place[block[other]] = 0
                own.queue[end] = other
                end += 1
            e = own.next[e]
        low += 1
    return end


@kernel
def envelope(work: Workspace, many: int, n: int) -> int:
    """The first column of each row of blocks, and where its blocks are; returns how many there are."""
    to, own = work.rows, work.newton
    for i in range(many):
        own.begin[i] = i
    for m in range(n):
        c = own.point[m]
        least = many
        for e in range(to.first[c], to.first[c + 1]):
            i = own.place[to.block[e]]
            least = min(least, i) if i >= 0 else least
        for e in range(to.first[c], to.first[c + 1]):
            i = own.place[to.block[e]]
            if i >= 0:
                own.begin[i] = min(own.begin[i], least)
    total = 0
    for i in range(many):
        own.row[i] = total - own.begin[i]
        total += i - own.begin[i] + 1
    return total


@kernel
def along_rows(to: Rows, own: Newton, z: Array, u: Array, n: int) -> None:
    """u = Yᵀ z."""
    for m in range(n):
        c = own.point[m]
        un = u1 = u2 = 0.0
        for e in range(to.first[c], to.first[c + 1]):
            y, w = to.Y[e], z[to.block[e]]
            for k in range(6):
                un, u1, u2 = un + y[k] * w[k], u1 + y[6 + k] * w[k], u2 + y[12 + k] * w[k]
        u[c, 0], u[c, 1], u[c, 2] = un, u1, u2


@kernel
def give_way(work: Workspace, c: int) -> None:
    """R of an equality, and 1/(γ + R) of its rows."""
    A, give, gamma = work.rows.A[c], work.newton.give[c], work.held.gamma[-1 - work.rows.slot[c]]
    give[3] = HARD * (A[0] + A[3] + A[5])
    for r in range(3):
        give[r] = 1 / (gamma[r] + give[3])


@kernel
def answer(to: Rows, own: Newton, n: int) -> None:
    """f = Π(f̄ − u / R) of contacts, (R f̄ − u) / (R + γ) of equalities."""
    for m in range(n):
        c = own.point[m]
        if to.slot[c] < 0:
            for r in range(3):
                to.f[c, r] = own.give[c, r] * (own.give[c, 3] * own.bar[c, r] - own.u[c, r])
            continue
        across, bar = BETA * to.A[c, 6], own.bar[c]
        g1, g2, bound = bar[1] - own.u[c, 1] / across, bar[2] - own.u[c, 2] / across, bar[3]
        size = np.sqrt(g1 * g1 + g2 * g2)
        share = bound / size if size > bound else 1.0
        g = bar[0] - own.u[c, 0] / (BETA * to.A[c, 0])
        to.f[c, 0] = min(max(g, -bound), bound) if to.turns[c] else max(0.0, g)
        to.f[c, 1], to.f[c, 2] = share * g1, share * g2


@kernel
def gradient(work: Workspace, many: int, n: int) -> float:
    """g = Y f − z, the step downhill; returns the largest change of velocity that it stands for [m/s]."""
    to, own, worst = work.rows, work.newton, 0.0
    for i in range(many):
        for r in range(6):
            own.g[own.at[i], r] = -work.z[own.at[i], r]
    for m in range(n):
        c = own.point[m]
        f0, f1, f2 = to.f[c, 0], to.f[c, 1], to.f[c, 2]
        for e in range(to.first[c], to.first[c + 1]):
            if own.place[to.block[e]] >= 0:
                y, g = to.Y[e], own.g[to.block[e]]
                for k in range(6):
                    g[k] += y[k] * f0 + y[6 + k] * f1 + y[12 + k] * f2
    for i in range(many):
        for r in range(6):
            worst = max(worst, abs(own.g[own.at[i], r]) * work.scale[own.at[i]])
    return worst


@kernel
def hessian(work: Workspace, many: int, blocks: int, n: int) -> None:
    """H = 1 + Y G Yᵀ, with G the slope of f at each point."""
    to, own, G = work.rows, work.newton, np.empty(4)
    own.H[0:blocks] = 0.0
    for i in range(many):
        for r in range(6):
            own.H[own.row[i] + i, 7 * r] = 1.0
    for m in range(n):
        c = own.point[m]
        slope_at(to, own, c, G)
        if G[0] == 0.0 and G[1] + G[3] == 0.0:
            continue
        for e in range(to.first[c], to.first[c + 1]):
            for f in range(to.first[c], e + 1):
                i, j = own.place[to.block[e]], own.place[to.block[f]]
                if min(i, j) < 0:
                    continue
                if i >= j:
                    add_block(own.H[own.row[i] + j], to.Y[e], to.Y[f], G)
                else:
                    add_block(own.H[own.row[j] + i], to.Y[f], to.Y[e], G)


@kernel
def slope_at(to: Rows, own: Newton, c: int, G: Array) -> None:
    """G = −∂f/∂u of a point: nn, 11, 12, 22."""
    if to.slot[c] < 0:
        G[0], G[1], G[2], G[3] = own.give[c, 0], own.give[c, 1], 0.0, own.give[c, 2]
        return
    along, across, bar = BETA * to.A[c, 0], BETA * to.A[c, 6], own.bar[c]
    g = bar[0] - own.u[c, 0] / along
    G[0] = 1 / along if (abs(g) < bar[3] if to.turns[c] else g > 0.0) else 0.0
    g1, g2, bound = bar[1] - own.u[c, 1] / across, bar[2] - own.u[c, 2] / across, bar[3]
    square = g1 * g1 + g2 * g2
    G[1], G[2], G[3] = 1 / across, 0.0, 1 / across
    if square > bound * bound:
        s = bound / (np.sqrt(square) * across)
        G[1], G[2], G[3] = s * (1 - g1 * g1 / square), -s * g1 * g2 / square, s * (1 - g2 * g2 / square)


@kernel
def add_block(H: Array, a: Array, b: Array, G: Array) -> None:
    """H += a G bᵀ of three rows a and b each, kept transposed: H[6 j + k] of row k and column j."""
    for j in range(6):
        gn, g1, g2 = G[0] * b[j], G[1] * b[6 + j] + G[2] * b[12 + j], G[2] * b[6 + j] + G[3] * b[12 + j]
        for k in range(6):
            H[6 * j + k] += a[k] * gn + a[6 + k] * g1 + a[12 + k] * g2


@kernel
def step_along(work: Workspace, many: int, n: int) -> None:
    """z += t g, with t where the slope along g is zero: safeguarded Newton in one number."""
    to, own, z = work.rows, work.newton, work.z
    along_rows(to, own, own.g, own.du, n)
    linear = square = 0.0
    for i in range(many):
        for r in range(6):
            g = own.g[own.at[i], r]
            linear, square = linear + g * z[own.at[i], r], square + g * g
    low, high, t = 0.0, -1.0, 1.0
    begin, curve = slope_along(to, own, n, 0.0, linear, square)
    for _search in range(SEARCH):
        slope, curve = slope_along(to, own, n, t, linear, square)
        if abs(slope) < LINE * abs(begin):
            break
        if slope < 0.0:
            low = t
        else:
            high = t
        t -= slope / curve
        if t <= low or (high > 0.0 and t >= high):
            t = 0.5 * (low + high) if high > 0.0 else 2 * low + 1e-9
    for i in range(many):
        for r in range(6):
            z[own.at[i], r] += t * own.g[own.at[i], r]
    for m in range(n):
        for r in range(3):
            own.u[own.point[m], r] += t * own.du[own.point[m], r]


@kernel
def slope_along(to: Rows, own: Newton, n: int, t: float, linear: float, square: float) -> tuple[float, float]:
    """First and second derivative of the cost at a share t of the step."""
    d, dd = linear + t * square, square
    for m in range(n):
        c = own.point[m]
        u, du, bar = own.u[c], own.du[c], own.bar[c]
        if to.slot[c] < 0:
            give = own.give[c]
            for r in range(3):
                d -= give[r] * (give[3] * bar[r] - u[r] - t * du[r]) * du[r]
                dd += give[r] * du[r] * du[r]
            continue
        along, across = BETA * to.A[c, 0], BETA * to.A[c, 6]
        f = bar[0] - (u[0] + t * du[0]) / along
        if to.turns[c] and abs(f) > bar[3]:
            d -= np.copysign(bar[3], f) * du[0]
        elif f > 0.0 or to.turns[c]:
            d, dd = d - f * du[0], dd + du[0] * du[0] / along
        g1, g2, bound = bar[1] - (u[1] + t * du[1]) / across, bar[2] - (u[2] + t * du[2]) / across, bar[3]
        size, dot, both = g1 * g1 + g2 * g2, g1 * du[1] + g2 * du[2], du[1] * du[1] + du[2] * du[2]
        if size > bound * bound:
            length = np.sqrt(size)
            d -= bound / length * dot
            dd += bound / (length * across) * (both - dot * dot / size)
        else:
            d, dd = d - dot, dd + both / across
    return d, dd
