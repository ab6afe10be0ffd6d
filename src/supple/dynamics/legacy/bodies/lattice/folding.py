"""Where a lattice turns a body inside out: on the way from rest to γ, det ∂F/∂r has been 0.

∂F/∂r = 1 + Σ γ_n ∂Φⁿ/∂r is linear in γ: this is where it has a real eigenvalue ≤ 0, and det alone would not see two
axes turned over at once. One mode alone folds a place at γ = −1/λ for each real eigenvalue λ of ∂Φ/∂r there.

Where I₁ = tr F, I₂ = ½ (tr² F − tr F²) and I₃ = det F are positive, λ³ − I₁ λ² + I₂ λ − I₃ has no root at 0 or below
(Descartes): most shapes are known to be sound without an eigenvalue.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.arrays import innermost
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice, names
from supple.dynamics.legacy.bodies.lattice.rest import within
from supple.kernels import kernel

REAL = 1e-9
SHARE = 1e-3
"""Share of the largest amplitude from which a mode is named."""


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


class Folding:
    """Whether amplitudes turn a body inside out at one of the places r (n, 3) [m]; quick to ask again and again.

    >>> from supple.dynamics.legacy.bodies.lattice.basis import Lattice
    >>> from supple.dynamics.legacy.bodies.lattice.library import mode
    >>> jar = [ModalLattice("whole", Lattice((4, 4, 4), [[0, 0, 0], [1, 1, 1]]), (mode("squash.y"),))]
    >>> Folding(jar, np.array([[0.5, 1.0, 0.5]])).said(np.array([1.2]))
    'folds over at (0.5, 1, 0.5) m of its rest shape, where a line is stretched by -0.2: squash.y = 1.2 (alone ...'
    """

    def __init__(self, lattices: Sequence[ModalLattice], r: Array) -> None:
        self._lattices, self._r = lattices, r
        held = innermost(lattices, r)
        inside = [np.isin(held, within(lattices, i)) for i in range(len(lattices))]
        self._slopes = [
            np.ascontiguousarray(each.slopes(r[here]).reshape(here.sum(), 9, len(each.modes)))
            for each, here in zip(lattices, inside, strict=True)
        ]
        self._first = np.cumsum([0, *(len(each.modes) for each in lattices)])

    def said(self, gamma: Array) -> str:
        """Where it folds at amplitudes (D,), by how much, and by which modes; nothing if it does not."""
        spans = zip(self._slopes, self._first[:-1], self._first[1:], strict=True)
        if not any(_doubtful(S, gamma[a:b], np.zeros(9)) for S, a, b in spans):
            return ""
        least = np.full(len(self._r), np.inf)
        for here, G in _levels(self._lattices, gamma, self._r):
            least[here] = np.minimum(least[here], _least(G))
        worst = int(least.argmin())
        if least[worst] > 0:
            return ""
        where, by = ", ".join(f"{c:.3g}" for c in self._r[worst]), f"{least[worst]:.3g}"
        ranges = amplitude_ranges(self._lattices, self._r)
        modes = ", ".join(
            f"{label} = {g:.3g} (alone from {low:.3g} to {high:.3g})"
            for label, g, (low, high) in zip(names(self._lattices), gamma, ranges, strict=True)
            if abs(g) > SHARE * np.abs(gamma).max()
        )
        return f"folds over at ({where}) m of its rest shape, where a line is stretched by {by}: {modes}"


@kernel
def _doubtful(S: Array, gamma: Array, F: Array) -> bool:
    """Whether an invariant of F = 1 + Σ γ_n S_n (9,) is 0 or below at one of the places of S (n, 9, D)."""
    for i in range(len(S)):
        for k in range(9):
            F[k] = 1.0 if k % 4 == 0 else 0.0
            for n in range(len(gamma)):
                F[k] += S[i, k, n] * gamma[n]
        xy, yz, zx = F[0] * F[4] - F[1] * F[3], F[4] * F[8] - F[5] * F[7], F[0] * F[8] - F[2] * F[6]
        det = F[0] * yz - F[1] * (F[3] * F[8] - F[5] * F[6]) + F[2] * (F[3] * F[7] - F[4] * F[6])
        if F[0] + F[4] + F[8] <= 0.0 or xy + yz + zx <= 0.0 or det <= 0.0:
            return True
    return False


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
