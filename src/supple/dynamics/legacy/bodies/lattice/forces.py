"""Forces of a lattice body on its own amplitudes, in compiled code.

Q = −k (γ − γ₀) − d γ̇ − κ (ν − 1) ∂ν/∂γ,   Q_u = −(C (γ − u) + D γ̇)   (Faloutsos et al. 1997, eq. 5 and §6.1)
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.bodies.lattice.volume import VolumeArrays, volume
from supple.kernels import kernel


class Springs(NamedTuple):
    """Of every mode (D,): stiffness k, damping d, rest amplitude γ₀; gain C, damping D, target u of its control."""

    stiffness: Array
    damping: Array
    rest: Array
    gain: Array
    control_damping: Array
    target: Array


@kernel
def pull(springs: Springs, V: VolumeArrays, first: Indices, gamma: Array, Q: Array, K: Array) -> None:
    """Q (D,) of springs, control and volume where nothing moves, and K = −∂Q/∂γ (D, D) without what pushes away."""
    K[:, :] = 0.0
    for n in range(len(gamma)):
        K[n, n] = springs.stiffness[n] + springs.gain[n]
        Q[n] = springs.stiffness[n] * (springs.rest[n] - gamma[n]) + springs.gain[n] * (
            springs.target[n] - gamma[n]
        )
    slope = np.empty(len(gamma))
    for here in range(len(V.stiffness)):
        a, b = first[here], first[here + 1]
        if V.stiffness[here] == 0.0 or a == b:
            continue
        excess = volume(V, here, gamma[a:b], slope[a:b]) - 1.0
        for n in range(a, b):
            Q[n] -= V.stiffness[here] * excess * slope[n]
            for k in range(a, b):
                K[n, k] += V.stiffness[here] * slope[n] * slope[k]


@kernel
def strain_energy(springs: Springs, V: VolumeArrays, first: Indices, gamma: Array) -> float:
    """V of springs and volume [J]; control is no store of energy."""
    total, slope = 0.0, np.empty(len(gamma))
    for n in range(len(gamma)):
        total += springs.stiffness[n] * (gamma[n] - springs.rest[n]) ** 2 / 2
    for here in range(len(V.stiffness)):
        a, b = first[here], first[here + 1]
        if V.stiffness[here] != 0.0 and a != b:
            total += V.stiffness[here] * (volume(V, here, gamma[a:b], slope[a:b]) - 1.0) ** 2 / 2
    return total
