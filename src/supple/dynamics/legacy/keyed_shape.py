"""A keyed lattice body: where it is, how it is turned and how its modes deform it, as functions of time.

c = T + R y₀,  or with a point r pinned  c = T + R₀ r − R (F(r; γ) − y₀),   γ(t) of every mode by its name

so that a pinned point is where T has it, whatever modes and rotation do: feet stay on the floor while the body is
squashed (Faloutsos et al. 1997, §5.1). R₀ is how the body was turned when it was put into the world.
"""

from functools import lru_cache

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.body import Point
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.pose import frame_tracks, keyed_node
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track
from supple.spatial import rotate

KEPT = 8
"""Times that are remembered."""
CHANNELS = ("position", "rotation", "scale", "visible", "color")
"""What else may be keyed of a node."""


class KeyedShape:
    """q(t), v(t) and v̇(t) of a lattice body by a clip: NAME.position, NAME.rotation, and NAME.MODE for amplitudes.

    >>> from supple.dynamics.legacy.bodies.lattice import lattice_body
    >>> from supple.motion import keys
    >>> from supple.scene import models
    >>> table = lattice_body(models.table(), ["squash.y", "bend.x"])
    >>> clip = Clip({"table.squash.y": keys({0: 0, 1: 0.3})})
    >>> q, v = KeyedShape(table, clip, pin=table.point("bottom")).state(1.0)
    >>> float(q[7].round(9)), float(abs(table.position(q, table.node.surface.vertices)[:, 1].min()).round(9))
    (0.3, 0.0)
    """

    def __init__(self, body: LatticeBody, clip: Clip, pin: Point | None = None) -> None:
        name = _node(body, clip)
        _check_modes(body, clip, name)
        self._body, self._pin = body, pin
        self._move, self._turn = frame_tracks(body, clip, name)
        still = body.rest[7:]
        self._amplitudes = [
            clip.get(f"{name}.{mode}", float(g)) for mode, g in zip(body.modes, still, strict=True)
        ]
        body.check_amplitudes("keyed amplitudes", self._amplitudes)
        self._at = lru_cache(KEPT)(self._keyed)
        if pin is not None and pin.body is not body:
            raise InputError(f"{pin!r} cannot pin {body.name!r}: it belongs to {pin.body.name!r}")

    def state(self, t: float) -> tuple[Array, Array]:
        """q (nq,) and v (nv,) at a time [s]."""
        q, v = self._at(t)
        return q.copy(), v.copy()

    def acceleration(self, t: float) -> Array:
        """v̇ (nv,) at a time [s]."""
        q, v = self._at(t)
        a = np.concatenate(
            [np.zeros(3), self._turn.acceleration(t), *([_at(g, t, 2)] for g in self._amplitudes)]
        )
        rolling = np.concatenate([np.zeros(3), v[3:]])
        if self._pin is None:
            arm, w = rotate(q[3:7], self._body.center_at_rest), v[3:6]
            a[:3] = np.cross(a[3:6], arm) + np.cross(w, np.cross(w, arm))
        else:
            r = self._pin.rest
            a[:3] = -(self._body.jacobian(q, r) @ a) - self._body.bias(q, rolling, r)
        a[:3] += self._move.acceleration(t)
        return a

    def _keyed(self, t: float) -> tuple[Array, Array]:
        """q and v: first with c = 0, then with c where the clip wants it."""
        body = self._body
        q = np.concatenate([np.zeros(3), self._turn(t), *([_at(g, t, 0)] for g in self._amplitudes)])
        v = np.concatenate([np.zeros(3), self._turn.velocity(t), *([_at(g, t, 1)] for g in self._amplitudes)])
        if self._pin is None:
            arm = rotate(q[3:7], body.center_at_rest)
            c, speed = arm, np.cross(v[3:6], arm)
        else:
            r = self._pin.rest
            c, speed = body.placement[:3, :3] @ r - body.position(q, r[None])[0], -(body.jacobian(q, r) @ v)
        q[:3], v[:3] = self._move(t) + c, self._move.velocity(t) + speed
        return q, v


def _at(track: "Track | float", t: float, order: int) -> float:
    if not isinstance(track, Track):
        return 0.0 if order else track
    return float((track, track.velocity, track.acceleration)[order](t))


def _node(body: LatticeBody, clip: Clip) -> str:
    try:
        return keyed_node(body, clip, ("position", "rotation", *body.modes))
    except UnknownNameError:
        _check_modes(body, clip, body.name)
        raise


def _check_modes(body: LatticeBody, clip: Clip, name: str) -> None:
    """Tracks of the node that are keys of nothing would be lost without a word."""
    for track in clip:
        channel = track.removeprefix(f"{name}.")
        if channel == track or channel in body.modes:
            continue
        what, _, component = channel.partition(".")
        if what not in CHANNELS:
            raise UnknownNameError(f"mode of {body.name!r} in a clip:", channel, body.modes)
        if component and what in ("position", "rotation"):
            raise InputError(
                f"{track!r} leads {body.name!r} by one component alone; key all of {name}.{what}"
            )
