"""The lamp: base, two arms, a head; three muscles, and in space a fourth that swivels (Witkin & Kass 1988, §5)."""

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.characters.anatomy import Base, KeepOut, Muscle
from supple.characters.symbolic import SymbolicCharacter
from supple.errors import InputError
from supple.kinematics.symbolic import Mechanism
from supple.scene import Node, models

DENSITIES = {
    "foot": 250.0,  # cast, and hollow underneath
    "post": 1200.0,
    "rods": 2300.0,  # aluminium tubes
    "knob": 1300.0,  # bakelite
    "springs": 7800.0,  # steel wire
    "shade": 400.0,  # thin sheet
    "socket": 900.0,
    "bulb": 250.0,  # glass around nothing
}
"""Mass over drawn volume [kg/m³]: what is hollow, or thinner than it is drawn, weighs less than its stuff."""
STRENGTH = {"swivel": 0.5, "arm.lower": 1.5, "arm.upper": 1.5, "head": 0.75}
"""Most torque of each muscle as a share of weight × height: of the upper arm some ten times what holds it at rest."""
CLEAR = 0.01
"""How far the shade keeps from base and arms [m]."""
GRAVITY = 9.81
HEAD_SPEED = 8.0
"""The head turns no faster [rad/s]: an eye can follow it."""


def lamp(
    *,
    plane: bool = True,
    height: float = 1.2,
    base_mass: float = 1.0,
    color: "str | ArrayLike" = "#e8e4da",
    name: str = "lamp",
) -> SymbolicCharacter:
    """A desk lamp [m] that can jump, in the plane z = 0 as in the paper, or in space, where its post swivels.

    Masses, lengths and inertias come from the model; `base_mass` times as much for the base (the muscles grow with
    the weight). It looks to +X and stands with the middle of its underside at the origin.

    >>> lamp().skeleton.coordinates
    ('x', 'y', 'turn', 'arm.lower', 'arm.upper', 'head')
    >>> lamp(plane=False).skeleton.coordinates[6:]
    ('swivel', 'arm.lower', 'arm.upper', 'head')
    """
    if not (np.isfinite(base_mass) and base_mass > 0):
        raise InputError(f"base_mass={base_mass}: how many times the base's own mass, above 0")
    model = models.lamp(height=height, color=color)
    nodes = {node.name: node for node in model.walk()}
    skeleton = Mechanism.from_node(
        model,
        {**DENSITIES, "foot": DENSITIES["foot"] * base_mass},
        root="planar" if plane else "free",
        fixed=("swivel",) if plane else (),
        points=_points(nodes, plane),
    )
    strength = skeleton.mass * GRAVITY * height
    return SymbolicCharacter(
        name,
        skeleton,
        model=model,
        muscles=[
            Muscle(k, share * strength, HEAD_SPEED if k == "head" else np.inf)
            for k, share in STRENGTH.items()
            if k in skeleton.coordinates
        ],
        base=Base("base", "base.front", "base.back", *(() if plane else ("base.left", "base.right"))),
        keep_out=_keep_out(nodes),
        gaze=("head", "head.light"),
        floor_points=[p for p in skeleton.places if p.startswith(("base.", "rim.", "elbow", "wrist."))],
    )


def _points(nodes: dict[str, Node], plane: bool) -> dict[str, tuple[str, Array]]:
    """Of the shade its rim and the middle of its bell, of each knob a corner around it; in space also aside."""
    shade, thick = _part(nodes["head"], "shade"), _part(nodes["arm.lower"], "knob")[:, 0].max()
    rim, bell = shade[:, 1].max(), shade[:, 1].mean()
    wide, half = shade[:, 0].max(), shade[np.abs(shade[:, 1] - bell).argsort()[: len(shade) // 8], 0].max()
    elbow, wrist = (_part(nodes[arm], "knob")[:, 1].max() for arm in ("arm.lower", "arm.upper"))
    points = {
        "rim.bottom": ("head", np.array([wide, rim, 0.0])),
        "rim.top": ("head", np.array([-wide, rim, 0.0])),
        "bell.bottom": ("head", np.array([half, bell, 0.0])),
        "elbow": ("arm.lower", np.array([-thick, elbow, 0.0])),
        "wrist.back": ("arm.upper", np.array([-thick, wrist, 0.0])),
        "wrist.front": ("arm.upper", np.array([thick, wrist, 0.0])),
    }
    if not plane:
        edge = nodes["base.front"].translation[0]
        for side, z in (("left", -1.0), ("right", 1.0)):
            points[f"rim.{side}"] = ("head", np.array([0.0, rim, z * wide]))
            points[f"base.{side}"] = ("base", np.array([0.0, 0.0, z * edge]))
    return points


def _keep_out(nodes: dict[str, Node]) -> list[KeepOut]:
    """The shade stays before the lower arm and above the foot; joint limits keep it from the upper arm."""
    thick = _part(nodes["arm.lower"], "knob")[:, 0].max()
    top = _part(nodes["base"], "foot")[:, 1].max()
    before, above = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    return [
        KeepOut(point, link, normal, float(size + CLEAR))
        for link, normal, size in (("arm.lower", before, thick), ("base", above, top))
        for point in ("rim.bottom", "rim.top", "bell.bottom")
    ]


def _part(node: Node, name: str) -> Array:
    return node.surface.part(name).vertices
