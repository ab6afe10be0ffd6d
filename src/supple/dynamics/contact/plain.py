"""Points of rigid bodies and of those that deform by polynomials, all at once, in compiled code.

rigid: x = c + R (r − center);   polynomial: x = R p(s), p the monomials of s = (r − center)/scale. Other kinds of
body are asked one by one.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from supple.arrays import Array, Indices
from supple.dynamics.bodies.body import Body
from supple.dynamics.bodies.linear import LinearBody
from supple.dynamics.bodies.polynomial import Polynomial
from supple.dynamics.bodies.rigid import RigidBody
from supple.dynamics.bodies.turning import matrix, skew
from supple.dynamics.contact.locate import polynomial_map, polynomial_terms

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


@njit(cache=True, nogil=True, error_model="numpy")
def move(plain: PlainArrays, q: Array, v: Array, body: Indices, r: Array, x: Array, speed: Array) -> None:
    """Places x (n, 3) and velocities (n, 3) of the points r (n, 3) at rest of `body` (n,); others are left alone."""
    for b, begin, end in runs(body):
        kind, s, t = plain.kind[b], plain.q_start[b], plain.v_start[b]
        if kind == RIGID:
            R = matrix(q[s + 3 : s + 7])
            spun = skew(v[t + 3 : t + 6]) @ R
            for i in range(begin, end):
                for c in range(3):
                    x[i, c], speed[i, c] = q[s + c], v[t + c]
                    for d in range(3):
                        arm = r[i, d] - plain.center[b, d]
                        x[i, c] += R[c, d] * arm
                        speed[i, c] += spun[c, d] * arm
        elif kind == POLYNOMIAL:
            powers = plain.powers[plain.term[b] : plain.term[b + 1]]
            k = len(powers)
            p, table, at = np.empty(k), np.ones((3, powers.max() + 1)), np.empty(3)
            for i in range(begin, end):
                for c in range(3):
                    at[c] = (r[i, c] - plain.center[b, c]) / plain.scale[b]
                polynomial_terms(powers, at, table, p)
                for c in range(3):
                    x[i, c] = speed[i, c] = 0.0
                    for j in range(k):
                        x[i, c] += q[s + c * k + j] * p[j]
                        speed[i, c] += v[t + c * k + j] * p[j]


@njit(cache=True, nogil=True, error_model="numpy")
def stretch(plain: PlainArrays, q: Array, at: Array, G: Array) -> None:
    """G = ∂x/∂r (bodies, 3, 3) at the rest position `at` (bodies, 3) of each body; others are left alone."""
    place = np.empty(3)
    for b in range(len(plain.kind)):
        s = plain.q_start[b]
        if plain.kind[b] == RIGID:
            G[b] = matrix(q[s + 3 : s + 7])
        elif plain.kind[b] == POLYNOMIAL:
            powers = plain.powers[plain.term[b] : plain.term[b + 1]]
            R = q[s : s + plain.nv[b]].reshape(3, len(powers))
            table = np.ones((3, powers.max() + 1))
            polynomial_map(R, powers, (at[b] - plain.center[b]) / plain.scale[b], table, place, G[b])
            G[b] /= plain.scale[b]


@njit(cache=True, nogil=True, error_model="numpy")
def answer_rows(
    plain: PlainArrays, q: Array, body: Indices, r: Array, sign: float, blocks: Array, block: Indices, C: Array,
    WC: Array,
) -> None:  # fmt: skip
    """C = ± ∂ẋ/∂v and C W (n, 3, m) of points r (n, 3) of `body` (n,); W of body b is `blocks` from block[b] on.

    Others, and nobody, −1, are left alone.
    """
    for i in range(len(body)):
        b = body[i]
        if b < 0 or plain.kind[b] == OTHER:
            continue
        s, nv = plain.q_start[b], plain.nv[b]
        W = blocks[block[b] : block[b] + nv * nv].reshape(nv, nv)
        if plain.kind[b] == RIGID:
            x, y, z = matrix(q[s + 3 : s + 7]) @ (r[i] - plain.center[b])
            C[i, 0, 0] = C[i, 1, 1] = C[i, 2, 2] = sign
            C[i, 0, 4], C[i, 1, 5], C[i, 2, 3] = sign * z, sign * x, sign * y
            C[i, 0, 5], C[i, 1, 3], C[i, 2, 4] = -sign * y, -sign * z, -sign * x
            WC[i, :, :nv] = np.ascontiguousarray(C[i, :, :nv]) @ W
            continue
        powers = plain.powers[plain.term[b] : plain.term[b + 1]]
        k = len(powers)
        p, table = np.empty(k), np.ones((3, powers.max() + 1))
        polynomial_terms(powers, (r[i] - plain.center[b]) / plain.scale[b], table, p)
        for c in range(3):
            for j in range(k):
                C[i, c, c * k + j] = sign * p[j]
                for n in range(nv):
                    WC[i, c, n] += sign * p[j] * W[c * k + j, n]


@njit(cache=True, nogil=True, error_model="numpy")
def runs(body: Indices) -> list[tuple[int, int, int]]:
    """(b, begin, end) of equal neighbors."""
    found, begin = [(0, 0, 0)], 0
    for i in range(1, len(body) + 1):
        if i == len(body) or body[i] != body[begin]:
            found.append((body[begin], begin, i))
            begin = i
    return found[1:] if len(body) else found[:0]
