"""Bodies that hop well: two active modes that leave the feet where they are, and a first hop to begin with.

    crouch   u_y = −s_y,  u_x = ¾ (1 − 4 s_y²) s_x,  u_z likewise     lower, and wider in the middle; volume kept
    lean     u_x = s_y                                                forward at the top, flat at the bottom

s ∈ [−½, ½]³ over the box. A squash that widens the foot as well would drag it over the ground in every stance.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.control.gait import GRAVITY
from supple.control.pose_graph import PoseGraph
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.modes import Mode
from supple.dynamics.legacy.bodies.lattice.setup import lattice_body
from supple.errors import UnknownNameError
from supple.scene import Mesh, Node

SAG = 0.1
"""Share of its height by which a hopper sinks under its weight: soft enough to crouch, stiff enough to spring."""
KEPT = 2.0
"""Stiffness of its volume, in that of its crouch; the modes themselves keep it nearly."""
CONTACTS = 100
STRENGTH = 2.0
"""Of its muscles, in its own stiffness."""
AXES = {"x": 0, "z": 2}


def crouch() -> Mode:
    """Lower by its amplitude, wider in the middle, the same at top and bottom.

    >>> crouch().values([[1.0, 1.0, 0.5], [1.0, 0.5, 0.5]]).round(6) + 0.0
    array([[ 0.   , -0.5  ,  0.   ],
           [ 0.375,  0.   ,  0.   ]])
    """

    def field(s: Array) -> Array:
        x, y, z = s.T
        wide = 0.75 * (1 - 4 * y**2)
        return np.stack([wide * x, -y, wide * z], axis=1)

    return Mode.fitted("crouch", field)


def lean(axis: str = "x") -> Mode:
    """Sheared along an axis, level planes staying level."""
    if axis not in AXES:
        raise UnknownNameError("axis to lean along:", axis, AXES)

    def field(s: Array) -> Array:
        u = np.zeros_like(s)
        u[:, AXES[axis]] = s[:, 1]
        return u

    return Mode.fitted("lean", field)


def hopper(
    model: "Node | Mesh",
    *,
    along: str = "x",
    passive: "Sequence[str | Mode]" = (),
    sag: float = SAG,
    contacts: int = CONTACTS,
    **options: Any,
) -> LatticeBody:
    """A body that can learn to hop along x or z, standing on the floor; `options` are those of `lattice_body`.

    >>> from supple.scene import models
    >>> hopper(models.teapot(), contacts=40).active
    ('crouch', 'lean')
    """
    modes = [crouch(), lean(along), *passive]
    body = lattice_body(model, modes, sag=sag, contacts=contacts, active=("crouch", "lean"), **options)
    body.volume_stiffness = KEPT * float(body.stiffness.at(0.0)[0])
    lowest = float(body.position(body.rest, body.node.surface.vertices)[:, 1].min())
    body.node.place(translation=body.node.translation - np.array([0.0, lowest, 0.0]))
    return body


def first_hop(body: LatticeBody) -> PoseGraph:
    """Crouch, spring, land: small hops on the spot, nearly, from which a search goes on.

    Times are in √(h/g), so that small and large begin alike.
    """
    pace = float(np.sqrt(np.ptp(body.contacts[:, 1]) / GRAVITY))
    poses = [{"crouch": 0.2, "lean": 0.0}, {"crouch": -0.2, "lean": 0.02}, {"crouch": 0.05, "lean": 0.0}]
    return PoseGraph(poses, np.array([1.75, 0.5, 1.0]) * pace, strength=STRENGTH)
