"""Why things move: bodies, forces, constraints, contact, and the world that steps them through time."""

from supple.dynamics import materials
from supple.dynamics.bodies.body import Body, Point
from supple.dynamics.handle import Handle
from supple.dynamics.state import State
from supple.dynamics.world import World

__all__ = ["Body", "Handle", "Point", "State", "World", "materials"]
