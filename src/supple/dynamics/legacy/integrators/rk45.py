"""Adaptive Runge–Kutta of fifth order, its error told by an embedded scheme of fourth (Dormand & Prince 1980)."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.integrators.runge_kutta import Field, Tableau, runge_kutta
from supple.dynamics.legacy.integrators.smooth import SmoothIntegrator
from supple.errors import DivergenceError, InputError

DORMAND_PRINCE = Tableau(
    a=(
        (),
        (1 / 5,),
        (3 / 40, 9 / 40),
        (44 / 45, -56 / 15, 32 / 9),
        (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
        (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
        (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
    ),
    b=(35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0.0),
    error=(71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40),
)
FINEST = 1e-6
"""Least share of a step that is tried."""


class RungeKutta45(SmoothIntegrator):
    """As many parts of a step as keep each part's error below `tolerance`, relative to 1 + |y|."""

    bounded = True

    def __init__(self, tolerance: float = 1e-6) -> None:
        if not (np.isfinite(tolerance) and tolerance > 0):
            raise InputError(f"tolerance is {tolerance}; it must be positive")
        self.tolerance = tolerance

    def integrate(self, field: Field, y: Array, t: float, h: float, memory: dict[str, Array]) -> Array:
        """The size of a part lasts in memory['part'] [s]: a rewound world takes the parts it took before."""
        end, part = t + h, float(memory.get("part", np.array([h]))[0])
        while t < end - 1e-12 * h:
            size = min(part, end - t)
            found, error = runge_kutta(DORMAND_PRINCE, field, y, t, size)
            with np.errstate(invalid="ignore"):
                miss = float(np.max(np.abs(error) / (1 + np.abs(y)))) / self.tolerance
            growth = 0.9 * max(miss, 1e-10) ** -0.2 if np.isfinite(miss) else 0.2
            if miss <= 1:
                y, t = found, t + size
            elif size < FINEST * h:
                raise DivergenceError(f"no step is small enough at {t:.4f} s: something pulls too hard")
            if miss > 1 or size == part or growth < 1:
                part = size * min(max(growth, 0.2), 5.0)
        memory["part"] = np.array([min(part, 1.0)])
        return y
