"""Feet kept on the floor: what stands stays where it came down, and nothing sinks.

Heel and ball: the foot lies flat. The ball alone: the foot is pitched onto it by as much as the height of its ankle
asks for. The heel alone: the foot keeps its turn. Between contacts corrections fade; a foot that swings is turned
toward level until it is above the floor, and raised if that is not enough.
"""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import maximum_filter1d, uniform_filter1d

from supple.arrays import Array, Truths
from supple.kinematics.retargeting.biped import UP
from supple.kinematics.retargeting.contacts import Contacts
from supple.kinematics.retargeting.fading import faded
from supple.kinematics.retargeting.sole import LEVEL, Sole
from supple.spatial import conjugate, from_rotation_vector, multiply, rotate, shortest_arc, to_rotation_vector

TURNS, PLACES = 0.15, 0.3
"""Within so long corrections of turns and of places fade [s]."""
LEVELED = 0.05
"""How softly a swinging foot is turned toward level [s]."""
SHARES = np.linspace(0.0, 1.0, 21)


@dataclass(eq=False)
class Foot:
    """What a foot is to do: its turn D (T, 4), its ankle's place (T, 3) [m], and the turn of its toes, if any."""

    sole: Sole
    turn: Array
    ankle: Array
    toes: Array | None = None

    @property
    def low(self) -> Array:
        """The height over the floor of the lowest point of foot and toes (T,) [m]."""
        points, on_toes = self.sole.points, self.sole.on_toes
        found = self.ankle[:, 1] + lowest(self.turn, points[~on_toes])
        if self.toes is not None and self.sole.joint is not None and on_toes.any():
            joint = self.ankle + rotate(self.turn, self.sole.joint)
            found = np.minimum(found, joint[:, 1] + lowest(self.toes, points[on_toes] - self.sole.joint))
        return np.asarray(found)


def plant(foot: Foot, stance: Contacts, side: str, step: float) -> None:
    """Change a foot so that it stands where it stands, and sinks nowhere."""
    anchors = _anchors(foot, stance, side)
    heel, ball = (~np.isnan(anchors[point][:, 0]) for point in ("heel", "ball"))
    _lie(foot, anchors, heel & ball, step)
    known = heel
    shift = np.zeros_like(foot.ankle)
    at = np.where(
        (heel & ball)[:, None],
        anchors["ball"] - rotate(foot.turn, foot.sole.ball),
        anchors["heel"] - rotate(foot.turn, foot.sole.heel),
    )
    shift[known] = (at - foot.ankle)[known]
    shift = faded(shift, known, step, PLACES)
    tiptoes = ball & ~heel
    if tiptoes.any():
        turn, contact = foot.sole.tiptoe(foot.turn[tiptoes], (foot.ankle + shift)[tiptoes, 1])
        change = np.zeros_like(foot.ankle)
        change[tiptoes] = to_rotation_vector(multiply(turn, conjugate(foot.turn[tiptoes])))
        foot.turn = multiply(
            from_rotation_vector(faded(change, heel & ball | tiptoes, step, TURNS)), foot.turn
        )
        shift[tiptoes] = anchors["ball"][tiptoes] - contact - foot.ankle[tiptoes]
    foot.ankle = foot.ankle + faded(shift, heel | ball, step, PLACES)
    _lay_toes(foot, ball, step)
    _lift(foot, ~(heel | ball), step)


def _anchors(foot: Foot, stance: Contacts, side: str) -> dict[str, Array]:
    """Where on the floor the points stand (T, 3) [m]; NaN where they do not.

    A point that comes down while the other stands is as far from it as the sole is long.
    """
    sole, frames = foot.sole, len(foot.ankle)
    flat = stance.on("heel", side) & stance.on("ball", side)
    ahead, rest = sole.ahead(foot.turn), {"heel": sole.heel, "ball": sole.ball}
    free = {
        "heel": foot.ankle + rotate(foot.turn, sole.heel),
        "ball": foot.ankle + sole.tiptoe(foot.turn, foot.ankle[:, 1])[1],
    }
    runs = sorted((a, b, point) for point in free for a, b in stance.runs[point, side])
    length = float((sole.ball - sole.heel) @ sole.heading)
    found = {point: np.full((frames, 3), np.nan) for point in free}
    done: list[tuple[int, int, str, Array]] = []
    for first, last, point in runs:
        other = [d for d in done if d[2] != point and min(last, d[1]) - max(first, d[0]) >= 1]
        run = np.arange(first, last + 1)
        if other:
            begin, end, _, anchor = other[-1]
            way = ahead[max(first, begin) : min(last, end) + 1].mean(axis=0)
            place = anchor + length * way / np.linalg.norm(way) * (1 if point == "ball" else -1)
        elif flat[run].any():
            core = run[flat[run]]
            place = (foot.ankle[core] + (sole.heading @ rest[point]) * ahead[core]).mean(axis=0) * LEVEL
        else:
            place = free[point][run].mean(axis=0) * LEVEL
        done.append((first, last, point, place))
        found[point][run] = place
    return found


def _lie(foot: Foot, anchors: dict[str, Array], flat: Truths, step: float) -> None:
    """Turn the foot so that it lies flat from heel to ball where both stand."""
    if not flat.any():
        return
    lying = foot.sole.lying((anchors["ball"] - anchors["heel"])[flat])
    change = np.zeros_like(foot.ankle)
    change[flat] = to_rotation_vector(multiply(lying, conjugate(foot.turn[flat])))
    foot.turn = multiply(from_rotation_vector(faded(change, flat, step, TURNS)), foot.turn)


def _lay_toes(foot: Foot, ball: Truths, step: float) -> None:
    """Toes lie flat while the ball stands."""
    if foot.toes is None or not ball.any():
        return
    change = np.zeros_like(foot.ankle)
    change[ball] = to_rotation_vector(shortest_arc(rotate(foot.toes[ball], UP), UP))
    foot.toes = multiply(from_rotation_vector(faded(change, ball, step, TURNS)), foot.toes)


def _lift(foot: Foot, swings: Truths, step: float) -> None:
    """Turn what swings toward level as far as it takes to be above the floor, and raise it by what is left."""
    points, on_toes = foot.sole.points, foot.sole.on_toes
    level = foot.sole.lying(foot.sole.ahead(foot.turn))
    foot.turn = _leveled(foot.turn, level, points[~on_toes], foot.ankle[:, 1], swings, step)
    if foot.toes is not None and foot.sole.joint is not None and on_toes.any():
        joint = foot.ankle[:, 1] + rotate(foot.turn, foot.sole.joint)[:, 1]
        level = multiply(shortest_arc(rotate(foot.toes, UP), UP), foot.toes)
        foot.toes = _leveled(foot.toes, level, points[on_toes] - foot.sole.joint, joint, swings, step)
    raised = np.where(swings, np.maximum(-foot.low, 0.0), 0.0)
    foot.ankle = foot.ankle + raised[:, None] * UP


def _leveled(turn: Array, level: Array, points: Array, height: Array, swings: Truths, step: float) -> Array:
    """A turn (T, 4) about a joint at a height (T,) [m], toward level until all points (k, 3) are above the floor."""
    way = to_rotation_vector(multiply(level, conjugate(turn)))
    needed = np.stack(
        [-lowest(multiply(from_rotation_vector(share * way), turn), points) for share in SHARES], axis=1
    )
    enough = needed <= height[:, None] + 1e-9
    first = np.where(enough.any(axis=1), enough.argmax(axis=1), needed.argmin(axis=1))
    share = np.where(swings, SHARES[first], 0.0)
    wide = 2 * max(1, round(LEVELED / step)) + 1
    smooth = uniform_filter1d(maximum_filter1d(share, wide), wide)
    share = np.where(swings, np.maximum(share, smooth), 0.0)
    return multiply(from_rotation_vector(share[:, None] * way), turn)


def lowest(turns: Array, points: Array) -> Array:
    """The lowest height (T,) of points (k, 3) that are turned (T, 4) about the origin."""
    ups = rotate(conjugate(turns), UP)
    return np.asarray((ups @ points.T).min(axis=1))
