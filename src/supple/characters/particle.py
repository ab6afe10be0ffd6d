"""The particle: a point mass with a jet (Witkin & Kass 1988, §3): three muscles that are plain forces."""

import numpy as np

from supple.arrays import ArrayLike
from supple.characters.anatomy import Muscle
from supple.characters.symbolic import SymbolicCharacter
from supple.kinematics import Link
from supple.kinematics.symbolic import Mechanism
from supple.scene import models


def particle(
    mass: float = 1.0,
    *,
    thrust: float = np.inf,
    radius: float = 0.05,
    color: "str | ArrayLike" = "tomato",
) -> SymbolicCharacter:
    """m ẍ = f + m g: its coordinates are x, y, z [m], its jet gives up to `thrust` [N] along each.

    >>> jet = particle(2.0)
    >>> [muscle.joint for muscle in jet.muscles], float(jet.lagrangian.forward([0, 0, 0], 0, [4, 0, 0], [], 0)[0])
    (['x', 'y', 'z'], 2.0)
    """
    model = models.sphere(radius=radius)
    model.name, model.mesh = "particle", model.surface.painted(color)
    skeleton = Mechanism([Link("particle", mass=mass)], root="point", name="particle")
    return SymbolicCharacter(
        "particle", skeleton, model=model, muscles=[Muscle(axis, thrust) for axis in "xyz"]
    )
