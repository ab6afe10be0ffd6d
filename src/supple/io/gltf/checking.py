"""A glTF document is looked over before it is read: types, numbers, references, and a tree that ends."""

from collections.abc import Iterator
from typing import Any

from supple.errors import FileError
from supple.io.gltf.schema import DOCUMENT, MOST, REQUIRED, Json

DEEPEST = 400
"""Nodes that may stand one below another."""
REMEDY = "the file is damaged; export it again"


def checked(document: Json, name: str) -> Json:
    """The document itself, or an error that names the file, the place in it, and what was expected there."""
    for key, rule in DOCUMENT.items():
        if isinstance(rule, list) and key in document:
            _is_list(document[key], key, name)
    for key, rule in DOCUMENT.items():
        if key in document:
            _check(document, document[key], rule, key, name)
    _check_animations(document, name)
    _check_tree(document, name)
    return document


def _check(document: Json, value: Any, rule: Any, place: str, name: str) -> None:
    if isinstance(rule, list):
        _is_list(value, place, name)
        for k, item in enumerate(value):
            _check(document, item, rule[0], f"{place}[{k}]", name)
    elif isinstance(rule, dict):
        if not isinstance(value, dict):
            raise wrong(name, place, "an object", value)
        _has_all(value, place, name)
        for key in rule.keys() & value.keys():
            _check(document, value[key], rule[key], f"{place}.{key}", name)
    elif expected := rule(document, value):
        raise wrong(name, place, expected, value)


def _has_all(value: Json, place: str, name: str) -> None:
    kind = place.rpartition(".")[2].partition("[")[0]
    if kind == "samplers" and "." not in place:  # of textures
        return
    for key in REQUIRED.get(kind, ()):
        if key not in value:
            raise FileError(f"{name}: {place} has no {key!r}; {REMEDY}")


def _is_list(value: Any, place: str, name: str) -> None:
    if not isinstance(value, list):
        raise wrong(name, place, "a list", value)
    if len(value) > MOST:
        raise FileError(
            f"{name}: {place} has {len(value)} items; at most {MOST} are read. Split the file, or join its parts"
        )


def wrong(name: str, place: str, expected: str, given: Any) -> FileError:
    """What to say of a value that is not what it must be."""
    words = repr(given)
    words = words if len(words) <= 60 else f"{words[:57]}…"
    return FileError(f"{name}: {place} is {words}; expected {expected}. {REMEDY[0].upper()}{REMEDY[1:]}")


def _check_animations(document: Json, name: str) -> None:
    for k, animation in enumerate(document.get("animations", ())):
        count = len(animation["samplers"])
        for j, channel in enumerate(animation["channels"]):
            if channel["sampler"] >= count:
                place = f"animations[{k}].channels[{j}].sampler"
                raise wrong(name, place, f"the number of one of its {count} samplers", channel["sampler"])


def _check_tree(document: Json, name: str) -> None:
    """Every node has one parent or none, none is below itself, and none is too deep."""
    nodes = document.get("nodes", [])
    parents: dict[int, int] = {}
    for k, child in _edges(nodes):
        if child in parents:
            raise FileError(f"{name}: node {child} has two parents, {parents[child]} and {k}; {REMEDY}")
        parents[child] = k
    depth = {k: 1 for k in range(len(nodes)) if k not in parents}
    level = list(depth)
    while level:
        level = [child for k in level for child in nodes[k].get("children", ())]
        for child in level:
            depth[child] = depth[parents[child]] + 1
        if level and depth[level[0]] > DEEPEST:
            raise FileError(
                f"{name}: nodes[{level[0]}] stands {depth[level[0]]} deep; at most {DEEPEST} nodes may hang one "
                "below another. Flatten the hierarchy and export it again"
            )
    lost = [k for k in range(len(nodes)) if k not in depth]
    if lost:
        raise FileError(f"{name}: node {lost[0]} is below itself; {REMEDY}")


def _edges(nodes: list[Json]) -> Iterator[tuple[int, int]]:
    for k, node in enumerate(nodes):
        for child in node.get("children", ()):
            yield k, child
