"""Names that stay apart in three.js, which finds what it animates by name alone.

It turns spaces to "_", drops `[ ] . / :`, and gives what asks for a name again S_1, S_2 …, without looking whether
something has that name of its own: the second part of a mesh "apple" would move with a node "apple 1".
"""

import re
from collections import Counter
from collections.abc import Iterable

_DROPPED = re.compile(r"[\[\]./:]")
_NUMBERED = re.compile(r"(.*)_\d+")


def plain_name(name: str) -> str:
    """As three.js calls it.

    >>> plain_name("arm/upper left.2")
    'armupper_left2'
    """
    return _DROPPED.sub("", re.sub(r"\s", "_", name))


class FileNames:
    """The names of nodes, which keep theirs, and those that others get beside them.

    >>> names = FileNames(["apple 1", "apple 2"])
    >>> names.claim("apple", "apple 1"), names.claim("apple tree")
    ('apple 1', 'apple tree')
    """

    def __init__(self, nodes: Iterable[str]) -> None:
        counts = Counter(plain_name(name) for name in nodes)
        self._repeated = {name for name, count in counts.items() if count > 1}
        self._bases = {_base(name) for name in counts}

    def claim(self, *wanted: str) -> str:
        """The first of the names `wanted` that can be numbered without meeting another, or the last, lengthened."""
        name = next((name for name in wanted if self._free(plain_name(name))), wanted[-1])
        while not self._free(plain_name(name)):
            name += "'"
        self._repeated.add(plain_name(name))
        self._bases.add(_base(plain_name(name)))
        return name

    def _free(self, name: str) -> bool:
        """Whether no other is this name with a number, and this is none that is numbered already."""
        return name not in self._bases and _base(name) not in self._repeated


def _base(name: str) -> str | None:
    """What is before the number at the end."""
    found = _NUMBERED.fullmatch(name)
    return found[1] if found else None
