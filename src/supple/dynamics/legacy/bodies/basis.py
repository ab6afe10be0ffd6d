"""What a kind of linear body is: functions p(r) of the rest position, from which everything else follows.

x = R p(r),  R ∈ ℝ³ˣᵏ  (Witkin & Welch 1990, §2.2)
"""

from abc import ABC, abstractmethod

import numpy as np

from supple.arrays import Array


class Basis(ABC):
    """k functions of the rest position r (n, 3) [m], and their gradients."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """A name for each function, for messages."""

    @abstractmethod
    def values(self, r: Array) -> Array:
        """p(r), (n, k)."""

    @abstractmethod
    def gradients(self, r: Array) -> Array:
        """∂p/∂r, (n, k, 3) [1/m]."""

    @property
    @abstractmethod
    def rest(self) -> Array:
        """R₀ (3, k) with R₀ p(r) = r."""

    @property
    @abstractmethod
    def uniform(self) -> Array:
        """u (k,) with u · p(r) = 1: moving R by a ⊗ u shifts every point by a."""

    @property
    def size(self) -> int:
        """k."""
        return len(self.names)

    def placed(self, rotation: Array, translation: Array) -> Array:
        """R (3, k) of the rest shape turned by a matrix (3, 3), then shifted."""
        return np.asarray(rotation @ self.rest + np.outer(translation, self.uniform))
