"""Steps of a lattice body with as many modes as stir (Faloutsos et al. 1997, §5.2).

A mode falls asleep where |γ − γ₀| and |γ̇|/ω are below the body's threshold while nothing touches or pushes; the first
step that would touch something wakes all.
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.lattice.body import LatticeBody
from supple.dynamics.bodies.lattice.drive import Drive
from supple.dynamics.bodies.lattice.forces import Springs
from supple.dynamics.bodies.lattice.sleeping import Awake, packed, packed_points
from supple.dynamics.bodies.lattice.step import Parts, arrived, room
from supple.dynamics.rollout.advancing import Frames, Outside, advance, frames
from supple.dynamics.rollout.setting import SWEEPS
from supple.dynamics.rollout.surface import Surface, Touching, touching

LOOK = 0.1
"""Seconds after which it is looked whether a mode may sleep; twice as long each time that all go on as they did."""


class Going(NamedTuple):
    """What a body goes through: its springs and rest amplitudes, its drive since `start` [s], and the world."""

    springs: Springs
    rest: Array
    drive: Drive
    start: float
    outside: Outside
    surface: Surface
    slowest: float


def go(
    body: LatticeBody, going: Going, q: Array, v: Array, momentum: Array, t: float, h: float, steps: int,
    on: Touching, kept: Frames, spent: Array,
) -> int:  # fmt: skip
    """Advance q, v and momentum in place by steps of h seconds from t; how many were taken, all of them if sound."""
    done, look, packs = 0, 1, dict[bytes, tuple[Parts, Surface]]()
    awake = ~stirring(body, going, q, v, on)
    while done < steps:
        before, awake = awake, stirring(body, going, q, v, on)
        look = 2 * look if (awake == before).all() else max(round(LOOK / h), 1)
        count = min(steps - done, steps if body.sleep is None else look)
        taken = _some(body, going, awake, packs, q, v, momentum, (t, h, done, count), on, kept, spent)
        done += taken if taken >= 0 else -1 - taken
        if 0 <= taken < count:
            break
    return done


def stirring(body: LatticeBody, going: Going, q: Array, v: Array, on: Touching) -> Awake:
    """Which modes take part in the next steps."""
    D = len(body.modes)
    pushed = going.outside.acceleration[3:].any() or len(going.rest) > 1
    if body.sleep is None or on.met[0] or pushed:
        return np.ones(D, dtype=bool)
    weight = body.mass_matrix(q)[range(6, 6 + D), range(6, 6 + D)]
    pace = np.sqrt(np.maximum(going.springs.stiffness, 1e-12) / weight)
    near = np.abs(q[7:] - going.rest[0]) < body.sleep
    return np.asarray(~(near & (np.abs(v[6:]) < body.sleep * pace)) | (going.drive.C > 0))


def _some(
    body: LatticeBody, going: Going, awake: Awake, packs: dict[bytes, tuple[Parts, Surface]], q: Array, v: Array,
    momentum: Array, span: tuple[float, float, int, int], on: Touching, kept: Frames, spent: Array,
) -> int:  # fmt: skip
    """Some steps with the modes that are awake; below 0 where the next one touches, which wakes the others.

    `packs` keeps the body as it is while the same modes sleep.
    """
    t, h, done, count = span
    if awake.all():
        rest = going.rest[done:] if len(going.rest) > 1 else going.rest
        return int(
            advance(
                body.parts, going.springs, rest, going.drive, going.start, going.outside, going.surface, q, v,
                momentum, t + done * h, h, count, SWEEPS, going.slowest, False, room(body.parts), on, kept, spent,
            )
        )  # fmt: skip
    state = np.where(awake, np.nan, q[7:]).tobytes()
    if state not in packs:
        points = packed_points(body.parts.lattices.first, going.surface.points, q[7:], awake)
        surface = going.surface._replace(points=points, reach=going.surface.reach[awake])
        packs[state] = packed(body.parts, q[7:], awake), surface
    few, surface = packs[state]
    places, speeds = np.r_[np.ones(7, dtype=bool), awake], np.r_[np.ones(6, dtype=bool), awake]
    springs = Springs(*(x[awake].copy() for x in going.springs))
    drive = going.drive._replace(
        poses=np.ascontiguousarray(going.drive.poses[:, awake]),
        C=going.drive.C[awake],
        damping=going.drive.damping[awake],
    )
    own_q, own_v, own = q[places], v[speeds], np.zeros(int(speeds.sum()))
    v[~speeds] = 0.0
    arrived(few, own_q, own_v, h, room(few), own)
    begin, end = t + done * h, t + (done + count) * h
    rows = np.flatnonzero((kept.times > begin) & (kept.times <= end + 1e-9 * h))
    seen, near = (
        frames(kept.times[rows], len(on.clear), int(awake.sum())),
        touching(len(on.clear), len(own_v)),
    )
    outside = going.outside._replace(acceleration=going.outside.acceleration[speeds])
    rest = np.ascontiguousarray(going.rest[:, awake])
    taken = advance(
        few, springs, rest, drive, going.start, outside, surface, own_q, own_v, own, begin, h, count, SWEEPS,
        going.slowest, True, room(few), near, seen, spent,
    )  # fmt: skip
    reached = np.isfinite(seen.energy)
    rows, seen = rows[reached], Frames(*(x[reached] for x in seen))
    for name in ("contact", "energy"):
        getattr(kept, name)[rows] = getattr(seen, name)
    kept.q[rows], kept.v[rows], kept.control[rows] = q, 0.0, 0.0
    kept.q[np.ix_(rows, places)], kept.v[np.ix_(rows, speeds)] = seen.q, seen.v
    kept.control[np.ix_(rows, awake)] = seen.control
    q[places], v[speeds] = own_q, own_v
    on.memory[:], on.met[0], on.clear[:], on.travel[0] = 0.0, near.met[0], 0.0, 0.0
    arrived(body.parts, q, v, h, room(body.parts), momentum)
    return int(taken)
