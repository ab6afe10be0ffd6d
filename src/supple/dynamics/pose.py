"""A keyed body: all its coordinates led by the rigid motion of its node, with a strength.

`body.physics` ∈ [0, 1]: 0 keyed, 1 simulated; between, a pose constraint of strength 1 − physics. As many points as
the body has functions, chosen so that they fix every coordinate, follow the keyed motion.
"""

from collections.abc import Callable

import numpy as np
from scipy.linalg import qr

from supple.arrays import Array
from supple.dynamics.bodies.body import Body, Point
from supple.dynamics.bodies.linear import LinearBody
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track
from supple.spatial import rotate


def pose_points(body: Body) -> list[Point]:
    """Points whose places fix all coordinates: the best conditioned of vertices and interior points."""
    mesh = body.node.surface
    center = mesh.vertices.mean(axis=0)
    shells = [center + s * (mesh.vertices - center) for s in (1.0, 0.5)]
    candidates = np.concatenate([*shells, center[None]])
    count = body.k if isinstance(body, LinearBody) else 4
    p = (
        body.coefficients(candidates)
        if isinstance(body, LinearBody)
        else np.c_[np.ones(len(candidates)), candidates]
    )
    _, _, order = qr(p.T, mode="economic", pivoting=True)
    return [Point(body, f"pose{n}", candidates[i]) for n, i in enumerate(order[:count])]


class KeyedMotion:
    """The keyed rigid motion of a body: T(t), Q(t) and their derivatives, evaluated once for all its points."""

    def __init__(self, body: Body, clip: Clip) -> None:
        self._move, self._turn = _tracks(body, clip)
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
                swept = np.cross(w, arm)
                return (x + arm, v + swept, a + np.cross(dw, arm) + np.cross(w, swept))[n]

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


def _tracks(body: Body, clip: Clip) -> tuple[Track, Track]:
    """Position and rotation of the body's node: under its name, or under the only name of the clip."""
    nodes = {name.rpartition(".")[0] for name in clip if name.endswith((".position", ".rotation"))}
    name = body.name if body.name in nodes else next(iter(nodes)) if len(nodes) == 1 else None
    if name is None:
        raise UnknownNameError(f"keyed node for body {body.name!r}:", body.name, nodes)
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
