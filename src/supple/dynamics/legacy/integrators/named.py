"""Integrators by name."""

from collections.abc import Callable

from supple.dynamics.legacy.integrators.explicit import Explicit
from supple.dynamics.legacy.integrators.implicit import Implicit
from supple.dynamics.legacy.integrators.integrator import Integrator
from supple.dynamics.legacy.integrators.rk4 import RungeKutta4
from supple.dynamics.legacy.integrators.rk45 import RungeKutta45
from supple.dynamics.legacy.integrators.symplectic import Symplectic
from supple.errors import UnknownNameError

INTEGRATORS: dict[str, Callable[[float], Integrator]] = {
    "symplectic": lambda tolerance: Symplectic(),
    "explicit": lambda tolerance: Explicit(),
    "rk4": lambda tolerance: RungeKutta4(),
    "rk45": RungeKutta45,
    "implicit": lambda tolerance: Implicit(),
}


def integrator(name: str, tolerance: float = 1e-6) -> Integrator:
    """The integrator of that name; `tolerance` is for the adaptive one.

    >>> integrator("rk45", 1e-8).bounded
    True
    """
    if name not in INTEGRATORS:
        raise UnknownNameError("integrator", str(name), INTEGRATORS)
    return INTEGRATORS[name](tolerance)
