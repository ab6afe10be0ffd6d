"""Many steps of one lattice body, in compiled code that lets go of the interpreter: contact, control, frames."""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.drive import Drive, pose_at
from supple.dynamics.legacy.bodies.lattice.forces import Springs
from supple.dynamics.legacy.bodies.lattice.step import Parts, Room, into_body, into_world, leave, predict
from supple.dynamics.legacy.rollout.meeting import meet, swept
from supple.dynamics.legacy.rollout.surface import Surface, Touching
from supple.kernels import kernel


class Outside(NamedTuple):
    """What acts from outside: v̇ (nv,) by gravity and all else, and the share of v that the air takes a second."""

    acceleration: Array
    drag: float


class Course(NamedTuple):
    """What is set of each mode at the beginning of each step (steps, D), or one row where it stays."""

    stiffness: Array
    damping: Array
    rest: Array


class Frames(NamedTuple):
    """What is kept at times (T,): coordinates, velocities, mean force on each point, control, ∫ Σ |γ̇ Q_u| dt [J]."""

    times: Array
    q: Array
    v: Array
    contact: Array
    control: Array
    energy: Array


def frames(times: Array, points: int, modes: int, *many: int) -> Frames:
    """Room for what is kept, of one or of many; the energy of a frame is NaN until it is."""
    T, D = len(times), modes
    q, v, contact, control = (
        np.empty((*many, T, *shape)) for shape in ((7 + D,), (6 + D,), (points, 3), (D,))
    )
    return Frames(times, q, v, contact, control, np.full((*many, T), np.nan))


@kernel
def advance(
    parts: Parts, springs: Springs, course: Course, drive: Drive, start: float, outside: Outside, surface: Surface,
    q: Array, v: Array, momentum: Array, t: float, h: float, steps: int, sweeps: int, slowest: float, watch: bool,
    to: Room, on: Touching, kept: Frames, spent: Array,
) -> int:  # fmt: skip
    """Advance q and v in place by `steps` of h seconds from t; returns how many were taken, all of them if sound.

    With `watch` it stops before the first step in which something is touched, and returns −1 less that number.

    `springs` follow the course, `start` [s] is when the drive began. Frames after t up to the end are filled in,
    those between steps on the straight line; `spent` (1,) [J] goes on counting.
    """
    D, nv = len(springs.rest), len(v)
    control, before, speed, shift = np.zeros(D), np.empty(len(q)), np.empty(D), np.empty(nv)
    force, held, at = np.zeros((len(on.clear), 3)), 0, 0
    while at < len(kept.times) and kept.times[at] <= t:
        at += 1
    for step in range(steps):
        _follow(course, step, springs)
        strive(springs, drive, t + step * h - start, control)
        before[:], speed[:] = q, v[6:]
        if not predict(parts, springs, q, v, momentum, h, to):
            return step
        _push(outside, v, h, shift, to)
        on.met[0] = meet(parts, surface, q, h, slowest, sweeps, to, on)
        if watch and on.met[0] > 0:
            return -1 - step
        into_world(to.R, on.p, shift)
        into_world(to.R, to.v, v)
        for i in range(nv):
            shift[i] += v[i]
        on.travel[0] += h * swept(surface.radius, surface.reach, q[7:], shift)
        leave(q, v, shift, h, to, momentum)
        if not np.isfinite(q[0] + q[3] + v[0] + v[nv - 1]):
            return step
        spent[0] += h * _strove(springs, drive, before[7:], speed, v[6:], h, control)
        if len(kept.times):
            _add(force, on)
            held += 1
            now = t + (step + 1) * h
            while at < len(kept.times) and kept.times[at] <= now + 1e-9 * h:
                share = (kept.times[at] - (now - h)) / h
                _keep(kept, at, 1.0 if share > 1.0 - 1e-6 else share, before, q, v, control, spent[0])
                _mean(force, held * h, kept.contact[at])
                held, at = 0, at + 1
    return steps


@kernel
def _follow(course: Course, step: int, springs: Springs) -> None:
    """Rest amplitudes anew in every step, since a drive may move them; the others where they change."""
    springs.rest[:] = course.rest[min(step, len(course.rest) - 1)]
    if step < len(course.stiffness):
        springs.stiffness[:] = course.stiffness[step]
    if step < len(course.damping):
        springs.damping[:] = course.damping[step]


@kernel
def _keep(
    kept: Frames, at: int, share: float, before: Array, q: Array, v: Array, control: Array, spent: float
) -> None:
    for i in range(len(q)):
        kept.q[at, i] = before[i] + share * (q[i] - before[i]) if share < 1.0 else q[i]
    kept.v[at], kept.control[at], kept.energy[at] = v, control, spent


@kernel
def _mean(force: Array, seconds: float, to: Array) -> None:
    """Impulses (m, 3) [N s] of some seconds as a mean force [N]; they begin anew."""
    for i in range(len(force)):
        for x in range(3):
            to[i, x] = force[i, x] / seconds
            force[i, x] = 0.0


@kernel
def _add(force: Array, on: Touching) -> None:
    """force += the impulses of those that touch."""
    impulse, which = on.impulse, on.which
    for n in range(on.met[0]):
        for x in range(3):
            force[which[n], x] += impulse[n, x]


@kernel
def strive(springs: Springs, drive: Drive, t: float, control: Array) -> None:
    """Set the targets, or the rest amplitudes, to the pose at t; `control` receives what moving the rests adds."""
    if len(drive.times) == 0:
        return
    pose = drive.poses[pose_at(drive.times, drive.next, t)]
    for n in range(len(pose)):
        if drive.by_rest:
            if drive.C[n] > 0.0:
                control[n] = springs.stiffness[n] * (pose[n] - springs.rest[n])
                springs.rest[n] = pose[n]
        else:
            springs.target[n] = pose[n]


@kernel
def _strove(
    springs: Springs, drive: Drive, gamma: Array, before: Array, after: Array, h: float, control: Array
) -> float:
    """Σ |γ̇ Q_u| [W] with the control force Q_u of the step, which `control` receives."""
    power = 0.0
    for n in range(len(gamma)):
        if not drive.by_rest:
            middle = gamma[n] + h / 4 * (after[n] - before[n])
            control[n] = (
                springs.gain[n] * (springs.target[n] - middle) - springs.control_damping[n] * after[n]
            )
        power += abs(control[n] * after[n])
    return power


@kernel
def _push(outside: Outside, v: Array, h: float, work: Array, to: Room) -> None:
    """to.v += h (a − drag v)."""
    for i in range(len(v)):
        work[i] = h * (outside.acceleration[i] - outside.drag * v[i])
    into_body(to.R, work, to.more)
    for i in range(len(v)):
        to.v[i] += to.more[i]
