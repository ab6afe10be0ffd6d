"""What a robot's file says beyond a skeleton: names of its joints, and what was left out."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, eq=False)
class RobotSource:
    """`Scene.source` of a robot."""

    format: str
    joints: dict[str, tuple[str, ...]]
    """The degrees of freedom of the skeleton that a joint of the file is, by the joint's name there."""
    said: tuple[str, ...] = ()
    """What was guessed or is not taken over, in sentences."""
    document: Any = None
    """The file itself, as its writer needs it."""
    extras: dict[str, Any] = field(default_factory=dict)
