"""The gallery, and the acceptance tests: one short file a demo, each with a `demo()` that returns a take.

A demo that takes more than a moment has a short form: `SHORT`, the arguments that its `demo()` takes for it.
"""

from importlib import import_module
from inspect import signature
from pathlib import Path
from types import ModuleType

from supple.errors import InputError, UnknownNameError
from supple.scene import Take

NAMES = (
    "bouncing-ball", "tumble", "throw", "morph", "keyed-hop", "cast", "cameras", "recapture", "jelly-drop",
    "bend", "pendulum",
    "jello-row", "skyhook", "monster", "puppet", "bender", "particle", "luxo-jump", "luxo-soft", "luxo-stomp",
    "luxo-heavy", "luxo-hurdle", "luxo-timing", "luxo-ski", "luxo-3d", "table-modes", "teapot-lift", "car", "cliff",
    "table-bound", "teapot-hop", "teapot-shuffle", "race", "crowd",
    "rope", "drop-arm", "ragdoll", "swing", "cycle", "pacing", "limp", "pivot-walk",
    "layers",
)  # fmt: skip
HEROES = ("throw", "keyed-hop", "jelly-drop", "puppet", "skyhook", "monster", "luxo-jump")
"""Those that `make demo` runs, the quickest first."""


def module(name: str) -> ModuleType:
    """The file of a demo."""
    if name not in NAMES:
        raise UnknownNameError("demo", name, NAMES)
    return import_module(f"supple.demos.{name.replace('-', '_')}")


def run(name: str, *, short: bool = False, file: str | Path | None = None) -> Take:
    """Make the take of a demo: in full, or in its short form if it has one; of a user's own file where it takes one.

    >>> run("bend").duration, run("bend", short=True).duration
    (5.0, 2.5)
    """
    found = module(name)
    options = dict(getattr(found, "SHORT", {})) if short else {}
    if file is not None:
        if "file" not in signature(found.demo).parameters:
            raise InputError(f"demo {name!r} takes no file; leave {str(file)!r} out")
        options["file"] = file
    take: Take = found.demo(**options)
    return take


def summary(name: str) -> str:
    """One line on what a demo shows."""
    return (module(name).__doc__ or "").strip().splitlines()[0]
