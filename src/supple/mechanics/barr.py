"""Barr's global deformations of a bar along Y, each with one number that can be a coordinate (Barr 1984).

taper   x, z ↦ (1 + α y/L) x, z
twist   x, z turned about Y by θ y/L
bend    the line x = 0 becomes an arc of curvature κ = θ/L, cross-sections stay at right angles to it:
        x ↦ (1 − cos κy)/κ + x cos κy,  y ↦ sin κy/κ − x sin κy

All leave the middle y = 0 where it is, and are smooth at zero, so that they can be differentiated there.
"""

from math import factorial
from typing import Any

import casadi as ca

from supple.mechanics.rotation import about_y, about_z

TERMS = 9
"""Of the series of sin x / x: exact to rounding up to |x| = 2, half the angle of a bar bent to a circle and more."""


def taper(r: ca.SX, amount: Any, length: Any) -> ca.SX:
    """Grow by α at one end and shrink at the other, α per `length` [m]."""
    wide = 1 + amount * r[1] / length
    return ca.vertcat(wide * r[0], r[1], wide * r[2])


def twist(r: ca.SX, angle: Any, length: Any) -> ca.SX:
    """Turn one end against the other by an angle [rad] per `length` [m]."""
    return ca.SX(about_y(angle * r[1] / length) @ r)


def bend(r: ca.SX, angle: Any, length: Any) -> ca.SX:
    """Bend towards +X by an angle [rad] per `length` [m].

    >>> half_circle = bend(ca.SX([0, 1, 0]), ca.pi, 2)
    >>> [round(float(x), 6) for x in ca.vertsplit(half_circle)]
    [0.63662, 0.63662, 0.0]
    """
    half = angle * r[1] / length / 2
    chord = r[1] * sinc(half)
    across = about_z(-2 * half) @ ca.vertcat(r[0], 0, r[2])
    return ca.SX(ca.vertcat(chord * ca.sin(half), chord * ca.cos(half), 0) + across)


def sinc(x: Any) -> ca.SX:
    """sin x / x by its series, smooth at zero; for |x| ≤ 2."""
    total = ca.SX(0)
    for k in reversed(range(TERMS)):
        total = total * x**2 + (-1) ** k / factorial(2 * k + 1)
    return total
