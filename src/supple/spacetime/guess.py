"""A motion to begin with: poses joined by straight lines, uniform translation (Witkin & Kass 1988, §6.1, §6.2), or a
take of the character, keyed or solved before.

Whatever bounds fix is known; between two known values a coordinate goes straight, and in flight the height follows
a parabola, so that the first iterate is not dragged along the floor.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.scene import Take
from supple.spacetime.phases import Fly, Slide
from supple.spacetime.problem import Problem
from supple.spacetime.program import Numbers

if TYPE_CHECKING:
    from supple.spacetime.shot import Shot

GUESSES = ("poses", "translation")


def first_guess(shot: "Shot", problem: Problem, numbers: Numbers) -> Array:
    """x to begin with, within its bounds."""
    t = times(shot)
    q = _coordinates(shot, problem, numbers, t)
    x = np.zeros(len(numbers.lbx))
    for name, place in problem.durations.items():
        x[place] = shot.timeline.phases[shot.timeline.phase(name)].guess
    v = np.zeros_like(q)
    for phase in range(len(shot.timeline.phases)):
        span = slice(shot.timeline.first(phase), shot.timeline.first(phase + 1))
        v[span] = np.gradient(q[span], t[span], axis=0)
    for k, somewhere in _along(shot).items():
        x[problem.samples[k].where["s"]] = somewhere
    weight = -float(np.dot(shot.mass * shot.gravity, [0, 1, 0]))
    falling = _falling(shot)
    for k, s in enumerate(problem.samples):
        x[s.where["q"]], x[s.where["v"]] = q[k], v[k]
        x[s.where["u"]] = shot.resources.muscles.idle(q[k])
        if not len(s.where["lam"]):
            x[s.where["a"]] = falling
        if len(s.where["lam"]):
            x[s.where["lam"][1 if len(s.where["lam"]) >= 3 else 0]] = weight
    return np.clip(x, numbers.lbx, numbers.ubx)


def _falling(shot: "Shot") -> Array:
    """Accelerations (nq,) of a character that nothing holds."""
    names = shot.resources.coordinates
    return np.array([shot.gravity["xyz".index(name)] if name in ("x", "y", "z") else 0.0 for name in names])


def times(shot: "Shot") -> Array:
    """Seconds of every sample, with durations as they are guessed."""
    start, rows = 0.0, []
    for phase, count in zip(shot.timeline.phases, shot.timeline.counts, strict=True):
        rows.append(start + np.linspace(0, phase.guess, count))
        start += phase.guess
    return np.concatenate(rows)


def _coordinates(shot: "Shot", problem: Problem, numbers: Numbers, t: Array) -> Array:
    if isinstance(shot.guess, Take):
        return _played(shot, shot.guess, t)
    if callable(shot.guess):
        return _given(shot.guess, t, shot.resources.nq)
    if shot.guess not in GUESSES:
        raise UnknownNameError("guess", str(shot.guess), GUESSES)
    q = _between_poses(shot, problem, numbers, t)
    if shot.guess == "translation":
        share = ((t - t[0]) / (t[-1] - t[0]))[:, None]
        root = [i for i, name in enumerate(shot.resources.coordinates) if name in ("x", "y", "z")]
        still = np.repeat(q[:1], len(t), axis=0)
        still[:, root] += share * (q[-1] - q[0])[root]
        return still
    return q


def _between_poses(shot: "Shot", problem: Problem, numbers: Numbers, t: Array) -> Array:
    places = np.array([s.where["q"] for s in problem.samples])
    leaders = np.vectorize(problem.leader)(places)
    fixed = numbers.lbx[leaders] == numbers.ubx[leaders]
    rest = np.asarray(shot.character.rest_pose, dtype=np.float64)
    q = np.repeat(rest[None], len(t), axis=0)
    for i in range(q.shape[1]):
        if fixed[:, i].any():
            q[:, i] = np.interp(t, t[fixed[:, i]], numbers.lbx[leaders[fixed[:, i], i]])
    for k, place in _along(shot).items():
        curve = shot.timeline.phases[problem.samples[k].phase].curve  # type: ignore[attr-defined]
        q[k, list(shot.resources.root[:2])] = curve(place)
    for phase, kind in enumerate(shot.timeline.phases):
        if isinstance(kind, Fly) and "y" in shot.resources.coordinates and len(shot.timeline.phases) > 1:
            span = slice(shot.timeline.first(phase), shot.timeline.first(phase + 1))
            gone = t[span] - t[span][0]
            q[span, shot.resources.index("y")] += -shot.gravity[1] / 2 * gone * (gone[-1] - gone)
    return q


def _along(shot: "Shot") -> dict[int, float]:
    """Sample → where on its curve it may be: from one end to the other at even pace."""
    places: dict[int, float] = {}
    for phase, kind in enumerate(shot.timeline.phases):
        if isinstance(kind, Slide):
            first, count = shot.timeline.first(phase), shot.timeline.counts[phase]
            places |= {first + k: kind.curve.pieces * k / (count - 1) for k in range(count)}
    return places


def _played(shot: "Shot", take: Take, t: Array) -> Array:
    """The motion of a take of the character, drawn out to the length of the shot."""
    skeleton = shot.character.skeleton
    seen = {node.name for node in take.scene.walk()}
    q = skeleton.read({link.name: take.world(link.name) for link in skeleton.links if link.name in seen})
    when = take.times[0] + (t - t[0]) / (t[-1] - t[0]) * (take.times[-1] - take.times[0])
    return np.stack([np.interp(when, take.times, column) for column in q.T], axis=1)


def _given(guess: Callable[[Array], Array], t: Array, nq: int) -> Array:
    q = np.asarray(guess(t), dtype=np.float64)
    if q.shape != (len(t), nq) or not np.isfinite(q).all():
        raise InputError(
            f"the guess gave {q.shape} for {len(t)} times; expected ({len(t)}, {nq}), all finite"
        )
    return q
