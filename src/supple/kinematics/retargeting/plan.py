"""What a figure is to do, frame by frame: turns of its joints in the world, and where its hips go.

D = G G⁰⁻¹ of a joint is set, or that of what carries it; places follow down the tree,

    x = x_above + D_above (x⁰ − x⁰_above),

and only the hips, and feet that hang elsewhere, are placed by themselves.
"""

import numpy as np

from supple.arrays import Array
from supple.kinematics.retargeting.biped import Biped
from supple.motion import Clip, Track
from supple.spatial import IDENTITY, aligned, conjugate, multiply, rotate


class Plan:
    """Turns D (T, 4) by row, and the middle between the hips (T, 3) [m], of a body over frames."""

    def __init__(self, body: Biped, center: Array) -> None:
        self.body = body
        self.center = center
        self.turns: dict[int, Array] = {}

    def turned(self, row: int) -> Array:
        """D of a row (T, 4)."""
        while row >= 0 and row not in self.turns:
            row = self.body.rig.parents[row]
        return np.tile(IDENTITY, (len(self.center), 1)) if row < 0 else self.turns[row]

    def turn(self, row: int, by: Array) -> None:
        """Turn a row further by (T, 4), as seen in the world; what it carries and is not set goes along."""
        self.turns[row] = multiply(by, self.turned(row))

    def hip(self, side: str) -> Array:
        """Where the hip of a side is (T, 3) [m]."""
        away = self.body.place(f"thigh.{side}") - self.body.center
        return np.asarray(self.center + rotate(self.turned(self.body["hips"]), away))

    def bone(self, part: str) -> Array:
        """The bone of a part of a limb (T, 3) [m]."""
        return rotate(self.turned(self.body[part]), self.body.bone(part))

    def ankle(self, side: str) -> Array:
        """Where the ankle of a side is by its hip and bones (T, 3) [m]."""
        return np.asarray(self.hip(side) + self.bone(f"thigh.{side}") + self.bone(f"shin.{side}"))

    def places(self) -> Array:
        """Where all rows are (T, n, 3) [m]."""
        body, rig = self.body, self.body.rig
        apart = {row: side for side, row in body.apart.items()}
        found = np.tile(rig.places, (len(self.center), 1, 1))
        for row, parent in enumerate(rig.parents):
            if row == body["hips"]:
                found[:, row] = self.center + rotate(self.turned(row), rig.places[row] - body.center)
            elif row in apart:
                side = apart[row]
                away = rig.places[row] - body.place(f"foot.{side}")
                found[:, row] = self.ankle(side) + rotate(self.turned(row), away)
            elif parent >= 0:
                found[:, row] = found[:, parent] + rotate(self.turned(parent), rig.bone(parent, row))
        return found

    def clip(self, times: Array) -> Clip:
        """Tracks of the joints that turn, and of what is placed by itself, at times (T,) [s]."""
        rig, places, clip = self.body.rig, self.places(), Clip()
        for row in sorted({self.body["hips"], *self.turns}):
            if not rig.is_joint[row]:
                continue
            name, parent = rig.names[row], rig.parents[row]
            turn = multiply(self.turned(row), rig.turns[row])
            frame = np.array(IDENTITY) if parent < 0 else multiply(self.turned(parent), rig.turns[parent])
            clip[f"{name}.rotation"] = Track.sampled(
                times, aligned(multiply(conjugate(frame), turn)), "rotation"
            )
            if row == self.body["hips"] or row in self.body.apart.values():
                above, size = (np.zeros(3), 1.0) if parent < 0 else (places[:, parent], rig.scales[parent])
                away = rotate(conjugate(frame), places[:, row] - above) / size
                clip[f"{name}.position"] = Track.sampled(times, away, "vector")
        return clip
