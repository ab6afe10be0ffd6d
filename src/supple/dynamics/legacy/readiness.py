"""What must hold before a step: numbers that are numbers, tracks that last, constraints that are met."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.constraints.linear import LinearConstraint
from supple.errors import InputError

if TYPE_CHECKING:
    from supple.dynamics.legacy.handle import Handle
    from supple.dynamics.legacy.matter import Matter

GAP = 1e-6
"""Exact constraints may start at most this far from being met [m]."""
UNIT = 1e-6
"""How far coordinates may be from legal ones: a quaternion from unit length."""


def check_state(world: "Matter") -> None:
    """Every body must be somewhere, its quaternions of unit length, and what stands still able to."""
    for body in world.bodies:
        if isinstance(body, LatticeBody) and body.still and not world.integrator.firm:
            raise InputError(
                f"modes of {body.name!r} stand still ({', '.join(body.still)}): that needs symplectic or implicit "
                'steps, World(integrator="symplectic")'
            )
        for name, numbers in zip("qv", world.coordinates(body), strict=True):
            if not np.isfinite(numbers).all():
                first = int(np.flatnonzero(~np.isfinite(numbers))[0])
                raise InputError(
                    f"the state of {body.name!r} is no number: {name}[{first}] is {numbers[first]} at "
                    f"{world.time:.4f} s; set finite coordinates and velocities, or rewind"
                )
        q, _ = world.coordinates(body)
        near = body.tidied(q)
        if np.abs(near - q).max(initial=0.0) > UNIT:
            raise InputError(
                f"the state of {body.name!r} is no place for it: q is {q.round(6).tolist()}, where a unit quaternion "
                f"is wanted; nearest is {near.round(6).tolist()}"
            )


def check_tracks(handles: "Iterable[Handle]", begins: float) -> None:
    """A point that is held exactly to a track must know where to be in a step that begins at a time [s]."""
    for handle in handles:
        c = handle.constraint
        if not isinstance(c, LinearConstraint) or c.path.end >= begins - 1e-9:
            continue
        if handle.active and handle.strength_at(begins) >= 1.0:
            raise InputError(
                f"{c.name!r}: its track ends at {c.path.end:.4g} s and the run goes on; say what then: "
                'world.follow(…, after="hold") or after="release", handle.release() or a strength below 1 by then, '
                "more keys, or track.cycle()"
            )


def check_met(gaps: Array, t: float, owner: "Callable[[int], Handle]") -> None:
    """Rows that are exact by now must be met when steps begin at t, or the first would tear at them.

    `owner` says whose a row is; what has pulled gently so far may take its last step yet.
    """
    for row in np.flatnonzero(np.abs(gaps) > GAP).tolist():
        if owner(row).strength_at(t) >= 1.0:
            raise InputError(
                f"{owner(row).constraint.name!r} starts {abs(gaps[row]):.3g} m apart; bring the parts "
                "together (world.assemble()), or pull gently (strength below 1)"
            )
