"""A body given by expressions: a Lagrangian, and the frames or the deformation that its coordinates carry.

M(q) v̇ = Q − bias(q, v, g),  x = o(q) + R(q) r  for links,  x = x(q, r)  for a mesh that deforms

Gravity acts through the Lagrangian's own −m g·c: it may be that no coordinate translates the body.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from scipy.linalg import eigh

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.bodies.materials import Material, named
from supple.dynamics.legacy.bodies.body import Body, KnownPoint, Point
from supple.dynamics.legacy.bodies.embodied import Deforming, Embodied, Linked
from supple.errors import InputError
from supple.mechanics.compiled import compiled_together
from supple.mechanics.deformation import Deformation
from supple.mechanics.frames import Frames
from supple.mechanics.law import Law
from supple.scene import Node, NodeMotion

NONE = np.zeros(3)


class SymbolicBody(Body):
    """A Lagrangian as a body of the world: links of a tree of nodes, or one mesh that deforms.

    `frames` gives the rotation (3, 3) and origin (3,) of nodes of the model by name; `deformation` is a pair (r, x)
    of a symbol for the rest position and the expression of where it goes. `rest` is where the body starts.

    >>> from supple.mechanics import Lagrangian
    >>> from supple.scene import models
    >>> q, v = ca.SX.sym("q", 3), ca.SX.sym("v", 3)
    >>> ball = SymbolicBody(
    ...     Lagrangian("ball", q, v, masses=[(2.0, q)]), models.sphere(), frames={"sphere": (np.eye(3), q)}
    ... )
    >>> ball.mass, ball.point("top").position(ball.rest).round(3)
    (2.0, array([0. , 0.2, 0. ]))
    """

    kind = "symbolic"
    constant = False

    def __init__(
        self,
        lagrangian: Law,
        model: Node,
        *,
        frames: "Mapping[str, tuple[Any, Any]] | None" = None,
        deformation: "tuple[ca.SX, ca.SX] | None" = None,
        rest: ArrayLike | None = None,
        material: "str | Material" = "wood",
        parameters: "Mapping[str, ArrayLike] | None" = None,
        name: str | None = None,
    ) -> None:
        self.lagrangian, self.model = lagrangian, model
        self.name = name or lagrangian.name
        self.nq = self.nv = lagrangian.nq
        self.material = named(material)
        self.parameters = lagrangian.parameters.values(**(parameters or {}))
        self._rest = (
            np.zeros(self.nq) if rest is None else finite(rest, f"rest of {self.name!r}", (self.nq,)).copy()
        )
        self.shape: Embodied
        if frames is not None and deformation is None:
            links = Frames(lagrangian, frames, self.parameters)
            self.shape = Linked(links, model, self.name, self._rest)
        elif deformation is not None and frames is None:
            self.shape = Deforming(Deformation(lagrangian, *deformation, self.parameters), model, self.name)
        else:
            raise InputError(f"{self.name!r} needs `frames` or a `deformation`, one of them")
        self.node, self.whole_map = self.shape.node, deformation is not None
        self.mass = float(ca.Function("mass", [lagrangian.p], [lagrangian.mass])(self.parameters))
        self._check()

    def _check(self) -> None:
        M = self.lagrangian.mass_matrix(self._rest, self.parameters).full()
        moments = np.linalg.eigvalsh(M)
        if not moments[0] > 1e-12 * moments[-1]:
            raise InputError(
                f"the masses of {self.name!r} leave a motion of its coordinates without inertia at rest: the mass "
                f"matrix has the eigenvalues {moments.tolist()}; spread the mass, or begin at another `rest`"
            )

    # ---- mechanics ----------------------------------------------------------------------------------------

    @cached_property
    def _compiled(self) -> dict[str, Any]:
        body = self.lagrangian
        functions = [body.forward, body.bias, body.mass_matrix, body.inverse_mass]
        names = ("forward", "bias", "mass_matrix", "inverse_mass")
        return dict(zip(names, compiled_together(functions), strict=True))

    @property
    def _g(self) -> Array:
        return NONE if self.world is None else self.world.gravity

    @property
    def rest(self) -> Array:
        return self._rest

    @property
    def placement(self) -> Array:
        return self.shape.placement(self._rest)

    def mass_matrix(self, q: Array) -> Array:
        return np.asarray(self._compiled["mass_matrix"](q, self.parameters)).reshape(self.nv, self.nv)

    def apply_inverse_mass(self, q: Array, F: Array) -> Array:
        W = self._compiled["inverse_mass"](q, self.parameters).reshape(self.nv, self.nv)
        return np.asarray(W @ F)

    def force(self, q: Array, v: Array) -> Array:
        """−bias: velocity terms, potential, damping, and gravity."""
        return -np.asarray(self._compiled["bias"](q, v, self.parameters, self._g))

    def velocity_gain(self, q: Array, v: Array, h: float) -> Array:
        return h * np.asarray(self._compiled["forward"](q, v, np.zeros(self.nv), self.parameters, self._g))

    def gravity(self, g: Array) -> Array:
        """Nothing more: it is among the forces, since its pull on the coordinates may change with them."""
        return np.zeros(self.nv)

    def energy(self, q: Array, v: Array) -> float:
        return float(self.lagrangian.energy(q, v, self.parameters, NONE))

    def center(self, q: Array) -> Array:
        return np.asarray(self.lagrangian.center_of_mass(q, self.parameters).full()[:, 0])

    def flow(self, q: Array, v: Array, h: float) -> Array:
        return q + h * v

    def momentum(self, q: Array, v: Array) -> tuple[Array, Array]:
        linear, about_center = (x.full()[:, 0] for x in self.lagrangian.momentum(q, v, self.parameters))
        return linear, about_center + np.cross(self.center(q), linear)

    def moving(self, velocity: Array, spin: Array) -> Array:
        """M v = (∂P/∂v)ᵀ velocity + (∂L/∂v)ᵀ spin: the motion nearest to that as a whole, in the metric of mass."""
        if not (velocity.any() or spin.any()):
            return np.zeros(self.nv)
        each = [self.lagrangian.momentum(self._rest, e, self.parameters) for e in np.eye(self.nv)]
        asked = np.array([float(P.T @ velocity + L.T @ spin) for P, L in each])
        return self.apply_inverse_mass(self._rest, asked)

    @cached_property
    def _stiffness(self) -> ca.Function:
        body = self.lagrangian
        K = ca.densify(ca.hessian(body.potential, body.q)[0])
        D = ca.densify(ca.hessian(body.dissipation, body.v)[0])
        return ca.Function("stiffness", [body.q, body.v, body.p], [K, D])

    def stiffening(self, q: Array) -> tuple[Array, Array]:
        K, D = (x.full() for x in self._stiffness(q, np.zeros(self.nv), self.parameters))
        values, vectors = np.linalg.eigh(K)
        return np.asarray((vectors * np.maximum(values, 0.0)) @ vectors.T), D

    def quickest(self) -> float:
        """Of its own stiffness and damping at rest."""
        K, D = self.stiffening(self._rest)
        M = self.mass_matrix(self._rest)
        stiff, damped = (max(eigh(X, M, eigvals_only=True)[-1], 0.0) for X in (K, D))
        return float(max(np.sqrt(stiff), damped / 2))

    # ---- points -------------------------------------------------------------------------------------------

    def point(self, where: "str | ArrayLike", *, outside: bool = False) -> Point:
        """A material point: a node of the model, a point of the Lagrangian, or what every body knows."""
        c = self.shape.named(where) if isinstance(where, str) else None
        if c is None:
            return super().point(where, outside=outside)
        return KnownPoint(self, str(where), self.position(self._rest, c[None])[0], c)

    def coefficients(self, r: Array) -> Array:
        return self.shape.coefficients(r)

    def position(self, q: Array, p: Array) -> Array:
        return self.shape.points.position(q, p)

    def velocity(self, q: Array, v: Array, p: Array) -> Array:
        return self.shape.points.velocity(q, v, p)

    def jacobian(self, q: Array, p: Array) -> Array:
        return np.asarray(self.shape.points.jacobian(q, p[None])[0])

    def jacobians(self, q: Array, p: Array) -> Array:
        return self.shape.points.jacobian(q, p)

    def bias(self, q: Array, v: Array, p: Array) -> Array:
        return np.asarray(self.shape.points.drift(q, v, p[None])[0])

    # ---- how it is seen -----------------------------------------------------------------------------------

    def shown(self) -> Node:
        """The model as a take shows it."""
        return self.shape.shown()

    def motions(self, q: Array) -> dict[str, NodeMotion]:
        """How the nodes of the model move over states q (T, nq)."""
        return self.shape.motions(q)
