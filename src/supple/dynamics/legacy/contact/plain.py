"""Points of rigid bodies and of those that deform by polynomials, all at once, in compiled code.

rigid: x = c + R (r − center);   polynomial: x = R p(s), p the monomials of s = (r − center)/scale. Other kinds of
body are asked one by one.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.bodies.polynomial import Polynomial
from supple.dynamics.legacy.bodies.rigid import RigidBody
from supple.dynamics.legacy.bodies.turning import set_matrix
from supple.dynamics.legacy.contact.locate import polynomial_map, polynomial_terms
from supple.dynamics.linalg.dense import apply, largest
from supple.kernels import kernel

OTHER, RIGID, POLYNOMIAL = 0, 1, 2


class PlainArrays(NamedTuple):
    """What each body is, where its coordinates and velocities are, and its monomials: rows of `powers` (Σk, 3)."""

    kind: Indices
    q_start: Indices
    v_start: Indices
    nv: Indices
    term: Indices
    """Where the monomials of each body begin (bodies + 1,)."""
    powers: Indices
    center: Array
    scale: Array


def plain_arrays(bodies: Sequence[Body]) -> PlainArrays:
    """Bodies in line, as they are in q and v."""
    bases = [
        b.basis if isinstance(b, LinearBody) and isinstance(b.basis, Polynomial) else None for b in bodies
    ]
    powers = [np.zeros((0, 3), dtype=np.int64) if basis is None else basis.powers for basis in bases]
    known = [OTHER if basis is None else POLYNOMIAL for basis in bases]
    kinds = [RIGID if isinstance(b, RigidBody) else kind for b, kind in zip(bodies, known, strict=True)]
    centers = [
        _center(body) if basis is None else basis.center for body, basis in zip(bodies, bases, strict=True)
    ]
    return PlainArrays(
        kind=np.array(kinds, dtype=np.int64),
        q_start=_starts([b.nq for b in bodies])[:-1],
        v_start=_starts([b.nv for b in bodies])[:-1],
        nv=np.array([b.nv for b in bodies], dtype=np.int64),
        term=_starts([len(p) for p in powers]),
        powers=np.concatenate([np.zeros((0, 3), dtype=np.int64), *powers]),
        center=np.array(centers, dtype=np.float64).reshape(-1, 3),
        scale=np.array([1.0 if basis is None else basis.scale for basis in bases]),
    )


def _center(body: Body) -> Array:
    """What a rigid body turns about, in its rest frame."""
    return -body.coefficients(np.zeros((1, 3)))[0] if isinstance(body, RigidBody) else np.zeros(3)


def _starts(sizes: Sequence[int]) -> Indices:
    return np.cumsum([0, *sizes], dtype=np.int64)


@kernel
def move(plain: PlainArrays, q: Array, v: Array, body: Indices, r: Array, x: Array, speed: Array) -> None:
    """Places x (n, 3) and velocities (n, 3) of the points r (n, 3) at rest of `body` (n,); others are left alone."""
    begin = 0
    for end in range(1, len(body) + 1):
        if end < len(body) and body[end] == body[begin]:
            continue
        b = body[begin]
        if plain.kind[b] == RIGID:
            _move_rigid(plain, b, q, v, r[begin:end], x[begin:end], speed[begin:end])
        elif plain.kind[b] == POLYNOMIAL:
            _move_polynomial(plain, b, q, v, r[begin:end], x[begin:end], speed[begin:end])
        begin = end


@kernel
def _move_rigid(plain: PlainArrays, b: int, q: Array, v: Array, r: Array, x: Array, speed: Array) -> None:
    """x = c + R (r − center), ẋ = ċ + ω × R (r − center), of points of one body."""
    s, t, R, spun = plain.q_start[b], plain.v_start[b], np.empty((3, 3)), np.empty((3, 3))
    set_matrix(q[s + 3 : s + 7], R)
    for c in range(3):
        one, two = (c + 1) % 3, (c + 2) % 3
        for d in range(3):
            spun[c, d] = v[t + 3 + one] * R[two, d] - v[t + 3 + two] * R[one, d]
    for i in range(len(r)):
        for c in range(3):
            place, pace = q[s + c], v[t + c]
            for d in range(3):
                arm = r[i, d] - plain.center[b, d]
                place += R[c, d] * arm
                pace += spun[c, d] * arm
            x[i, c], speed[i, c] = place, pace


@kernel
def _move_polynomial(
    plain: PlainArrays, b: int, q: Array, v: Array, r: Array, x: Array, speed: Array
) -> None:
    """x = R p, ẋ = Ṙ p, of points of one body."""
    s, t, powers = plain.q_start[b], plain.v_start[b], plain.powers[plain.term[b] : plain.term[b + 1]]
    k = len(powers)
    p, table, at = np.empty(k), np.empty((3, largest(powers.reshape(-1)) + 1)), np.empty(3)
    for i in range(len(r)):
        _set_scaled(plain, b, r[i], at)
        polynomial_terms(powers, at, table, p)
        for c in range(3):
            place = pace = 0.0
            for j in range(k):
                place += q[s + c * k + j] * p[j]
                pace += v[t + c * k + j] * p[j]
            x[i, c], speed[i, c] = place, pace


@kernel
def _set_scaled(plain: PlainArrays, b: int, r: Array, at: Array) -> None:
    """s = (r − center)/scale of a point (3,) of body b."""
    for c in range(3):
        at[c] = (r[c] - plain.center[b, c]) / plain.scale[b]


@kernel
def stretch(plain: PlainArrays, q: Array, at: Array, G: Array) -> None:
    """G = ∂x/∂r (bodies, 3, 3) at the rest position `at` (bodies, 3) of each body; others are left alone."""
    place, scaled = np.empty(3), np.empty(3)
    for b in range(len(plain.kind)):
        s = plain.q_start[b]
        if plain.kind[b] == RIGID:
            set_matrix(q[s + 3 : s + 7], G[b])
        elif plain.kind[b] == POLYNOMIAL:
            powers = plain.powers[plain.term[b] : plain.term[b + 1]]
            R = q[s : s + plain.nv[b]].reshape(3, len(powers))
            table = np.empty((3, largest(powers.reshape(-1)) + 1))
            _set_scaled(plain, b, at[b], scaled)
            polynomial_map(R, powers, scaled, table, place, G[b])
            for c in range(3):
                for d in range(3):
                    G[b, c, d] /= plain.scale[b]


@kernel
def answer_rows(
    plain: PlainArrays, q: Array, body: Indices, side: int, r: Array, sign: float, blocks: Array, block: Indices,
    C: Array, WC: Array,
) -> None:  # fmt: skip
    """C = ± ∂ẋ/∂v and C W (n, sides, 3, m), all zero before, of points r (n, 3) on one side of `body` (n, sides).

    W of body b is `blocks` from block[b] on. Others, and nobody, −1, are left alone.
    """
    for i in range(len(body)):
        b = body[i, side]
        if b < 0 or plain.kind[b] == OTHER:
            continue
        nv = plain.nv[b]
        W = blocks[block[b] : block[b] + nv * nv].reshape(nv, nv)
        if plain.kind[b] == RIGID:
            _answer_rigid(plain, b, q, r[i], sign, W, C[i, side], WC[i, side])
        else:
            _answer_polynomial(plain, b, r[i], sign, W, C[i, side], WC[i, side])


@kernel
def _answer_rigid(
    plain: PlainArrays, b: int, q: Array, r: Array, sign: float, W: Array, C: Array, WC: Array
) -> None:
    """C = ± [1₃  −[R (r − center)]×] of one point."""
    s, R, arm, a = plain.q_start[b], np.empty((3, 3)), np.empty(3), np.empty(3)
    set_matrix(q[s + 3 : s + 7], R)
    for c in range(3):
        arm[c] = r[c] - plain.center[b, c]
    apply(R, arm, a)
    for c in range(3):
        one, two = (c + 1) % 3, (c + 2) % 3
        C[c, c], C[c, 3 + one], C[c, 3 + two] = sign, sign * a[two], -sign * a[one]
    for c in range(3):
        for j in range(len(W)):
            for n in range(len(W)):
                WC[c, n] += C[c, j] * W[j, n]


@kernel
def _answer_polynomial(
    plain: PlainArrays, b: int, r: Array, sign: float, W: Array, C: Array, WC: Array
) -> None:
    """C = ± 1₃ ⊗ p of one point."""
    powers = plain.powers[plain.term[b] : plain.term[b + 1]]
    k = len(powers)
    p, table, at = np.empty(k), np.empty((3, largest(powers.reshape(-1)) + 1)), np.empty(3)
    _set_scaled(plain, b, r, at)
    polynomial_terms(powers, at, table, p)
    for c in range(3):
        for j in range(k):
            C[c, c * k + j] = sign * p[j]
            for n in range(len(W)):
                WC[c, n] += sign * p[j] * W[c * k + j, n]
