"""Whole motions of one lattice body in compiled code, many at once."""

from supple.dynamics.bodies.lattice.drive import Drive
from supple.dynamics.rollout.rolled import Rolled
from supple.dynamics.rollout.rollouts import Rollouts, roll

__all__ = ["Drive", "Rolled", "Rollouts", "roll"]
