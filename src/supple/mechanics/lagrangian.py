"""A body from its energies: mass matrix, bias, forward and inverse dynamics, force converters.

d/dt ∂T/∂v − ∂T/∂q + ∂V/∂q + ∂R/∂v = Q,  v = dq/dt  (Witkin & Kass 1988, eq. 6)

T = Σ ½ m |ẋ|² + Σ ½ ω·I ω,  V the user's, and −m g·c for gravity.  T is quadratic in v, so that the left side
is M(q) a + bias(q, v) with M = ∂²T/∂v².
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import casadi as ca

from supple.arrays import ArrayLike
from supple.errors import InputError, UnknownNameError
from supple.mechanics.box import Box
from supple.mechanics.law import Law, coordinates, solved
from supple.mechanics.parameters import Parameters
from supple.mechanics.symbols import column, free_of, identifier


class Lagrangian(Law):
    """Coordinates q, velocities v and what they carry; every function takes parameters p, and gravity g [m/s²] last.

    >>> q, v = ca.SX.sym("q"), ca.SX.sym("v")
    >>> bob = ca.vertcat(ca.sin(q), -ca.cos(q), 0)
    >>> pendulum = Lagrangian("pendulum", q, v, masses=[(2.0, bob)], points={"bob": bob})
    >>> pendulum.forward(3.14159265 / 2, 0, 0, pendulum.defaults, [0, -9.81, 0])
    DM(-9.81)
    """

    def __init__(
        self,
        name: str,
        q: ca.SX,
        v: ca.SX,
        *,
        masses: Iterable[tuple[Any, Any]] = (),
        spins: Iterable[tuple[Any, Any]] = (),
        kinetic: "ca.SX | None" = None,
        potential: Any = 0,
        dissipation: Any = 0,
        points: "Mapping[str, Any] | None" = None,
        parameters: "Mapping[str, tuple[ca.SX, ArrayLike]] | None" = None,
        mass: Any = None,
        center: Any = None,
        needed: "Callable[[ca.SX, ca.SX], ca.SX] | None" = None,
    ) -> None:
        """`masses` (m [kg], x [m]); `spins` (ω [rad/s], I [kg m²] about the center), both in the world's axes.

        `kinetic` [J] takes their place where T is known as a whole; gravity then needs `mass` and `center`.
        `dissipation` R [W] damps by −∂R/∂v. `parameters` are symbols with their usual values. `needed` (a, g): the
        force that moves the masses so, gravity included, where a shorter expression of it is known than ours.
        """
        self.name = name
        self.nq = coordinates(q, v, name)
        self.q, self.v = q, v
        self.a, self.g = ca.SX.sym("a", self.nq), ca.SX.sym("g", 3)
        self.parameters = Parameters(name, parameters or {})
        self.p, self.defaults = self.parameters.p, self.parameters.values()
        self.points = {key: column(x, 3, f"point {key!r} of {name!r}") for key, x in (points or {}).items()}
        self.masses = [(ca.SX(m), column(x, 3, f"mass {i} of {name!r}")) for i, (m, x) in enumerate(masses)]
        self.spins = [
            (column(w, 3, f"spin {i} of {name!r}"), ca.SX(inertia)) for i, (w, inertia) in enumerate(spins)
        ]
        self.potential, self.dissipation = ca.SX(potential), ca.SX(dissipation)
        self.mass, self.center = self._weighed(mass, center)
        self.kinetic = self._moving() if kinetic is None else ca.SX(kinetic)
        self.needed = needed
        self._check(given=kinetic is not None)

    # ---- energies -----------------------------------------------------------------------------------------

    def _weighed(self, mass: Any, center: Any) -> "tuple[ca.SX, ca.SX | None]":
        total = sum((m for m, _ in self.masses), ca.SX(0)) if mass is None else ca.SX(mass)
        if center is not None:
            return total, column(center, 3, f"center of {self.name!r}")
        return total, sum((m * x for m, x in self.masses), ca.SX(3, 1)) / total if self.masses else None

    def _velocities(self) -> list[ca.SX]:
        """ẋ of every mass, in one pass through what they share."""
        if not self.masses:
            return []
        return list(ca.vertsplit(self.rate(ca.vertcat(*(x for _, x in self.masses))), 3))

    def _moving(self) -> ca.SX:
        moving = zip(self.masses, self._velocities(), strict=True)
        T = sum((m * ca.sumsqr(u) / 2 for (m, _), u in moving), ca.SX(0))
        return T + sum((ca.dot(w, inertia @ w) / 2 for w, inertia in self.spins), ca.SX(0))

    def _check(self, given: bool) -> None:
        known = {"q": self.q, **self.parameters.symbols}
        for key, x in self.points.items():
            free_of(x, known, f"point {key!r} of {self.name!r}")
        for i, (m, x) in enumerate(self.masses):
            free_of(ca.vertcat(m, x), known, f"mass {i} of {self.name!r}")
        free_of(self.potential, known, f"potential of {self.name!r}")
        if self.center is not None:
            free_of(ca.vertcat(self.mass, self.center), known, f"mass or center of {self.name!r}")
        for what in ("kinetic", "dissipation"):
            free_of(getattr(self, what), {**known, "v": self.v}, f"{what} of {self.name!r}")
        if given and (self.masses or self.spins):
            raise InputError(f"{self.name!r}: give `kinetic`, or `masses` and `spins`, not both")
        still = [str(i) for i in range(self.nq) if not ca.depends_on(self.kinetic, self.v[i])]
        if still:
            raise InputError(
                f"{self.name!r}: nothing that has mass moves with v[{', '.join(still)}], so that no force could be "
                "balanced there; give `masses` (or `spins`, or `kinetic`) that move with every coordinate"
            )

    # ---- Lagrange's equations -----------------------------------------------------------------------------

    @cached_property
    def _weight(self) -> ca.SX:
        """V − m g·c [J]."""
        if self.center is None:
            return self.potential
        return self.potential - self.mass * ca.dot(self.g, self.center)

    @cached_property
    def _generalized_momentum(self) -> ca.SX:
        return ca.gradient(self.kinetic, self.v)

    @cached_property
    def _mass_matrix(self) -> ca.SX:
        return ca.jacobian(self._generalized_momentum, self.v)

    @cached_property
    def _bias(self) -> ca.SX:
        turning = ca.jtimes(self._generalized_momentum, self.q, self.v)
        damping = ca.gradient(self.dissipation, self.v)
        return turning - ca.gradient(self.kinetic - self._weight, self.q) + damping

    def _function(self, name: str, arguments: str, **results: ca.SX) -> ca.Function:
        symbols = [self._forces if key == "Q" else getattr(self, key) for key in arguments]
        dense = [ca.densify(result) for result in results.values()]
        label = f"{identifier(self.name)}_{name}"
        return ca.Function(label, symbols, dense, list(arguments), list(results), {"cse": True})

    @cached_property
    def _forces(self) -> ca.SX:
        return ca.SX.sym("Q", self.nq)

    @cached_property
    def mass_matrix(self) -> ca.Function:  # type: ignore[override]
        """M(q, p) = ∂²T/∂v²."""
        return self._function("mass_matrix", "qp", M=self._mass_matrix)

    @cached_property
    def bias(self) -> ca.Function:  # type: ignore[override]
        """bias(q, v, p, g): velocity terms, potential, gravity and damping."""
        return self._function("bias", "qvpg", b=self._bias)

    @cached_property
    def inverse(self) -> ca.Function:
        """Q = M a + bias at (q, v, a, p, g): the generalised force that the motion needs, without M being made."""
        needed = (
            self._needed()
            if self.masses
            else ca.jtimes(self._generalized_momentum, self.v, self.a) + self._bias
        )
        return self._function("inverse", "qvapg", Q=needed)

    def _needed(self) -> ca.SX:
        """Σ Jᵀ m (ẍ − g) + Σ Wᵀ d(I ω)/dt + ∂V/∂q + ∂R/∂v, ω = W v (d'Alembert).

        The same as Lagrange's equations for these masses, in half the instructions: transposed products run back
        through what the points share, as a recursive Newton–Euler pass would.
        """
        Q = ca.gradient(self.potential, self.q) + ca.gradient(self.dissipation, self.v)
        if self.needed is not None:
            return Q + self.needed(self.a, self.g)
        for spin, inertia in self.spins:
            Q += ca.jtimes(spin, self.v, self._changing(inertia @ spin), True)
        x = ca.vertcat(*(x for _, x in self.masses))
        accelerations = ca.vertsplit(self._changing(self.rate(x)), 3)
        pull = [m * (u - self.g) for (m, _), u in zip(self.masses, accelerations, strict=True)]
        return Q + ca.jtimes(x, self.q, ca.vertcat(*pull), True)

    def _changing(self, rate: ca.SX) -> ca.SX:
        """d/dt of an expression of q and v."""
        return self.rate(rate) + ca.jtimes(rate, self.v, self.a)

    @cached_property
    def forward(self) -> ca.Function:  # type: ignore[override]
        """a = M⁻¹ (Q − bias) at (q, v, Q, p, g), by L D Lᵀ along the sparsity of M."""
        return self._function("forward", "qvQpg", a=solved(self._mass_matrix, self._forces - self._bias))

    @cached_property
    def inverse_mass(self) -> ca.Function:  # type: ignore[override]
        """M⁻¹(q, p)."""
        return self._function("inverse_mass", "qp", W=solved(self._mass_matrix, ca.SX.eye(self.nq)))

    @cached_property
    def energy(self) -> ca.Function:  # type: ignore[override]
        """T + V − m g·c [J] at (q, v, p, g)."""
        return self._function("energy", "qvpg", E=self.kinetic + self._weight)

    # ---- points -------------------------------------------------------------------------------------------

    def _point(self, name: str) -> ca.SX:
        if name not in self.points:
            raise UnknownNameError(f"point of {self.name!r}:", name, self.points)
        return self.points[name]

    def position(self, name: str) -> ca.Function:
        """x(q, p) [m] of a point."""
        return self._function("position", "qp", x=self._point(name))

    def jacobian(self, name: str) -> ca.Function:
        """J(q, p) = ∂x/∂q (3, nq): the force converter, Q = Jᵀ f (Witkin & Kass 1988, §4.4)."""
        slope = ca.jacobian(self._point(name), self.q)
        return self._function("jacobian", "qp", J=slope)

    def drift(self, name: str) -> ca.Function:
        """J̇ v at (q, v, p) [m/s²]: ẍ = J a + drift."""
        return self._function("drift", "qvp", d=self.rate(self.rate(self._point(name))))

    # ---- the whole ----------------------------------------------------------------------------------------

    @cached_property
    def center_of_mass(self) -> ca.Function:  # type: ignore[override]
        """c(q, p) [m]."""
        return self._function("center_of_mass", "qp", c=self._center())

    @cached_property
    def momentum(self) -> ca.Function:  # type: ignore[override]
        """Linear momentum [kg m/s] and angular momentum about the center of mass [kg m²/s] at (q, v, p)."""
        if not self.masses:
            raise InputError(
                f"{self.name!r} was given its kinetic energy as a whole: its momentum needs `masses`"
            )
        center, velocities = self._center(), self._velocities()
        linear = sum((m * u for (m, _), u in zip(self.masses, velocities, strict=True)), ca.SX(3, 1))
        angular = sum((inertia @ w for w, inertia in self.spins), ca.SX(3, 1))
        for (m, x), u in zip(self.masses, velocities, strict=True):
            angular += m * ca.cross(x - center, u)
        return self._function("momentum", "qvp", linear=linear, angular=angular)

    def _center(self) -> ca.SX:
        if self.center is None:
            raise InputError(f"{self.name!r} has no center of mass: give `masses`, or `mass` and `center`")
        return self.center

    @cached_property
    def box(self) -> Box:
        """Inputs q, v, a, Q, g, parameters; outputs the physics constraint M a + bias − Q, the energy, and points."""
        inputs = {
            "q": self.q,
            "v": self.v,
            "a": self.a,
            "Q": self._forces,
            "g": self.g,
            **self.parameters.symbols,
        }
        physics = self.inverse(self.q, self.v, self.a, self.p, self.g) - self._forces
        outputs = {"physics": physics, "energy": self.kinetic + self._weight}
        for key, x in self.points.items():
            outputs |= {f"{key}.position": x, f"{key}.velocity": self.rate(x)}
        return Box(self.name, inputs, outputs)

    def __repr__(self) -> str:
        return f"<Lagrangian {self.name}: {self.nq} coordinates, points {', '.join(self.points) or 'none'}>"
