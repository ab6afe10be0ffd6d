"""What the segments of a human weigh and measure, as shares of body mass and height, and as a mechanical skeleton.

Masses, centers and radii of gyration: Dempster's as in Winter, "Biomechanics and Motor Control of Human Movement",
table 4.1. What hangs on a segment without a joint of its own there (hands, feet) counts with it.
"""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.characters.human.joints import HEIGHT, PLACES
from supple.kinematics import Inertia, Link, Shape, Skeleton
from supple.scene import Joint
from supple.scene.joint import X, Z
from supple.spatial import shortest_arc

BODY_MASS_INDEX = 23.0
"""Mass over the square of the height [kg/m²]."""


@dataclass(frozen=True)
class Segment:
    """Share of the body's mass; from the joint toward which point [shares of the way], how far the center is, the
    radius of gyration about it across; the length of the segment and its thickness [m at 1.75 m]."""

    mass: float
    toward: str
    center: float
    gyration: float
    radius: float


SEGMENTS = {
    "hips": Segment(0.142, "spine", 0.30, 0.9, 0.125),
    "spine": Segment(0.355, "neck", 0.45, 0.33, 0.13),
    "neck": Segment(0.081, "head.top", 0.60, 0.30, 0.085),
    "arm.L": Segment(0.028, "elbow.L", 0.436, 0.322, 0.045),
    "elbow.L": Segment(0.016 + 0.006, "hand.L", 0.682, 0.468, 0.036),
    "leg.L": Segment(0.100, "knee.L", 0.433, 0.323, 0.078),
    "knee.L": Segment(0.0465 + 0.0145, "foot.L", 0.606, 0.416, 0.052),
}
JOINTS = {
    "hips": Joint("free"),
    "spine": Joint("ball"),
    "neck": Joint("hinge", X, (-0.9, 0.9)),
    "arm.L": Joint("ball"),
    "leg.L": Joint("universal", X, ((-2.1, 0.6), (-0.5, 0.9)), second=Z),
    "knee.L": Joint("hinge", X, (0.0, 2.5)),
}
PARENTS = {"spine": "hips", "neck": "spine", "arm.L": "spine", "elbow.L": "arm.L", "leg.L": "hips", "knee.L": "leg.L"}
TOP = np.array([0.0, HEIGHT, -0.015])


def skeleton(height: float, mass: float, elbow: Joint) -> Skeleton:
    """Links with 24 degrees of freedom: six of the hips, three of the back, one of the neck, three of each shoulder,
    one of each elbow, two of each hip, one of each knee."""
    size = height / HEIGHT
    links = []
    for name in SEGMENTS:
        links.append(_link(name, size, mass, {**JOINTS, "elbow.L": elbow}[name], 1))
        if name.endswith(".L"):
            links.append(_link(name, size, mass, {**JOINTS, "elbow.L": elbow}[name], -1))
    points = {f"{name}.{side}": _point(f"{name}.L", size, sx) for name in ("hand", "foot", "toes")
              for side, sx in (("L", 1), ("R", -1))}  # fmt: skip
    return Skeleton(links, points={**points, "head.top": ("neck", (TOP - PLACES["neck"]) * size)}, name="human")


def _place(name: str) -> Array:
    return TOP if name == "head.top" else PLACES[name]


def _point(name: str, size: float, side: int) -> tuple[str, Array]:
    link = "elbow.L" if name == "hand.L" else "knee.L"
    return _on(link, side), (PLACES[name] - PLACES[link]) * size * (side, 1, 1)


def _on(name: str, side: int) -> str:
    return name if side > 0 else name.replace(".L", ".R")


def _link(name: str, size: float, mass: float, joint: Joint, side: int) -> Link:
    segment, mirror = SEGMENTS[name], np.array([side, 1, 1])
    way = (_place(segment.toward) - PLACES[name]) * size * mirror
    parent = PARENTS.get(name)
    above = np.zeros(3) if parent is None else PLACES[parent]
    body = _body(segment, way, size, mass)
    if side < 0 and joint.kind in ("hinge", "universal"):
        axes = [tuple(float(a) for a in np.asarray(axis) * (1, -1, -1)) for axis in (joint.axis, joint.second)]
        joint = Joint(joint.kind, axes[0], tuple(f.limits for f in joint.freedoms), second=axes[1])  # type: ignore[arg-type]
    half = max(float(np.linalg.norm(way)) / 2 - segment.radius * size * 0.5, 0.01)
    shape = Shape(
        "capsule", (segment.radius * size, half), offset=way / 2, rotation=shortest_arc((0.0, 1.0, 0.0), way)
    )
    return Link(
        _on(name, side), None if parent is None else _on(parent, side), joint,
        offset=(PLACES[name] - above) * size * mirror, mass=body.mass, center=body.center, inertia=body.moments,
        shapes=[shape],
    )  # fmt: skip


def _body(segment: Segment, way: Array, size: float, mass: float) -> Inertia:
    """A long thing: m (k l)² across, m r²/2 along."""
    length, m = float(np.linalg.norm(way)), segment.mass * mass
    axis = way / length
    along = m * (segment.radius * size) ** 2 / 2
    across = max(m * (segment.gyration * length) ** 2, along / 2 * 1.05)
    moments = across * np.eye(3) + (along - across) * np.outer(axis, axis)
    return Inertia(m, segment.center * way, moments)
