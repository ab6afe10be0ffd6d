"""Lattices of control points: as coordinates of their own, or moved by named modes."""

from supple.dynamics.bodies.lattice.basis import Lattice
from supple.dynamics.bodies.lattice.body import LatticeBody
from supple.dynamics.bodies.lattice.drive import Drive
from supple.dynamics.bodies.lattice.library import mode
from supple.dynamics.bodies.lattice.modal import ModalLattice
from supple.dynamics.bodies.lattice.modes import Mode
from supple.dynamics.bodies.lattice.parts import Part
from supple.dynamics.bodies.lattice.setup import lattice_body
from supple.dynamics.bodies.lattice.stored import load_modes, save_modes

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
