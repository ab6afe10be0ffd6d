"""The classical Runge–Kutta scheme of fourth order."""

from supple.arrays import Array
from supple.dynamics.legacy.integrators.runge_kutta import Field, Tableau, runge_kutta
from supple.dynamics.legacy.integrators.smooth import SmoothIntegrator

CLASSICAL = Tableau(a=((), (0.5,), (0.0, 0.5), (0.0, 0.0, 1.0)), b=(1 / 6, 1 / 3, 1 / 3, 1 / 6))


class RungeKutta4(SmoothIntegrator):
    """Four looks at the forces a step; error h⁴."""

    def integrate(self, field: Field, y: Array, t: float, h: float, memory: dict[str, Array]) -> Array:
        return runge_kutta(CLASSICAL, field, y, t, h)[0]
