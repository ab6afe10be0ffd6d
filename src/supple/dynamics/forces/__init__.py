"""What pushes: springs between points, point forces, wind, a hand that pulls, a user's own."""

from supple.dynamics.forces.force import Force
from supple.dynamics.forces.point_force import PointForce
from supple.dynamics.forces.spring import Pull, Spring
from supple.dynamics.forces.wind import Wind

__all__ = ["Force", "PointForce", "Pull", "Spring", "Wind"]
