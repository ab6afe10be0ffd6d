"""What can move without forces: links on joints, in chains and trees.

A `Skeleton` is the mechanical reading of a figure: links, masses, shapes, motors, and q. A `Mechanism` is a skeleton
in minimal coordinates, as expressions.
"""

from supple.kinematics.coupling import Coupling
from supple.kinematics.inertia import Inertia
from supple.kinematics.link import Link, Passive
from supple.kinematics.motor import Motor
from supple.kinematics.shape import Shape
from supple.kinematics.skeleton import Skeleton
from supple.kinematics.symbolic.mechanism import Mechanism

__all__ = ["Coupling", "Inertia", "Link", "Mechanism", "Motor", "Passive", "Shape", "Skeleton"]
