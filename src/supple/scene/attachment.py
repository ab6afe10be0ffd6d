"""Who rides on whom, as it changes over time (Gómez 1987: couple, attach, hang, detach, letgo)."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from supple.arrays import Array

if TYPE_CHECKING:
    from supple.scene.node import Node

Mode = Literal["couple", "attach", "hang", "detach", "letgo"]


@dataclass(frozen=True, eq=False)
class Attachment:
    """From `time` [s] on, the way in which a node rides on `parent`."""

    time: float
    mode: Mode
    parent: "Node | None" = None
    acceleration: Array = field(default_factory=lambda: np.zeros(3))
    """Of a node that was let go [m/s²]."""
