"""What can go wrong, said so that a user can act on it: what was given, what was expected, what to do."""

from collections.abc import Iterable
from difflib import get_close_matches


class SuppleError(Exception):
    """Every error that Supple raises on purpose."""


class InputError(SuppleError, ValueError):
    """A value that cannot be used: keys out of order, NaN, a zero quaternion."""


class UnknownNameError(SuppleError, LookupError):
    """A name that nothing carries; the message lists those that exist.

    >>> raise UnknownNameError("interpolator", "liner", ["linear", "step"])
    Traceback (most recent call last):
    supple.errors.UnknownNameError: unknown interpolator 'liner'; did you mean 'linear'? There are: linear, step
    """

    def __init__(self, what: str, name: str, existing: Iterable[str]) -> None:
        names = sorted(existing)
        near = get_close_matches(name, names, n=1)
        guess = f"; did you mean {near[0]!r}?" if near else "."
        listing = ", ".join(names[:40]) + (", …" if len(names) > 40 else "")
        super().__init__(f"unknown {what} {name!r}{guess} There are: {listing or 'none'}")


class RenamedError(SuppleError, AttributeError):
    """A public name that has changed; the message gives the new one. See `supple.renamed`."""

    def __init__(self, old: str, new: str, note: str = "") -> None:
        super().__init__(f"{old} is called {new} now" + (f": {note}" if note else ""))


class CycleError(SuppleError):
    """Tracks or nodes that depend on themselves; the message names the loop."""

    def __init__(self, what: str, loop: Iterable[str]) -> None:
        super().__init__(f"{what} depend on each other in a loop: " + " → ".join(loop))


class DivergenceError(SuppleError):
    """A simulation that blew up: which body, when, and the likely cause."""


class ConflictError(SuppleError):
    """Constraints that cannot all hold; the message names them."""


class SuppleWarning(UserWarning):
    """Something that works, but may not be what was meant: a constraint that follows from others."""


class FileError(SuppleError, OSError):
    """A file that cannot be read, understood or written."""


class KernelError(SuppleError):
    """A kernel of the checked build that went out of bounds; the message names file, line, array, index and size."""


class MissingToolError(SuppleError, RuntimeError):
    """An optional package, a graphics driver or a browser that is not there; the message says how to get it."""
