"""Whole motions of one lattice body in compiled code, many at once."""

from supple.dynamics.bodies.lattice.drive import Drive
from supple.dynamics.rollout.rolled import Rolled, roll, roll_many

__all__ = ["Drive", "Rolled", "roll", "roll_many"]
