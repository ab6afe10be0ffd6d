"""A lattice that moves by modes: a box, its control points, and the amplitudes that displace them.

F(r) = r + Φ(r) γ,  Φ(r) = [Σ_ijk dⁿ_ijk B_ijk(r)]ₙ  (3, D) [m]  (Faloutsos et al. 1997, eqs. 2–3)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.basis import Lattice
from supple.dynamics.legacy.bodies.lattice.modes import Mode
from supple.errors import CycleError, InputError, UnknownNameError
from supple.kernels import kernel

WHOLE = "whole"
"""The name of the lattice over the whole body, where none is given."""


@dataclass(frozen=True, eq=False)
class ModalLattice:
    """Modes over the box of a grid; the one without a parent is the global one and acts everywhere.

    >>> from supple.dynamics.legacy.bodies.lattice.library import mode
    >>> grid = Lattice((4, 4, 4), [[0, 0, 0], [1, 2, 1]])
    >>> body = ModalLattice("whole", grid, (mode("squash.y"), mode("bend.x")))
    >>> body.names, ModalLattice("handle", grid, (mode("bend.x"),), parent="whole").names
    (('squash.y', 'bend.x'), ('handle/bend.x',))
    >>> body.field(np.array([[0.5, 2.0, 0.5]])).round(6) + 0.0  # (n, 3, D) [m]
    array([[[ 0.      ,  0.666667],
            [-1.      ,  0.      ],
            [ 0.      ,  0.      ]]])
    """

    name: str
    grid: Lattice
    modes: tuple[Mode, ...]
    parent: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "modes", tuple(self.modes))
        if not self.name or "/" in self.name:
            raise InputError(f"a lattice needs a name without '/', got {self.name!r}")
        for each in self.modes:
            if not each.fits(self.grid):
                raise InputError(
                    f"mode {each.name!r} is for {each.counts} {each.functions} control points, lattice {self.name!r} "
                    f"has {self.grid.counts} {self.grid.functions} ones"
                )
        short = [each.name for each in self.modes]
        twice = next((name for i, name in enumerate(short) if name in short[:i]), None)
        if twice is not None:
            raise InputError(f"lattice {self.name!r} has two modes named {twice!r}; give one another name")

    @property
    def names(self) -> tuple[str, ...]:
        """Full names of the modes: with the lattice in front, unless it is the global one."""
        before = "" if self.parent is None else f"{self.name}/"
        return tuple(before + each.name for each in self.modes)

    @cached_property
    def displacements(self) -> Array:
        """d of each mode over the control points in line, (D, K, 3) [m]."""
        d = np.array([each.displacement for each in self.modes]).reshape(-1, self.grid.size, 3)
        return np.asarray(d * self.grid.extent)

    def contains(self, r: Array) -> np.ndarray:
        """Which places r (n, 3) [m] at rest belong to it, (n,)."""
        if self.parent is None:
            return np.ones(len(r), dtype=bool)
        return np.asarray(((r >= self.grid.low) & (r <= self.grid.low + self.grid.extent)).all(axis=1))

    def field(self, r: Array) -> Array:
        """Φ (n, 3, D) [m] at places r (n, 3); what is outside a local box is extrapolated: ask `contains` first."""
        return self._blended(self.grid.values(r))

    def slopes(self, r: Array) -> Array:
        """∂Φ/∂r (n, 3, 3, D): component, direction, mode."""
        along = np.moveaxis(self.grid.gradients(r), 2, 0)
        return np.stack([self._blended(each) for each in along], axis=2)

    def _blended(self, shares: Array) -> Array:
        """Σ_k B_k dⁿ_k (n, 3, D) of shares B (n, K)."""
        d = self.displacements.transpose(1, 2, 0).reshape(self.grid.size, -1)
        found = np.zeros((len(shares), d.shape[1]))
        add_product(np.ascontiguousarray(shares), np.ascontiguousarray(d), found)
        return found.reshape(len(shares), 3, len(self.modes))


@kernel
def add_product(a: Array, b: Array, to: Array) -> None:
    """to += a b, each sum in line: the same to the last bit on every processor."""
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            share = a[i, k]
            for j in range(b.shape[1]):
                to[i, j] += share * b[k, j]


def ordered(lattices: Sequence[ModalLattice]) -> tuple[ModalLattice, ...]:
    """The global lattice first, parents before their children; what cannot be so ordered is refused."""
    if not lattices:
        raise InputError("a lattice body needs a lattice: none was given")
    by_name = {each.name: each for each in lattices}
    if len(by_name) < len(lattices):
        raise InputError(f"two lattices share a name: {', '.join(each.name for each in lattices)}")
    roots = [each.name for each in lattices if each.parent is None]
    if len(roots) != 1:
        raise InputError(f"one lattice must be the global one (parent=None), here it is {roots or 'none'}")
    for each in lattices:
        if each.parent is not None and each.parent not in by_name:
            raise UnknownNameError(f"parent of lattice {each.name!r}:", each.parent, by_name)
    found = list(roots)
    while len(found) < len(lattices):
        more = [each.name for each in lattices if each.parent in found and each.name not in found]
        if not more:
            raise CycleError("lattices", [name for name in by_name if name not in found])
        found += more
    return tuple(by_name[name] for name in found)


def names(lattices: Sequence[ModalLattice]) -> tuple[str, ...]:
    """Full names of all modes, in the order of the amplitudes."""
    return tuple(name for each in lattices for name in each.names)
