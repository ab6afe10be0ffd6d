"""Joints as what they let happen, one coordinate after another: a shift along an axis, or a turn about one.

hinge  one turn          slide  one shift            ball  three turns, yaw · pitch · roll
fixed  nothing           planar  x, y, and a turn    free  x, y, z, and three turns
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from supple.errors import UnknownNameError

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


class Freedom(NamedTuple):
    """One coordinate: its name within the joint, what it does, and along or about which axis."""

    name: str
    kind: Literal["turn", "shift"]
    axis: tuple[float, float, float]


_ACROSS = (Freedom("x", "shift", X), Freedom("y", "shift", Y))
_TURNS = (Freedom("yaw", "turn", Y), Freedom("pitch", "turn", X), Freedom("roll", "turn", Z))
"""Applied Y · X · Z; yaw and roll are one where pitch is ±90°."""

ROOTS: Mapping[str, tuple[Freedom, ...]] = {
    "fixed": (),
    "point": (*_ACROSS, Freedom("z", "shift", Z)),
    "planar": (*_ACROSS, Freedom("turn", "turn", Z)),
    "free": (*_ACROSS, Freedom("z", "shift", Z), *_TURNS),
}
"""How the world carries the first link."""
JOINTS = ("fixed", "hinge", "slide", "ball")


def freedoms(joint: str, axis: tuple[float, float, float], name: str) -> tuple[Freedom, ...]:
    """The coordinates of a link's joint, by their full names.

    >>> [f.name for f in freedoms("ball", Z, "hip")]
    ['hip.yaw', 'hip.pitch', 'hip.roll']
    """
    if joint not in JOINTS:
        raise UnknownNameError(f"joint of link {name!r}:", joint, JOINTS)
    if joint == "ball":
        return tuple(f._replace(name=f"{name}.{f.name}") for f in _TURNS)
    if joint == "hinge":
        return (Freedom(name, "turn", axis),)
    return (Freedom(name, "shift", axis),) if joint == "slide" else ()
