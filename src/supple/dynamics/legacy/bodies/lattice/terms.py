"""What a world asks of a lattice body, in compiled code and in the world's frame."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.arrays import PointArrays
from supple.dynamics.legacy.bodies.lattice.forces import Springs, pull
from supple.dynamics.legacy.bodies.lattice.inertia import bias
from supple.dynamics.legacy.bodies.lattice.map import contract
from supple.dynamics.legacy.bodies.lattice.step import (
    Parts,
    Room,
    arrived,
    into_body,
    into_world,
    predict,
    weigh,
)
from supple.dynamics.linalg.cholesky import backward, factor, forward
from supple.kernels import kernel


def mass_at(parts: Parts, q: Array, to: Room) -> Array:
    """M (nv, nv) of velocities in the world."""
    found = np.empty(to.M.shape)
    _mass(parts, q, to, found)
    return found


@kernel
def _mass(parts: Parts, q: Array, to: Room, found: Array) -> None:
    """T M Tᵀ, T turning velocities of the body into those of the world."""
    weigh(parts, q, to)
    for i in range(len(found)):
        into_world(to.R, to.M[i], to.A[i])
    for i in range(len(found)):
        for j in range(len(found)):
            to.v[j] = to.A[j, i]
        into_world(to.R, to.v, found[i])


def inverse_mass(parts: Parts, q: Array, F: Array, to: Room) -> Array:
    """M⁻¹ F of generalised forces F (k, nv), one a row."""
    found = np.full(F.shape, np.nan)
    _inverse_mass(parts, q, F, to, found)
    return found


@kernel
def _inverse_mass(parts: Parts, q: Array, F: Array, to: Room, found: Array) -> None:
    weigh(parts, q, to)
    _solve(to.M, F, to, found)


def response(parts: Parts, springs: Springs, q: Array, F: Array, h: float, to: Room) -> Array:
    """(M + h d + h²/4 K)⁻¹ F of impulses F (k, nv), one a row: how a step answers them."""
    found = np.full(F.shape, np.nan)
    _response(parts, springs, q, F, h, to, found)
    return found


@kernel
def _response(parts: Parts, springs: Springs, q: Array, F: Array, h: float, to: Room, found: Array) -> None:
    weigh(parts, q, to)
    pull(springs, parts.volume, parts.lattices.first, q[7:], to.Q, to.K)
    to.A[:] = to.M
    for i in range(len(to.K)):
        for j in range(len(to.K)):
            to.A[6 + i, 6 + j] += h * h / 4 * to.K[i, j]
        to.A[6 + i, 6 + i] += h * (springs.damping[i] + springs.control_damping[i])
    _solve(to.A, F, to, found)


@kernel
def _solve(A: Array, F: Array, to: Room, found: Array) -> None:
    """A⁻¹ F of rows in the world; untouched where A is not positive definite."""
    if not factor(A, to.factor):
        return
    for i in range(len(F)):
        into_body(to.R, F[i], to.more)
        forward(to.factor, to.more)
        backward(to.factor, to.more)
        into_world(to.R, to.more, found[i])


def kick(parts: Parts, springs: Springs, q: Array, v: Array, h: float, to: Room) -> Array:
    """v⁺ − v by its own forces in h seconds; see `step`."""
    after = np.full(len(v), np.nan)
    _kick(parts, springs, q, v, h, to, after)
    return np.asarray(after - v)


@kernel
def _kick(parts: Parts, springs: Springs, q: Array, v: Array, h: float, to: Room, after: Array) -> None:
    momentum = np.empty(len(v))
    arrived(parts, q, v, h, to, momentum)
    if predict(parts, springs, q, v, momentum, h, to):
        into_world(to.R, to.v, after)


def force(
    parts: Parts, springs: Springs, points: PointArrays, m: Array, q: Array, v: Array, to: Room
) -> Array:
    """Springs, control, volume and damping, less the velocity terms Σ m Jᵀ J̇ v (nv,)."""
    found = np.empty(len(v))
    _force(parts, springs, points, m, q, v, to, found)
    return found


@kernel
def _force(
    parts: Parts, springs: Springs, points: PointArrays, m: Array, q: Array, v: Array, to: Room, found: Array
) -> None:
    L, gamma, own = parts.lattices, q[7:], np.empty(len(v))
    weigh(parts, q, to)
    into_body(to.R, v, to.v)
    contract(L, v[6:], False, False, to.c_rate)
    bias(L, points, m, parts.mass.center, gamma, to.v, to.c, to.c_rate, to.carried, own)
    pull(springs, parts.volume, L.first, gamma, to.Q, to.K)
    for i in range(len(v)):
        own[i] = -own[i]
    for n in range(len(gamma)):
        own[6 + n] += to.Q[n] - (springs.damping[n] + springs.control_damping[n]) * v[6 + n]
    into_world(to.R, own, found)
