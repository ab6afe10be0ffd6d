"""Lattices of control points: as coordinates of their own, or moved by named modes."""

from supple.dynamics.bodies.lattice.basis import Lattice

__all__ = ["Lattice"]
