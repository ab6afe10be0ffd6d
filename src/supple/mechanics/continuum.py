"""Mass spread over a deformation: Lagrange's equations with sums over mass points that are loops.

M = Σ m JᵀJ,  bias = Σ m Jᵀ(J̇ v − g) + ∂V/∂q + ∂R/∂v,  J = ∂x/∂q at each point  (Witkin & Welch 1990, eq. 2)

What one point adds is written once, for a rest position r and a mass m that are numbers at run time; a compiler sees
it once, however many points there are, and one build serves every mesh with as many.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import casadi as ca

from supple.arrays import ArrayLike, finite
from supple.mechanics.law import Law, coordinates, solved
from supple.mechanics.parameters import Parameters
from supple.mechanics.symbols import column, free_of, identifier


class Continuum(Law):
    """Masses (n,) [kg] at rest positions (n, 3) [m], which x(q, r) moves; r is the symbol of a rest position.

    >>> q, v, r = ca.SX.sym("q", 3), ca.SX.sym("v", 3), ca.SX.sym("r", 3)
    >>> pair = Continuum("pair", q, v, r, r + q, masses=[1, 2], places=[[0, 0, 0], [1, 0, 0]])
    >>> pair.mass_matrix([0, 0, 0], pair.defaults)[0, 0]
    DM(3)
    """

    def __init__(
        self,
        name: str,
        q: ca.SX,
        v: ca.SX,
        r: ca.SX,
        x: ca.SX,
        *,
        masses: ArrayLike,
        places: ArrayLike,
        potential: Any = 0,
        dissipation: Any = 0,
        parameters: "Mapping[str, tuple[ca.SX, ArrayLike]] | None" = None,
    ) -> None:
        weights = finite(masses, f"masses of {name!r}", (None,))
        where = finite(places, f"places of masses of {name!r}", (len(weights), 3))
        self.name, self.q, self.v = name, q, v
        self.nq = coordinates(q, v, name)
        self.count = len(weights)
        given = Parameters(name, parameters or {})
        self._given = given.p
        self._m, self._places = ca.SX.sym("m", self.count), ca.SX.sym("places", 3, self.count)
        spread = {"masses": (self._m, weights), "places": (self._places, where.T)}
        self.parameters = Parameters(name, {**spread, **(parameters or {})})
        self.p, self.defaults = self.parameters.p, self.parameters.values()
        self.points = {}
        self.r, self.x = r, column(x, 3, f"deformation of {name!r}")
        self.potential, self.dissipation = ca.SX(potential), ca.SX(dissipation)
        self.mass = ca.sum1(self._m)
        known = {"q": q, **given.symbols}
        free_of(self.x, {**known, "r": r}, f"deformation of {name!r}")
        free_of(self.potential, known, f"potential of {name!r}")
        free_of(self.dissipation, {**known, "v": v}, f"dissipation of {name!r}")

    # ---- what one point adds ------------------------------------------------------------------------------

    def _summed(self, name: str, q: ca.MX, v: ca.MX, p: ca.MX, g: ca.MX, *terms: ca.SX) -> list[ca.MX]:
        """Σ over the mass points of terms in q, v, g, r and m, for symbols of the whole."""
        shared = [self.q, self.v, self._given, self._g]
        one = ca.Function(
            f"{name}_point", [*shared, self.r, self._one], [ca.densify(t) for t in terms], {"cse": True}
        )
        every = one.map(f"{name}_points", "serial", self.count, list(range(4)), list(range(len(terms))))
        masses, places = p[: self.count], ca.reshape(p[self.count : 4 * self.count], 3, self.count)
        found = every(q, v, p[4 * self.count :], g, places, masses.T)
        return [found] if len(terms) == 1 else list(found)

    @cached_property
    def _g(self) -> ca.SX:
        return ca.SX.sym("g", 3)

    @cached_property
    def _one(self) -> ca.SX:
        return ca.SX.sym("m")

    @cached_property
    def _jacobian(self) -> ca.SX:
        return ca.jacobian(self.x, self.q)

    @cached_property
    def _inertia(self) -> ca.SX:
        return self._one * self._jacobian.T @ self._jacobian

    @cached_property
    def _drag(self) -> ca.SX:
        return self._one * self._jacobian.T @ (self.rate(self.rate(self.x)) - self._g)

    # ---- functions of the whole ---------------------------------------------------------------------------

    def _symbols(self) -> dict[str, ca.MX]:
        sizes = {"q": self.nq, "v": self.nq, "Q": self.nq, "p": self.p.numel(), "g": 3}
        return {key: ca.MX.sym(key, size) for key, size in sizes.items()}

    def _function(self, name: str, arguments: str, *terms: ca.SX, then: Any) -> ca.Function:
        """A function of the given arguments: `then(sums, symbols)` of the sums of the terms."""
        s = self._symbols()
        label = f"{identifier(self.name)}_{name}"
        q, v, p, g = (s[key] if key in arguments else ca.MX.zeros(s[key].shape) for key in "qvpg")
        results = then(self._summed(label, q, v, p, g, *terms), s)
        return ca.Function(label, [s[key] for key in arguments], results)

    def _own(self, s: dict[str, ca.MX], result: ca.SX) -> ca.MX:
        """An expression of q, v and the given parameters, at symbols of the whole."""
        f = ca.Function("own", [self.q, self.v, self._given], [ca.densify(result)], {"cse": True})
        return f(s["q"], s["v"], s["p"][4 * self.count :])

    @cached_property
    def _springs(self) -> ca.SX:
        return ca.gradient(self.potential, self.q) + ca.gradient(self.dissipation, self.v)

    def _solver(self, columns: int) -> ca.Function:
        M, right = ca.SX.sym("M", self.nq, self.nq), ca.SX.sym("right", self.nq, columns)
        return ca.Function("solved", [M, right], [solved(M, right)], {"cse": True})

    @cached_property
    def mass_matrix(self) -> ca.Function:  # type: ignore[override]
        """M(q, p)."""
        return self._function("mass_matrix", "qp", self._inertia, then=lambda sums, s: sums)

    @cached_property
    def inverse_mass(self) -> ca.Function:  # type: ignore[override]
        """M⁻¹(q, p)."""
        solver = self._solver(self.nq)
        return self._function(
            "inverse_mass", "qp", self._inertia, then=lambda sums, s: [solver(sums[0], ca.DM.eye(self.nq))]
        )

    @cached_property
    def bias(self) -> ca.Function:  # type: ignore[override]
        """bias(q, v, p, g)."""
        return self._function(
            "bias", "qvpg", self._drag, then=lambda sums, s: [sums[0] + self._own(s, self._springs)]
        )

    @cached_property
    def forward(self) -> ca.Function:  # type: ignore[override]
        """a = M⁻¹ (Q − bias) at (q, v, Q, p, g)."""
        solver = self._solver(1)
        terms = self._inertia, self._drag
        return self._function(
            "forward",
            "qvQpg",
            *terms,
            then=lambda sums, s: [solver(sums[0], s["Q"] - sums[1] - self._own(s, self._springs))],
        )

    @cached_property
    def energy(self) -> ca.Function:  # type: ignore[override]
        """T + V − m g·c [J] at (q, v, p, g)."""
        one = self._one * (ca.sumsqr(self.rate(self.x)) / 2 - ca.dot(self._g, self.x))
        return self._function(
            "energy", "qvpg", one, then=lambda sums, s: [sums[0] + self._own(s, self.potential)]
        )

    @cached_property
    def center_of_mass(self) -> ca.Function:  # type: ignore[override]
        """c(q, p) [m]."""
        return self._function(
            "center_of_mass", "qp", self._one * self.x, self._one, then=lambda sums, s: [sums[0] / sums[1]]
        )

    @cached_property
    def momentum(self) -> ca.Function:  # type: ignore[override]
        """Linear momentum, and angular momentum about the center of mass, at (q, v, p)."""
        m, x, u = self._one, self.x, self.rate(self.x)

        def about_center(sums: list[ca.MX], s: dict[str, ca.MX]) -> list[ca.MX]:
            linear, angular, moment, mass = sums
            return [linear, angular - ca.cross(moment / mass, linear)]

        return self._function("momentum", "qvp", m * u, m * ca.cross(x, u), m * x, m, then=about_center)
