"""What rollouts of one body have in common, made ready once: then each costs little more than its steps.

Threads run them without the interpreter. Each has memory of its own, so their number changes nothing.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, carved
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.drive import Drive, checked
from supple.dynamics.legacy.bodies.lattice.forces import Springs
from supple.dynamics.legacy.bodies.lattice.step import Room, arrived, room
from supple.dynamics.legacy.contact.floor import REST
from supple.dynamics.legacy.rollout.advancing import Frames, Outside, frames
from supple.dynamics.legacy.rollout.going import Going, go_and_doze
from supple.dynamics.legacy.rollout.rolled import Rolled
from supple.dynamics.legacy.rollout.setting import Ground, course_of, idle, springs_of, strive_by, surface_of
from supple.dynamics.legacy.rollout.surface import Touching, begin_anew, touching
from supple.errors import InputError

GRAVITY = (0.0, -9.81, 0.0)


class Rollouts:
    """A body as it is now over some ground, ready to be let go again and again.

    >>> from supple.dynamics.legacy.bodies.lattice import lattice_body
    >>> from supple.scene import models
    >>> fall = Rollouts(lattice_body(models.box(), ["squash.y"]), None, seconds=1.0)
    >>> rolled = fall()
    >>> rolled.q.shape, round(float(rolled.v[-1, 1]), 2)
    ((61, 8), -9.81)
    """

    def __init__(
        self,
        body: LatticeBody,
        ground: Ground = 0.0,
        seconds: float = 4.0,
        *,
        step: float = 1 / 240,
        fps: float = 60.0,
        gravity: "tuple[float, float, float]" = GRAVITY,
        drag: float = 0.0,
    ) -> None:
        for what, value in (("seconds", seconds), ("step", step), ("fps", fps)):
            if not (np.isfinite(value) and value > 0):
                raise InputError(f"a rollout with {what}={value}; give a positive number")
        g = np.array(gravity, dtype=np.float64)
        self._body, self._step = body, step
        self._start, self._still, self._undriven = body.rest, np.zeros(body.nv), idle(len(body.modes))
        self._times = np.arange(int(np.floor(seconds * fps + 1e-9)) + 1) / fps
        self._steps = int(np.ceil(self._times[-1] / step - 1e-6))
        self._surface, self._outside = surface_of(body, ground), Outside(body.gravity(g), drag)
        self._course = course_of(body, 0.0, step, self._steps)
        self._slowest = REST * float(np.linalg.norm(g)) * step
        self._free: list[_Place] = []

    def __call__(self, drive: Drive | None = None, q: Array | None = None, v: Array | None = None) -> Rolled:
        """Let it go from rest, or from q and v, striving for a drive's poses."""
        place, speed = self._start if q is None else q, self._still if v is None else v
        return self._roll(place, speed, drive, self._frames())

    def many(self, drives: "Sequence[Drive | None]", threads: int = 1) -> list[Rolled]:
        """One for each drive, in their order."""
        kept = self._frames(len(drives))
        found: list[Rolled | None] = [None] * len(drives)
        waiting = enumerate(drives)

        def work() -> None:
            for k, drive in waiting:
                own = Frames(self._times, *(x[k] for x in kept[1:]))
                found[k] = self._roll(self._start, self._still, drive, own)

        if threads <= 1:
            work()
        else:
            with ThreadPoolExecutor(threads) as pool:
                for task in [pool.submit(work) for _ in range(threads)]:
                    task.result()
        return [each for each in found if each is not None]

    def _frames(self, *many: int) -> Frames:
        """Room for what is kept of one, or of many: one block for each kind of it, mapped at once."""
        return frames(self._times, len(self._surface.points.r), len(self._body.modes), *many)

    def _place(self) -> "_Place":
        try:
            return self._free.pop()
        except IndexError:
            return _placed(self._body, len(self._surface.points.r))

    def _roll(self, q: Array, v: Array, drive: Drive | None, kept: Frames) -> Rolled:
        body, step = self._body, self._step
        at = self._place()
        at.q[:], at.v[:], at.spent[0] = q, v, 0.0
        control = self._undriven if drive is None else checked(drive, len(body.modes))
        strive_by(control, at.springs)
        begin_anew(at.on)
        arrived(body.parts, at.q, at.v, step, at.to, at.momentum)
        kept.q[0], kept.v[0], kept.contact[0], kept.control[0], kept.energy[0] = at.q, at.v, 0.0, 0.0, 0.0
        going = Going(at.springs, self._course, control, 0.0, self._outside, self._surface, self._slowest)
        done = go_and_doze(
            body, going, at.q, at.v, at.momentum, 0.0, step, self._steps, at.to, at.on, kept, at.spent
        )  # fmt: skip
        self._free.append(at)
        if done < self._steps:
            missing = np.isnan(kept.energy)
            for x in kept[1:]:
                x[missing] = np.nan
        return Rolled(*kept)


class _Place(NamedTuple):
    """Where one rollout runs at a time."""

    q: Array
    v: Array
    momentum: Array
    spent: Array
    springs: Springs
    to: Room
    on: Touching


def _placed(body: LatticeBody, points: int) -> _Place:
    own = carved({"q": (body.nq,), "v": (body.nv,), "momentum": (body.nv,), "spent": (1,)})
    springs = springs_of(body, 0.0)
    return _Place(**own, springs=springs, to=room(body.parts), on=touching(points, body.nv))


def roll(
    body: LatticeBody,
    ground: Ground = 0.0,
    drive: Drive | None = None,
    seconds: float = 4.0,
    *,
    step: float = 1 / 240,
    fps: float = 60.0,
    q: "Array | None" = None,
    v: "Array | None" = None,
    gravity: "tuple[float, float, float]" = GRAVITY,
    drag: float = 0.0,
) -> Rolled:
    """Let a body go from rest, or from q and v, over a height [m], shapes, or nothing, striving for a drive's poses.

    >>> from supple.dynamics.legacy.bodies.lattice import Lattice, ModalLattice, mode
    >>> from supple.scene import models
    >>> crate = models.box(width=1, height=1, depth=1)
    >>> whole = ModalLattice("whole", Lattice((4, 4, 4), crate.surface.bounds), (mode("squash.y"),))
    >>> corners = (np.indices((2, 2, 2)).reshape(3, -1).T - 0.5) * 0.8
    >>> body = LatticeBody(
    ...     crate, [whole], places=corners, masses=np.ones(8), stiffness=900.0, damping=9.0, at=(0, 0.5, 0)
    ... )
    >>> rolled = roll(body, seconds=2.0)
    >>> rolled.q.shape, bool(abs(rolled.contact[-1].sum(axis=0)[1] - 8 * 9.81) < 0.1)
    ((121, 8), True)
    """
    ready = Rollouts(body, ground, seconds, step=step, fps=fps, gravity=gravity, drag=drag)
    return ready(drive, q, v)
