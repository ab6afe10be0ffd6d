"""What a run was like, in a few numbers: on what it ran, its energy, what touched and how deep, how well it held."""

from math import isfinite
from time import perf_counter
from typing import TYPE_CHECKING, Any

from supple.dynamics.legacy.rollout.alone import is_alone
from supple.scene import Take

if TYPE_CHECKING:
    from supple.dynamics.legacy.world import World


class RunReport:
    """Watches a world through a run, frame by frame; `added` puts what it saw into the take's report.

    `engine`: which loop ran it; `collide`: whether bodies touched each other; `energy_J` and `contacts`, the points
    at which something is touched, at the end; `penetration_max_m` and `gap_max_m`, the worst of all frames; `steps`.
    Contacts are told where the one step runs. How long a step took is in the take's timings: no file says so.

    >>> from supple.dynamics import World
    >>> from supple.scene import models
    >>> world = World(step=1 / 480)
    >>> box = world.add(models.box(), kind="rigid", material="wood", at=(0, 0.2, 0))
    >>> take = world.run(0.5)
    >>> {name: take.report[name] for name in ("engine", "collide", "contacts", "steps")}
    {'engine': 'one step', 'collide': True, 'contacts': 4, 'steps': 240}
    """

    def __init__(self, world: "World") -> None:
        self._world, self._start, self._clock = world, world.time, perf_counter()
        self._deepest = self._gap = 0.0

    def look(self) -> None:
        """Note how deep and how far apart things are at this frame."""
        world = self._world
        if world.one_step is not None:
            self._deepest = max(self._deepest, world.one_step.deepest())
            self._gap = max(self._gap, world.one_step.gap())

    def added(self, take: Take) -> Take:
        """The take with the report of its run."""
        world = self._world
        steps = round((world.time - self._start) / world.step_size)
        numbers: dict[str, Any] = {
            "engine": engine(world), "collide": bool(world.collide), "steps": steps,
        }  # fmt: skip
        energy = world.energy()
        if isfinite(energy):
            numbers["energy_J"] = energy
        if world.one_step is not None:
            touching = sum(contact.pressed for contact in world.contacts())
            numbers |= {"contacts": touching, "penetration_max_m": self._deepest, "gap_max_m": self._gap}
        spent = perf_counter() - self._clock
        return take.with_report(**numbers).with_timings(run_s=spent, step_s=spent / max(steps, 1))


def engine(world: "World") -> str:
    """Which loop runs a world: the one step, or one of those that it is to replace."""
    if world.one_step is not None:
        return "one step"
    if is_alone(world):
        return "loop for one lattice body"
    return "loop for linear bodies" if world.compiled else "general path"
