"""The numbers of a world at one moment; its structure is elsewhere."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array

if TYPE_CHECKING:
    from supple.dynamics.legacy.touching import Remembered

OF_CONTACTS = "met", "push", "grip", "stretch"
"""What the general path remembers of its contacts: keys, impulses, loads, how far each has slid or sunk."""


@dataclass(eq=False, repr=False)
class State:
    """Coordinates q, velocities v, time t [s], and whatever else lasts, by name, in `memory`."""

    q: Array
    v: Array
    t: float = 0.0
    memory: dict[str, Array] = field(default_factory=dict)
    contacts: "Remembered | None" = None
    """What the one step remembers of its contacts."""

    def __repr__(self) -> str:
        return f"<State at {self.t:.4g} s: {len(self.q)} coordinates, {len(self.v)} velocities>"

    def copy(self) -> "State":
        """A state of its own: it can be kept, rewound to, searched from, sent away."""
        kept = {name: array.copy() for name, array in self.memory.items()}
        contacts = None if self.contacts is None else self.contacts.copy()
        return State(self.q.copy(), self.v.copy(), self.t, kept, contacts)

    def contact(self, count: int) -> tuple[Array, Array]:
        """Impulses of the floor in the last step (count, 3), and what friction goes by (count,) [N s]; both last.

        They are zero where the last step was of the general path, which counts other points; what that path
        remembers of its contacts ends here.
        """
        kept = [self.memory.get(name) for name in ("touch", "load")]
        if any(array is None or len(array) != count for array in kept):
            self.memory["touch"], self.memory["load"] = np.zeros((count, 3)), np.zeros(count)
        for name in OF_CONTACTS:
            self.memory.pop(name, None)
        return self.memory["touch"], self.memory["load"]

    def forget_floor(self) -> None:
        """Drop what the compiled loop remembers of the floor, before steps on the general path."""
        self.memory.pop("load", None)

    @classmethod
    def empty(cls) -> "State":
        """Nothing yet."""
        return cls(np.zeros(0), np.zeros(0))
