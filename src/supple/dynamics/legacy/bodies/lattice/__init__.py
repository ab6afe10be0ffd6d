"""Lattices of control points: as coordinates of their own, or moved by named modes."""

from supple.dynamics.legacy.bodies.lattice.basis import Lattice
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.drive import Drive
from supple.dynamics.legacy.bodies.lattice.library import mode
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice
from supple.dynamics.legacy.bodies.lattice.modes import Mode
from supple.dynamics.legacy.bodies.lattice.parts import Part
from supple.dynamics.legacy.bodies.lattice.setup import lattice_body
from supple.dynamics.legacy.bodies.lattice.stored import load_modes, save_modes

__all__ = [
    "Drive",
    "Lattice",
    "LatticeBody",
    "ModalLattice",
    "Mode",
    "Part",
    "lattice_body",
    "load_modes",
    "mode",
    "save_modes",
]
