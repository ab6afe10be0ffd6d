"""Which material point of a body is at a place in the world: x(q, r) = x solved for r.

r ← r + G(r)⁻¹ (x − x(q, r)),  G = ∂x/∂r  :  one step where the body deforms evenly, Newton elsewhere.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.bodies.polynomial import Polynomial
from supple.dynamics.linalg.dense import apply, invert_three, largest
from supple.kernels import kernel

ROUNDS = 8


def locate(body: Body, q: Array, x: Array, r: Array, near: float = 1e-7) -> tuple[Array, Array]:
    """Rest positions (n, 3) [m] of what is at x (n, 3) in a body at q (nq,), sought from r (n, 3), and G⁻¹ (n, 3, 3).

    Newton stops when it is as close as `near` [m].

    >>> from supple.dynamics.legacy.bodies.make import body_of
    >>> from supple.scene import models
    >>> body = body_of(models.box(), "jelly", "quadratic", name="box", at=(0, 1, 0))
    >>> locate(body, body.rest, np.array([[0.1, 1.0, 0.05]]), np.zeros((1, 3)))[0].round(6)
    array([[0.1 , 0.  , 0.05]])
    """
    if isinstance(body, LinearBody) and isinstance(body.basis, Polynomial):
        R, basis = np.ascontiguousarray(q).reshape(3, body.k), body.basis
        return locate_polynomial(R, basis.powers, basis.center, basis.scale, x, r, near)
    back = np.linalg.inv(body.gradient(q, r))
    for _ in range(ROUNDS):
        miss = x - body.position(q, body.coefficients(r))
        if np.abs(miss).max(initial=0.0) <= near:
            break
        r = r + np.einsum("nij,nj->ni", back, miss)
        if body.even:
            break
        back = np.linalg.inv(body.gradient(q, r))
    return r, np.asarray(back, dtype=np.float64)


def locate_polynomial(
    R: Array, powers: Indices, center: Array, scale: float, x: Array, r: Array, near: float
) -> tuple[Array, Array]:
    """The same for x = R p(r), p the monomials with exponents (k, 3) of (r − center)/scale."""
    found, back = np.empty((len(x), 3)), np.empty((len(x), 3, 3))
    seek(R, powers, center, scale, np.ascontiguousarray(x), np.ascontiguousarray(r), near, found, back)
    return found, back


@kernel
def seek(
    R: Array, powers: Indices, center: Array, scale: float, x: Array, r: Array, near: float, found: Array,
    back: Array,
) -> None:  # fmt: skip
    """Newton for each of the places x (n, 3), from r (n, 3)."""
    place, G, table = np.empty(3), np.empty((3, 3)), np.empty((3, largest(powers.reshape(-1)) + 1))
    s, miss, step = np.empty(3), np.empty(3), np.empty(3)
    for i in range(len(x)):
        for c in range(3):
            s[c] = (r[i, c] - center[c]) / scale
        for _ in range(ROUNDS):
            polynomial_map(R, powers, s, table, place, G)
            invert_three(G, back[i])
            off = 0.0
            for c in range(3):
                miss[c] = x[i, c] - place[c]
                off = max(off, abs(miss[c]))
            apply(back[i], miss, step)
            for c in range(3):
                s[c] += step[c]
            if off <= near:
                break
        for c in range(3):
            found[i, c] = center[c] + scale * s[c]
            for d in range(3):
                back[i, c, d] *= scale


@kernel
def polynomial_map(R: Array, powers: Indices, s: Array, table: Array, place: Array, G: Array) -> None:
    """place = R p(s), G = R ∂p/∂s."""
    set_powers(s, table)
    place[:] = 0.0
    G[:] = 0.0
    for k in range(len(powers)):
        a, b, c = powers[k]
        x, y, z = table[0, a], table[1, b], table[2, c]
        dx = a * table[0, a - 1] * y * z if a else 0.0
        dy = b * table[1, b - 1] * x * z if b else 0.0
        dz = c * table[2, c - 1] * x * y if c else 0.0
        for row in range(3):
            place[row] += R[row, k] * x * y * z
            G[row, 0] += R[row, k] * dx
            G[row, 1] += R[row, k] * dy
            G[row, 2] += R[row, k] * dz


@kernel
def polynomial_terms(powers: Indices, s: Array, table: Array, p: Array) -> None:
    """p (k,): the monomials at s (3,)."""
    set_powers(s, table)
    for k in range(len(powers)):
        p[k] = table[0, powers[k, 0]] * table[1, powers[k, 1]] * table[2, powers[k, 2]]


@kernel
def set_powers(s: Array, table: Array) -> None:
    """Powers 0, 1, 2 … of s (3,), a row for each."""
    for axis in range(3):
        table[axis, 0] = 1.0
        for e in range(1, table.shape[1]):
            table[axis, e] = table[axis, e - 1] * s[axis]
