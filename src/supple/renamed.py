"""Public names that have changed: who asks for an old one is told the new one, until the release named here."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from supple.errors import RenamedError

UNTIL = "0.3"
"""From this release on old names are as unknown as any other."""


class Renamed:
    """Stands in a class where a public name was; asking for it raises an error that gives the new one.

    `new` is a name of the same class, or one from elsewhere in full.

    >>> class Ball:
    ...     push = Renamed("shove", "it takes newton seconds")
    >>> Ball().push
    Traceback (most recent call last):
    supple.errors.RenamedError: Ball.push is called Ball.shove now: it takes newton seconds
    """

    def __init__(self, new: str, note: str = "") -> None:
        self.new, self.note = new, note

    def __set_name__(self, owner: type, name: str) -> None:
        self.old = name

    def __get__(self, instance: object, owner: type) -> NoReturn:
        new = self.new if self.new.startswith("supple.") else f"{owner.__name__}.{self.new}"
        raise RenamedError(f"{owner.__name__}.{self.old}", new, self.note)


def renamed(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """A `__getattr__` for a module whose public names have changed, by old name.

    >>> __getattr__ = renamed("supple.demo", {"puppets": "supple.demo.figures"})
    >>> __getattr__("puppets")
    Traceback (most recent call last):
    supple.errors.RenamedError: supple.demo.puppets is called supple.demo.figures now
    """

    def look(name: str) -> Any:
        if name in names:
            raise RenamedError(f"{module}.{name}", names[name])
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return look
