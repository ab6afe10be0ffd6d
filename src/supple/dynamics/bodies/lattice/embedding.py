"""Many points of a lattice body at once, in compiled code: where they are, how they move, and how they answer."""

import numpy as np
from numba import njit

from supple.arrays import Array
from supple.dynamics.bodies.lattice.arrays import LatticeArrays, PointArrays
from supple.dynamics.bodies.lattice.inertia import drift
from supple.dynamics.bodies.lattice.map import Carried, carry, contract, gradient, place
from supple.dynamics.bodies.lattice.step import into_body
from supple.dynamics.bodies.turning import matrix


@njit(cache=True, error_model="numpy", nogil=True)
def shapes(L: LatticeArrays, P: PointArrays, gamma: Array, to: Carried) -> Array:
    """y (T, n, 3) in the frame of the body, for amplitudes (T, D)."""
    found, c = np.empty((len(gamma), len(P.r), 3)), np.zeros((len(L.base), 3))
    for t in range(len(gamma)):
        contract(L, gamma[t], True, False, c)
        for i in range(len(P.r)):
            place(L, P, i, gamma[t], c, to)
            found[t, i] = to.y
    return found


@njit(cache=True, error_model="numpy", nogil=True)
def positions(L: LatticeArrays, P: PointArrays, center: Array, q: Array, to: Carried) -> Array:
    """x = c + R (y − y₀) (n, 3)."""
    y = shapes(L, P, q[7:].reshape(1, -1), to)[0]
    R, found = matrix(q[3:7]), np.empty((len(y), 3))
    for i in range(len(y)):
        found[i] = q[:3] + R @ (y[i] - center)
    return found


@njit(cache=True, error_model="numpy", nogil=True)
def jacobians(L: LatticeArrays, P: PointArrays, center: Array, q: Array, nv: int, to: Carried) -> Array:
    """[1  −[R s]×  R Y] (n, 3, nv)."""
    gamma, R, c = q[7:], matrix(q[3:7]), np.zeros((len(L.base), 3))
    contract(L, gamma, True, False, c)
    J = np.zeros((len(P.r), 3, nv))
    for i in range(len(P.r)):
        count = carry(L, P, i, gamma, gamma, c, c, False, to)
        x, y, z = R @ (to.y - center)
        J[i, 0, 0] = J[i, 1, 1] = J[i, 2, 2] = 1.0
        J[i, 0, 4], J[i, 1, 5], J[i, 2, 3] = z, x, y
        J[i, 0, 5], J[i, 1, 3], J[i, 2, 4] = -y, -z, -x
        for n in range(count):
            for x in range(3):
                J[i, x, 6 + to.modes[n]] = R[x, 0] * to.Y[0, n] + R[x, 1] * to.Y[1, n] + R[x, 2] * to.Y[2, n]
    return J


@njit(cache=True, error_model="numpy", nogil=True)
def drifts(L: LatticeArrays, P: PointArrays, center: Array, q: Array, v: Array, to: Carried) -> Array:
    """J̇ v (n, 3)."""
    gamma, R, u = q[7:], matrix(q[3:7]), np.empty(len(v))
    c, c_rate, a = np.zeros((len(L.base), 3)), np.zeros((len(L.base), 3)), np.empty(3)
    into_body(R, v, u)
    contract(L, gamma, True, False, c)
    contract(L, u[6:], False, False, c_rate)
    found = np.empty((len(P.r), 3))
    for i in range(len(P.r)):
        drift(L, P, i, center, gamma, u, c, c_rate, to, a)
        found[i] = R @ a
    return found


@njit(cache=True, error_model="numpy", nogil=True)
def gradients(L: LatticeArrays, P: PointArrays, q: Array, to: Carried) -> Array:
    """∂x/∂r (n, 3, 3)."""
    R, c = matrix(q[3:7]), np.zeros((len(L.base), 3))
    contract(L, q[7:], True, True, c)
    found, F = np.empty((len(P.r), 3, 3)), np.empty((3, 3))
    for i in range(len(P.r)):
        gradient(L, P.lattice[i], P.r[i], c, to, F)
        found[i] = R @ F
    return found
