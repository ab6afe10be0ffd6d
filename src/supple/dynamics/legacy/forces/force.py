"""A force acts on points; what it does to the coordinates follows from their Jacobians, Q = Σ Jᵀ f."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING

from supple.arrays import Array
from supple.dynamics.legacy.bodies.body import Body, Point

if TYPE_CHECKING:
    from supple.dynamics.legacy.world import World


class Force(ABC):
    """Something that pushes on points of a world, looked at anew in every step."""

    name: str = "force"

    @abstractmethod
    def on(self, world: "World") -> Iterable[tuple[Point, Array]]:
        """The points it acts on now, each with its force (3,) [N]."""

    def generalized(self, world: "World") -> Iterable[tuple[Body, Array]]:
        """Bodies whose coordinates it pushes at as such, each with Q (nv,); none unless a force says so."""
        return ()
