"""Acceleration with multipliers, the one place for schemes that integrate it.

c̈ = J v̇ + b = −2 ω ċ − ω² c,   v̇ = a + W Jᵀ λ   ⇒   J W Jᵀ λ = −(J a + b + 2 ω ċ + ω² c)

(Witkin & Welch 1990, eq. 8, with the feedback on its right-hand side, where it is critically damped.)
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.constraints.reaction import Reaction
from supple.dynamics.general import System


def constrained_acceleration(
    system: System, q: Array, v: Array, t: float, push: Array, feedback: float = 0.0
) -> tuple[Array, Array]:
    """v̇ (nv,) and λ (rows,) under a further acceleration `push`.

    Rows weaker than 1 pull as critically damped springs on their own effective mass 1/S_ii; `feedback` is the ω [1/s]
    with which exact rows return where they are not met.
    """
    a = system.acceleration(q, v, t) + push
    lam = np.zeros(system.count)
    if not system.count:
        return a, lam
    J, W = system.jacobian(q, t), system.inverse_mass(q)
    gap, rate, exact = system.gaps(q, t), system.rates(q, v, t), system.exact
    if not exact.all():
        weak, w = J[~exact], system.frequency[~exact]
        WJ = W(weak.T)
        lam[~exact] = -(w**2 * gap[~exact] + 2 * w * rate[~exact]) / np.einsum("ij,ji->i", weak, WJ)
        a = a + WJ @ lam[~exact]
    if exact.any():
        reaction = Reaction(J[exact], W)
        returning = 2 * feedback * rate + feedback**2 * gap
        lam[exact] = reaction.solve(-(J @ a + system.biases(q, v, t) + returning)[exact])
        a = a + reaction.WJ @ lam[exact]
    return a, lam
