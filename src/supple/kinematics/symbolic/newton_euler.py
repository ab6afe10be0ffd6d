"""The force that a motion of links needs, in the frames of the links: Newton's and Euler's laws, one after another.

u = velocity of a link's center, ω = its spin, both in the link's own axes; from the parent's by one turn each:
Q = Σ (∂u/∂v)ᵀ m (u̇ + ω × u − Rᵀ g) + (∂ω/∂v)ᵀ (I ω̇ + ω × I ω),  I constant  (Kane's form)

In space a third of the instructions that the world's axes take: no product of rotations is ever made. A plane chain
has better: there turns about one axis add up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from supple.arrays import Array
from supple.kinematics.inertia import Inertia
from supple.kinematics.link import Link
from supple.kinematics.symbolic.frames import about
from supple.kinematics.symbolic.objects import matrix, row
from supple.scene.joint import Freedom
from supple.spatial import to_matrix


@dataclass(frozen=True, eq=False)
class Moving:
    """Velocity of the origin, spin, and gravity, each (3,) in the axes of a frame."""

    velocity: ca.SX
    spin: ca.SX
    gravity: ca.SX

    def at(self, place: Array) -> "Moving":
        """The same frame from another of its points (3,) [m]."""
        carried = ca.cross(self.spin, ca.SX(place)) if place.any() else 0
        return Moving(self.velocity + carried, self.spin, self.gravity)

    def seen(self, R: ca.SX) -> "Moving":
        """In axes that are turned by R."""
        return Moving(*(R.T @ x for x in (self.velocity, self.spin, self.gravity)))

    def moved(self, freedom: Freedom, value: ca.SX, rate: ca.SX) -> "Moving":
        """Beyond one coordinate."""
        axis = ca.SX(freedom.axis)
        if freedom.motion == "shift":
            return Moving(self.velocity + axis * rate, self.spin, self.gravity)
        turned = self.seen(matrix(about(freedom.axis, row(value)[0])[0]))
        return Moving(turned.velocity, turned.spin + axis * rate, turned.gravity)


def motions(
    links: Sequence[Link], freedoms: Mapping[str, tuple[Freedom, ...]], q: ca.SX, v: ca.SX, g: ca.SX
) -> dict[str, Moving]:
    """How every link moves, parents first."""
    found: dict[str, Moving] = {}
    column = 0
    for link in links:
        parent = Moving(ca.SX.zeros(3), ca.SX.zeros(3), g) if link.parent is None else found[link.parent]
        moving = parent.at(link.place)
        if not np.array_equal(np.abs(link.rotation), (0, 0, 0, 1)):
            moving = moving.seen(ca.SX(to_matrix(link.rotation)))
        for freedom in freedoms[link.name]:
            moving = moving.moved(freedom, q[column], v[column])
            column += 1
        found[link.name] = moving
    return found


def needed(
    links: Sequence[Link],
    freedoms: Mapping[str, tuple[Freedom, ...]],
    bodies: Mapping[str, Inertia],
    symbols: tuple[ca.SX, ca.SX, ca.SX, ca.SX],
) -> ca.SX:
    """Q (nq,) at (q, v, a, g)."""
    q, v, a, g = symbols
    moving = motions(links, freedoms, q, v, g)
    centers = {name: moving[name].at(np.asarray(body.center)) for name, body in bodies.items()}
    rates = ca.vertcat(*(x for c in centers.values() for x in (c.velocity, c.spin)))
    changes = iter(ca.vertsplit(ca.jtimes(rates, q, v) + ca.jtimes(rates, v, a), 3))
    forces = []
    for name, c in centers.items():
        mass, inertia = bodies[name].mass, ca.SX(bodies[name].moments)
        forces.append(mass * (next(changes) + ca.cross(c.spin, c.velocity) - c.gravity))
        forces.append(inertia @ next(changes) + ca.cross(c.spin, inertia @ c.spin))
    return ca.jtimes(rates, v, ca.vertcat(*forces), True)
