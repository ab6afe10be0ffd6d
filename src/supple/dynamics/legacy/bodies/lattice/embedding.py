"""Many points of a lattice body at once, in compiled code: where they are, how they move, and how they answer."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.arrays import LatticeArrays, PointArrays
from supple.dynamics.legacy.bodies.lattice.inertia import drift
from supple.dynamics.legacy.bodies.lattice.map import Carried, carry, contract, gradient, place
from supple.dynamics.legacy.bodies.lattice.step import into_body
from supple.dynamics.legacy.bodies.turning import set_matrix
from supple.kernels import kernel


def shapes(L: LatticeArrays, P: PointArrays, gamma: Array, to: Carried) -> Array:
    """y (T, n, 3) in the frame of the body, for amplitudes (T, D)."""
    found = np.empty((len(gamma), len(P.r), 3))
    _shapes(L, P, gamma, to, found)
    return found


@kernel
def _shapes(L: LatticeArrays, P: PointArrays, gamma: Array, to: Carried, found: Array) -> None:
    c = np.zeros((len(L.base), 3))
    for t in range(len(gamma)):
        contract(L, gamma[t], True, False, c)
        for i in range(len(P.r)):
            place(L, P, i, gamma[t], c, to)
            found[t, i] = to.y


def positions(L: LatticeArrays, P: PointArrays, center: Array, q: Array, to: Carried) -> Array:
    """x = c + R (y − y₀) (n, 3)."""
    found = np.empty((len(P.r), 3))
    _positions(L, P, center, q, to, found)
    return found


@kernel
def _positions(L: LatticeArrays, P: PointArrays, center: Array, q: Array, to: Carried, found: Array) -> None:
    R, c, y = np.empty((3, 3)), np.zeros((len(L.base), 3)), to.y
    set_matrix(q[3:7], R)
    contract(L, q[7:], True, False, c)
    for i in range(len(P.r)):
        place(L, P, i, q[7:], c, to)
        for x in range(3):
            found[i, x] = q[x]
            for a in range(3):
                found[i, x] += R[x, a] * (y[a] - center[a])


def jacobians(L: LatticeArrays, P: PointArrays, center: Array, q: Array, nv: int, to: Carried) -> Array:
    """[1  −[R s]×  R Y] (n, 3, nv)."""
    J = np.zeros((len(P.r), 3, nv))
    _jacobians(L, P, center, q, to, J)
    return J


@kernel
def _jacobians(L: LatticeArrays, P: PointArrays, center: Array, q: Array, to: Carried, J: Array) -> None:
    gamma, R, c, s = q[7:], np.empty((3, 3)), np.zeros((len(L.base), 3)), np.empty(3)
    set_matrix(q[3:7], R)
    contract(L, gamma, True, False, c)
    for i in range(len(P.r)):
        count = carry(L, P, i, gamma, gamma, c, c, False, to)
        for x in range(3):
            s[x] = 0.0
            for a in range(3):
                s[x] += R[x, a] * (to.y[a] - center[a])
            for n in range(count):
                J[i, x, 6 + to.modes[n]] = R[x, 0] * to.Y[0, n] + R[x, 1] * to.Y[1, n] + R[x, 2] * to.Y[2, n]
        J[i, 0, 0] = J[i, 1, 1] = J[i, 2, 2] = 1.0
        J[i, 0, 4], J[i, 1, 5], J[i, 2, 3] = s[2], s[0], s[1]
        J[i, 0, 5], J[i, 1, 3], J[i, 2, 4] = -s[1], -s[2], -s[0]


def drifts(L: LatticeArrays, P: PointArrays, center: Array, q: Array, v: Array, to: Carried) -> Array:
    """J̇ v (n, 3)."""
    found = np.empty((len(P.r), 3))
    _drifts(L, P, center, q, v, to, found)
    return found


@kernel
def _drifts(
    L: LatticeArrays, P: PointArrays, center: Array, q: Array, v: Array, to: Carried, found: Array
) -> None:
    gamma, R, u = q[7:], np.empty((3, 3)), np.empty(len(v))
    c, c_rate, a = np.zeros((len(L.base), 3)), np.zeros((len(L.base), 3)), np.empty(3)
    set_matrix(q[3:7], R)
    into_body(R, v, u)
    contract(L, gamma, True, False, c)
    contract(L, u[6:], False, False, c_rate)
    for i in range(len(P.r)):
        drift(L, P, i, center, gamma, u, c, c_rate, to, a)
        for x in range(3):
            found[i, x] = R[x, 0] * a[0] + R[x, 1] * a[1] + R[x, 2] * a[2]


def gradients(L: LatticeArrays, P: PointArrays, q: Array, to: Carried) -> Array:
    """∂x/∂r (n, 3, 3)."""
    found = np.empty((len(P.r), 3, 3))
    _gradients(L, P, q, to, found)
    return found


@kernel
def _gradients(L: LatticeArrays, P: PointArrays, q: Array, to: Carried, found: Array) -> None:
    R, c, F = np.empty((3, 3)), np.zeros((len(L.base), 3)), np.empty((3, 3))
    set_matrix(q[3:7], R)
    contract(L, q[7:], True, True, c)
    for i in range(len(P.r)):
        gradient(L, P.lattice[i], P.r[i], c, to, F)
        for x in range(3):
            for y in range(3):
                found[i, x, y] = R[x, 0] * F[0, y] + R[x, 1] * F[1, y] + R[x, 2] * F[2, y]
