"""Something that stands in the world, or moves as it is told, and does not yield."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.contact.shapes import Shape
from supple.errors import InputError
from supple.motion import Track
from supple.scene import Mesh, Node

if TYPE_CHECKING:
    from supple.dynamics.legacy.matter import Matter


PLACE = "at", "rotation"


@dataclass(eq=False)
class Obstacle:
    """A shape where it stands, and how it answers to a touch.

    at [m], rotation: a place, or a track that it goes along. Set between steps it gets there within the next one.
    Either way it pushes, with the velocity that it has. belt [m/s]: how its surface runs, in its own frame, while it
    stays: that of a conveyor. What moves does so where the one step runs.

    friction and bounce: its own, which meet those of a body half way (√ of the product), or None: the body's alone.
    stiffness [N/m] of the spring, damping [N s/m] of the damper, that hold each point which enters; infinitely stiff
    unless said otherwise (Faloutsos et al. 1997, §4.5).

    >>> from supple.dynamics.legacy.contact.shapes import Box
    >>> Obstacle(Box(), at=(0, 1, 0)).placement[:3, 3]
    array([0., 1., 0.])
    """

    shape: Shape
    at: "ArrayLike | Track" = (0.0, 0.0, 0.0)
    rotation: "ArrayLike | Track" = (0.0, 0.0, 0.0, 1.0)
    friction: float | None = None
    bounce: float | None = None
    stiffness: float = np.inf
    damping: float = 0.0
    color: "str | ArrayLike | None" = None
    name: str = "obstacle"
    belt: ArrayLike = (0.0, 0.0, 0.0)
    stood: Array | None = field(default=None, repr=False)
    """Where it was when the last step ended (7,), place and quaternion, if it moves."""
    world: "Matter | None" = field(default=None, repr=False)

    def __setattr__(self, name: str, value: object) -> None:
        """All of it may change at any time; the world that it stands in is told."""
        world, before = vars(self).get("world"), vars(self).get(name)
        was = None if world is None or name not in PLACE else self.pose(world.time)
        made = "world" in vars(self)
        object.__setattr__(self, name, value)
        if not made or name == "stood":
            return
        try:
            self.__post_init__()
        except InputError:
            object.__setattr__(self, name, before)
            raise
        if self.world is not None:
            self.world.displaced(self, was)

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
        finite(self.belt, f"belt of {self.name!r}", (3,))
        self._node(0.0)

    def _node(self, t: float, mesh: Mesh | None = None) -> Node:
        return Node(self.name, mesh, translation=_now(self.at, t), rotation=_now(self.rotation, t))

    @property
    def led(self) -> bool:
        """Whether it goes along a track, or its surface runs."""
        return isinstance(self.at, Track) or isinstance(self.rotation, Track) or bool(np.any(self.belt))

    @property
    def moves(self) -> bool:
        """Whether it is led, or was set somewhere else while the world ran."""
        return self.led or self.stood is not None

    def poses(self, times: Array) -> Array:
        """Place and quaternion (T, 7) at times (T,) [s]."""
        e = _over(self.rotation, times)
        return np.concatenate([_over(self.at, times), e / np.linalg.norm(e, axis=1, keepdims=True)], axis=1)

    def pose(self, t: float) -> Array:
        """The same at one time (7,)."""
        return np.asarray(self.poses(np.array([t]))[0])

    @property
    def placement(self) -> Array:
        """Where it stands, or begins (4, 4)."""
        return self._node(0.0).local

    def shown(self, t: float = 0.0) -> Node:
        """What a take shows of it, where it is at a time [s]."""
        mesh = self.shape.mesh()
        return self._node(t, mesh if self.color is None else mesh.painted(self.color))

    def release(self) -> None:
        """Take it away."""
        if self.world is not None and self in self.world.obstacles:
            self.world.obstacles.remove(self)
            self.world.forget()


def _now(value: "ArrayLike | Track", t: float) -> ArrayLike:
    return value(t) if isinstance(value, Track) else value


def _over(value: "ArrayLike | Track", times: Array) -> Array:
    if isinstance(value, Track):
        return np.asarray(value(times), np.float64)
    return np.tile(np.asarray(value, np.float64), (len(times), 1))
