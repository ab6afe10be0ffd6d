"""Angular velocities with which a smooth curve passes its keys.

The arcs on either side of a key turn at v₋ and v₊ [rad/s] for the intervals h₋ and h₊ [s]. The key is passed
at the mean velocity over both,

v = (h₋ v₋ + h₊ v₊) / (h₋ + h₊)

which is Shoemake's average of adjacent arcs when keys are even (1987, "Squad"), exact for any steady turn,
and slow enough for the longer interval, so that a quick move before a long hold does not swing far past it.
"""

from typing import Literal, get_args

import numpy as np

from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.spatial.components import dot
from supple.spatial.quaternion import conjugate, exp, log, multiply
from supple.spatial.slerp import GreatArc

Ends = Literal["natural", "rest", "cyclic"]


class Neighbors:
    """For every key the arcs before and after it: angular velocities (n, 3) [rad/s] and intervals (n,) [s].

    The end keys have an arc on one side only; the other is, by `ends`,
    natural: the same arc again, as if the nearest key were reflected through the end;
    rest: none, the curve stands still at its ends;
    cyclic: the arc at the other end, for a motion whose last key is its first.
    """

    def __init__(self, keys: Array, intervals: Array, ends: Ends) -> None:
        if ends not in get_args(Ends):
            raise UnknownNameError("ends", ends, get_args(Ends))
        if ends == "cyclic" and 1.0 - abs(float(dot(keys[0], keys[-1]))) > 1e-9:
            raise InputError(
                "ends='cyclic': the last key must be the rotation of the first; repeat that key at the end"
            )
        velocity = GreatArc.between(keys[:-1], keys[1:]).spin() / intervals[:, None]
        first, last = (-1, 0) if ends == "cyclic" else (0, -1)
        self.keys = keys
        self.resting = [0, -1] if ends == "rest" else []
        self.before = np.concatenate([velocity[[first]], velocity])
        self.after = np.concatenate([velocity, velocity[[last]]])
        self.before_interval = np.concatenate([intervals[[first]], intervals])
        self.after_interval = np.concatenate([intervals, intervals[[last]]])

    def averaged(self) -> Array:
        """The weighted mean of v₋ and v₊, shape (n, 3) [rad/s]: squad's default."""
        weight = self._weight_of_after()[:, None]
        return self._rested((1.0 - weight) * self.before + weight * self.after)

    def bisected(self) -> Array:
        """The same mean taken along the sphere, shape (n, 3) [rad/s]: Shoemake's Bézier handles (1985, §4.2).

        Both arcs are continued from the key for the shorter interval h and joined by an arc; the point that
        divides it by the weights is where the curve's tangent leads in h. When keys are even the continued
        arcs end at Double(q₋, q) and q₊, and the point is their Bisect.
        """
        h = np.minimum(self.before_interval, self.after_interval)[:, None]
        onward = multiply(exp(self.before * h / 2), self.keys)
        toward = multiply(exp(self.after * h / 2), self.keys)
        goal = GreatArc.between(onward, toward, (self.after - self.before) * h)(self._weight_of_after())
        return self._rested(2.0 * log(multiply(goal, conjugate(self.keys))) / h)

    def _weight_of_after(self) -> Array:
        return np.asarray(self.after_interval / (self.before_interval + self.after_interval))

    def _rested(self, velocity: Array) -> Array:
        velocity[self.resting] = 0.0
        return velocity
