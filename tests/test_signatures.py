"""What `help` shows of the public API can be read: aliases by their names, no line of types within types."""

import inspect
from collections.abc import Iterator

import pytest

import supple

LONGEST = 120
"""Characters of one parameter: about a line of a terminal."""
UNREADABLE = "numpy._typing", "numpy.ndarray[tuple"


def front_doors() -> list[str]:
    folders = [name for name in supple._FOLDERS if name != "demos"]
    return ["supple", *(f"supple.{name}" for name in folders), "supple.models", "supple.materials"]


def public(name: str) -> Iterator[tuple[str, object]]:
    """Functions, classes, and methods and properties of classes, that a front door offers."""
    module = supple if name == "supple" else getattr(supple, name.removeprefix("supple."))
    for each in getattr(module, "__all__", [n for n in dir(module) if not n.startswith("_")]):
        thing = getattr(module, each)
        if not getattr(thing, "__module__", "").startswith("supple") or not callable(thing):
            continue
        yield f"{name}.{each}", thing
        members = inspect.getmembers(thing) if inspect.isclass(thing) else []
        for member, value in members:
            if not member.startswith("_"):
                value = value.fget if isinstance(value, property) else value
                if inspect.isroutine(value):
                    yield f"{name}.{each}.{member}", value


def rendered(thing: object) -> list[str]:
    """Each parameter, and what is returned, as `help` shows them."""
    try:
        signature = inspect.signature(thing)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return []
    returned = signature.return_annotation
    end = [] if returned is signature.empty else [f"-> {inspect.formatannotation(returned)}"]
    return [*map(str, signature.parameters.values()), *end]


@pytest.mark.parametrize("door", front_doors())
def test_signatures_can_be_read(door: str) -> None:
    """A parameter that is too long wants an alias (`TypeAliasType`); ArrayLike comes from `supple.arrays`."""
    found = {name: rendered(thing) for name, thing in public(door)}
    assert sum(map(len, found.values())) > 5, "the test looks at nothing"
    long = [f"{name}: {part}" for name, parts in found.items() for part in parts if len(part) > LONGEST]
    assert not long, "\n".join(long)
    cryptic = [
        f"{name}: {part}"
        for name, parts in found.items()
        for part in parts
        if any(u in part for u in UNREADABLE)
    ]
    assert not cryptic, "\n".join(cryptic)


def test_the_world_begins_with_gravity_and_says_what_it_takes() -> None:
    first = next(iter(inspect.signature(supple.World).parameters.values()))
    assert str(first) == "gravity: ArrayLike = (0.0, -9.81, 0.0)"


def test_the_test_would_see_what_cannot_be_read() -> None:
    from numpy.typing import ArrayLike  # noqa: TID251

    def bad(x: ArrayLike) -> None: ...

    (parameter, _) = rendered(bad)
    assert any(u in parameter for u in UNREADABLE)
    assert len(parameter) > LONGEST
