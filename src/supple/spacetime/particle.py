"""The spacetime particle just as it is printed (Witkin & Kass 1988, §3.1): positions, forces, central differences.

pᵢ = m (xᵢ₊₁ − 2 xᵢ + xᵢ₋₁)/h² − fᵢ − m g = 0  (eq. 4),   R = h Σ |fᵢ|²  (eq. 5)

The first two positions say where and how fast it begins, the last two how it ends, as the paper does for the lamp.
The same jet in a `Shot` has velocities of its own, and limits; this one is what the paper's method is right for.
"""

import numpy as np

from supple.arrays import Array, ArrayLike, Indices, finite
from supple.errors import InputError
from supple.spacetime.problem import Problem
from supple.spacetime.requirement import Requirement, between, law
from supple.spacetime.source import caller


def printed_particle(
    a: ArrayLike,
    b: ArrayLike,
    *,
    seconds: float,
    samples: int,
    velocities: ArrayLike = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
    mass: float = 1.0,
    gravity: ArrayLike = (0.0, -9.81, 0.0),
) -> Problem:
    """From a to b [m] within `seconds`, with as little fuel as possible; `velocities` [m/s] at both ends.

    >>> printed_particle((0, 0, 0), (1, 0, 0), seconds=1, samples=11).size["constraints"]
    27
    """
    if samples < 5:
        raise InputError(f"{samples} samples; the particle needs two at each end and one between, 5")
    h, g = seconds / (samples - 1), finite(gravity, "gravity", (3,))
    problem, source = Problem(), caller()
    inner = range(1, samples - 1)
    x, f = [], {}
    for k in range(samples):
        x.append(problem.unknown(f"x{k}", 3)[0])
        if k in inner:
            f[k] = problem.unknown(f"f{k}", 3)[0]
    leave, arrive = h * finite(velocities, "velocities", (2, 3))
    begin, end = finite(a, "a", (3,)), finite(b, "b", (3,))
    ends = {0: begin, 1: begin + leave, samples - 2: end - arrive, samples - 1: end}
    for k, there in ends.items():
        wish = Requirement(f"place at sample {k}", "m", source, between(there, there), wish=True)
        problem.require(wish, x[k], k)
    newton = law("physics", "N")
    for k in inner:
        problem.require(newton, mass * (x[k + 1] - 2 * x[k] + x[k - 1]) / h**2 - f[k] - mass * g, k)
        problem.minimize("fuel", source, h, f[k].T @ f[k], k)
    return problem


def path(problem: Problem, x: Array) -> Array:
    """Positions (samples, 3) [m] out of the unknowns of a printed particle."""
    return np.asarray(x[_places(problem)])


def from_path(problem: Problem, positions: ArrayLike) -> Array:
    """Unknowns of a printed particle out of positions (samples, 3) [m], with its jet off."""
    places = _places(problem)
    x = np.zeros(problem.x.numel())
    x[places] = finite(positions, "positions", places.shape)
    return x


def _places(problem: Problem) -> Indices:
    names = [symbol[0].name()[0] for symbol in problem.unknowns]
    return np.array([np.arange(3 * k, 3 * k + 3) for k, name in enumerate(names) if name == "x"])
