"""The numbers of a take of one lattice body: series for those who look closer, figures for those who do not."""

from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.contact.shapes import gaps
from supple.scene import Take

if TYPE_CHECKING:
    from supple.dynamics.legacy.world import World

SERIES = ("q", "v", "contact", "control", "energy")
EVERY = 2
"""Frames from look to look at volumes."""


def tallied(world: "World", take: Take, body: LatticeBody) -> Take:
    """The take of a body with its series t, q, v, contact, control and energy, and with its figures.

    contact (T, 3) [N] is the force of all contacts, control (T, D) that of a drive, energy (T,) [J] kinetic, elastic
    and potential. distance_m is how far the center of mass gets over the ground, penetration_max_m how deep a point
    sinks into floor or obstacles, volumes are relative to rest.

    >>> from supple.dynamics import World, lattice_body
    >>> from supple.scene import models
    >>> world = World(step=1 / 240)
    >>> pot = world.add(lattice_body(models.teapot(), ["squash.y"], contacts=50))
    >>> tallied(world, world.run(0.1), pot).report["penetration_max_m"] < 1e-3
    True
    """
    series = {what: take.data[f"run/bodies/{body.name}/{what}"] for what in SERIES}
    q = series["q"]
    centers = np.array([body.center(each) for each in q])
    volumes = [body.volume(each) for each in q[::EVERY]]
    return take.with_data(t=take.times, **series).with_report(
        distance_m=float(np.linalg.norm((centers[-1] - centers[0])[[0, 2]])),
        energy=float(series["energy"][-1] - series["energy"][0]),
        volume_min=float(min(volumes)),
        volume_max=float(max(volumes)),
        penetration_max_m=_deepest(world, body, q),
    )


def _deepest(world: "World", body: LatticeBody, q: Array) -> float:
    """How far contact points get into what stands in the world [m]."""
    shapes = world.structure.scenery.shapes
    if not len(shapes.kind):
        return 0.0
    return max(0.0, -min(float(gaps(shapes, body.position(each, body.contacts)).min()) for each in q))
