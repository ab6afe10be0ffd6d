"""Links and joints of a skeleton as elements of URDF; Y is up here, Z there."""

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.errors import InputError
from supple.io.markup import Element
from supple.io.robots import upright
from supple.kinematics import Coupling, Link, Shape, Skeleton
from supple.scene import Freedom
from supple.spatial import from_matrix, to_euler, to_matrix

FAR = 1e4
"""What stands for no limit where URDF wants one [m]."""
STRONG = 1e4
"""What stands for any effort and velocity [N, N m, m/s, rad/s]."""


def said(numbers: ArrayLike) -> str:
    """Numbers as an attribute.

    >>> said([0.1 + 0.2, -0.0])
    '0.3 0'
    """
    return " ".join(
        f"{number + 0.0:.12g}"
        for number in np.atleast_1d(np.round(np.asarray(numbers, dtype=np.float64), 15)).tolist()
    )


def down(v: ArrayLike) -> Array:
    """A vector along the axes of the file."""
    return np.asarray(np.asarray(v) @ upright.C)


def origin(offset: ArrayLike, rotation: ArrayLike) -> Element:
    """Where something is on its link: R = Rz(yaw) Ry(pitch) Rx(roll)."""
    turn = from_matrix(upright.C.T @ to_matrix(rotation) @ upright.C)
    return Element("origin", {"xyz": said(down(offset)), "rpy": said(to_euler(turn, "xyz"))})


def inertial(link: Link) -> Element | None:
    """What a link weighs; None for nothing."""
    if not (link.mass or link.body.moments.any()):
        return None
    m = upright.C.T @ link.body.moments @ upright.C
    rows = {"ixx": m[0, 0], "ixy": m[0, 1], "ixz": m[0, 2], "iyy": m[1, 1], "iyz": m[1, 2], "izz": m[2, 2]}
    return Element(
        "inertial",
        children=[
            origin(link.body.center, (0, 0, 0, 1)),
            Element("mass", {"value": said(link.mass)}),
            Element("inertia", {name: said(value) for name, value in rows.items()}),
        ],
    )


def solid(shape: Shape) -> Element | None:
    """The geometry of a shape; None for one that only a mesh can say, or that has no end."""
    size = np.asarray(shape.size)
    if shape.kind == "box":
        return Element("box", {"size": said(np.abs(down(2 * size)))})
    if shape.kind == "sphere":
        return Element("sphere", {"radius": said(size)})
    if shape.kind in ("cylinder", "capsule"):
        return Element(shape.kind, {"radius": said(size[0]), "length": said(2 * size[1])})
    return None


def joint(name: str, parent: str, child: str, freedom: Freedom | None, place: Element) -> Element:
    """A joint with one degree of freedom, or none."""
    limited = freedom is not None and freedom.limits is not None and np.isfinite(freedom.limits).all()
    kind = (
        "fixed"
        if freedom is None
        else "prismatic"
        if freedom.motion == "shift"
        else "revolute"
        if limited
        else "continuous"
    )
    if freedom is not None and freedom.motion == "scale":
        raise InputError(f"{child!r} is scaled by its joint; URDF has no joints that scale")
    found = Element("joint", {"name": name, "type": kind})
    found.children = [Element("parent", {"link": parent}), Element("child", {"link": child}), place]
    if freedom is not None:
        found.children.append(Element("axis", {"xyz": said(down(freedom.axis))}))
    return found


def limit(skeleton: Skeleton, name: str, freedom: Freedom, velocity: str) -> Element:
    """How far a joint goes, and how hard its motors pull."""
    low, high = freedom.limits or (-FAR, FAR)
    strengths = [
        abs(m.gear[name]) * _strongest(m.force, m.control, m.gain) for m in skeleton.motors if name in m.gear
    ]
    effort = min(sum(strengths), STRONG) if strengths else 0.0
    told = {"lower": said(max(low, -FAR)), "upper": said(min(high, FAR))}
    return Element("limit", {**told, "effort": said(effort), "velocity": velocity})


def _strongest(force: tuple[float, float], control: tuple[float, float], gain: float) -> float:
    """The largest force of a motor: its limit, or what its largest control asks for."""
    most = float(np.abs(force).max())
    return most if np.isfinite(most) else abs(gain) * float(np.abs(control).max())


def mimic(coupling: Coupling, names: dict[str, str]) -> Element | None:
    """Whom a joint goes with; None where nobody leads it."""
    if coupling.leader is None:
        return None
    told = {
        "joint": names[coupling.leader],
        "multiplier": said(coupling.ratio),
        "offset": said(coupling.offset),
    }
    return Element("mimic", told)


def text_of(element: Element, depth: int = 0) -> Iterator[str]:
    """An element and what is inside, as lines of XML."""
    tabs = "  " * depth
    opened = f"{tabs}<{element.tag}" + "".join(f" {k}={quoteattr(v)}" for k, v in element.attributes.items())
    text = escape(element.text.strip())
    if not element.children:
        yield f"{opened}>{text}</{element.tag}>" if text else f"{opened}/>"
        return
    yield f"{opened}>{text}"
    for child in element.children:
        yield from text_of(child, depth + 1)
    yield f"{tabs}</{element.tag}>"
