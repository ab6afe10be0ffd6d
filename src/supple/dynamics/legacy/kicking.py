"""Blows from outside: an impulse at a point, or one that all of a body or figure gets, shared out by mass.

Δv = W Kᵀ p − W Jᵀ (J W Jᵀ)⁻¹ J W Kᵀ p = R p   (Witkin & Welch 1990, eq. 9)

K (3, nv) gives the velocity of what is kicked: ∂ẋ/∂v of the point, or ∂P/∂v / m with P the linear momentum and m the
mass. The constraints J that hold exactly keep their speeds. A change of velocity Δ asks for p with (K R) p = Δ.
"""

from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.constraints.reaction import Reaction
from supple.dynamics.legacy.figure import Figure, members
from supple.dynamics.legacy.striding import system_of
from supple.errors import InputError

if TYPE_CHECKING:
    from supple.dynamics.legacy.binding import Binding

HELD = 1e-9
"""Of the response that it had without constraints, what is left below this share is none."""


def kick(
    world: "Binding",
    what: "Point | Body | Figure",
    velocity: "ArrayLike | None",
    impulse: "ArrayLike | None",
    at: "Point | ArrayLike | str | None",
) -> None:
    """Change velocities at once, by a given change of velocity [m/s] or by an impulse [N s]."""
    struck = _struck(what, at)
    K = _rows(world, struck)
    free, R = _answers(world, K)
    if velocity is not None and impulse is None:
        p = _wanted(K @ free, K @ R, finite(velocity, f"kick of {_name(struck)}", (3,)), struck)
    elif impulse is not None and velocity is None:
        p = finite(impulse, f"impulse on {_name(struck)}", (3,))
    else:
        raise InputError(
            f"a kick of {_name(struck)} takes a velocity [m/s] or an impulse [N s], one of the two"
        )
    world.state.v = world.state.v + R @ p


def _struck(what: "Point | Body | Figure", at: "Point | ArrayLike | str | None") -> "Point | Body | Figure":
    """What is kicked: all of it, or the point of it that is named."""
    if not isinstance(what, Point | Body | Figure):
        raise InputError(f"cannot kick {what!r}; give a point, a body or a figure of this world")
    if at is None:
        return what
    if isinstance(what, Point):
        raise InputError(f"{what!r} is a point already; leave out at, or kick its body")
    return at if isinstance(at, Point) else what.point(at)


def _name(struck: "Point | Body | Figure") -> str:
    return repr(struck) if isinstance(struck, Point) else repr(struck.name)


def _rows(world: "Binding", struck: "Point | Body | Figure") -> Array:
    """K (3, nv)."""
    bodies = members(struck)
    K, mass = np.zeros((3, world.structure.v_size)), sum(body.mass for body in bodies)
    for body in bodies:
        if body not in world.bodies:
            raise InputError(f"{_name(struck)} is not in this world; add it first")
        here, (q, _) = world.structure.v_span(body), world.coordinates(body)
        if isinstance(struck, Point):
            K[:, here] = struck.jacobian(q)
        else:
            K[:, here] = np.stack([body.momentum(q, e)[0] for e in np.eye(body.nv)], axis=1) / mass
    return K


def _answers(world: "Binding", K: Array) -> tuple[Array, Array]:
    """W Kᵀ and R (nv, 3): Δv for an impulse along each axis, without constraints and with them."""
    state = world.state
    held = [handle for handle in world.handles if handle.strength_at(state.t) >= 1]
    system = system_of(world, held, world.step_size)
    response = system.inverse_mass(state.q)
    reaction = Reaction(system.jacobian(state.q, state.t)[system.exact], response)
    free = response(K.T)
    return free, np.asarray(free - reaction.WJ @ reaction.solve(reaction.J @ free))


def _wanted(free: Array, bound: Array, change: Array, struck: "Point | Body | Figure") -> Array:
    """p (3,) [N s] that changes the velocity of what is kicked by `change`; refused where constraints forbid it.

    `free` and `bound` (3, 3) say what its velocity gains by an impulse, without constraints and with them.
    """
    gains, axes = np.linalg.eigh((bound + bound.T) / 2)
    able = gains > HELD * np.trace(free)
    asked = axes.T @ change
    if np.abs(asked[~able]).max(initial=0.0) > HELD * np.abs(change).max(initial=1.0):
        raise InputError(
            f"{_name(struck)} is held; it cannot be kicked that way. Release what holds it, "
            "or kick it where it is free to go"
        )
    return np.asarray(axes[:, able] @ (asked[able] / gains[able]))
