"""A keyed body: all its coordinates led by the rigid motion of its node, with a strength.

`body.physics` ∈ [0, 1]: 0 keyed, 1 simulated; between, a pose constraint of strength 1 − physics. Points, chosen so
that they fix every coordinate, follow the keyed motion.
"""

from collections.abc import Callable

import numpy as np
from scipy.linalg import qr

from supple.arrays import Array
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track
from supple.spatial import rotate

TINY = 1e-6
"""Directions smaller than this share of the largest follow from others."""


def pose_points(body: Body) -> list[Point]:
    """Points whose places fix all coordinates: the best conditioned of vertices and interior points."""
    mesh = body.node.surface
    center = mesh.vertices.mean(axis=0)
    shells = [center + s * (mesh.vertices - center) for s in (1.0, 0.5)]
    candidates = np.concatenate([*shells, center[None]])
    if isinstance(body, LatticeBody):
        chosen = _spanning(body, candidates)
    elif isinstance(body, LinearBody):
        chosen = _independent(body.coefficients(candidates).T)
    else:
        chosen = _independent(np.c_[np.ones(len(candidates)), candidates].T)
    return [Point(body, f"pose{n}", candidates[i]) for n, i in enumerate(chosen)]


def _independent(columns: Array) -> list[int]:
    """As many columns as there are rows, the best conditioned."""
    _, _, order = qr(columns, mode="economic", pivoting=True)
    return [int(i) for i in order[: len(columns)]]


def _spanning(body: LatticeBody, candidates: Array) -> list[int]:
    """As few points as fix all velocities of the body: ever the one that adds most to what those before it fix."""
    swing = np.sqrt(body.mass_matrix(body.rest).diagonal())
    J = body.jacobians(body.rest, candidates) / swing
    chosen, fixed, least = list[int](), 0, TINY * float(np.abs(J).max())
    while fixed < body.nv and np.abs(J).max() > least:
        chosen.append(int((J**2).sum(axis=(1, 2)).argmax()))
        _, sizes, axes = np.linalg.svd(J[chosen[-1]], full_matrices=False)
        new = axes[sizes > least]
        J, fixed = J - J @ new.T @ new, fixed + len(new)
    return chosen


class KeyedMotion:
    """The keyed rigid motion of a body: T(t), Q(t) and their derivatives, evaluated once for all its points."""

    def __init__(self, body: Body, clip: Clip) -> None:
        self._move, self._turn = frame_tracks(body, clip, keyed_node(body, clip))
        self._known: dict[bytes, tuple[Array, ...]] = {}

    def at(self, t: Array) -> tuple[Array, ...]:
        """T, Ṫ, T̈, Q, ω, ω̇ at times t."""
        key = t.tobytes()
        if key not in self._known:
            move, turn = self._move, self._turn
            self._known = {key: (*_all(move, t), *_all(turn, t))}
        return self._known[key]

    def of(self, r: Array) -> Track:
        """Where the material point r (3,) is: x = T + Q r, ẋ = Ṫ + ω × Qr, ẍ = T̈ + ω̇ × Qr + ω × (ω × Qr)."""

        def order(n: int) -> Callable[[Array], Array]:
            def value(t: Array) -> Array:
                x, v, a, turn, w, dw = self.at(t)
                arm = rotate(turn, np.broadcast_to(r, (len(t), 3)))
                if n == 0:
                    return np.asarray(x + arm)
                swept = np.cross(w, arm)
                return np.asarray(v + swept if n == 1 else a + np.cross(dw, arm) + np.cross(w, swept))

            return value

        return Track.function(order(0), "vector", None, None, order(1), order(2))


def _all(track: Track, t: Array) -> tuple[Array, Array, Array]:
    return track(t), track.velocity(t), track.acceleration(t)


def led(body: LinearBody, points: list[Point], tracks: list[Track], t: float) -> tuple[Array, Array]:
    """q and v of a body whose pose points are where their tracks have them at a time: R = (P⁻¹ X)ᵀ."""
    P = body.coefficients(np.array([point.rest for point in points]))
    X = np.array([track(t) for track in tracks])
    V = np.array([track.velocity(t) for track in tracks])
    return np.linalg.solve(P, X).T.reshape(-1), np.linalg.solve(P, V).T.reshape(-1)


def keyed_node(body: Body, clip: Clip, channels: tuple[str, ...] = ("position", "rotation")) -> str:
    """The node whose tracks lead the body: that of its name, or the only one of the clip."""
    nodes = {name.removesuffix(f".{c}") for name in clip for c in channels if name.endswith(f".{c}")}
    if body.name not in nodes and len(nodes) != 1:
        raise UnknownNameError(f"keyed node for body {body.name!r}:", body.name, nodes)
    return body.name if body.name in nodes else next(iter(nodes))


def frame_tracks(body: Body, clip: Clip, name: str) -> tuple[Track, Track]:
    """Position and rotation of a node; where it is not keyed, those that the body was put with."""
    if any(c == f"{name}.scale" and np.ptp(clip[c].values, axis=0).max() > 0 for c in clip):
        raise InputError(f"{name}.scale changes: a keyed body moves rigidly; key its shape by points instead")
    place = body.placement
    still = {
        "position": Track.sampled([0.0], [place[:3, 3]], kind="vector"),
        "rotation": Track.sampled([0.0], [body.node.rotation], kind="rotation"),
    }
    found = [clip.get(f"{name}.{channel}", still[channel]) for channel in ("position", "rotation")]
    return found[0], found[1]


def weakened(physics: "float | Track") -> "float | Track":
    """Strength of the pose: 1 − physics."""
    return physics.scale(-1.0).translate(1.0) if isinstance(physics, Track) else 1.0 - float(physics)
