"""How stiff modes must be for a body to stand: a sag that the animator states gives every mode its spring.

Ψ_n = Φ_n − rigid:  the mode with the lowest points held, by the rigid motion that brings them back best
Q_n = max over e of |Σ m g e·Ψ_n|          what weight does to it, pulling along x, y or z
k_n = Q_n δ_n / (sag · h),  δ_n = max |e·Ψ_n| over the surface, and at least  ω² m_n,  ω² = g / (sag · h)
m_n = Σ m |Ψ_n|²,  and at least  1 / (M⁻¹)_nn        what swings with it, standing or free

With that each mode alone gives way by `sag` heights h under the weight of the body, and one that weight does not
lower swings no slower than a weight on a spring that sags as much. Where several modes sink together they are
stiffened alike until the body, standing, is lower by `sag` heights and not more. A local lattice is held where it is
still, and sags by its own longest side.
"""

from collections.abc import Sequence

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice
from supple.dynamics.legacy.bodies.lattice.rest import RIGID, Samples, jacobians, mass_matrix
from supple.errors import InputError

GRAVITY = 9.81
LOW = 0.02
"""Points this near to the lowest one are what the body stands on, as if all were on the floor; in heights."""
STILL = 3.0
"""e^−3 = 5 %."""
FLAT = 0.01
LEAST = 1e-6
"""Share of the weight × height² from which a mode counts as lowered by weight."""
FIRM = 1e-3
"""A foot narrower than this, in sizes of the body, cannot hold it against turning."""


def springs(
    lattices: Sequence[ModalLattice],
    points: Samples,
    solid: Samples,
    surface: Array,
    sag: float,
    settle: float,
) -> tuple[Array, Array]:
    """Stiffness [J] and damping [J s] of each mode (D,): standing it sags so much, and its wobble has fallen to 5 %
    after `settle` seconds, c = 2 (3 / settle) m_n; free, what is lighter is calm sooner.

    `surface`: places (n, 3) [m] of it; its lowest ones carry the body.
    """
    if not (np.isfinite(sag) and 0 < sag < 1):
        raise InputError(
            f"sag={sag}: give the share of its height by which the body may sink, between 0 and 1"
        )
    give_way, limit = _Held(lattices, surface), sag * _lengths(lattices, surface)
    light, heavy = _weights(lattices, solid, give_way(solid.places))
    pull = GRAVITY * np.einsum("i,ixn->xn", points.masses, give_way(points.places))
    give = np.abs(give_way(surface)).max(axis=0)
    whole = np.repeat([each.parent is None for each in lattices], [len(each.modes) for each in lattices])
    sinks = np.where(whole, pull[1] * lifted(lattices, surface), 0.0)
    lowered = sinks > LEAST * GRAVITY * points.masses.sum() * _height(surface) ** 2
    k = np.maximum((np.abs(pull) * give).max(axis=0), GRAVITY * np.where(lowered, light, heavy)) / limit
    k = np.where(lowered, k * _stiffened(sinks / k, sag * _height(surface)), k)
    return k, 2 * STILL / settle * heavy


def _weights(lattices: Sequence[ModalLattice], solid: Samples, held: Array) -> tuple[Array, Array]:
    """What swings with each mode (D,) [kg m²]: where the body is free, and the more of that and where it stands."""
    M = mass_matrix(lattices, solid, solid.center)
    free = 1 / np.diag(np.linalg.inv(M))[RIGID:]
    return free, np.maximum(np.einsum("i,ixn,ixn->n", solid.masses, held, held), free)


def squash_stiffness(mass: float, surface: Array, sag: float) -> float:
    """m g h / (2 sag) [J]: of a block that sags so; against it the resistance of the volume is measured."""
    return mass * GRAVITY * _height(surface) / (2 * sag)


def lifted(lattices: Sequence[ModalLattice], surface: Array) -> Array:
    """How much higher (D,) [m] each mode makes the body that stands on its lowest points: −h for a full squash."""
    tops = surface[:, 1] >= surface[:, 1].max() - LOW * np.ptp(surface[:, 1])
    return np.asarray(_Held(lattices, surface)(surface[tops])[:, 1].mean(axis=0))


def _stiffened(sags: Array, limit: float) -> float:
    """The factor ≥ 1 for modes that sink by sags > 0 [m], so that all of them together sink by `limit` at most."""
    down, up = float(sags[sags > 0].sum()), float(-sags[sags < 0].sum())
    return max(down / (limit + up), 1.0)


def _height(surface: Array) -> float:
    """From the lowest to the highest point [m]; a sheet that lies flat is as high as a hundredth of its width."""
    side = np.ptp(surface, axis=0)
    return float(max(side[1], FLAT * side.max()))


def _lengths(lattices: Sequence[ModalLattice], surface: Array) -> Array:
    """The height of the body for global modes, the longest side of its box for those of a local lattice (D,) [m]."""
    height = _height(surface)
    sizes = [height if each.parent is None else float(each.grid.extent.max()) for each in lattices]
    return np.repeat(sizes, [len(each.modes) for each in lattices])


class _Held:
    """Ψ(r) (n, 3, D) [m]: modes of a body whose lowest points are brought back by a rigid motion, if they can be."""

    def __init__(self, lattices: Sequence[ModalLattice], surface: Array) -> None:
        self._lattices = lattices
        low, height = surface[:, 1].min(), np.ptp(surface[:, 1])
        base = surface[surface[:, 1] <= low + LOW * height]
        base[:, 1] = low
        self._foot, self._size = (
            base.mean(axis=0),
            max(float(np.ptp(surface, axis=0).max()), np.finfo(float).tiny),
        )
        rigid, phi = self._split(base)
        N, b = np.einsum("ixj,ixk->jk", rigid, rigid), np.einsum("ixj,ixn->jn", rigid, phi)
        self._back = np.linalg.pinv(N, rcond=FIRM**2, hermitian=True) @ b

    def _split(self, r: Array) -> tuple[Array, Array]:
        J = jacobians(self._lattices, r, self._foot)
        turn = np.array([1.0, 1.0, 1.0, *[1 / self._size] * 3])
        return J[:, :, :RIGID] * turn, J[:, :, RIGID:]

    def __call__(self, r: Array) -> Array:
        rigid, phi = self._split(r)
        return np.asarray(phi - rigid @ self._back)
