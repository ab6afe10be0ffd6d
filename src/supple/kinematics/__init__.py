"""What can move without forces: links on joints, in chains and trees."""

from supple.kinematics.inertia import Inertia
from supple.kinematics.link import Link
from supple.kinematics.skeleton import Skeleton

__all__ = ["Inertia", "Link", "Skeleton"]
