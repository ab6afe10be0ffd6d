"""Spherical quadrangle curves: smooth rotation through keys with three slerps a point.

Squad(p, a, b, q; u) = Slerp(Slerp(p, q; u), Slerp(a, b; u); 2u(1−u))     (Shoemake 1987, "Squad")

With ω [rad/s] the angular velocity wanted at key q_n, and h₊, h₋ the intervals after and before it,

a_n = exp((ω h₊/2 − ln(q_{n+1} q_n⁻¹)) / 2) q_n,    b_n = exp((−ω h₋/2 − ln(q_{n−1} q_n⁻¹)) / 2) q_n

so that both segments pass the key at ω in time, however unequal their lengths.
"""

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.spatial.components import length, pick
from supple.spatial.curve import KeyedCurve, arc_jet
from supple.spatial.jet import Jet, Moving, slerp_jets
from supple.spatial.quaternion import exp, multiply
from supple.spatial.slerp import GreatArc, slerp
from supple.spatial.tangents import Ends, Neighbors


def squad(p: ArrayLike, a: ArrayLike, b: ArrayLike, q: ArrayLike, u: ArrayLike) -> Array:
    """The point at fraction u of one segment from p to q with inner points a, b; shapes (..., 4), u of (...).

    >>> squad([0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 1], 0.5).round(6)
    array([0.      , 0.      , 0.382683, 0.92388 ])
    """
    u = finite(u, "fraction")
    return slerp(slerp(p, q, u), slerp(a, b, u), 2.0 * u * (1.0 - u))


class SquadCurve(KeyedCurve):
    """Squad through keys at times [s]; the angular velocity is continuous, also where intervals differ.

    `tangents`, shape (n, 3), are the angular velocities [rad/s], world axes, with which the curve passes its
    keys; by default the weighted mean of the arcs on both sides. `ends` says what the end keys take for the
    arc that they lack (`Neighbors`).

    >>> quarter = np.sqrt(0.5)
    >>> curve = SquadCurve([0, 1, 3], [[0, 0, 0, 1], [0, 0, quarter, quarter], [0, quarter, quarter, 0]])
    >>> curve(1.0).round(6)
    array([0.      , 0.      , 0.707107, 0.707107])
    >>> SquadCurve([0, 1], [[0, 0, 0, 1], [0, 0, 1, 0]], ends="rest").velocity([0, 0.5, 1]).round(6)
    array([[0.      , 0.      , 0.      ],
           [0.      , 0.      , 4.712389],
           [0.      , 0.      , 0.      ]])
    """

    def __init__(
        self,
        times: ArrayLike,
        rotations: ArrayLike,
        tangents: ArrayLike | None = None,
        ends: Ends = "natural",
    ) -> None:
        super().__init__(times, rotations)
        if tangents is None:
            omega = Neighbors(self._keys, self._intervals, ends).averaged()
        else:
            omega = finite(tangents, "tangents", (len(self.times), 3)) + np.zeros((len(self._keys), 1))
        h, keys = self._intervals[:, None], self._keys
        self._edge = GreatArc.between(keys[:-1], keys[1:])
        self._edge_spin = self._edge.spin()
        to_a, to_b = (omega[:-1] * h - self._edge_spin) / 2, (self._edge_spin - omega[1:] * h) / 2
        _check_reach(to_a, to_b)
        a, b = multiply(exp(to_a / 2), keys[:-1]), multiply(exp(to_b / 2), keys[1:])
        self._inner = GreatArc.between(a, b, self._edge_spin + to_b - to_a)
        self._inner_spin = self._inner.spin()

    def _rotation(self, t: Array) -> Array:
        i, u, _ = self._place(t)
        return GreatArc.between(self._edge.pick(i)(u), self._inner.pick(i)(u))(2.0 * u * (1.0 - u))

    def _jet(self, t: Array) -> Jet:
        place = self._place(t)
        i, u = place.segment, place.moving()
        edge = arc_jet(self._edge.pick(i), pick(self._edge_spin, i), u)
        inner = arc_jet(self._inner.pick(i), pick(self._inner_spin, i), u)
        return slerp_jets(edge, inner, _bump(u))


def _check_reach(to_a: Array, to_b: Array) -> None:
    """Inner points a whole turn from their key lie on the far side of the sphere, where arcs are lost."""
    far = np.maximum(length(to_a), length(to_b)) >= 2.0 * np.pi
    if far.any():
        k = int(np.argmax(far))
        raise InputError(
            f"tangents: between keys {k} and {k + 1} they ask for more than two turns; "
            "give slower tangents [rad/s], or more keys"
        )


def _bump(u: Moving) -> Moving:
    """2u(1−u) with its derivatives, where u runs evenly."""
    return Moving(
        2.0 * u.value * (1.0 - u.value), 2.0 * (1.0 - 2.0 * u.value) * u.rate, -4.0 * u.rate * u.rate
    )
