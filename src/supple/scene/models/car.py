"""A cartoon car: one round body blown from two soft boxes, and four wheels."""

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.scene.joint import Joint
from supple.scene.look import Look
from supple.scene.mesh import Mesh, Part
from supple.scene.models.curve import arc, chain, polyline, spline
from supple.scene.models.paint import paint
from supple.scene.models.panel import Placement, panel
from supple.scene.models.place import X, Z, merged, moved, turned
from supple.scene.models.revolve import revolve
from supple.scene.models.sizes import positive
from supple.scene.models.surface import directions, surface
from supple.scene.models.sweep import sweep
from supple.scene.node import Node

AXLES, TRACK, WHEEL = (0.245, -0.245), 0.168, 0.082
"""Where the axles are along Z, half the distance between the wheels, their radius [m], in a car 0.8 m long."""


def car(*, length: float = 0.8, color: "str | ArrayLike" = "#2f8fd8") -> Node:
    """A friendly car [m] that faces +Z: body, and wheel.FL, .FR, .BL, .BR on hinges about X; left is +X.

    Every part of every node is closed; windows, lamps and bumpers lie on the body and enter it by millimetres.

    >>> [node.name for node in car().walk()]
    ['car', 'body', 'wheel.FL', 'wheel.FR', 'wheel.BL', 'wheel.BR']
    """
    positive("car", length=length)
    shell = Mesh(_body(color), "body")
    (_, _, back), (_, _, front) = shell.bounds
    s = length / float(front - back)
    hub = np.array([0, -Mesh(_wheel(1)).bounds[0, 1], (front + back) / 2])
    body = Node("body", _scaled(shell.parts, s, -hub), translation=s * hub * [0, 1, 0])
    for name, sx, z in (("FL", 1, AXLES[0]), ("FR", -1, AXLES[0]), ("BL", 1, AXLES[1]), ("BR", -1, AXLES[1])):
        place = s * np.array([sx * TRACK, 0, z - hub[2]])
        body.add(Node(f"wheel.{name}", _scaled(_wheel(sx), s), translation=place, joint=Joint("hinge", X)))
    return Node("car", children=[body])


def _scaled(parts: tuple[Part, ...], s: float, at: ArrayLike = (0.0, 0.0, 0.0)) -> Mesh:
    return Mesh(tuple(moved(p, at=s * np.asarray(at), scale=(s, s, s)) for p in parts))


def _shape(x: Array) -> Array:
    """Chassis and cabin, melted together, less room for the wheels [m]."""
    chassis = _soft_box(x, (0, 0.150, 0.0), (0.198, 0.092, 0.395), 3.6)
    nose = _soft_box(x, (0, 0.165, 0.20), (0.165, 0.095, 0.19), 2.6)
    cabin = _soft_box(x, (0, 0.235, -0.055), (0.168, 0.150, 0.235), 2.7)
    body = _melt(_melt(chassis, nose, 0.03), cabin, 0.05)
    for z in AXLES:
        tunnel = np.hypot(x[:, 1] - WHEEL, x[:, 2] - z) - 1.16 * WHEEL
        room = -_melt(-tunnel, np.abs(x[:, 0]) - 0.118, 0.05)
        body = -_melt(-body, room, 0.03)
    return body


def _soft_box(
    x: Array, center: tuple[float, float, float], half: tuple[float, float, float], p: float
) -> Array:
    """Near its surface about the distance to Σ |xᵢ/hᵢ|ᵖ = 1."""
    scaled = np.abs((x - center) / half)
    norm = np.maximum((scaled**p).sum(axis=1), 1e-12) ** (1 / p)
    slope = np.linalg.norm((scaled / norm[:, None]) ** (p - 1) / half, axis=1)
    return np.asarray((norm - 1) / slope)


def _melt(a: Array, b: Array, k: float) -> Array:
    """The smaller of two, rounded over the width k where they are near each other."""
    h = np.maximum(k - np.abs(a - b), 0)
    return np.asarray(np.minimum(a, b) - h**2 / (4 * k))


def _onto(origin: ArrayLike, across: ArrayLike, up: ArrayLike) -> Placement:
    """A drawing in the plane of two directions, thrown onto the body against their cross product."""
    o, a, b = (np.asarray(v, dtype=np.float64) for v in (origin, across, up))
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    inward = -np.cross(a, b)

    def place(drawing: Array) -> tuple[Array, Array]:
        start = o + drawing[:, :1] * a + drawing[:, 1:] * b
        near, far = np.full(len(start), -0.25), np.full(len(start), 0.12)
        for _ in range(40):
            middle = (near + far) / 2
            out = _shape(start + middle[:, None] * inward) > 0
            near, far = np.where(out, middle, near), np.where(out, far, middle)
        points = start + near[:, None] * inward
        return points, directions(_shape, points, 0.02)

    return place


def _rounded(corners: ArrayLike, softness: float = 0.35) -> Array:
    """An outline (28, 2) about the origin through the middles of the sides of a polygon, round at its corners."""
    p = np.asarray(corners, dtype=np.float64)
    loop: list[Array] = []
    t = np.linspace(0, 1, 8)[:, None]
    for before, here, after in zip(np.roll(p, 1, axis=0), p, np.roll(p, -1, axis=0), strict=True):
        a, b = here + softness * (before - here), here + softness * (after - here)
        loop.extend((1 - t) ** 2 * a + 2 * t * (1 - t) * here + t**2 * b)
    ring = np.asarray([*loop, loop[0]])
    length = np.append(0, np.cumsum(np.hypot(*np.diff(ring, axis=0).T)))
    s = np.linspace(0, length[-1], 29)[:-1]
    return np.stack([np.interp(s, length, column) for column in ring.T], axis=1)


def _body(color: "str | ArrayLike") -> tuple[Part, ...]:
    bounds = [(-0.23, 0.03, -0.43), (0.23, 0.42, 0.43)]
    shell = surface(
        _shape, bounds, 0.026, rounds=12, name="shell", look=paint("paint", color, roughness=0.25)
    )
    dark = paint("windows", "#1d2b3a", roughness=0.08)
    chrome = paint("bumpers", "#dfe3e6", roughness=0.25, metallic=0.6)
    return (shell, _windows(dark), *_lights(), _bumpers(chrome))


def _windows(look: Look) -> Part:
    front = _rounded([(-0.125, -0.045), (0.125, -0.045), (0.100, 0.048), (-0.100, 0.048)])
    rear = _rounded([(-0.105, -0.036), (0.105, -0.036), (0.085, 0.040), (-0.085, 0.040)])
    door = _rounded([(-0.070, -0.040), (0.092, -0.040), (0.052, 0.045), (-0.066, 0.045)])
    quarter = _rounded([(-0.062, -0.040), (0.048, -0.040), (0.048, 0.045), (-0.020, 0.045)])
    plates = [
        (_onto((0, 0.300, 0.125), (1, 0, 0), (0, 0.75, -0.66)), front),
        (_onto((0, 0.305, -0.255), (-1, 0, 0), (0, 0.75, 0.66)), rear),
        (_onto((0.17, 0.297, 0.030), (0, 0, -1), (-0.35, 1, 0)), door * [-1, 1]),
        (_onto((0.17, 0.297, -0.125), (0, 0, -1), (-0.35, 1, 0)), quarter * [-1, 1]),
        (_onto((-0.17, 0.297, 0.030), (0, 0, 1), (0.35, 1, 0)), door),
        (_onto((-0.17, 0.297, -0.125), (0, 0, 1), (0.35, 1, 0)), quarter),
    ]
    return merged(
        [panel(place, _counter_clockwise(outline), 0.008, look=look, rings=2) for place, outline in plates],
        "windows",
    )


def _counter_clockwise(outline: Array) -> Array:
    x, y = outline.T
    return outline if (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() > 0 else outline[::-1]


def _lights() -> tuple[Part, ...]:
    turn = np.arange(18) * (2 * np.pi / 18)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    front, rear = ((1, 0, 0), (0, 1, 0)), ((-1, 0, 0), (0, 1, 0))
    lamp, red, grille = (
        paint("headlights", "#fff3c4", roughness=0.15, glow=0.35),
        paint("taillights", "#e02424", roughness=0.2, glow=0.2),
        paint("grille", "#1d2b3a", roughness=0.5),
    )
    heads = [
        panel(_onto((s * 0.112, 0.182, 0.36), *front), 0.043 * circle, 0.020, look=lamp) for s in (1, -1)
    ]
    tails = [panel(_onto((s * 0.120, 0.175, -0.36), *rear), 0.028 * circle, 0.010, look=red) for s in (1, -1)]
    smile = _rounded([(-0.055, -0.004), (0.0, -0.030), (0.055, -0.004), (0.050, 0.014), (-0.050, 0.014)])
    return (
        merged(heads, "headlights"),
        merged(tails, "taillights"),
        panel(_onto((0, 0.155, 0.36), *front), smile, 0.004, look=grille, name="grille"),
    )


def _bumpers(look: Look) -> Part:
    half = [(0.148, 0.098, 0.350), (0.115, 0.098, 0.378), (0.060, 0.098, 0.393)]
    bar = spline([*half, (0, 0.098, 0.397), *((-x, y, z) for x, y, z in half[::-1])], 0.022)
    return merged([sweep(bar * [way, 1, way], 0.014, 10, look=look) for way in (1, -1)], "bumpers")


def _wheel(side: int) -> tuple[Part, ...]:
    """A tire and a rim about the X axis; the dish of the rim looks outward."""
    w, r, inner = 0.034, WHEEL, 0.6 * WHEEL
    tread = [
        (inner, -0.8 * w),
        (0.80 * r, -w),
        (0.95 * r, -0.75 * w),
        (r, 0),
        (0.95 * r, 0.75 * w),
        (0.80 * r, w),
        (inner, 0.8 * w),
    ]
    loop = chain(spline(tread, 0.015), polyline([tread[-1], tread[0]], 0.02)[1:-1])
    tire = revolve(loop, 24, closed=True, name="tire", look=paint("tire", "#23262b", roughness=0.85))
    disc = chain(
        polyline(
            [
                (0, -0.8 * w),
                (inner, -0.8 * w),
                (inner, 0.8 * w),
                (0.88 * inner, 0.8 * w),
                (0.80 * inner, 0.45 * w),
                (0.36 * inner, 0.45 * w),
            ],
            0.03,
        ),
        arc((0, 0.45 * w), (0.36 * inner, 0.45 * w), 0, np.pi / 2, 0.008),
    )
    disc[-1, 0] = 0
    rim = revolve(disc, 24, name="rim", look=paint("rim", "#f1f3f4", roughness=0.3, metallic=0.3))
    return tuple(moved(p, turn=turned(Z, -90 * side)) for p in (tire, rim))
