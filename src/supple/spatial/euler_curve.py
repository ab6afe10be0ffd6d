"""Euler angles interpolated one by one: the way that quaternion curves improve on, kept for comparison.

The motion depends on the axes chosen, speeds up and slows down, and loses a freedom where the gimbal locks
(Shoemake 1985, §2).
"""

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.spatial.curve import KeyedCurve
from supple.spatial.euler import from_euler, jet_of_angles, rotation_axes
from supple.spatial.jet import Jet, Moving


class EulerCurve(KeyedCurve):
    """Angles [rad], shape (n, 3), at times [s], each led straight from key to key; order as in `from_euler`.

    >>> curve = EulerCurve([0, 1], [[0, 0, 0], [0, 0, np.pi]], order="xyz")
    >>> curve(0.5).round(6), curve.velocity(0.5).round(6)
    (array([0.      , 0.      , 0.707107, 0.707107]), array([0.      , 0.      , 3.141593]))
    """

    def __init__(self, times: ArrayLike, angles: ArrayLike, order: str = "xyz") -> None:
        rotation_axes(order)
        self._order = order
        self._angles = finite(angles, "Euler angles", (None, 3))
        super().__init__(times, from_euler(self._angles, order))
        self._slopes = np.diff(self._angles, axis=0) / self._intervals[: len(self._angles) - 1, None]
        if len(self._angles) == 1:
            self._slopes = np.zeros((1, 3))

    def _angles_at(self, t: Array) -> Moving:
        i, u, rate = self._place(t)
        slope = self._slopes[i]
        return Moving(self._angles[i] + slope * (u / rate)[:, None], slope, np.zeros_like(slope))

    def _rotation(self, t: Array) -> Array:
        return from_euler(self._angles_at(t).value, self._order)

    def _jet(self, t: Array) -> Jet:
        return jet_of_angles(self._angles_at(t), self._order)
