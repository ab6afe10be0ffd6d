"""Who passes through whom: pairs of bodies, figures, obstacles, or groups of them, that do not touch each other."""

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from itertools import product
from typing import TYPE_CHECKING, Any

from typing_extensions import TypeAliasType

from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.figure import Figure
from supple.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from supple.dynamics.legacy.matter import Matter

Thing = TypeAliasType("Thing", "Body | Figure | Obstacle | str | Iterable[Any]")
"""What touches: a body, a figure, an obstacle, a name or a pattern of names ("crumb*", "floor"), or several."""
FLOOR = "floor"


class Ignored:
    """Two groups that pass through each other until this is released."""

    def __init__(self, world: "Matter", a: Thing, b: Thing) -> None:
        self._world, self.a, self.b = world, a, b

    def __repr__(self) -> str:
        return f"<{self.a!r} and {self.b!r} pass through each other>"

    def release(self) -> None:
        """Let them touch again, as soon as they have parted."""
        self._world.ignored = tuple(each for each in self._world.ignored if each is not self)

    def pairs(self, bodies: Sequence[Body], standing: Sequence[Obstacle]) -> set[tuple[int, int]]:
        """Places a < b of both in the line of obstacles and then bodies."""
        both = product(places(self.a, bodies, standing), places(self.b, bodies, standing))
        return {(min(pair), max(pair)) for pair in both if pair[0] != pair[1]}


def places(thing: Thing, bodies: Sequence[Body], standing: Sequence[Obstacle]) -> set[int]:
    """Where something is in the line of obstacles and then bodies; a name or pattern may stand for many, or none."""
    line: list[Body | Obstacle] = [*standing, *bodies]
    if isinstance(thing, str):
        return {i for i, each in enumerate(line) if fnmatchcase(each.name, thing)}
    if isinstance(thing, Body | Obstacle):
        return {i for i, each in enumerate(line) if each is thing}
    if isinstance(thing, Figure):
        return {i for i, each in enumerate(line) if each in thing.bodies.values()}
    return set().union(*(places(each, bodies, standing) for each in thing))


def check_known(thing: Thing, bodies: Sequence[Body], standing: Sequence[Obstacle]) -> None:
    """Refuse what is not in a world."""
    if not isinstance(thing, str | Body | Obstacle | Figure | Iterable):
        raise InputError(
            f"{thing!r} touches nothing; give a body, a figure, an obstacle, a name or pattern, or a list of these"
        )
    if isinstance(thing, Iterable) and not isinstance(thing, str):
        for each in thing:
            check_known(each, bodies, standing)
    elif not places(thing, bodies, standing):
        if isinstance(thing, str):
            raise UnknownNameError(
                "body or obstacle", thing, [*(b.name for b in bodies), *(o.name for o in standing)]
            )
        raise InputError(f"{thing!r} is not in this world; add it first")
