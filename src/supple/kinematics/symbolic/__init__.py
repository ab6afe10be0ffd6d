"""A skeleton's mechanics as expressions in minimal coordinates, for spacetime and as the oracle of recursions.

It stands apart from `supple.kinematics`, so that worlds of arrays never load CasADi.
"""

from supple.kinematics.symbolic.mechanism import Mechanism

__all__ = ["Mechanism"]
