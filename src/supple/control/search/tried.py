"""A gait as a trial made it, which can also be seen."""

from dataclasses import dataclass
from functools import cached_property

from supple.control.gait import Gait
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.rollout import Rolled
from supple.scene import Scene, Take


@dataclass(frozen=True, kw_only=True)
class Tried(Gait):
    """A gait, with the body that went so and all that its rollout says."""

    body: LatticeBody
    rolled: Rolled

    @cached_property
    def take(self) -> Take:
        """What it looks like, made when it is first asked for; the arrays of the rollout are its `data`."""
        motions = self.body.motions(self.rolled.q)
        return Take(Scene([self.body.shown()]), self.t, motions, name=self.body.name).with_data(
            **vars(self.rolled)
        )
