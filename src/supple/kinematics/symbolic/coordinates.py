"""Minimal coordinates of a mechanism: each freedom of a joint as one number, a ball's turns as angles.

hinge  one turn          slide  one shift            ball  three turns, by default yaw · pitch · roll
fixed  nothing           planar  x, y, and a turn    free  x, y, z, and three turns
"""

from collections.abc import Mapping
from dataclasses import replace

from supple.errors import InputError
from supple.kinematics.link import Link
from supple.scene.joint import Freedom, Joint, Z

_FREE = Joint("free").freedoms
"""Turned Y · X · Z; yaw and roll are one where pitch is ±90°."""

ROOTS: Mapping[str, Joint] = {
    "fixed": Joint(),
    "point": Joint("general", freedoms=_FREE[:3]),
    "planar": Joint("general", freedoms=(*_FREE[:2], Freedom("turn", "turn", Z))),
    "free": Joint("free"),
}
"""How the world carries the first link."""


def freedoms(link: Link) -> tuple[Freedom, ...]:
    """The coordinates of a link's joint, by their full names.

    >>> [f.name for f in freedoms(Link("hip", joint="ball"))]
    ['hip.yaw', 'hip.pitch', 'hip.roll']
    """
    for f in link.joint.freedoms:
        if f.motion == "scale":
            raise InputError(
                f"{f.name!r} of {link.name!r} is a scale, and what has mass does not grow; leave it out"
            )
    return tuple(
        replace(f, name=name) for f, name in zip(link.joint.freedoms, link.freedom_names, strict=True)
    )
