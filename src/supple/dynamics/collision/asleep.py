"""Bodies that sleep: pairs of what stays where it is keep their manifolds, and what moves wakes those it touches."""

from typing import Any

from supple.dynamics.bodies.kind import yields
from supple.dynamics.model.arrays import Contacts, State
from supple.kernels import kernel


@kernel
def wake(contacts: Contacts, b: int) -> None:
    """A body is awake, and has to be slow for as long again."""
    contacts.asleep[b], contacts.calm[b] = 0, 0.0


@kernel
def dreams(model: Any, state: State, b: int) -> int:
    """Whether a body sleeps."""
    return state.contacts.asleep[b] if yields(model, b) else 0


@kernel
def lies_still(model: Any, state: State, b: int) -> int:
    """Whether a body stays where it is in this step: it sleeps, is the world, or is moved by nobody."""
    if yields(model, b):
        return state.contacts.asleep[b]
    if b >= 0:
        for i in range(model.bodies.v[b], model.bodies.v[b + 1]):
            if state.v[i] != 0.0:
                return 0
    return 1


@kernel
def startle(model: Any, state: State, a: int, b: int, points: int) -> None:
    """Wake the one of two bodies that sleeps while the other is moved, where they touch or did."""
    if points == 0:
        return
    if dreams(model, state, a) and not yields(model, b):
        wake(state.contacts, a)
    if dreams(model, state, b) and not yields(model, a):
        wake(state.contacts, b)
