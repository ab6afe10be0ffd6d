"""Links in the order in which they hang on each other."""

from collections.abc import Sequence

from supple.errors import InputError, UnknownNameError
from supple.kinematics.link import Link


def parents_first(links: Sequence[Link], name: str) -> tuple[Link, ...]:
    """The links so that each stands after its parent, else in the order given; `name` is the skeleton's.

    >>> [link.name for link in parents_first([Link("hand", "arm"), Link("arm")], "robot")]
    ['arm', 'hand']
    """
    names = [link.name for link in links]
    known = set(names)
    if len(known) < len(names):
        twice = next(each for each in names if names.count(each) > 1)
        raise InputError(f"two links of {name!r} are called {twice!r}; rename one")
    for link in links:
        if link.parent is not None and link.parent not in known:
            raise UnknownNameError(f"parent of link {link.name!r}:", link.parent, names)
    placed: dict[str, Link] = {}
    waiting = list(links)
    while waiting:
        later = []
        for link in waiting:
            if link.parent is None or link.parent in placed:
                placed[link.name] = link
            else:
                later.append(link)
        if len(later) == len(waiting):
            around = ", ".join(link.name for link in later)
            raise InputError(f"links of {name!r} hang on each other in a loop: {around}")
        waiting = later
    return tuple(placed.values())
