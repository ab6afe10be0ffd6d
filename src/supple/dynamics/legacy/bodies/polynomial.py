"""Polynomial bases: affine, second and third order, or any list of monomials.

pⱼ(r) = sᵃ tᵇ uᶜ  with (s, t, u) = (r − center) / size, so that the mass matrix is well conditioned at any scale.
Affine: [1, s, t, u] (§2.3). Second order: the ten terms of §2.2.
"""

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.bodies.basis import Basis
from supple.errors import InputError

LINEAR = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))


def monomials(order: int) -> tuple[tuple[int, int, int], ...]:
    """Exponents of all monomials up to an order, lowest first: 4, 10, 20 … of them."""
    powers = [(a, b, c) for a in range(order + 1) for b in range(order + 1) for c in range(order + 1)]
    return tuple(sorted((p for p in powers if sum(p) <= order), key=lambda p: (sum(p), tuple(-e for e in p))))


class Polynomial(Basis):
    """Monomials with the given exponents in r, centered and scaled.

    >>> Polynomial(monomials(1)).names
    ('1', 'x', 'y', 'z')
    >>> Polynomial(monomials(2)).size
    10
    """

    def __init__(
        self, exponents: Iterable[Iterable[int]], center: ArrayLike = (0, 0, 0), size: float = 1.0
    ) -> None:
        given = [tuple(int(e) for e in powers) for powers in exponents]
        if repeated := [p for k, p in enumerate(given) if p in given[:k]]:
            raise InputError(
                f"the monomial {_name(repeated[0])} is given twice; each deformation must be its own"
            )
        if missing := [_name(p) for p in LINEAR if p not in given]:
            raise InputError(f"a basis without {', '.join(missing)} cannot represent the rest shape; add it")
        self.powers = np.array(given)
        """Exponents of each monomial (k, 3)."""
        self.center = finite(center, "center", (3,))
        self.scale = float(size)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(_name(p) for p in self.powers)

    def values(self, r: Array) -> Array:
        local = (r - self.center) / self.scale
        return np.asarray(np.prod(local[:, None, :] ** self.powers, axis=2))

    def gradients(self, r: Array) -> Array:
        local = (r - self.center) / self.scale
        factors = local[:, None, :] ** self.powers
        slopes = self.powers * local[:, None, :] ** np.maximum(self.powers - 1, 0) / self.scale
        columns = [slopes[..., a] * factors[..., a - 1] * factors[..., a - 2] for a in range(3)]
        return np.stack(columns, axis=2)

    @property
    def rest(self) -> Array:
        found = np.zeros((3, len(self.powers)))
        for axis in range(3):
            found[axis, self._index(LINEAR[1 + axis])] = self.scale
        return found + np.outer(self.center, self.uniform)

    @cached_property
    def uniform(self) -> Array:
        return np.asarray(np.eye(len(self.powers))[self._index(LINEAR[0])])

    def _index(self, powers: tuple[int, ...]) -> int:
        return int(np.flatnonzero((self.powers == powers).all(axis=1))[0])


def _name(powers: Iterable[int]) -> str:
    words = [letter if e == 1 else f"{letter}{e}" for letter, e in zip("xyz", powers, strict=True) if e]
    return "".join(words) or "1"
