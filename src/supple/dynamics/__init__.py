"""Why things move: bodies, forces, constraints, contact, and the world that steps them through time."""

from supple.dynamics.bodies import materials
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.bodies.lattice import (
    LatticeBody,
    Mode,
    Part,
    lattice_body,
    load_modes,
    mode,
    save_modes,
)
from supple.dynamics.legacy.contact import shapes
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.gauge import Gauge
from supple.dynamics.legacy.handle import Handle
from supple.dynamics.legacy.ignoring import Thing
from supple.dynamics.legacy.link_figure import LinkFigure
from supple.dynamics.legacy.seam import Seam
from supple.dynamics.legacy.state import State
from supple.dynamics.legacy.tally import tallied
from supple.dynamics.legacy.touching import Contact
from supple.dynamics.legacy.world import World

__all__ = [
    "Body", "Contact", "Gauge", "Handle", "LatticeBody", "LinkFigure", "Mode", "Obstacle", "Part", "Point", "Seam",
    "State", "Thing", "World", "lattice_body", "load_modes", "materials", "mode", "save_modes", "shapes", "tallied",
]  # fmt: skip
