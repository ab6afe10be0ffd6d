"""The joints and links of URDF as links of ours: a link hangs on its parent by the joint that names it as child."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.io.markup import Element
from supple.io.robots import upright
from supple.io.robots.urdf_shapes import origin
from supple.kinematics import Coupling, Inertia, Motor, Passive
from supple.scene import Freedom, Joint
from supple.scene.joint import Axis, Pair
from supple.spatial import to_matrix

TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")


@dataclass(frozen=True)
class Hinge:
    """A <joint>: what it joins, where, and what it lets the child do."""

    element: Element
    name: str
    parent: str
    child: str
    joint: Joint

    @property
    def freedoms(self) -> tuple[str, ...]:
        """What its degrees of freedom are called in a skeleton whose links are called as the file's."""
        if self.joint.kind in ("hinge", "slide"):
            return (self.child,)
        return tuple(f"{self.child}.{name}" for name in self.joint.names)

    @property
    def place(self) -> dict[str, Any]:
        """Where its link hangs on the parent."""
        offset, rotation = origin(self.element)
        return {"offset": offset, "rotation": rotation}

    @property
    def passive(self) -> Passive:
        """Damping and dry friction."""
        dynamics = self.element.first("dynamics")
        if dynamics is None:
            return Passive()
        return Passive(damping=dynamics.number("damping", "0"), friction=dynamics.number("friction", "0"))


def hinge(element: Element) -> Hinge:
    """A joint of the file, checked."""
    kind = element.text_of("type")
    if kind not in TYPES:
        element.wrong(f"type={kind!r} is no joint; there are {', '.join(TYPES)}")
    ends = [element.first(tag) for tag in ("parent", "child")]
    if ends[0] is None or ends[1] is None:
        element.wrong(f"joint {element.text_of('name')!r} needs a <parent link=> and a <child link=>")
    return Hinge(
        element,
        element.text_of("name"),
        ends[0].text_of("link"),
        ends[1].text_of("link"),
        _joint(element, kind),
    )


def _joint(element: Element, kind: str) -> Joint:
    if kind == "fixed":
        return Joint()
    if kind == "floating":
        return Joint("free")
    axis = _axis(element)
    if kind == "planar":
        return _planar(axis)
    limits = _limits(element, needed=kind != "continuous")
    return Joint("slide" if kind == "prismatic" else "hinge", axis, None if kind == "continuous" else limits)


def _axis(element: Element) -> Axis:
    found = element.first("axis")
    given = np.array([1.0, 0.0, 0.0]) if found is None else found.numbers("xyz", "1 0 0", 3)
    if not given.any():
        (found or element).wrong(
            "axis xyz='0 0 0' points nowhere; give the axis about or along which the joint goes"
        )
    x, y, z = upright.vector(given / np.linalg.norm(given)).tolist()
    return x, y, z


def _planar(normal: Axis) -> Joint:
    """Two shifts in the plane across the axis, then a turn about it."""
    n = np.array(normal)
    first = np.cross(np.eye(3)[np.abs(n).argmin()], n)
    first /= np.linalg.norm(first)
    a, b = tuple(first.tolist()), tuple(np.cross(n, first).tolist())
    return Joint(
        "general",
        freedoms=(Freedom("x", "shift", a), Freedom("y", "shift", b), Freedom("turn", "turn", normal)),
    )


def _limits(element: Element, *, needed: bool) -> Pair | None:
    found = element.first("limit")
    if found is None:
        if needed:
            element.wrong(
                f"joint {element.text_of('name')!r} is {element.text_of('type')} and needs <limit lower= upper=>; "
                "one without limits is continuous"
            )
        return None
    low, high = found.number("lower", "0"), found.number("upper", "0")
    if low > high:
        found.wrong(
            f"limits of joint {element.text_of('name')!r} are reversed: lower {low:g}, upper {high:g}"
        )
    return low, high


def motor(joint: Hinge) -> Motor | None:
    """A motor as strong as the effort that the joint may bear; None where the file says none."""
    limit = joint.element.first("limit")
    effort = 0.0 if limit is None else limit.number("effort", "0")
    if effort <= 0 or joint.joint.kind not in ("hinge", "slide"):
        return None
    return Motor(joint.name, {joint.child: 1.0}, force=(-effort, effort))


def coupling(joint: Hinge, joints: Mapping[str, Hinge]) -> Coupling | None:
    """What a <mimic> says: q = multiplier · q of the other + offset; the other may be fixed, and is then 0."""
    mimic = joint.element.first("mimic")
    if mimic is None or joint.joint.kind not in ("hinge", "slide"):
        return None
    other = mimic.text_of("joint")
    if other not in joints:
        mimic.wrong(str(UnknownNameError(f"joint that {joint.name!r} mimics:", other, joints)))
    leads = joints[other].joint.kind in ("hinge", "slide")
    ratio, offset = mimic.number("multiplier", "1"), mimic.number("offset", "0")
    return Coupling(joint.child, joints[other].child if leads else None, ratio, offset)


def inertia(link: Element) -> tuple[Inertia, str]:
    """What a link weighs, upright, and a sentence where its file says what no solid has."""
    inertial = link.first("inertial")
    if inertial is None:
        return Inertia.none(), ""
    mass_of, moments_of = inertial.first("mass"), inertial.first("inertia")
    mass = 0.0 if mass_of is None else mass_of.number("value")
    if mass < 0:
        inertial.wrong(f"link {link.text_of('name')!r} has a mass of {mass:g} kg; it must be 0 or more")
    center, rotation = origin(inertial)
    turn = to_matrix(rotation)
    moments = turn @ upright.tensor(_moments(moments_of)) @ turn.T
    moments = (moments + moments.T) / 2
    name = link.text_of("name")
    try:
        return Inertia.of(mass, center, moments, name), ""
    except InputError:
        round_ = np.eye(3) * max(float(np.trace(moments)) / 3, 0.0)
        return Inertia.of(
            mass, center, round_, name
        ), f"link {name}: moments of inertia that no solid has, made round"


def _moments(element: Element | None) -> Array:
    if element is None:
        return np.zeros((3, 3))
    xx, xy, xz, yy, yz, zz = (
        element.number(name, "0") for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    )
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
