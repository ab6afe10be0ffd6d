"""Spherical Bézier curves by de Casteljau's construction: six slerps a point.

Segment n has the control points q_n, a_n, b_{n+1}, q_{n+1}. It leaves q_n at three times the speed of the arc
to a_n, so with ω [rad/s] the angular velocity at a key and h₊, h₋ the intervals after and before it

a_n = exp(ω h₊/6) q_n,    b_n = exp(−ω h₋/6) q_n                             (Shoemake 1985, §4.2)
"""

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.spatial.components import components, dot, pick
from supple.spatial.curve import KeyedCurve, arc_jet
from supple.spatial.jet import Jet, slerp_jets
from supple.spatial.quaternion import exp, multiply, normalize
from supple.spatial.slerp import GreatArc, slerp
from supple.spatial.tangents import Ends, Neighbors


def bezier(p: ArrayLike, a: ArrayLike, b: ArrayLike, q: ArrayLike, u: ArrayLike) -> Array:
    """The point at fraction u of one segment from p to q with handles a, b; shapes (..., 4), u of (...).

    >>> bezier([0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 1], 0.5).round(6)
    array([0.      , 0.      , 0.382683, 0.92388 ])
    """
    u = finite(u, "fraction")
    left, middle, right = slerp(p, a, u), slerp(a, b, u), slerp(b, q, u)
    return slerp(slerp(left, middle, u), slerp(middle, right, u), u)


class BezierCurve(KeyedCurve):
    """Spherical Bézier segments through keys at times [s]; the angular velocity is continuous.

    `handles`, quaternions of shape (n, 4), are the control points a_n after each key (a third of an interval
    along the tangent); those before the keys follow from them, so that the curve stays smooth. By default
    they are Shoemake's, weighted where intervals differ. `ends` says what the end keys take for the arc that
    they lack (`Neighbors`).

    >>> curve = BezierCurve([0, 1, 2], [[0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 1, 0]])
    >>> curve(1.0).round(6)
    array([0.      , 0.      , 0.707107, 0.707107])
    """

    def __init__(
        self, times: ArrayLike, rotations: ArrayLike, handles: ArrayLike | None = None, ends: Ends = "natural"
    ) -> None:
        super().__init__(times, rotations)
        h = self._intervals[:, None]
        if handles is None:
            omega = Neighbors(self._keys, self._intervals, ends).bisected()
        else:
            omega = self._leaving_through(handles)
        leave, arrive = omega[:-1] * h / 3, omega[1:] * h / 3
        a = multiply(exp(leave / 2), self._keys[:-1])
        b = multiply(exp(-arrive / 2), self._keys[1:])
        across = GreatArc.between(self._keys[:-1], self._keys[1:]).spin() - leave - arrive
        self._arcs = [
            GreatArc.between(self._keys[:-1], a, leave),
            GreatArc.between(a, b, across),
            GreatArc.between(b, self._keys[1:], arrive),
        ]
        self._spins = [arc.spin() for arc in self._arcs]

    def _leaving_through(self, handles: ArrayLike) -> Array:
        """ω at the keys of a curve with the given a_n; the last key's handle continues the last interval."""
        handles = normalize(components(handles, 4, "handles"))
        if handles.shape != self.rotations.shape:
            raise InputError(
                f"handles: expected one for each key, shape {self.rotations.shape}, got {handles.shape}"
            )
        near = np.where(dot(handles, self.rotations)[:, None] < 0.0, -handles, handles)
        h = np.append(self._intervals, self._intervals[-1])[: len(handles), None]
        omega = 3.0 * GreatArc.between(self.rotations, near).spin() / h
        return np.asarray(omega + np.zeros((len(self._keys), 1)))

    def _rotation(self, t: Array) -> Array:
        i, u, _ = self._place(t)
        left, middle, right = (arc.pick(i)(u) for arc in self._arcs)
        between = GreatArc.between
        return between(between(left, middle)(u), between(middle, right)(u))(u)

    def _jet(self, t: Array) -> Jet:
        place = self._place(t)
        i, u = place.segment, place.moving()
        left, middle, right = (
            arc_jet(arc.pick(i), pick(spin, i), u) for arc, spin in zip(self._arcs, self._spins, strict=True)
        )
        return slerp_jets(slerp_jets(left, middle, u), slerp_jets(middle, right, u), u)
