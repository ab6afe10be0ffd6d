"""The numbers of a world at one moment; its structure is elsewhere."""

from dataclasses import dataclass, field

import numpy as np

from supple.arrays import Array


@dataclass(eq=False)
class State:
    """Coordinates q, velocities v, time t [s], and whatever else lasts, by name, in `memory`."""

    q: Array
    v: Array
    t: float = 0.0
    memory: dict[str, Array] = field(default_factory=dict)

    def copy(self) -> "State":
        """A state of its own: it can be kept, rewound to, searched from, sent away."""
        kept = {name: array.copy() for name, array in self.memory.items()}
        return State(self.q.copy(), self.v.copy(), self.t, kept)

    def contact(self, count: int) -> tuple[Array, Array]:
        """Impulses of the floor in the last step (count, 3), and what friction goes by (count,) [N s]; both last."""
        if len(self.memory.get("load", ())) != count or "touch" not in self.memory:
            self.memory["touch"], self.memory["load"] = np.zeros((count, 3)), np.zeros(count)
        return self.memory["touch"], self.memory["load"]

    @classmethod
    def empty(cls) -> "State":
        """Nothing yet."""
        return cls(np.zeros(0), np.zeros(0))
