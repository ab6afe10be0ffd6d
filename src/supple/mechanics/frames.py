"""Rigid links: every material point rides on a frame, x = o + R r.

F = [R o] ∈ ℝ³ˣ⁴ of every link is a function of q; points of a link are linear in it, so that F, Ḟ and ∂F/∂q are all
that is ever evaluated, however many points there are.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.mechanics.compiled import Compiled, compiled_together
from supple.mechanics.law import Law
from supple.mechanics.shape import Shape
from supple.mechanics.symbols import free_of, identifier


class Frames(Shape):
    """Links by name, each with its rotation R (3, 3) and origin o (3,) as expressions of q; coefficients: link, r.

    >>> from supple.mechanics import Lagrangian
    >>> q, v = ca.SX.sym("q", 3), ca.SX.sym("v", 3)
    >>> ball = Lagrangian("ball", q, v, masses=[(1.0, q)])
    >>> Frames(ball, {"ball": (np.eye(3), q)}).position(np.array([0, 2, 0]), np.array([[0, 1, 0, 0]]))
    array([[1., 2., 0.]])
    """

    def __init__(
        self, lagrangian: Law, frames: Mapping[str, tuple[Any, Any]], parameters: "Array | None" = None
    ) -> None:
        self.lagrangian = lagrangian
        self.parameters = lagrangian.defaults if parameters is None else parameters
        self.names = tuple(frames)
        self._stacked = ca.vertcat(*(_stacked(name, *frame) for name, frame in frames.items()))
        known = {"q": lagrangian.q, **lagrangian.parameters.symbols}
        free_of(self._stacked, known, f"frames of {lagrangian.name!r}")

    @cached_property
    def _functions(self) -> list[Compiled]:
        body, F = self.lagrangian, self._stacked
        rate = body.rate(F)
        slope = ca.jacobian(F, body.q)
        still, moving = [body.q, body.p], [body.q, body.v, body.p]
        parts = {
            "frame": (still, F),
            "rate": (moving, rate),
            "slope": (still, slope),
            "drift": (moving, body.rate(rate)),
        }
        label = identifier(body.name)
        return compiled_together(
            [
                ca.Function(f"{label}_{key}", arguments, [ca.densify(x)], {"cse": True})
                for key, (arguments, x) in parts.items()
            ]
        )

    def matrices(self, q: Array) -> Array:
        """F (links, 3, 4) at q (nq,), or (T, links, 3, 4) over states q (T, nq)."""
        frame = self._functions[0]
        found = frame.each(q, self.parameters) if q.ndim == 2 else frame(q, self.parameters)
        return _links(found)

    def position(self, q: Array, c: Array) -> Array:
        """x (n, 3) [m]."""
        return _carried(self.matrices(q), c)

    def velocity(self, q: Array, v: Array, c: Array) -> Array:
        """ẋ (n, 3) [m/s]."""
        return _carried(_links(self._functions[1](q, v, self.parameters)), c)

    def jacobian(self, q: Array, c: Array) -> Array:
        """∂x/∂q (n, 3, nq)."""
        slope = self._functions[2](q, self.parameters).reshape(len(self.names), 4, 3, -1)
        return np.asarray(np.einsum("njxq,nj->nxq", slope[c[:, 0].astype(np.int64)], _homogeneous(c)))

    def drift(self, q: Array, v: Array, c: Array) -> Array:
        """J̇ v (n, 3) [m/s²]."""
        return _carried(_links(self._functions[3](q, v, self.parameters)), c)


def _stacked(name: str, rotation: Any, origin: Any) -> ca.SX:
    R, o = ca.SX(rotation), ca.SX(origin)
    if R.shape != (3, 3) or o.shape != (3, 1):
        raise InputError(
            f"frame {name!r}: expected a rotation (3, 3) and an origin (3, 1), got {R.shape}, {o.shape}"
        )
    return ca.vec(ca.horzcat(R, o))


def _links(stacked: Array) -> Array:
    """(…, 12 links) of columns → (…, links, 3, 4)."""
    return np.swapaxes(stacked.reshape(*stacked.shape[:-1], -1, 4, 3), -1, -2)


def _homogeneous(c: Array) -> Array:
    return np.concatenate([c[:, 1:], np.ones((len(c), 1))], axis=1)


def _carried(F: Array, c: Array) -> Array:
    return np.asarray(np.einsum("nxj,nj->nx", F[c[:, 0].astype(np.int64)], _homogeneous(c)))
