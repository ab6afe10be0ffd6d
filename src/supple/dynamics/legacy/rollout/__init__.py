"""Whole motions of one lattice body in compiled code, many at once."""

from supple.dynamics.legacy.bodies.lattice.drive import Drive
from supple.dynamics.legacy.rollout.rolled import Rolled
from supple.dynamics.legacy.rollout.rollouts import Rollouts, roll

__all__ = ["Drive", "Rolled", "Rollouts", "roll"]
