"""A key of a figure: a pose at a time."""

from dataclasses import dataclass, replace

from supple.motion import Pose
from supple.motion.curves import Choice


@dataclass(frozen=True, eq=False)
class Key:
    """A pose at a time [s], of some parameters only where `only` names them; how the motion goes on after it."""

    time: float
    pose: str | Pose
    only: frozenset[str] | None = None
    interpolate: Choice | None = None

    def at(self, time: float) -> "Key":
        """The same at another time [s]."""
        return replace(self, time=time)

    def of(self, names: frozenset[str]) -> "Key":
        """The same for some parameters alone."""
        return replace(self, only=names)
