"""The hopper: one leg with a knee, a foot to stand on, and a body on top."""

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.characters.anatomy import Base, Muscle
from supple.characters.symbolic import SymbolicCharacter
from supple.kinematics.symbolic import Mechanism
from supple.scene import Joint, Mesh, Node, models
from supple.scene.models.place import Z, turned

SHIN, THIGH, SOLE, ANKLE = 0.26, 0.26, 0.24, 0.05
"""Lengths of shin, thigh and foot, and height of the ankle, as shares of a hopper of height 1."""
REST = {"shin": -28.0, "thigh": 62.0, "body": -34.0}
"""Angles at rest [degrees], each from the link below."""
LIMITS = {"shin": (-60.0, 35.0), "thigh": (5.0, 140.0), "body": (-120.0, 40.0)}
DENSITIES = {"foot": 900.0, "shin": 900.0, "thigh": 900.0, "body": 350.0}
"""[kg/m³]"""
STRENGTH = 0.6
"""Most torque of every muscle as a share of weight × height."""
GRAVITY = 9.81


def hopper(*, height: float = 0.8, color: "str | ArrayLike" = "#d9822b") -> SymbolicCharacter:
    """A one-legged hopper [m] in the plane z = 0: foot → shin → thigh → body, looking to +X.

    >>> hopper().skeleton.coordinates
    ('x', 'y', 'turn', 'shin', 'thigh', 'body')
    """
    model = _model(1.0, color)
    model = _model(height / float(model.bounds[1, 1]), color)
    body = next(node for node in model.walk() if node.name == "body")
    skeleton = Mechanism.from_node(
        model, DENSITIES, points={"body.top": ("body", np.array([0.0, body.surface.bounds[1, 1], 0.0]))}
    )
    limit = STRENGTH * skeleton.mass * GRAVITY * height
    return SymbolicCharacter(
        "hopper",
        skeleton,
        model=model,
        muscles=[Muscle(joint, limit) for joint in REST],
        base=Base("foot", "foot.front", "foot.back"),
        floor_points=["foot.front", "foot.back", "thigh", "body", "body.top"],
    )


def _model(s: float, color: "str | ArrayLike") -> Node:
    sole = models.box(width=SOLE * s, height=ANKLE * s, depth=0.12 * s, rounding=0.015 * s).surface
    foot = Node("foot", _shifted(sole, (0.0, ANKLE / 2 * s, 0.0)).painted("#33383d"))
    shin = foot.add(_hinged("shin", _limb(SHIN, 0.032, s), (0.0, ANKLE * s, 0.0)))
    thigh = shin.add(_hinged("thigh", _limb(THIGH, 0.045, s), (0.0, SHIN * s, 0.0)))
    thigh.add(_hinged("body", _body(s, color), (0.0, THIGH * s, 0.0)))
    for name, x in (("foot.front", SOLE / 2), ("foot.back", -SOLE / 2)):
        foot.add(Node(name, translation=(x * s, 0.0, 0.0)))
    return Node("hopper", children=[foot])


def _hinged(name: str, mesh: Mesh, at: ArrayLike) -> Node:
    low, high = np.radians(LIMITS[name])
    joint = Joint("hinge", Z, (float(low), float(high)))
    return Node(name, mesh, translation=at, rotation=turned(Z, REST[name]), joint=joint)


def _limb(length: float, radius: float, s: float) -> Mesh:
    """A bone along +Y from the joint, round at both ends."""
    bone = models.superquadric(
        width=2 * radius * s,
        height=(length + 2 * radius) * s,
        depth=2 * radius * s,
        north_south=0.4,
        east_west=1,
    ).surface
    return _shifted(bone, (0.0, length / 2 * s, 0.0)).painted("#b9bec4")


def _body(s: float, color: "str | ArrayLike") -> Mesh:
    """An egg with an eye, so that one sees where it looks."""
    egg = models.superquadric(
        width=0.3 * s, height=0.38 * s, depth=0.28 * s, north_south=0.9, east_west=1
    ).surface
    eye = models.sphere(radius=0.04 * s, color="#22262a").surface
    shell = _shifted(egg, (0.0, 0.15 * s, 0.0)).painted(color)
    return Mesh.joined([shell, _shifted(eye, (0.125 * s, 0.22 * s, 0.0))], "body")


def _shifted(mesh: Mesh, by: ArrayLike) -> Mesh:
    matrix: Array = np.eye(4)
    matrix[:3, 3] = by
    return mesh.transformed(matrix)
