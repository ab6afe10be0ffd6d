"""Something that stands in the world and does not move."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.dynamics.legacy.contact.shapes import Shape
from supple.errors import InputError
from supple.scene import Mesh, Node

if TYPE_CHECKING:
    from supple.dynamics.legacy.matter import Matter


@dataclass(eq=False)
class Obstacle:
    """A shape where it stands, and how it answers to a touch.

    friction and bounce: its own, which meet those of a body half way (√ of the product), or None: the body's alone.
    stiffness [N/m] of the spring, damping [N s/m] of the damper, that hold each point which enters; infinitely stiff
    unless said otherwise (Faloutsos et al. 1997, §4.5).

    >>> from supple.dynamics.legacy.contact.shapes import Box
    >>> Obstacle(Box(), at=(0, 1, 0)).placement[:3, 3]
    array([0., 1., 0.])
    """

    shape: Shape
    at: ArrayLike = (0.0, 0.0, 0.0)
    rotation: ArrayLike = (0.0, 0.0, 0.0, 1.0)
    friction: float | None = None
    bounce: float | None = None
    stiffness: float = np.inf
    damping: float = 0.0
    color: "str | ArrayLike | None" = None
    name: str = "obstacle"
    world: "Matter | None" = field(default=None, repr=False)

    def __setattr__(self, name: str, value: object) -> None:
        """All of it may change at any time; the world that it stands in is told."""
        made, before = "world" in vars(self), vars(self).get(name)
        object.__setattr__(self, name, value)
        if not made:
            return
        try:
            self.__post_init__()
        except InputError:
            object.__setattr__(self, name, before)
            raise
        if self.world is not None:
            self.world.forget()

    def __post_init__(self) -> None:
        if not isinstance(self.shape, Shape):
            raise InputError(
                f"{self.name!r} is {self.shape!r}; give a shape: Plane, HeightField, Box, Sphere, Capsule, "
                "Superquadric, DistanceGrid or Surface"
            )
        for what in ("friction", "bounce"):
            value = getattr(self, what)
            if value is not None and not (np.isfinite(value) and value >= 0):
                raise InputError(f"{self.name!r}: {what} is {value}; it must not be negative, or None")
        if not self.stiffness > 0 or not (np.isfinite(self.damping) and self.damping >= 0):
            raise InputError(
                f"{self.name!r}: stiffness {self.stiffness} N/m and damping {self.damping} N s/m; the one must be "
                "positive, the other not negative"
            )
        self._node()

    def _node(self, mesh: Mesh | None = None) -> Node:
        return Node(self.name, mesh, translation=self.at, rotation=self.rotation)

    @property
    def placement(self) -> Array:
        """Where it stands (4, 4)."""
        return self._node().local

    def shown(self) -> Node:
        """What a take shows of it."""
        mesh = self.shape.mesh()
        return self._node(mesh if self.color is None else mesh.painted(self.color))

    def release(self) -> None:
        """Take it away."""
        if self.world is not None and self in self.world.obstacles:
            self.world.obstacles.remove(self)
            self.world.forget()
