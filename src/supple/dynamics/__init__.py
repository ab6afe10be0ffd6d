"""Why things move: bodies, forces, constraints, contact, and the world that steps them through time."""

from supple.dynamics import kernel_cache, materials
from supple.dynamics.bodies.body import Body, Point
from supple.dynamics.gauge import Gauge
from supple.dynamics.handle import Handle
from supple.dynamics.seam import Seam
from supple.dynamics.state import State
from supple.dynamics.world import World

__all__ = ["Body", "Gauge", "Handle", "Point", "Seam", "State", "World", "materials"]

kernel_cache.drop_stale()
