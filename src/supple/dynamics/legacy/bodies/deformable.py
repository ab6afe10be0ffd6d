"""A user's own deformation as a body: x = o + R d(r, s), masses embedded in the space that d deforms.

V = Σ ½ k (s − s_r)²,  T = Σ ½ m |ẋ|²  (Witkin & Welch 1990, §2.1)

A deformation is a plain function of a rest position and of named numbers; each number becomes a coordinate on a
spring of its own, told by what can be seen: how fast it swings and how soon it is still.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import casadi as ca
import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.bodies.materials import Material, named
from supple.dynamics.legacy.bodies.cells import cells
from supple.dynamics.legacy.bodies.linear import mass_of
from supple.dynamics.legacy.bodies.symbolic import SymbolicBody
from supple.errors import InputError
from supple.mechanics.continuum import Continuum
from supple.mechanics.rotation import heading
from supple.scene import Node

COARSE = 4
"""Mass points along each side."""
ROOT = 6
STILL = 3.0
"""e^−3 = 5 %."""


@dataclass(frozen=True)
class Spring:
    """How a coordinate swings about its rest value: hz times a second, down to 5 % after `settle` seconds."""

    hz: float
    settle: float
    rest: float = 0.0
    start: float | None = None
    """Where it begins; at rest, unless given."""

    def __post_init__(self) -> None:
        for what in ("hz", "settle"):
            if not (np.isfinite(getattr(self, what)) and getattr(self, what) > 0):
                raise InputError(f"a spring's {what} is {getattr(self, what)}; it must be positive")


def deformable(
    model: Node,
    deform: Callable[..., ca.SX],
    springs: Mapping[str, Spring],
    *,
    at: ArrayLike = (0.0, 0.0, 0.0),
    turn: ArrayLike = (0.0, 0.0, 0.0),
    held: bool = False,
    material: "str | Material" = "rubber",
    name: str | None = None,
) -> SymbolicBody:
    """A body whose points are `deform(r, **numbers)` of their rest positions r, placed `at` [m] and turned
    by yaw, pitch and roll [rad]; where it is `held`, only the numbers move.

    >>> from supple.scene import models
    >>> def squash(r, tall):
    ...     return ca.vertcat(r[0] * tall**-0.5, r[1] * tall, r[2] * tall**-0.5)
    >>> ball = deformable(models.sphere(), squash, {"tall": Spring(hz=3, settle=1, rest=1.0)}, at=(0, 1, 0))
    >>> ball.nq, ball.point("top").position(ball.rest).round(3)
    (7, array([0. , 1.2, 0. ]))
    """
    place = np.concatenate([finite(at, "at", (3,)), finite(turn, "turn", (3,))])
    stuff, label = named(material), name or model.name
    rest_points, shares = cells(model.surface, COARSE)
    weights = mass_of(model, stuff).total * shares
    root = 0 if held else ROOT
    q, v, r = (ca.SX.sym(s, n) for s, n in (("q", root + len(springs)), ("v", root + len(springs)), ("r", 3)))
    base = ca.SX(place) if held else q[:ROOT]
    shape = dict(zip(springs, ca.vertsplit(q[root:]), strict=True))
    x = base[:3] + heading(base[3:]) @ deform(r, **shape)
    k, c, s_r = (ca.SX.sym(s, len(springs)) for s in ("k", "c", "s_r"))
    none = np.zeros(len(springs))
    law = Continuum(
        label,
        q,
        v,
        r,
        x,
        masses=weights,
        places=rest_points,
        potential=ca.dot(k, (q[root:] - s_r) ** 2) / 2,
        dissipation=ca.dot(c, v[root:] ** 2) / 2,
        parameters={"stiffness": (k, none), "damping": (c, none), "rest": (s_r, none)},
    )
    rest = np.array([spring.rest for spring in springs.values()])
    start = [spring.rest if spring.start is None else spring.start for spring in springs.values()]
    stiffness, damping = _tuned(law, np.concatenate([place[:root], rest]), springs)
    return SymbolicBody(
        law,
        model,
        deformation=(r, x),
        rest=np.concatenate([place[:root], start]),
        material=stuff,
        parameters={"stiffness": stiffness, "damping": damping, "rest": rest},
        name=label,
    )


def _tuned(law: Continuum, rest: Array, springs: Mapping[str, Spring]) -> tuple[Array, Array]:
    """k = ω² m and c = 2 m · 3/settle of each spring, m what its coordinate feels while all is free to move."""
    W = np.diag(law.inverse_mass(rest, law.defaults).full())[-len(springs) :]
    hz, settle = np.array([(spring.hz, spring.settle) for spring in springs.values()]).T
    return (2 * np.pi * hz) ** 2 / W, 2 * STILL / settle / W
