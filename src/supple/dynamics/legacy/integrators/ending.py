"""The end of a step: exact constraints hold there, c(q⁺, t⁺) = 0 and ċ = 0, whatever happened on the way.

Δq = W Jᵀ μ,  J W Jᵀ μ = −c :  the least motion in the metric of mass, by Newton; likewise Δv for ċ.
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.constraints.reaction import Reaction, Response
from supple.dynamics.legacy.general import System

ROUNDS = 20
CLOSE = 1e-14
"""Newton stops when constraints are met this closely [m]."""


def project(system: System, q: Array, t: float) -> Array:
    """q moved the least so that exact constraints are met."""
    exact = system.exact
    if not system.binds:
        return q
    best, least = q, np.inf
    for _ in range(ROUNDS):
        gap = system.gaps(q, t)[exact]
        if not np.abs(gap).max() < least:
            return best
        best, least = q, float(np.abs(gap).max())
        if least <= CLOSE:
            break
        reaction = Reaction(system.jacobian(q, t)[exact], system.inverse_mass(q))
        q = system.structure.flow(q, reaction.WJ @ reaction.solve(-gap), 1.0)
    return best


def settle(
    system: System, q: Array, v: Array, t: float, response: Response | None = None
) -> tuple[Array, Array]:
    """v changed the least so that ċ = 0 in exact rows (eq. 9), and the impulses (rows,) that do it."""
    exact, impulse = system.exact, np.zeros(system.count)
    if not system.binds:
        return v, impulse
    reaction = Reaction(system.jacobian(q, t)[exact], response or system.inverse_mass(q))
    impulse[exact] = reaction.solve(-system.rates(q, v, t)[exact])
    return np.asarray(v + reaction.WJ @ impulse[exact]), impulse
