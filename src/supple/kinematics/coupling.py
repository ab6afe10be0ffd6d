"""Joints that go with others: q_follower = ratio · q_leader + offset, as URDF's mimic and gears have it."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from supple.errors import CycleError, InputError


@dataclass(frozen=True)
class Coupling:
    """One degree of freedom that another one leads, both by name; without a leader it stays at `offset` [rad, m].

    >>> Coupling("finger.R", "finger.L", ratio=-1.0)
    Coupling(follower='finger.R', leader='finger.L', ratio=-1.0, offset=0.0)
    """

    follower: str
    leader: str | None
    ratio: float = 1.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        if not np.isfinite([self.ratio, self.offset]).all():
            raise InputError(f"{self.follower!r} follows with ratio {self.ratio} and offset {self.offset}")


def leaders_first(couplings: Iterable[Coupling]) -> tuple[Coupling, ...]:
    """The couplings so that what leads is placed before what follows it.

    >>> [c.follower for c in leaders_first([Coupling("c", "b"), Coupling("b", "a")])]
    ['b', 'c']
    """
    given: dict[str, Coupling] = {}
    for coupling in couplings:
        if coupling.follower in given:
            raise InputError(
                f"{coupling.follower!r} follows both {given[coupling.follower].leader!r} and {coupling.leader!r}; "
                "one joint follows one other"
            )
        given[coupling.follower] = coupling
    ordered: dict[str, Coupling] = {}
    for coupling in given.values():
        path: list[str] = []
        at: Coupling | None = coupling
        while at is not None and at.follower not in ordered:
            if at.follower in path:
                raise CycleError("coupled joints", [*path, at.follower])
            path.append(at.follower)
            at = given.get(at.leader) if at.leader is not None else None
        ordered |= {name: given[name] for name in reversed(path)}
    return tuple(ordered.values())
