"""Steps of a lattice body with as many modes as stir (Faloutsos et al. 1997, §5.2).

A mode falls asleep where |γ − γ₀| and |γ̇|/ω were below the body's threshold at two looks in a row, while nothing
touches or pushes; the first step that would touch something wakes all.
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.drive import Drive
from supple.dynamics.legacy.bodies.lattice.forces import Springs
from supple.dynamics.legacy.bodies.lattice.sleeping import Awake, packed, packed_points
from supple.dynamics.legacy.bodies.lattice.step import Room, arrived, room
from supple.dynamics.legacy.rollout.advancing import Course, Frames, Outside, advance, frames
from supple.dynamics.legacy.rollout.setting import SWEEPS
from supple.dynamics.legacy.rollout.surface import Surface, Touching, begin_anew, touching

LOOK = 0.1
"""Seconds after which it is looked whether a mode may sleep; twice as long each time that all go on as they did."""


class Going(NamedTuple):
    """What a body goes through: its springs and what is set of them, its drive since `start` [s], and the world."""

    springs: Springs
    course: Course
    drive: Drive
    start: float
    outside: Outside
    surface: Surface
    slowest: float


class Span(NamedTuple):
    """`steps` of h seconds from t."""

    t: float
    h: float
    steps: int


def go(
    body: LatticeBody, going: Going, q: Array, v: Array, momentum: Array, t: float, h: float, steps: int,
    to: Room, on: Touching, kept: Frames, spent: Array,
) -> int:  # fmt: skip
    """Advance q, v and momentum in place by steps of h seconds from t; how many were taken, all of them if sound."""
    return advance(
        body.parts, going.springs, going.course, going.drive, going.start, going.outside, going.surface, q, v,
        momentum, t, h, steps, SWEEPS, going.slowest, False, to, on, kept, spent,
    )  # fmt: skip


def go_and_doze(
    body: LatticeBody, going: Going, q: Array, v: Array, momentum: Array, t: float, h: float, steps: int,
    to: Room, on: Touching, kept: Frames, spent: Array,
) -> int:  # fmt: skip
    """The same, while modes that do not stir sleep, where the body has a threshold for it."""
    moved = bool(going.outside.acceleration[3:].any()) or any(len(rows) > 1 for rows in going.course)
    if body.sleep is None or moved:
        return go(body, going, q, v, momentum, t, h, steps, to, on, kept, spent)
    pace = _pace(body, going.springs)
    dozing: Dozing | None = None
    last, before, look, done = np.ones((2, len(pace)), dtype=bool), np.zeros(0, dtype=bool), 0, 0
    while done < steps:
        last[0], last[1] = last[1], _stirring(body.sleep, pace, going, q, v, on)
        stirs = last[0] | last[1]
        look = 2 * look if np.array_equal(stirs, before) else max(round(LOOK / h), 1)
        before = stirs
        count = min(steps - done, look)
        if stirs.all():
            taken = go(body, going, q, v, momentum, t + done * h, h, count, to, on, kept, spent)
        else:
            if dozing is None or not dozing.is_of(stirs, q):
                dozing = Dozing(body, going, stirs, q)
            taken = dozing.go(q, v, Span(t + done * h, h, count), kept, spent)
            begin_anew(on)
            on.met[0] = 0 if taken >= 0 else 1
            arrived(body.parts, q, v, h, to, momentum)
        done += taken if taken >= 0 else -1 - taken
        if 0 <= taken < count:
            break
    return done


def _pace(body: LatticeBody, springs: Springs) -> Array:
    """ω of each mode by itself at rest (D,) [1/s]."""
    weight = body.mass_matrix(body.rest).diagonal()[6:]
    return np.asarray(np.sqrt(np.maximum(springs.stiffness, 1e-12) / weight))


def _stirring(threshold: float, pace: Array, going: Going, q: Array, v: Array, on: Touching) -> Awake:
    """Which modes take part in the next steps (D,)."""
    if on.met[0]:
        return np.ones(len(pace), dtype=bool)
    still = (np.abs(q[7:] - going.course.rest[0]) < threshold) & (np.abs(v[6:]) < threshold * pace)
    return np.asarray(~still | (going.drive.C > 0))


class Dozing:
    """A body of which some modes sleep where they are: the same loop over fewer coordinates."""

    def __init__(self, body: LatticeBody, going: Going, stirs: Awake, q: Array) -> None:
        self._stirs, self._still = stirs, q[7:][~stirs]
        self._places = np.r_[np.ones(7, dtype=bool), stirs]
        self._speeds = self._places[1:]
        self._parts = packed(body.parts, q[7:], stirs)
        points = packed_points(body.parts.lattices.first, going.surface.points, q[7:], stirs)
        drive, outside = going.drive, going.outside
        self._going = Going(
            Springs(*(x[stirs].copy() for x in going.springs)),
            Course(*(np.ascontiguousarray(rows[:, stirs]) for rows in going.course)),
            drive._replace(
                poses=np.ascontiguousarray(drive.poses[:, stirs]),
                C=drive.C[stirs],
                damping=drive.damping[stirs],
            ),
            going.start,
            outside._replace(acceleration=outside.acceleration[self._speeds]),
            going.surface._replace(points=points, reach=going.surface.reach[stirs]),
            going.slowest,
        )
        self._room = room(self._parts)
        self._near = touching(len(points.r), int(self._speeds.sum()))

    def is_of(self, stirs: Awake, q: Array) -> bool:
        """Whether the same modes sleep, at the same amplitudes."""
        return bool((stirs == self._stirs).all() and (q[7:][~stirs] == self._still).all())

    def go(self, q: Array, v: Array, span: Span, kept: Frames, spent: Array) -> int:
        """Advance q and v by a span, as `advance` does until something is touched."""
        own_q, own_v, momentum = q[self._places], v[self._speeds], np.zeros(int(self._speeds.sum()))
        arrived(self._parts, own_q, own_v, span.h, self._room, momentum)
        end = span.t + span.steps * span.h
        rows = np.flatnonzero((kept.times > span.t) & (kept.times <= end + 1e-9 * span.h))
        seen = frames(kept.times[rows], len(self._near.clear), len(own_v) - 6)
        g = self._going
        taken = advance(
            self._parts, g.springs, g.course, g.drive, g.start, g.outside, g.surface, own_q, own_v, momentum, span.t,
            span.h, span.steps, SWEEPS, g.slowest, True, self._room, self._near, seen, spent,
        )  # fmt: skip
        v[:] = 0.0
        self._tell(seen, rows, q, kept)
        q[self._places], v[self._speeds] = own_q, own_v
        return taken

    def _tell(self, seen: Frames, rows: Indices, q: Array, kept: Frames) -> None:
        """What was seen, among all coordinates."""
        reached = np.isfinite(seen.energy)
        rows, seen = rows[reached], Frames(*(x[reached] for x in seen))
        kept.contact[rows], kept.energy[rows] = seen.contact, seen.energy
        kept.q[rows], kept.v[rows], kept.control[rows] = q, 0.0, 0.0
        kept.q[np.ix_(rows, self._places)], kept.v[np.ix_(rows, self._speeds)] = seen.q, seen.v
        kept.control[np.ix_(rows, self._stirs)] = seen.control
