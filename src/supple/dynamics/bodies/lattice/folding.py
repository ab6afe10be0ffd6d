"""Where a lattice turns a body inside out: on the way from rest to γ, det ∂F/∂r has been 0.

∂F/∂r = 1 + Σ γ_n ∂Φⁿ/∂r is linear in γ: this is where it has a real eigenvalue ≤ 0, and det alone would not see two
axes turned over at once. One mode alone folds a place at γ = −1/λ for each real eigenvalue λ of ∂Φ/∂r there.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from supple.arrays import Array, finite
from supple.dynamics.bodies.lattice.arrays import innermost
from supple.dynamics.bodies.lattice.modal import ModalLattice, names
from supple.dynamics.bodies.lattice.rest import within
from supple.errors import InputError

REAL = 1e-9


def stretches(lattices: Sequence[ModalLattice], amplitudes: Array, r: Array) -> Array:
    """∂y/∂r (n, 3, 3) of places r (n, 3) [m] at rest, through all lattices that hold them, in order."""
    F = np.tile(np.eye(3), (len(r), 1, 1))
    for here, G in _levels(lattices, amplitudes, r):
        F[here] = G @ F[here]
    return F


def _levels(
    lattices: Sequence[ModalLattice], amplitudes: Array, r: Array
) -> Iterator[tuple[np.ndarray, Array]]:
    """Of each lattice, the innermost first: which places it holds, and ∂F/∂y (k, 3, 3) where they have come to."""
    y, held = r.copy(), innermost(lattices, r)
    first = np.cumsum([0, *(len(each.modes) for each in lattices)])
    for i in reversed(range(len(lattices))):
        here, gamma = np.isin(held, within(lattices, i)), amplitudes[first[i] : first[i + 1]]
        yield here, np.eye(3) + lattices[i].slopes(y[here]) @ gamma
        y[here] += lattices[i].field(y[here]) @ gamma


def _least(G: Array) -> Array:
    """The least real eigenvalue of each of the matrices (k, 3, 3): at 0 or below, it has passed through a fold."""
    values = np.linalg.eigvals(G)
    return np.asarray(np.where(_real(values), values.real, np.inf).min(axis=1))


def _real(values: np.ndarray) -> np.ndarray:
    return np.asarray(np.abs(values.imag) <= REAL * (1 + np.abs(values.real)))


def check_fold(lattices: Sequence[ModalLattice], amplitudes: ArrayLike, r: Array, name: str) -> None:
    """Refuse amplitudes (D,) that turn the body inside out at one of the places r (n, 3); says where.

    >>> from supple.dynamics.bodies.lattice.basis import Lattice
    >>> from supple.dynamics.bodies.lattice.library import mode
    >>> jar = [ModalLattice("whole", Lattice((4, 4, 4), [[0, 0, 0], [1, 1, 1]]), (mode("squash.y"),))]
    >>> check_fold(jar, [1.2], np.array([[0.5, 1.0, 0.5]]), "jar")
    Traceback (most recent call last):
    supple.errors.InputError: 'jar' folds over at (0.5, 1, 0.5) m of its rest shape, where a line is ...
    """
    labels = names(lattices)
    gamma = finite(amplitudes, f"amplitudes of {name!r}", (len(labels),))
    least = np.full(len(r), np.inf)
    for here, G in _levels(lattices, gamma, r):
        least[here] = np.minimum(least[here], _least(G))
    worst = int(least.argmin())
    if least[worst] > 0:
        return
    where = ", ".join(f"{c:.3g}" for c in r[worst])
    ranges = amplitude_ranges(lattices, r)
    said = ", ".join(
        f"{label} = {g:.3g} (alone from {low:.3g} to {high:.3g})"
        for label, g, (low, high) in zip(labels, gamma, ranges, strict=True)
        if g
    )
    raise InputError(
        f"{name!r} folds over at ({where}) m of its rest shape, where a line is stretched by {least[worst]:.3g}: "
        f"{said}; take smaller amplitudes"
    )


def amplitude_ranges(lattices: Sequence[ModalLattice], r: Array) -> Array:
    """Lowest and highest amplitude (D, 2) of each mode alone between which no place r (n, 3) folds; ±inf: no end."""
    held, found = innermost(lattices, r), []
    for i, each in enumerate(lattices):
        here = r[np.isin(held, within(lattices, i))]
        for slope in np.moveaxis(each.slopes(here), 3, 0):
            values = np.linalg.eigvals(slope)
            real = values.real[_real(values)]
            ends = -1 / real[np.abs(real) > REAL]
            found.append((ends[ends < 0].max(initial=-np.inf), ends[ends > 0].min(initial=np.inf)))
    return np.array(found).reshape(-1, 2)
