"""Contacts of a world: as they are told, and as they were left."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from supple.arrays import Array, Indices
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.lined_up import Part
from supple.dynamics.model.arrays import Contacts


class Contact(NamedTuple):
    """A point at which two things touch."""

    a: "str | Body"
    """A body, or an obstacle by its name; the floor is "floor"."""
    b: "str | Body"
    at: Array
    """Where (3,) [m]."""
    normal: Array
    """From a to b (3,)."""
    gap: float
    """How far apart they are [m]; below zero they are inside each other."""
    force: Array
    """What pushes b, and a the other way (3,) [N]."""

    @property
    def pressed(self) -> bool:
        """Whether a force acts there, so that they touch; else they are only near."""
        return bool(self.force.any())


class Remembered(NamedTuple):
    """Contacts as they were left, and what the shapes are that they count: obstacles by name, bodies."""

    contacts: Contacts
    shapes: "Sequence[str | Body | Part]"
    apart: "Indices | None" = None
    """Pairs that passed through each other when they were found."""

    def copy(self) -> "Remembered":
        """One of its own."""
        copies: Any = [a.copy() for a in self.contacts]
        return self._replace(contacts=Contacts(*copies))
