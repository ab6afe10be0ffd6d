"""Rollouts: a lattice body driven through its poses over some ground, as fast as compiled code goes.

Many at once run on threads without the interpreter; each has memory of its own, so their number changes nothing.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, carved
from supple.dynamics.bodies.lattice.body import LatticeBody
from supple.dynamics.bodies.lattice.drive import Drive, checked
from supple.dynamics.bodies.lattice.step import arrived, room
from supple.dynamics.contact.floor import REST
from supple.dynamics.rollout.advancing import Outside, frames
from supple.dynamics.rollout.going import Going, go
from supple.dynamics.rollout.setting import Ground, idle, rests, springs_of, surface_of
from supple.dynamics.rollout.surface import Surface, touching
from supple.errors import InputError

GRAVITY = (0.0, -9.81, 0.0)


@dataclass(frozen=True, eq=False)
class Rolled:
    """What became of a rollout, frame by frame (T, …); NaN after a divergence.

    contact (T, m, 3) [N]: mean force on each of the body's contact points since the frame before, in world axes.
    control (T, D): Q_u. energy (T,) [J]: spent by control since the beginning, ∫ Σ |γ̇ Q_u| dt.
    """

    t: Array
    q: Array
    v: Array
    contact: Array
    control: Array
    energy: Array

    @property
    def sound(self) -> bool:
        """Whether it went through."""
        return bool(np.isfinite(self.q[-1]).all())


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

    >>> from supple.dynamics.bodies.lattice import Lattice, ModalLattice, mode
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
    stage = _stage(body, ground, seconds, step, fps, gravity, drag)
    place = np.array(body.rest if q is None else q, dtype=np.float64)
    speed = np.zeros(body.nv) if v is None else np.array(v, dtype=np.float64)
    return _roll(body, stage, place, speed, drive)


def roll_many(
    body: LatticeBody,
    ground: Ground,
    drives: "Sequence[Drive | None]",
    seconds: float = 4.0,
    *,
    threads: int = 1,
    step: float = 1 / 240,
    fps: float = 60.0,
) -> list[Rolled]:
    """A rollout for each drive, or for none, in their order; on several threads the bytes are the same."""
    stage = _stage(body, ground, seconds, step, fps, GRAVITY, 0.0)
    start, still = body.rest, np.zeros(body.nv)
    contact = np.empty((len(drives), len(stage.times), len(stage.surface.points.r), 3))
    found: list[Rolled | None] = [None] * len(drives)
    waiting = enumerate(drives)

    def work() -> None:
        for k, drive in waiting:
            found[k] = _roll(body, stage, start, still, drive, contact[k])

    if threads <= 1:
        work()
    else:
        with ThreadPoolExecutor(threads) as pool:
            for task in [pool.submit(work) for _ in range(threads)]:
                task.result()
    return [each for each in found if each is not None]


class _Stage(NamedTuple):
    """What rollouts of a body have in common; `slowest` [m/s] is what counts as a blow."""

    times: Array
    step: float
    surface: Surface
    outside: Outside
    slowest: float


def _stage(
    body: LatticeBody, ground: Ground, seconds: float, step: float, fps: float,
    gravity: "tuple[float, float, float]", drag: float,
) -> _Stage:  # fmt: skip
    for what, value in (("seconds", seconds), ("step", step), ("fps", fps)):
        if not (np.isfinite(value) and value > 0):
            raise InputError(f"a rollout with {what}={value}; give a positive number")
    times = np.arange(int(np.floor(seconds * fps + 1e-9)) + 1) / fps
    g = np.array(gravity, dtype=np.float64)
    outside = Outside(body.gravity(g), drag)
    return _Stage(times, step, surface_of(body, ground), outside, REST * float(np.linalg.norm(g)) * step)


def _roll(
    body: LatticeBody, stage: _Stage, q: Array, v: Array, drive: Drive | None, contact: Array | None = None
) -> Rolled:
    """One rollout; its forces go into `contact` (T, m, 3): for many that is one block, mapped at once."""
    step, D = stage.step, len(body.modes)
    own = carved({"place": q.shape, "speed": v.shape, "momentum": v.shape, "spent": (1,)})
    place, speed, momentum, spent = own.values()
    place[:], speed[:] = q, v
    control = idle(D) if drive is None else checked(drive, D)
    to = room(body.parts)
    arrived(body.parts, place, speed, step, to, momentum)
    steps, m = int(np.ceil(stage.times[-1] / step - 1e-6)), len(stage.surface.points.r)
    kept = frames(stage.times, m, D)
    kept = kept if contact is None else kept._replace(contact=contact)
    kept.q[0], kept.v[0], kept.contact[0], kept.control[0], kept.energy[0] = place, speed, 0.0, 0.0, 0.0
    going = Going(
        springs_of(body, 0.0, control),
        rests(body, 0.0, step, steps),
        control,
        0.0,
        stage.outside,
        stage.surface,
        stage.slowest,
    )
    go(body, going, place, speed, momentum, 0.0, step, steps, to, touching(m, body.nv), kept, spent)
    kept.contact[np.isnan(kept.energy)] = np.nan
    return Rolled(*kept)
