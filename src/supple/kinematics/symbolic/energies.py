"""A skeleton's energies: T = Σ ½ m |ċ|² + ½ ω·I ω over its links, gravity at their centers.

(Witkin & Kass 1988, eq. 7, with the velocity of each center taken from its expression.)
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np

from supple.arrays import ArrayLike
from supple.kinematics.inertia import Inertia
from supple.kinematics.link import Link
from supple.kinematics.symbolic import newton_euler
from supple.kinematics.symbolic.frames import frames
from supple.kinematics.symbolic.objects import column, matrix, row
from supple.mechanics import Lagrangian
from supple.scene.joint import Freedom
from supple.spatial import to_matrix

if TYPE_CHECKING:
    from supple.kinematics.symbolic.mechanism import Mechanism


def lagrangian(skeleton: "Mechanism", points: Mapping[str, tuple[str, ArrayLike]]) -> Lagrangian:
    """The mechanics of a skeleton and of the points that its links carry."""
    q, v = (ca.SX.sym(name, skeleton.nq) for name in "qv")
    moved = frames(skeleton.links, skeleton.freedoms, row(q))
    rates = row(v)[0]
    bodies = {name: body for name, body in skeleton.bodies.items() if body.mass or body.moments.any()}
    masses = [(body.mass, column(moved[name].at(body.center)[0])) for name, body in bodies.items()]
    spins = []
    for name, body in bodies.items():
        R, spin = moved[name].rotation[0], moved[name].spin[0]
        if body.moments.any():
            spins.append((column(spin @ rates), matrix(R @ body.moments @ R.T)))
    placed = {key: column(moved[link].at(np.asarray(at))[0]) for key, (link, at) in points.items()}

    def needed(a: ca.SX, g: ca.SX) -> ca.SX:
        return newton_euler.needed(skeleton.links, skeleton.freedoms, bodies, (q, v, a, g))

    axes = {f.axis for joint in skeleton.freedoms.values() for f in joint if f.motion == "turn"}
    shorter = needed if len(axes) > 1 else None
    return Lagrangian(skeleton.name, q, v, masses=masses, spins=spins, points=placed, needed=shorter)


def welded(links: Sequence[Link], freedoms: Mapping[str, tuple[Freedom, ...]]) -> dict[str, Inertia]:
    """What moves as one: a link that has no coordinate is part of its parent."""
    bodies = {link.name: link.body for link in links}
    for link in reversed(links):
        if link.parent is not None and not freedoms[link.name]:
            part = bodies.pop(link.name).moved(to_matrix(link.rotation), link.place)
            bodies[link.parent] = bodies[link.parent] + part
    return bodies
