"""A desk lamp that can jump: base, two arms, head."""

import numpy as np

from supple.arrays import ArrayLike
from supple.scene.joint import Joint
from supple.scene.look import Look
from supple.scene.mesh import Mesh, Part
from supple.scene.models.curve import arc, chain, polyline, spline
from supple.scene.models.paint import paint
from supple.scene.models.place import X, Y, Z, merged, moved, turned
from supple.scene.models.revolve import revolve
from supple.scene.models.sizes import positive
from supple.scene.models.sphere import ball
from supple.scene.models.sweep import sweep
from supple.scene.node import Node

FOOT, PIVOT, LOWER, UPPER = 0.026, 0.055, 0.22, 0.24
"""Heights of the swivel and of the first hinge, lengths of the arms."""
LEAN, BEND, NOD = 28.0, -62.0, -78.0
"""Angles of the hinges at rest [degrees], each from the link below."""
SWIVELS, LEANS, BENDS, NODS = (-45.0, 45.0), (-50.0, 90.0), (-150.0, -12.0), (-115.0, -10.0)
"""How far they go: the cord is not wrung, no arm reaches the base or bends over, and the shade turns into no arm."""


def lamp(*, height: float = 0.6, color: "str | ArrayLike" = "#e8e4da") -> Node:
    """A desk lamp [m] that looks to +X: base → swivel → arm.lower → arm.upper → head, the last three hinged about Z.

    The swivel is the post, which turns on the foot about Y. The arms lie along their own +Y and the shade opens to
    the head's +Y; a hinge angle, and its limits, are the turn about Z from the link below. Each node's origin is its
    hinge, that of the base the middle of its underside. Empty nodes: base.front and base.back, where it touches the
    floor, and head.light, from where it shines. Every part is closed.

    >>> [node.name for node in lamp().walk() if node.mesh]
    ['base', 'swivel', 'arm.lower', 'arm.upper', 'head']
    """
    positive("lamp", height=height)
    return _lamp(height / float(_lamp(1.0, color).bounds[1, 1]), color)


def _lamp(s: float, color: "str | ArrayLike") -> Node:
    enamel, steel = (
        paint("enamel", color, roughness=0.3),
        paint("steel", "#b9bec4", roughness=0.3, metallic=0.7),
    )
    base = _node("base", [_foot(enamel)], (0, 0, 0), s)
    swivel = base.add(_node("swivel", [_post(steel)], (0, FOOT, 0), s))
    swivel.joint = Joint("hinge", Y, (float(np.radians(SWIVELS[0])), float(np.radians(SWIVELS[1]))))
    lower = swivel.add(
        _node("arm.lower", _arm(LOWER, steel, springs=True), (0, PIVOT - FOOT, 0), s, LEAN, LEANS)
    )
    upper = lower.add(_node("arm.upper", _arm(UPPER, steel, springs=False), (0, LOWER, 0), s, BEND, BENDS))
    head = upper.add(_node("head", _head(enamel, steel), (0, UPPER, 0), s, NOD, NODS))
    base.add(Node("base.front", translation=np.array([0.095, 0, 0]) * s))
    base.add(Node("base.back", translation=np.array([-0.095, 0, 0]) * s))
    head.add(Node("head.light", translation=np.array([0, 0.11, 0]) * s))
    return Node("lamp", children=[base])


def _node(
    name: str,
    parts: list[Part],
    at: ArrayLike,
    s: float,
    degrees: float = 0.0,
    limits: tuple[float, float] | None = None,
) -> Node:
    mesh = Mesh(tuple(moved(p, scale=(s, s, s)) for p in parts), name)
    joint = (
        Joint("hinge", Z, (float(np.radians(limits[0])), float(np.radians(limits[1])))) if limits else None
    )
    return Node(name, mesh, translation=np.asarray(at) * s, rotation=turned(Z, degrees), joint=joint)


def _foot(enamel: Look) -> Part:
    profile = chain(
        polyline([(0, 0), (0.088, 0)], 0.02),
        arc((0.088, 0.009), 0.009, -np.pi / 2, np.pi / 2, 0.006),
        spline([(0.088, 0.018), (0.06, 0.0235), (0.03, 0.027), (0.016, 0.028)], 0.014),
        polyline([(0.016, 0.028), (0, 0.028)], 0.01),
    )
    return revolve(profile, 32, name="foot", look=enamel)


def _post(steel: Look) -> Part:
    height = PIVOT - FOOT
    post = sweep([(0, 0, 0), (0, height - 0.012, 0)], 0.008, 14, ends="flat")
    return merged([_with(post, steel), _knob((0, height, 0), 0.013, 0.054, steel)], "post")


def _arm(length: float, steel: Look, *, springs: bool) -> list[Part]:
    """Two rods side by side, a knob at the far hinge, and below a pair of springs."""
    rods = [
        sweep(polyline([(0, 0.004, z), (0, length, z)], length / 6), 0.0042, 8, look=steel)
        for z in (0.021, -0.021)
    ]
    braces = [
        sweep([(0, y * length, -0.021), (0, y * length, 0.021)], 0.003, 8, ends="flat", look=steel)
        for y in (0.3, 0.84)
    ]
    parts = [
        merged([*rods, *braces], "rods"),
        _knob((0, length, 0), 0.0125, 0.054, paint("knob", "#33383d", roughness=0.4)),
    ]
    if springs:
        coils = [_spring(0.30 * length, 0.84 * length, z) for z in (0.0095, -0.0095)]
        parts.append(merged(coils, "springs"))
    return parts


def _spring(start: float, stop: float, z: float) -> Part:
    t = np.linspace(0, 1, 65)
    turns = 2 * np.pi * 7 * t
    curve = np.stack([0.0055 * np.cos(turns), start + (stop - start) * t, z + 0.0055 * np.sin(turns)], axis=1)
    return sweep(curve, 0.0015, 5, look=paint("spring", "#8d949b", roughness=0.3, metallic=0.8))


def _knob(at: ArrayLike, radius: float, width: float, look: Look) -> Part:
    """A round nut along Z."""
    w, bend = width / 2, 0.004
    profile = chain(
        [(0, -w), (radius - bend, -w)],
        arc((radius - bend, -w + bend), bend, -np.pi / 2, 0, 0.003),
        arc((radius - bend, w - bend), bend, 0, np.pi / 2, 0.003),
        [(radius - bend, w), (0, w)],
    )
    return moved(revolve(profile, 20, name="knob", look=look), at=at, turn=turned(X, 90))


def _head(enamel: Look, steel: Look) -> list[Part]:
    """A bell about the head's Y axis with a wall of 3 mm, its socket, and the bulb inside."""
    outer = spline(
        [(0.026, 0.040), (0.030, 0.062), (0.046, 0.088), (0.068, 0.120), (0.084, 0.152), (0.090, 0.172)],
        0.013,
    )
    inner = spline(
        [(0.086, 0.172), (0.080, 0.152), (0.064, 0.121), (0.042, 0.090), (0.026, 0.066), (0.020, 0.052)],
        0.013,
    )
    wall = chain([(0, 0.040)], outer, inner, [(0, 0.052)])
    shade = revolve(wall, 36, name="shade", look=enamel)
    socket = chain(
        arc((0, 0.006), (0.021, 0.018), -np.pi / 2, 0, 0.008),
        polyline([(0.021, 0.006), (0.021, 0.040), (0, 0.040)], 0.012),
    )
    socket[0, 0] = 0
    bulb = ball((0.027, 0.031, 0.027), 6, name="bulb", look=paint("bulb", "#ffe9b0", roughness=0.2, glow=1.0))
    neck = revolve([(0, 0.052), (0.012, 0.052), (0.012, 0.080), (0, 0.080)], 16)
    return [
        shade,
        revolve(socket, 24, name="socket", look=steel),
        merged([moved(bulb, at=(0, 0.106, 0)), _with(neck, bulb.look)], "bulb"),
    ]


def _with(part: Part, look: Look) -> Part:
    return Part(part.vertices, part.faces, part.name, look, normals=part.normals)
