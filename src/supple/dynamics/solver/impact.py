"""Impact: the blows of a step, which change velocities at once, before anything else acts.

What bounces does so with the speed that it had when the step began: bounce 1 brings it to where it fell from, and
what is pressed together lies still. Bodies are struck in their motion as a whole ẋ = a + ω × (x − c), until each
point that hits leaves with

    u_n⁺ = −e u_n,   m Δa = Σ f,   I Δω = Σ (x − c) × f,   |f_t| ≤ μ f_n

by sweeps over the points. A hard body that can bend would else take up most of a blow in its strains and give it back
when they please; they go on as they were. Impulses are shortened where they would add energy, as Newton's law of
restitution and friction together may (Kane & Levinson 1985). What is soft bounces by its own elasticity, and a kind
that has no motion as a whole rebounds in the solve.
"""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.kind import as_rigid, push_rigid, velocity, yields
from supple.dynamics.collision.bent import material_points
from supple.dynamics.collision.manifold import acts
from supple.dynamics.model.arrays import State, Workspace
from supple.dynamics.solver.rows import directions, slowest, turned
from supple.kernels import kernel

SWEEPS = 60
STILL = 1e-9
"""Velocities that change by less than this in a sweep are found [m/s]."""
MASS, CENTER, INVERSE, VELOCITY, SPIN, PUSH, TWIST, HIT = 0, 1, 4, 13, 16, 19, 22, 25
"""Where a body's motion as a whole lies in its row: m, c, I⁻¹, a, ω, what Σ f and Σ (x − c) × f it was given, and
whether it is struck."""
STRIKES = 2
"""What `taking` says of a pair whose points come fast enough."""


@kernel
def note_approach(model: Any, state: State, work: Workspace, h: float) -> int:
    """How fast the points of pairs that bounce or are struck close in, before anything has acted in this step.

    Returns how many of them strike a body as a whole within the step.
    """
    contacts, geoms, slow, strikes = state.contacts, model.geoms, slowest(model, h), 0
    F, x = np.empty(9), np.empty(3)
    for p in range(contacts.slots[0]):
        work.struck[p] = work.taking[p] = 0
        ga, gb = contacts.pair[p, 0], contacts.pair[p, 1]
        if acts(contacts, p) == 0:
            continue
        if max(geoms.hard[ga], geoms.hard[gb]) == 0 and max(geoms.bounce[ga], geoms.bounce[gb]) == 0.0:
            continue
        fastest = 0.0
        for m in range(contacts.points[p]):
            place(state, work, p, m, F, x)
            work.closing[p, m] = -approach(model, state, work, p, m, x, F, 0, 0)
            fastest = max(fastest, work.closing[p, m])
        if fastest < 0.5 * slow:
            continue
        work.struck[p] = find_motion(model, state, work, p)
        for m in range(contacts.points[p]):
            gap = place(state, work, p, m, F, x)
            work.closing[p, m] = -approach(model, state, work, p, m, x, F, 0, work.struck[p])
            if work.struck[p] and work.closing[p, m] > slow and gap < h * work.closing[p, m]:
                strikes += 1
                work.taking[p] = STRIKES
    return strikes


@kernel
def find_motion(model: Any, state: State, work: Workspace, p: int) -> int:
    """The motions as a whole of the two bodies of a pair, where they answer a blow so; else 0.

    One of the two bounces or is hard and bends, and none is soft.
    """
    geoms, found = model.geoms, 0
    for side in range(2):
        g = state.contacts.pair[p, side]
        if geoms.deforms[g] and not geoms.hard[g]:
            return 0
        if geoms.hard[g] or geoms.bounce[g] > 0.0:
            found = 1
    for side in range(2):
        b = geoms.body[state.contacts.pair[p, side]]
        if found and yields(model, b):
            found = as_rigid(model, state, work, b, work.whole[b])
    return found


@kernel
def place(state: State, work: Workspace, p: int, m: int, F: Array, x: Array) -> float:
    """The middle x of a point of a pair, its normal and two directions across it; returns the gap."""
    contacts, N, y, gap = state.contacts, np.empty(3), np.empty(3), 0.0
    A, B, n = work.frame[contacts.pair[p, 0]], work.frame[contacts.pair[p, 1]], contacts.normal[p]
    for r in range(3):
        N[r] = A[3 * r] * n[0] + A[3 * r + 1] * n[1] + A[3 * r + 2] * n[2]
    directions(N, F)
    turned(A, contacts.at[p, m], 0, x)
    turned(B, contacts.at[p, m], 3, y)
    for r in range(3):
        gap += N[r] * (y[r] - x[r])
        x[r] = 0.5 * (x[r] + y[r])
    return gap


@kernel
def approach(
    model: Any, state: State, work: Workspace, p: int, m: int, x: Array, F: Array, k: int, whole: int
) -> float:
    """How fast the second body of a pair leaves the first at x along direction k of F, by its motion as a whole."""
    geoms, u, own, speed = model.geoms, np.empty(3), np.empty(6), 0.0
    for side in range(2):
        g = state.contacts.pair[p, side]
        b, sign = geoms.body[g], 1.0 if side else -1.0
        if b < 0:
            continue
        if whole and yields(model, b):
            W = work.whole[b]
            r0, r1, r2 = x[0] - W[CENTER], x[1] - W[CENTER + 1], x[2] - W[CENTER + 2]
            u[0] = W[VELOCITY] + W[SPIN + 1] * r2 - W[SPIN + 2] * r1
            u[1] = W[VELOCITY + 1] + W[SPIN + 2] * r0 - W[SPIN] * r2
            u[2] = W[VELOCITY + 2] + W[SPIN] * r1 - W[SPIN + 1] * r0
        else:
            material_points(model, state.contacts, p, m, own)
            velocity(model, state, work, b, geoms.link[g], own[3 * side : 3 * side + 3], x, u)
        speed += sign * (u[0] * F[3 * k] + u[1] * F[3 * k + 1] + u[2] * F[3 * k + 2])
    return speed


@kernel
def strike(model: Any, state: State, work: Workspace, islands: int, h: float) -> None:
    """The blows of this step, which change velocities at once; call it only where there are any."""
    slow, body, contacts = slowest(model, h), model.geoms.body, state.contacts
    for b in range(len(work.whole)):
        work.whole[b, HIT] = 0.0
    for p in range(contacts.slots[0]):
        work.blow[p] = 0.0
        for side in range(2):
            b = body[contacts.pair[p, side]]
            if work.taking[p] == STRIKES and yields(model, b):
                work.whole[b, HIT] = 1.0
    for island in range(islands):
        if gather(model, state, work, island, slow, h):
            for _ in range(SWEEPS):
                if sweep(model, state, work, island) < STILL:
                    break
            release(model, state, work, island)


@kernel
def gather(model: Any, state: State, work: Workspace, island: int, slow: float, h: float) -> int:
    """Mark the pairs of an island that take part in a blow, those of bodies that are struck, and what each of their
    points is to leave with.

    Returns how many points strike.
    """
    own, contacts, geoms, strikes = work.islands, state.contacts, model.geoms, 0
    F, x = np.empty(9), np.empty(3)
    for at in range(own.first[island], own.first[island + 1]):
        work.whole[work.owner[own.block[at]], PUSH:HIT] = 0.0
    for at in range(own.start[island], own.start[island + 1]):
        p = own.pairs[at]
        work.taking[p] = 1 if is_hit(model, state, work, p) and find_motion(model, state, work, p) else 0
        bounce = max(geoms.bounce[contacts.pair[p, 0]], geoms.bounce[contacts.pair[p, 1]])
        for m in range(contacts.points[p]):
            work.goal[p, m] = -1.0
            if work.taking[p]:
                gap = place(state, work, p, m, F, x)
                work.answer[p, m, 0] = answer(model, state, work, p, x, F, 0)
                work.answer[p, m, 1] = answer(model, state, work, p, x, F, 1) + answer(
                    model, state, work, p, x, F, 2
                )
                closing = -approach(model, state, work, p, m, x, F, 0, 1)
                if gap < h * max(closing, slow):
                    work.goal[p, m] = bounce * closing if closing > slow else 0.0
                    strikes += 1 if closing > slow else 0
    fall(model, work, island, h)
    return strikes


@kernel
def is_hit(model: Any, state: State, work: Workspace, p: int) -> int:
    """Whether a body of a pair is struck in this step."""
    for side in range(2):
        b = model.geoms.body[state.contacts.pair[p, side]]
        if yields(model, b) and work.whole[b, HIT] > 0.0:
            return 1
    return 0


@kernel
def fall(model: Any, work: Workspace, island: int, h: float) -> None:
    """Motions as a whole get the weight of this step, so that points part as fast as they are to when it ends."""
    own, last = work.islands, -1
    for at in range(own.first[island], own.first[island + 1]):
        b = work.owner[own.block[at]]
        if b != last:
            for r in range(3):
                work.whole[b, VELOCITY + r] += h * model.gravity[r]
        last = b


@kernel
def sweep(model: Any, state: State, work: Workspace, island: int) -> float:
    """Push each point of the blow to its goal, within the cone of friction; returns the largest change [m/s]."""
    own, contacts, geoms, largest = work.islands, state.contacts, model.geoms, 0.0
    F, x, f = np.empty(9), np.empty(3), np.empty(3)
    for at in range(own.start[island], own.start[island + 1]):
        p = own.pairs[at]
        if work.taking[p] == 0:
            continue
        friction = max(geoms.friction[contacts.pair[p, 0]], geoms.friction[contacts.pair[p, 1]])
        for m in range(contacts.points[p]):
            if work.goal[p, m] < 0.0:
                continue
            place(state, work, p, m, F, x)
            blow = work.blow[p, m]
            down, along = work.answer[p, m, 0], work.answer[p, m, 1]
            for k in range(3):
                want = work.goal[p, m] if k == 0 else 0.0
                f[k] = blow[k] + (want - approach(model, state, work, p, m, x, F, k, 1)) / (
                    along if k else down
                )
            f[0] = max(f[0], 0.0)
            length, bound = np.sqrt(f[1] * f[1] + f[2] * f[2]), friction * f[0]
            if length > bound:
                f[1], f[2] = f[1] * bound / length, f[2] * bound / length
            for k in range(3):
                f[k], blow[k] = f[k] - blow[k], f[k]
                largest = max(largest, abs(f[k]) * (along if k else down))
            push(model, state, work, p, x, F, f)
    return largest


@kernel
def answer(model: Any, state: State, work: Workspace, p: int, x: Array, F: Array, k: int) -> float:
    """n·A n: how a pair answers at x to an impulse along direction k of F, 1/m + (r × n)·I⁻¹ (r × n) of each body."""
    total, t = 0.0, np.empty(3)
    for side in range(2):
        b = model.geoms.body[state.contacts.pair[p, side]]
        if yields(model, b):
            W = work.whole[b]
            lever(W, x, F[3 * k : 3 * k + 3], t)
            total += 1 / W[MASS]
            for r in range(3):
                for c in range(3):
                    total += t[r] * W[INVERSE + 3 * r + c] * t[c]
    return total


@kernel
def lever(W: Array, x: Array, n: Array, t: Array) -> None:
    """t = (x − c) × n."""
    r0, r1, r2 = x[0] - W[CENTER], x[1] - W[CENTER + 1], x[2] - W[CENTER + 2]
    t[0], t[1], t[2] = r1 * n[2] - r2 * n[1], r2 * n[0] - r0 * n[2], r0 * n[1] - r1 * n[0]


@kernel
def push(model: Any, state: State, work: Workspace, p: int, x: Array, F: Array, f: Array) -> None:
    """Give both bodies of a pair the impulse f along the directions of F at x."""
    n, t = np.empty(3), np.empty(3)
    for side in range(2):
        b, sign = model.geoms.body[state.contacts.pair[p, side]], 1.0 if side else -1.0
        if not yields(model, b):
            continue
        W = work.whole[b]
        for r in range(3):
            n[r] = sign * (f[0] * F[r] + f[1] * F[3 + r] + f[2] * F[6 + r])
        lever(W, x, n, t)
        for r in range(3):
            W[PUSH + r] += n[r]
            W[TWIST + r] += t[r]
            W[VELOCITY + r] += n[r] / W[MASS]
            for c in range(3):
                W[SPIN + r] += W[INVERSE + 3 * r + c] * t[c]


@kernel
def release(model: Any, state: State, work: Workspace, island: int) -> None:
    """Put a blow into the velocities of an island's bodies, shortened where it would add energy.

    With the work Σ f·u⁺ at the points and Q = Σ Δa·m Δa + Δω·I Δω, a share s changes the energy by
    s (Σ f·u⁺ − Q) + ½ s² Q.
    """
    own, contacts, x, F, gain = work.islands, state.contacts, np.empty(3), np.empty(9), np.empty(6)
    after, square, share, last = 0.0, 0.0, 1.0, -1
    for at in range(own.start[island], own.start[island + 1]):
        p = own.pairs[at]
        for m in range(contacts.points[p]):
            if work.taking[p] and work.goal[p, m] >= 0.0:
                place(state, work, p, m, F, x)
                for k in range(3):
                    after += work.blow[p, m, k] * approach(model, state, work, p, m, x, F, k, 1)
    for at in range(own.first[island], own.first[island + 1]):
        b = work.owner[own.block[at]]
        square += gained(work.whole[b], gain) if b != last else 0.0
        last = b
    if square > 0.0 and after > 0.5 * square:
        share = max(2.0 * (square - after) / square, 0.0)
    last = -1
    for at in range(own.first[island], own.first[island + 1]):
        b = work.owner[own.block[at]]
        if b != last and gained(work.whole[b], gain) > 0.0:
            for r in range(6):
                gain[r] *= share
            push_rigid(model, state, work, b, gain)
        last = b
    for at in range(own.start[island], own.start[island + 1]):
        for m in range(contacts.points[own.pairs[at]]):
            for k in range(3):
                work.blow[own.pairs[at], m, k] *= share


@kernel
def gained(W: Array, gain: Array) -> float:
    """(Δa, Δω) of a body by what it was given; returns Δa·m Δa + Δω·I Δω."""
    square = 0.0
    for r in range(3):
        gain[r] = gain[3 + r] = 0.0
        if W[PUSH + r] != 0.0:
            gain[r] = W[PUSH + r] / W[MASS]
        for c in range(3):
            gain[3 + r] += W[INVERSE + 3 * r + c] * W[TWIST + c]
        square += gain[r] * W[PUSH + r] + gain[3 + r] * W[TWIST + r]
    return square


@kernel
def recall(state: State, work: Workspace) -> None:
    """Add the blows of this step to the impulses that are remembered, as vectors in the world."""
    F, x = np.empty(9), np.empty(3)
    for p in range(state.contacts.slots[0]):
        for m in range(state.contacts.points[p]):
            place(state, work, p, m, F, x)
            for r in range(3):
                for k in range(3):
                    state.contacts.impulse[p, m, r] += work.blow[p, m, k] * F[3 * k + r]
