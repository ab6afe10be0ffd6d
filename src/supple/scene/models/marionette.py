"""A wooden marionette of twelve bodies."""

import numpy as np

from supple.arrays import ArrayLike
from supple.scene.joint import Joint
from supple.scene.look import Look
from supple.scene.mesh import Mesh, Part
from supple.scene.models.curve import arc, chain, polyline, spline
from supple.scene.models.paint import paint
from supple.scene.models.place import X, Z, merged, moved, turned
from supple.scene.models.revolve import revolve
from supple.scene.models.sizes import positive
from supple.scene.models.sphere import ball
from supple.scene.models.sweep import sweep
from supple.scene.node import Node


def marionette(*, height: float = 0.8, color: "str | ArrayLike" = "#d8a46c") -> Node:
    """A wooden puppet [m] that faces +Z, its left (L) at +X, arms a little away from its sides.

    Bodies: pelvis → belly → torso → head, arm.upper.L/R → arm.lower.L/R; pelvis → leg.upper.L/R → leg.lower.L/R.
    Balls at neck, waist, shoulders and hips; hinges about X at elbows and knees. Each node's origin is its joint.
    Empty nodes for strings: head.top, back, and for each side shoulder, elbow, hand, knee, foot. Every part is
    closed.

    >>> len([node for node in marionette().walk() if node.mesh])
    12
    """
    positive("marionette", height=height)
    low, high = _marionette(1.0, color).bounds
    return _marionette(height / float(high[1] - low[1]), color)


def _marionette(s: float, color: "str | ArrayLike") -> Node:
    wood, dark = paint("wood", color, roughness=0.45), paint("joints", color, roughness=0.5, shade=0.45)
    shirt, trousers = paint("shirt", "#c8452f", roughness=0.55), paint("trousers", "#2d5b8a", roughness=0.55)
    pelvis = _body("pelvis", [_bulk((0.066, 0.044, 0.048), (0, 0, 0), trousers, "hips")], (0, 0.398, 0), s)
    belly = pelvis.add(
        _body("belly", [_round(0.042, (0, 0.028, 0), dark, "ball")], (0, 0.028, 0), s, _ball(40))
    )
    torso = belly.add(_body("torso", _torso(shirt, wood), (0, 0.050, 0), s, _ball(40)))
    head = torso.add(_body("head", _head(wood, dark), (0, 0.152, 0), s, _ball(60)))
    _point(head, "head.top", (0, 0.152, 0), s)
    _point(torso, "back", (0, 0.08, -0.052), s)
    for side, sx in (("L", 1), ("R", -1)):
        _add_arm(torso, side, sx, s, (shirt, wood, dark))
        _add_leg(pelvis, side, sx, s, (trousers, wood, dark))
    return Node("marionette", children=[pelvis])


def _add_arm(torso: Node, side: str, sx: int, s: float, looks: tuple[Look, Look, Look]) -> None:
    shirt, wood, dark = looks
    upper_parts = [
        _round(0.026, (0, 0, 0), dark, "joint"),
        _limb(0.022, 0.122, 0.024, 0.019, shirt, "sleeve"),
    ]
    upper = _body(f"arm.upper.{side}", upper_parts, (sx * 0.098, 0.122, 0), s, _ball(120))
    upper.rotation = turned(Z, 14 * sx)
    lower_parts = [
        _round(0.020, (0, 0, 0), dark, "joint"),
        _limb(0.016, 0.106, 0.017, 0.014, wood, "forearm"),
        _hand(wood),
    ]
    lower = _body(f"arm.lower.{side}", lower_parts, (0, -0.140, 0), s, Joint("hinge", X, _radians(-140, 0)))
    torso.add(upper).add(lower)
    _point(upper, f"shoulder.{side}", (0, 0.026, 0), s)
    _point(lower, f"elbow.{side}", (0, 0, -0.020), s)
    _point(lower, f"hand.{side}", (0, -0.150, 0), s)


def _add_leg(pelvis: Node, side: str, sx: int, s: float, looks: tuple[Look, Look, Look]) -> None:
    trousers, wood, dark = looks
    upper_parts = [
        _round(0.031, (0, 0, 0), dark, "joint"),
        _limb(0.026, 0.146, 0.030, 0.023, trousers, "thigh"),
    ]
    upper = _body(f"leg.upper.{side}", upper_parts, (sx * 0.043, -0.036, 0), s, _ball(80))
    lower_parts = [
        _round(0.025, (0, 0, 0), dark, "joint"),
        _limb(0.020, 0.146, 0.022, 0.017, wood, "shin"),
        _shoe(dark),
    ]
    lower = _body(f"leg.lower.{side}", lower_parts, (0, -0.170, 0), s, Joint("hinge", X, _radians(0, 140)))
    pelvis.add(upper).add(lower)
    _point(upper, f"knee.{side}", (0, -0.170, 0.027), s)
    _point(lower, f"foot.{side}", (0, -0.150, 0.045), s)


def _body(name: str, parts: list[Part], at: ArrayLike, s: float, joint: Joint | None = None) -> Node:
    mesh = Mesh(tuple(moved(p, scale=(s, s, s)) for p in parts), name)
    return Node(name, mesh, translation=np.asarray(at) * s, joint=joint)


def _point(node: Node, name: str, at: ArrayLike, s: float) -> None:
    node.add(Node(name, translation=np.asarray(at) * s))


def _ball(degrees: float) -> Joint:
    return Joint("ball", limits=_radians(-degrees, degrees))


def _radians(low: float, high: float) -> tuple[float, float]:
    return float(np.radians(low)), float(np.radians(high))


def _round(radius: float, at: ArrayLike, look: Look, name: str) -> Part:
    return moved(ball((radius, radius, radius), 4, name=name, look=look), at=at)


def _bulk(
    half: tuple[float, float, float], at: ArrayLike, look: Look, name: str, e1: float = 0.7, e2: float = 0.8
) -> Part:
    return moved(ball(half, 7, e1, e2, name=name, look=look), at=at)


def _limb(start: float, stop: float, above: float, below: float, look: Look, name: str) -> Part:
    """A turned piece of wood along -Y, its ends rounded, from `start` to `stop` below the joint."""
    bend = 0.007
    profile = chain(
        [(0, -stop), (below - bend, -stop)],
        arc((below - bend, bend - stop), bend, -np.pi / 2, 0, 0.0055),
        spline([(below, bend - stop), (0.55 * (above + below), -0.55 * stop), (above, -start - bend)], 0.03),
        arc((above - bend, -start - bend), bend, 0, np.pi / 2, 0.0055),
        [(above - bend, -start), (0, -start)],
    )
    return revolve(profile, 14, name=name, look=look)


def _torso(shirt: Look, wood: Look) -> list[Part]:
    """A chest, wider above, with three buttons."""
    chest = ball((0.078, 0.078, 0.050), 8, 0.65, 0.75, name="chest", look=shirt)
    taper = 1 + chest.vertices[:, 1:2] * [1.6, 0.0, 0.6]
    shaped = moved(Part(chest.vertices * taper, chest.faces, "chest", shirt), at=(0, 0.070, 0))
    buttons = [
        moved(ball((0.0075, 0.0075, 0.005), 2, look=wood), at=(0, y, z))
        for y, z in ((0.104, 0.0505), (0.072, 0.0505), (0.040, 0.0475))
    ]
    return [shaped, merged(buttons, "buttons")]


def _head(wood: Look, dark: Look) -> list[Part]:
    """An egg with a nose, two eyes and a cap, on a short neck."""
    skull = _bulk((0.062, 0.070, 0.062), (0, 0.076, 0), wood, "skull", 0.95, 1.0)
    neck = revolve(
        polyline([(0, -0.012), (0.019, -0.012), (0.019, 0.012), (0, 0.012)], 0.012),
        14,
        name="neck",
        look=dark,
    )
    nose = moved(
        ball((0.011, 0.011, 0.022), 4, name="nose", look=paint("nose", "#c8452f", roughness=0.4)),
        at=(0, 0.070, 0.074),
    )
    ink = paint("eyes", "#22201e", roughness=0.2)
    eyes = [moved(ball((0.0085, 0.011, 0.006), 4, look=ink), at=(x, 0.092, 0.0565)) for x in (0.023, -0.023)]
    mouth = sweep(
        spline([(-0.022, 0.047, 0.0535), (0.0, 0.037, 0.0545), (0.022, 0.047, 0.0535)], 0.008),
        0.0026,
        6,
        name="mouth",
        look=ink,
    )
    return [skull, neck, nose, merged(eyes, "eyes"), mouth, _cap()]


def _cap() -> Part:
    """A felt hat with a rolled brim."""
    profile = chain(
        [(0, 0.0)],
        [(0.060, 0.0)],
        arc((0.060, 0.006), 0.006, -np.pi / 2, np.pi / 2, 0.005),
        spline([(0.056, 0.012), (0.045, 0.030), (0.020, 0.044), (0.0, 0.047)], 0.012),
    )
    return moved(
        revolve(profile, 24, name="cap", look=paint("cap", "#2d5b8a", roughness=0.7)),
        at=(0, 0.105, -0.010),
        turn=turned(X, -14),
    )


def _hand(look: Look) -> Part:
    palm = moved(ball((0.013, 0.024, 0.019), 4, 0.9, 0.9, look=look), at=(0, -0.126, 0.002))
    thumb = sweep([(0, -0.118, 0.014), (0, -0.130, 0.026)], (0.0075, 0.006), 6, look=look)
    return merged([palm, thumb], "hand")


def _shoe(look: Look) -> Part:
    """A rounded block with a flat sole, longer to the front."""
    shoe = ball((0.027, 0.036, 0.058), 6, 0.9, 0.8, name="shoe", look=look)
    v = np.maximum(shoe.vertices, [-1, -0.016, -1])
    return moved(Part(v, shoe.faces, "shoe", look), at=(0, -0.176, 0.022))
