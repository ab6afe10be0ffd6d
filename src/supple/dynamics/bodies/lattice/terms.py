"""What a world asks of a lattice body, in compiled code and in the world's frame."""

import numpy as np
from numba import njit

from supple.arrays import Array
from supple.dynamics.bodies.lattice.arrays import PointArrays
from supple.dynamics.bodies.lattice.cholesky import backward, factor, forward
from supple.dynamics.bodies.lattice.forces import Springs, pull
from supple.dynamics.bodies.lattice.inertia import bias
from supple.dynamics.bodies.lattice.map import contract
from supple.dynamics.bodies.lattice.step import Parts, Room, arrived, into_body, into_world, predict, weigh


@njit(cache=True, error_model="numpy", nogil=True)
def mass_at(parts: Parts, q: Array, to: Room) -> Array:
    """M (nv, nv) of velocities in the world."""
    weigh(parts, q, to)
    T = np.eye(len(to.M))
    T[:3, :3] = T[3:6, 3:6] = to.R
    return T @ to.M @ T.T


@njit(cache=True, error_model="numpy", nogil=True)
def inverse_mass(parts: Parts, q: Array, F: Array, to: Room) -> Array:
    """M⁻¹ F of generalised forces F (k, nv), one a row."""
    weigh(parts, q, to)
    return _solved(to.M, F, to)


@njit(cache=True, error_model="numpy", nogil=True)
def response(parts: Parts, springs: Springs, q: Array, F: Array, h: float, to: Room) -> Array:
    """(M + h d + h²/4 K)⁻¹ F of impulses F (k, nv), one a row: how a step answers them."""
    weigh(parts, q, to)
    pull(springs, parts.volume, parts.lattices.first, q[7:], to.Q, to.K)
    to.A[:, :] = to.M
    to.A[6:, 6:] += h * h / 4 * to.K + np.diag(h * (springs.damping + springs.control_damping))
    return _solved(to.A, F, to)


@njit(cache=True, error_model="numpy", nogil=True)
def _solved(A: Array, F: Array, to: Room) -> Array:
    found = np.full(F.shape, np.nan)
    if not factor(A, to.factor):
        return found
    for i in range(len(F)):
        into_body(to.R, F[i], to.more)
        forward(to.factor, to.more)
        backward(to.factor, to.more)
        into_world(to.R, to.more, found[i])
    return found


@njit(cache=True, error_model="numpy", nogil=True)
def kick(parts: Parts, springs: Springs, q: Array, v: Array, h: float, to: Room) -> Array:
    """v⁺ − v by its own forces in h seconds; see `step`."""
    momentum, after = np.empty(len(v)), np.full(len(v), np.nan)
    arrived(parts, q, v, h, to, momentum)
    if predict(parts, springs, q, v, momentum, h, to):
        into_world(to.R, to.v, after)
    return after - v


@njit(cache=True, error_model="numpy", nogil=True)
def force(
    parts: Parts, springs: Springs, points: PointArrays, m: Array, q: Array, v: Array, to: Room
) -> Array:
    """Springs, control, volume and damping, less the velocity terms Σ m Jᵀ J̇ v (nv,)."""
    L, gamma = parts.lattices, q[7:]
    weigh(parts, q, to)
    into_body(to.R, v, to.v)
    contract(L, v[6:], False, False, to.c_rate)
    own = -bias(L, points, m, parts.mass.center, gamma, to.v, to.c, to.c_rate, to.carried)
    pull(springs, parts.volume, L.first, gamma, to.Q, to.K)
    own[6:] += to.Q - (springs.damping + springs.control_damping) * v[6:]
    found = np.empty(len(v))
    into_world(to.R, own, found)
    return found
