"""Public names of an earlier version are still there, or say what they are called now, as the changelog does.

`names.json` lists what commit 5410b2b offered: the names of every folder, and of every class there.
"""

import importlib
import json
from pathlib import Path

import pytest

from supple.errors import RenamedError
from supple.kinematics import Link, Skeleton

ROOT = Path(__file__).parents[1]
THEN = json.loads((ROOT / "tests" / "fixtures" / "5410b2b" / "names.json").read_text())
CHANGES = (ROOT / "CHANGELOG.md").read_text()
MADE = {
    "supple.kinematics.Link": lambda: Link("arm", mass=1),
    "supple.kinematics.Skeleton": lambda: Skeleton([Link("arm", mass=1)]),
}
"""One of each class whose attributes are given to it when it is made."""
GONE = {"through_numba"}
NOW = {"supple.characters.Character": "supple.characters.SymbolicCharacter"}
"""What classes are called whose old name another one has now."""


def owner(where):
    """The module, or the class in one, or one of that class."""
    if where in MADE:
        return MADE[where]()
    try:
        return importlib.import_module(where)
    except ModuleNotFoundError:
        module, _, last = where.rpartition(".")
        return getattr(importlib.import_module(module), last)


@pytest.mark.parametrize("where", sorted(THEN))
def test_names_are_there_or_say_their_new_ones_as_the_changelog_does(where):
    thing = owner(NOW.get(where, where))
    if where in NOW:
        old, new = (each.rpartition(".")[2] for each in (where, NOW[where]))
        assert f"`{old}` is `{new}`" in CHANGES.replace("supple.characters.", "")
    for name in THEN[where]:
        if name in GONE:
            assert f".{name}` is gone" in CHANGES
            continue
        if not hasattr(thing, name):
            with pytest.raises(RenamedError):
                getattr(thing, name)
            classes = (thing if isinstance(thing, type) else type(thing)).__mro__
            assert any(f"`{each.__name__}.{name}`" in CHANGES for each in classes), (
                f"no line on {where}.{name}"
            )
