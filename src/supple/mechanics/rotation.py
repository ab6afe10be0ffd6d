"""Rotations as expressions: about one axis, and the three angles of a free root."""

from typing import Any

import casadi as ca


def about_x(angle: Any) -> ca.SX:
    """Rotation about X by an angle [rad], (3, 3)."""
    c, s = ca.cos(angle), ca.sin(angle)
    return ca.SX(ca.blockcat([[1, 0, 0], [0, c, -s], [0, s, c]]))


def about_y(angle: Any) -> ca.SX:
    """Rotation about Y by an angle [rad], (3, 3)."""
    c, s = ca.cos(angle), ca.sin(angle)
    return ca.SX(ca.blockcat([[c, 0, s], [0, 1, 0], [-s, 0, c]]))


def about_z(angle: Any) -> ca.SX:
    """Rotation about Z by an angle [rad], (3, 3)."""
    c, s = ca.cos(angle), ca.sin(angle)
    return ca.SX(ca.blockcat([[c, -s, 0], [s, c, 0], [0, 0, 1]]))


def heading(angles: ca.SX) -> ca.SX:
    """Yaw about Y, pitch about X, roll about Z, applied Y·X·Z, (3, 3); singular where the pitch is ±90°.

    >>> heading(ca.SX([0.0, 0.0, 0.0])) @ ca.vertcat(1, 2, 3)
    SX([1, 2, 3])
    """
    return about_y(angles[0]) @ about_x(angles[1]) @ about_z(angles[2])
