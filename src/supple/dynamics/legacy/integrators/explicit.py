"""The paper's scheme: forward Euler on the constrained acceleration, with feedback (Witkin & Welch 1990, eq. 8)."""

from supple.arrays import Array
from supple.dynamics.legacy.integrators.runge_kutta import Field, Tableau, runge_kutta
from supple.dynamics.legacy.integrators.smooth import SmoothIntegrator

EULER = Tableau(a=((),), b=(1.0,))


class Explicit(SmoothIntegrator):
    """y⁺ = y + h f(t, y): first order; undamped bodies gain energy."""

    feedback = 0.1

    def integrate(self, field: Field, y: Array, t: float, h: float, memory: dict[str, Array]) -> Array:
        return runge_kutta(EULER, field, y, t, h)[0]
