"""What can move without forces: links on joints, in chains and trees.

A `Skeleton` is the mechanical reading of a figure: links, masses, shapes, motors, and q. A
`supple.kinematics.symbolic.Mechanism` is a skeleton in minimal coordinates, as expressions. `retarget` brings the
motion of one body on two legs onto another.
"""

from supple.kinematics.coupling import Coupling
from supple.kinematics.inertia import Inertia
from supple.kinematics.link import Link, Passive
from supple.kinematics.motor import Motor
from supple.kinematics.retargeting.retarget import Retargeted, retarget
from supple.kinematics.shape import Shape
from supple.kinematics.skeleton import Skeleton
from supple.kinematics.two_bone import TwoBone, two_bone

__all__ = [
    "Coupling",
    "Inertia",
    "Link",
    "Motor",
    "Passive",
    "Retargeted",
    "Shape",
    "Skeleton",
    "TwoBone",
    "retarget",
    "two_bone",
]
