"""With what body: coordinates by name, mechanics, muscles, limits, and how the character stands."""

from functools import cached_property
from typing import cast

import casadi as ca
import numpy as np

from supple.arrays import Array
from supple.characters import Base, SymbolicCharacter
from supple.errors import InputError, UnknownNameError
from supple.mechanics.lagrangian import Lagrangian
from supple.spacetime.muscles import Springs, Torques


class Resources:
    """A character as the problem sees it."""

    def __init__(self, character: SymbolicCharacter, springs: "tuple[float, float] | None" = None) -> None:
        self.character = character
        self.lagrangian = cast(Lagrangian, character.lagrangian)
        self.coordinates: tuple[str, ...] = tuple(character.skeleton.coordinates)
        self.nq = self.lagrangian.nq
        joints = [self.index(muscle.joint) for muscle in character.muscles]
        strength = np.array([muscle.torque_limit for muscle in character.muscles], dtype=np.float64)
        self.muscles = Torques(strength, joints) if springs is None else Springs(strength, joints, springs)
        self._functions: dict[tuple[str, str], ca.Function] = {}

    def index(self, coordinate: str) -> int:
        """Where a coordinate is in q."""
        if coordinate not in self.coordinates:
            raise UnknownNameError("joint", str(coordinate), self.coordinates)
        return self.coordinates.index(coordinate)

    @cached_property
    def root(self) -> tuple[int, ...]:
        """The coordinates of the base as a whole: (x, y, turn), or (x, y, z, yaw, pitch, roll)."""
        planar, free = ("x", "y", "turn"), ("x", "y", "z", "yaw", "pitch", "roll")
        for names in (free, planar):
            if self.coordinates[: len(names)] == names:
                return tuple(range(len(names)))
        raise InputError(
            f"{self.character.name!r} cannot stand: its first coordinates are {', '.join(self.coordinates[:6])}; "
            f"expected {', '.join(planar)} or {', '.join(free)}"
        )

    @property
    def base(self) -> Base:
        """What the character stands on."""
        if self.character.base is None:
            raise InputError(f"{self.character.name!r} has no base to stand on; give it one (base=Base(…))")
        return self.character.base

    def mass(self, p: Array) -> float:
        """Of the whole character [kg], at parameters p."""
        body = self.lagrangian
        return float(ca.Function("mass", [body.p], [body.mass])(p))

    def position(self, point: str) -> ca.Function:
        """x(q, p) of a point."""
        return self._made("position", point)

    def velocity(self, point: str) -> ca.Function:
        """ẋ(q, v, p) of a point."""
        return self._made("velocity", point)

    def _made(self, what: str, point: str) -> ca.Function:
        if (what, point) not in self._functions:
            body = self.lagrangian
            if point not in body.points:
                raise UnknownNameError(f"point of {self.character.name!r}:", str(point), body.points)
            x = body.points[point]
            made = (
                ca.Function("position", [body.q, body.p], [x])
                if what == "position"
                else ca.Function("velocity", [body.q, body.v, body.p], [body.rate(x)])
            )
            self._functions[what, point] = made
        return self._functions[what, point]

    def pull(self, tau: ca.SX) -> ca.SX:
        """B τ: what the muscles do to the coordinates (nq,)."""
        total = ca.SX.zeros(self.nq)
        total[list(self.muscles.joints)] = tau
        return total

    @cached_property
    def footprint(self) -> Array:
        """Contact points of the base in the frame of its coordinates at rest (k, 3) [m]."""
        body, rest = self.lagrangian, np.array(self.character.rest_pose, dtype=np.float64)
        for name in ("turn", "yaw", "pitch", "roll"):
            if name in self.coordinates[: len(self.root)]:
                rest[self.index(name)] = 0.0
        origin = np.array([rest[0], rest[1], rest[2] if len(self.root) == 6 else 0.0])
        points = [np.array(self.position(name)(rest, body.defaults)).ravel() for name in self.base.points]
        return np.asarray(np.array(points) - origin)
