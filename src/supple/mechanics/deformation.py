"""One mesh that deforms as its coordinates say: x = x(q, r) at rest positions r, any expression.

Points are a loop over arrays inside the compiled function, never written out one by one.
"""

from functools import cached_property

import casadi as ca
import numpy as np

from supple.arrays import Array
from supple.mechanics.compiled import Compiled, compiled_together
from supple.mechanics.law import Law
from supple.mechanics.shape import Shape
from supple.mechanics.symbols import column, free_of, identifier


class Deformation(Shape):
    """x (3,) as an expression of q and of the symbol r (3,); coefficients: r.

    >>> from supple.mechanics import Lagrangian
    >>> q, v, r = ca.SX.sym("q"), ca.SX.sym("v"), ca.SX.sym("r", 3)
    >>> x = r * ca.vertcat(1, q, 1)
    >>> bar = Lagrangian("bar", q, v, masses=[(1.0, ca.substitute(x, r, ca.DM([0, 1, 0])))])
    >>> Deformation(bar, r, x).position(np.array([2.0]), np.array([[1.0, 1.0, 0.0]]))
    array([[1., 2., 0.]])
    """

    def __init__(self, lagrangian: Law, r: ca.SX, x: ca.SX, parameters: "Array | None" = None) -> None:
        self.lagrangian = lagrangian
        self.parameters = lagrangian.defaults if parameters is None else parameters
        self.r, self.x = r, column(x, 3, f"deformation of {lagrangian.name!r}")
        known = {"q": lagrangian.q, "r": r, **lagrangian.parameters.symbols}
        free_of(self.x, known, f"deformation of {lagrangian.name!r}")

    @cached_property
    def _functions(self) -> list[Compiled]:
        body, x = self.lagrangian, self.x
        still, moving = [body.q, self.r, body.p], [body.q, body.v, self.r, body.p]
        rate = body.rate(x)
        parts = {
            "position": (still, x),
            "velocity": (moving, rate),
            "jacobian": (still, ca.jacobian(x, body.q)),
            "drift": (moving, body.rate(rate)),
            "gradient": (still, ca.jacobian(x, self.r)),
        }
        label = identifier(body.name)
        return compiled_together(
            [
                ca.Function(f"{label}_{key}", arguments, [ca.densify(result)], {"cse": True})
                for key, (arguments, result) in parts.items()
            ]
        )

    def position(self, q: Array, c: Array) -> Array:
        """x (n, 3) [m]."""
        return np.asarray(self._functions[0].each(q, c, self.parameters))

    def velocity(self, q: Array, v: Array, c: Array) -> Array:
        """ẋ (n, 3) [m/s]."""
        return np.asarray(self._functions[1].each(q, v, c, self.parameters))

    def jacobian(self, q: Array, c: Array) -> Array:
        """∂x/∂q (n, 3, nq)."""
        return np.asarray(self._functions[2].each(q, c, self.parameters))

    def drift(self, q: Array, v: Array, c: Array) -> Array:
        """J̇ v (n, 3) [m/s²]."""
        return np.asarray(self._functions[3].each(q, v, c, self.parameters))

    def gradient(self, q: Array, c: Array) -> Array:
        """∂x/∂r (n, 3, 3)."""
        return np.asarray(self._functions[4].each(q, c, self.parameters))
