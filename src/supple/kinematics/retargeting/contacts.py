"""When heels and balls of feet stand, found from how high and how fast they are.

Of each point: its level is low among the heights at which it is slow. It stands from where it is within 3 cm of that
level and slower than 0.2 m/s to where it is above 5 cm or faster than 0.4 m/s, for 0.08 s at least: of a figure of
1.7 m, others in proportion.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, Truths
from supple.kinematics.retargeting.biped import UP, Biped
from supple.kinematics.retargeting.rig import Motion
from supple.spatial import conjugate, rotate

MEASURED = 1.7
"""How tall the figure is for which lengths and speeds are given [m]."""
ENTER, STAY = (0.03, 0.20), (0.05, 0.40)
"""Height over the level [m] and speed [m/s] below which a point begins to stand, and goes on standing."""
SLOW, LOW = 0.3, 10.0
"""A point slower than this [m/s] tells its level: so many percent of these heights are lower."""
SHORTEST, AROUND = 0.08, 0.034
"""The shortest contact, and half the time over which speed is taken [s]."""

Run = tuple[int, int]
"""First and last frame."""


@dataclass(frozen=True, eq=False)
class Contacts:
    """Runs of frames in which the points of the feet stand, by ("heel" or "ball", side)."""

    frames: int
    runs: dict[tuple[str, str], list[Run]]
    level: float
    """How high the joints of standing ankles are [m]."""
    normals: dict[str, Array]
    """The normal of each sole (3,), as it would be at rest."""

    def on(self, point: str, side: str) -> Truths:
        """In which frames (T,) a point stands."""
        return marked(self.frames, self.runs[point, side])

    def stands(self, side: str) -> Truths:
        """In which frames (T,) a foot stands, on heel or ball."""
        return np.asarray(self.on("heel", side) | self.on("ball", side))

    def __iter__(self) -> Iterator[tuple[str, str, Run]]:
        for (point, side), runs in self.runs.items():
            for run in runs:
                yield point, side, run

    def __len__(self) -> int:
        return sum(len(runs) for runs in self.runs.values())


def contacts(body: Biped, motion: Motion) -> Contacts:
    """What stands in a motion."""
    runs: dict[tuple[str, str], list[Run]] = {}
    levels, normals = [], {}
    size = MEASURED / body.height
    for side in "LR":
        for point, row in (("heel", body[f"foot.{side}"]), ("ball", body.ball(side))):
            if row is None:
                runs[point, side] = []
                continue
            path = motion.places[:, row] * size
            found, level = _standing(path, motion.step)
            runs[point, side] = found
            if point == "heel":
                levels.append(level / size)
        both = [marked(len(motion.times), runs[point, side]) for point in ("heel", "ball")]
        flat = both[0] & both[1] if (both[0] & both[1]).any() else both[0] | both[1]
        turned = motion.turned(body[f"foot.{side}"])
        seen = rotate(conjugate(turned[flat]), UP) if flat.any() else UP[None]
        normal = np.median(seen, axis=0)
        normals[side] = normal / np.linalg.norm(normal)
    return Contacts(len(motion.times), runs, float(np.mean(levels)), normals)


def _standing(path: Array, step: float) -> tuple[list[Run], float]:
    """Runs in which a point stands that goes along a path (T, 3) [m], and its level [m]."""
    pace = speed(path, step)
    slow = pace < SLOW
    height = path[:, 1]
    level = float(np.percentile(height[slow], LOW) if slow.sum() > 3 else height.min())
    near = [(height - level < high) & (pace < fast) for high, fast in (ENTER, STAY)]
    kept = [(a, b) for a, b in runs_of(near[1]) if near[0][a : b + 1].any()]
    shortest = max(2, round(SHORTEST / step))
    return [(a, b) for a, b in kept if b - a + 1 >= shortest], level


def speed(path: Array, step: float) -> Array:
    """How fast a point is (T,) [m/s] along a path (T, 3) [m], over a short time around each frame."""
    n = len(path)
    reach = max(1, round(AROUND / step))
    before = np.maximum(np.arange(n) - reach, 0)
    after = np.minimum(np.arange(n) + reach, n - 1)
    return np.asarray(
        np.linalg.norm(path[after] - path[before], axis=1) / np.maximum((after - before) * step, 1e-12)
    )


def runs_of(on: Truths) -> list[Run]:
    """First and last frame of each run of frames that are on.

    >>> runs_of(np.array([True, True, False, True]))
    [(0, 1), (3, 3)]
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[0], on.astype(int), [0]]))).reshape(-1, 2)
    return [(int(a), int(b) - 1) for a, b in edges]


def marked(frames: int, runs: list[Run]) -> Truths:
    """Which frames are within runs (frames,)."""
    found = np.zeros(frames, dtype=bool)
    for first, last in runs:
        found[first : last + 1] = True
    return found
