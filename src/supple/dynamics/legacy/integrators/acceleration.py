"""Acceleration with multipliers, the one place for schemes that integrate it.

c̈ = J v̇ + b = −2 ω ċ − ω² c,   v̇ = a + W Jᵀ λ   ⇒   J W Jᵀ λ = −(J a + b + 2 ω ċ + ω² c)

(Witkin & Welch 1990, eq. 8, with the feedback on its right-hand side, where it is critically damped.) A row of
softness γ and share β pulls with what it would take τ seconds later, (J W Jᵀ + γ) λ = −(J a + b + ċ/τ + β c/τ²):
steps stay stable however hard it pulls, and where ω τ is small it is the spring −(ω² c + 2 ω ċ)/(J W Jᵀ)ᵢᵢ.
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.constraints.reaction import Reaction
from supple.dynamics.legacy.general import System

AHEAD = 2.0
"""τ in steps."""


def constrained_acceleration(
    system: System, q: Array, v: Array, t: float, push: Array, h: float, feedback: float = 0.0
) -> tuple[Array, Array]:
    """v̇ (nv,) and λ (rows,) under a further acceleration `push`, in steps of h seconds.

    Rows weaker than 1 pull as critically damped springs on their own effective mass 1/S_ii; `feedback` is the ω h
    with which exact rows return where they are not met.
    """
    a = system.acceleration(q, v, t) + push
    if not system.count:
        return a, np.zeros(0)
    reaction = Reaction(system.jacobian(q, t), system.inverse_mass(q))
    gap, rate, ahead, w = system.gaps(q, t), system.rates(q, v, t), AHEAD * h, feedback / h
    gamma, beta = system.softness(reaction.S.diagonal(), ahead)
    if gamma.any():
        reaction.soften(gamma)
    pulled = rate / ahead + beta * gap / ahead**2
    returning = np.where(system.exact, 2 * w * rate + w**2 * gap, pulled)
    lam = reaction.solve(-(reaction.J @ a + system.biases(q, v, t) + returning))
    return a + reaction.WJ @ lam, lam
