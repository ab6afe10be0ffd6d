"""The Utah teapot, closed: solid body and lid, handle and spout trimmed where they meet the body."""

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.scene.look import Look
from supple.scene.mesh import Mesh, Part
from supple.scene.models import newell
from supple.scene.models.paint import paint
from supple.scene.models.patches import bernstein, bernstein_rate, evaluate
from supple.scene.models.revolve import ring_counts
from supple.scene.models.rings import shell
from supple.scene.models.sizes import count, positive
from supple.scene.node import Node

SUNK = 0.02
"""How far handle and spout go on under the surface of the body, in Newell's units."""
TURN = 1.5
"""How many more steps a surface is given for each radian by which it bends."""
Rings = tuple[list[Array], list[Array]]


def teapot(*, height: float = 0.3, resolution: int = 64, color: "str | ArrayLike" = "#e9e2d0") -> Node:
    """Newell's teapot [m] with its 32 Bézier patches; the axis of the body is Y, the spout points to +X.

    Parts: body, lid, handle, spout; each is a closed shell. Further groups of vertices: bottom, knob, tip. The body
    is solid up to the rim and the lid lies on it; `resolution` vertices go around the body.

    >>> pot = teapot().mesh
    >>> pot.watertight, [part.name for part in pot.parts]
    (True, ['body', 'lid', 'handle', 'spout'])
    """
    positive("teapot", height=height)
    count("teapot", 16, resolution=resolution)
    look = paint("china", color, roughness=0.18)
    step = 4 * np.pi / resolution
    parts = (
        _body(step, resolution, look),
        _lid(step, resolution, look),
        _handle(step, look),
        _spout(step, look),
    )
    size = height / newell.HEIGHT
    upright = size * np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1 / size]])
    mesh = Mesh(tuple(part.transformed(upright) for part in parts), "teapot")
    x, y, _ = mesh.vertices.T / size
    groups = {"bottom": y < 0.02, "knob": y > 2.75, "tip": (x > 2.7) & (y > 2.38)}
    return Node(
        "teapot", Mesh(mesh.parts, "teapot", groups={k: np.flatnonzero(v) for k, v in groups.items()})
    )


def _body(step: float, around: int, look: Look) -> Part:
    rings, normals = _turned(
        [(newell.BOTTOM, 1), (newell.LOWER, -1), (newell.UPPER, -1), (newell.RIM, -1)], step, around
    )
    _flat(rings, normals, step, around, (0.0, 0.0, 1.0))
    return shell(rings, normals, name="body", look=look)


def _lid(step: float, around: int, look: Look) -> Part:
    rings, normals = _turned([(newell.LID, -1), (newell.KNOB, -1)], step, around)
    rings, normals = rings[::-1], normals[::-1]
    _flat(rings, normals, step, around, (0.0, 0.0, -1.0))
    return shell(rings[::-1], normals[::-1], name="lid", look=look)


def _turned(profiles: list[tuple[list[tuple[float, float]], int]], step: float, around: int) -> Rings:
    """Rings up the patches one after another; direction -1 runs a patch from its end, which is its lower one."""
    rings: list[Array] = []
    normals: list[Array] = []
    for profile, direction in profiles:
        fine = np.linspace(0, 1, 401)
        tangent = _unit(bernstein_rate(fine) @ np.asarray(profile))
        u = _even_parameters(fine, bernstein(fine) @ np.asarray(profile), tangent, step)[::direction]
        radii = bernstein(u) @ np.asarray(profile)[:, 0]
        counts = ring_counts(np.append(np.where(radii < 1e-9, 0.0, radii), 2.0), around)[:-1]
        for k in range(1 if rings else 0, len(u)):
            points, outward = _ring(newell.quarter(profile), float(u[k]), int(counts[k]), direction)
            rings.append(points)
            normals.append(outward)
    return rings, normals


def _ring(patch: Array, u: float, n: int, direction: int) -> tuple[Array, Array]:
    """n points around the axis and their unit normals, by reflections of one quarter; on the axis, its pole."""
    if n == 1:
        return evaluate(patch, [u], [0.0])[0], np.array([[0.0, 0.0, -float(direction)]])
    quarter, v = np.divmod(np.arange(n) * (4 / n), 1.0)
    v = np.where(quarter % 2 == 1, 1 - v, v)
    flips = np.stack(
        [np.where((quarter == 1) | (quarter == 2), -1, 1), np.where(quarter < 2, -1, 1), np.ones(n)], axis=1
    )
    points, normals = evaluate(patch, np.full(n, u), v)
    return flips * points, direction * flips * _unit(normals)


def _flat(
    rings: list[Array], normals: list[Array], step: float, around: int, up: tuple[float, float, float]
) -> None:
    """Close the last ring with a flat disc."""
    rim = rings[-1]
    radius, center = float(rim[0, 0]), rim.mean(axis=0)
    radii = np.linspace(radius, 0, round(radius / step) + 1)
    for r, n in zip(radii, ring_counts(np.append(radii, 2.0), around)[:-1], strict=True):
        disc = rim[:: len(rim) // n] - center if r else np.zeros((1, 3))
        rings.append(center + disc * (r / radius))
        normals.append(np.broadcast_to(up, rings[-1].shape))


def _handle(step: float, look: Look) -> Part:
    patches, turn = newell.halves(newell.HANDLE), np.arange(16) / 16
    start, stop = _crossing(patches, turn, -0.1, 0.5), _crossing(patches, turn, 2.1, 1.5)
    rings, normals = _tube(patches, turn, start, stop, step)
    _capped(rings, normals)
    return shell(rings, normals, name="handle", look=look)


def _spout(step: float, look: Look) -> Part:
    """The lip goes on inward as a short well, so that the spout looks open and yet encloses a volume."""
    patches, turn = newell.halves(newell.SPOUT), np.arange(20) / 20
    rings, normals = _tube(patches, turn, _crossing(patches, turn, 0.0, 0.6), np.full(20, 2.0), step)
    mouth, center = rings[-1], rings[-1].mean(axis=0)
    for sunk, narrow in ((0.12, 0.88), (0.24, 0.72)):
        rings.append(center + narrow * (mouth - center) - sunk * np.array([0.55, 0, 0.8]))
        normals.append(_unit(center - mouth))
    _capped(rings, normals)
    return shell(rings, normals, name="spout", look=look)


def _tube(patches: Array, turn: Array, start: Array, stop: Array, step: float) -> Rings:
    """Rings from stations `start` to `stop`, given for every place around; patch i holds stations i … i + 1."""

    def ring(w: float) -> tuple[Array, Array]:
        return _around(patches, turn, start + (stop - start) * w)

    fine = np.linspace(0, 1, 129)
    points, outward = (np.stack(a) for a in zip(*(ring(float(w)) for w in fine), strict=True))
    places = _even_parameters(fine, points.transpose(0, 2, 1), outward.transpose(0, 2, 1), 0.8 * step)
    rings, normals = zip(*(ring(float(w)) for w in places), strict=True)
    return list(rings), list(normals)


def _around(patches: Array, turn: Array, station: Array) -> tuple[Array, Array]:
    """A point and its unit normal at each turn ∈ [0, 1) around a tube and each station along it."""
    other = turn > 0.5
    v = np.where(other, 2 - 2 * turn, 2 * turn)
    second = station > 1
    first = evaluate(patches[0], station, v)
    last = evaluate(patches[1], station - 1, v)
    points, normals = (np.where(second[:, None], b, a) for a, b in zip(first, last, strict=True))
    mirror = np.where(other[:, None], [1.0, -1.0, 1.0], 1.0)
    return mirror * points, -mirror * _unit(normals)


def _crossing(patches: Array, turn: Array, inside: float, outside: float) -> Array:
    """The stations at which a tube is `SUNK` under the surface of the body, by bisection."""
    profile = np.concatenate(
        [bernstein(np.linspace(1, 0, 200)) @ np.asarray(p) for p in (newell.LOWER, newell.UPPER)]
    )
    a, b = np.full(len(turn), inside), np.full(len(turn), outside)
    for _ in range(50):
        middle = (a + b) / 2
        x, y, z = _around(patches, turn, middle)[0].T
        out = np.hypot(x, y) > np.interp(z, profile[:, 1], profile[:, 0]) - SUNK
        a, b = np.where(out, a, middle), np.where(out, middle, b)
    return a


def _capped(rings: list[Array], normals: list[Array]) -> None:
    """Close both ends of a tube; a ring runs counter-clockwise seen from ahead."""
    first, last = rings[0], rings[-1]
    rings[:] = [first.mean(axis=0)[None], first, *rings, last, last.mean(axis=0)[None]]
    behind, ahead = -_facing(first), _facing(last)
    normals[:] = [behind[:1], behind, *normals, ahead, ahead[:1]]


def _facing(ring: Array) -> Array:
    """The direction from which a ring runs counter-clockwise, once for each of its vertices."""
    spokes = ring - ring.mean(axis=0)
    area = np.cross(spokes, np.roll(spokes, -1, axis=0)).sum(axis=0)
    return np.broadcast_to(_unit(area), ring.shape)


def _even_parameters(u: Array, points: Array, direction: Array, step: float) -> Array:
    """Parameters at even steps of |Δx| + `TURN` step |Δn|, so that tight bends get more; of many curves, the mean."""
    moves = np.linalg.norm(np.diff(points, axis=0), axis=1) + TURN * step * np.linalg.norm(
        np.diff(direction, axis=0), axis=1
    )
    length = np.append(0, np.cumsum(moves.reshape(len(moves), -1).mean(axis=1)))
    return np.interp(np.linspace(0, length[-1], max(round(length[-1] / step), 2) + 1), length, u)


def _unit(a: Array) -> Array:
    return np.asarray(a / np.linalg.norm(a, axis=-1, keepdims=True))
