"""Why things move: bodies, forces, constraints, contact, and the world that steps them through time."""

from supple.dynamics import materials
from supple.dynamics.bodies.body import Body, Point
from supple.dynamics.bodies.lattice import LatticeBody, Mode, Part, lattice_body, load_modes, mode, save_modes
from supple.dynamics.contact import shapes
from supple.dynamics.contact.obstacle import Obstacle
from supple.dynamics.gauge import Gauge
from supple.dynamics.handle import Handle
from supple.dynamics.seam import Seam
from supple.dynamics.state import State
from supple.dynamics.tally import tallied
from supple.dynamics.world import World

__all__ = [
    "Body", "Gauge", "Handle", "LatticeBody", "Mode", "Obstacle", "Part", "Point", "Seam", "State", "World",
    "lattice_body", "load_modes", "materials", "mode", "save_modes", "shapes", "tallied",
]  # fmt: skip
