"""What pushes: springs between points, point forces, wind, a hand that pulls, a user's own."""

from supple.dynamics.legacy.forces.force import Force
from supple.dynamics.legacy.forces.point_force import PointForce
from supple.dynamics.legacy.forces.spring import Pull, Spring
from supple.dynamics.legacy.forces.wind import Wind

__all__ = ["Force", "PointForce", "Pull", "Spring", "Wind"]
