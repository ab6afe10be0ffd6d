"""From a mesh that was taken in to a body that can act, and from its motion to a take."""

import warnings
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from supple.arrays import Array
from supple.cache import notice
from supple.control.animate.lighter import made_light
from supple.control.animate.outermost import outermost
from supple.control.standing import standing
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.setup import lattice_body
from supple.dynamics.legacy.rollout import Rolled
from supple.errors import ConflictError, InputError, SuppleError, SuppleWarning
from supple.scene import Mesh, Node, Note, Origin, Scene, Take
from supple.scene.fingerprint import fingerprint
from supple.spatial import compose

GRAVITY = 9.81
STEP = 1 / 240
"""Of every rollout [s]."""
SURE = 2.0
"""A turn smaller than this does not help anything to stand [°]."""


def embodied(node: Node, modes: Sequence[str], *, sag: float) -> LatticeBody:
    """A body with these modes, less those that the mesh is too thin for or cannot tell from the ones before."""
    try:
        return _with(node, modes, sag)
    except (ConflictError, InputError) as error:
        wrong: SuppleError = error
    body, kept = None, list[str]()
    for mode in modes:
        try:
            body = _with(node, [*kept, mode], sag)
            kept.append(mode)
        except (ConflictError, InputError):
            continue
    if body is None:
        raise wrong
    return body


def _with(node: Node, modes: Sequence[str], sag: float) -> LatticeBody:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SuppleWarning)
        return over_a_floor(made_light(node, partial(lattice_body, modes=modes, sag=sag)))


def over_a_floor(body: LatticeBody) -> LatticeBody:
    """The same body, touching with what a flat floor can meet."""
    body.contacts = outermost(body.node.surface)
    return body


def stood(node: Node, center: Array) -> Node:
    """The node as it is, or turned onto a side on which it does not tip over, with its center of mass (3,) [m]."""
    turn = standing(node.surface.vertices, center, node.name)
    degrees = float(np.degrees(2 * np.arccos(min(abs(turn[3]), 1.0))))
    if degrees < SURE:
        return node
    notice(f"{node.name} would tip over as it is, so it stands turned by {degrees:.0f}°")
    mesh = node.surface.transformed(compose(rotation=turn))
    return Node(node.name, grounded(mesh))


def grounded(mesh: Mesh) -> Mesh:
    """With its lowest point on the floor, and its middle over the origin."""
    low, high = mesh.bounds
    middle = (low + high) / 2
    return mesh.transformed(compose(translation=-np.array([middle[0], low[1], middle[2]])))


def height_of(node: Node) -> float:
    """Height of a node that stands on the floor [m]."""
    return float(np.ptp(node.surface.vertices[:, 1]))


def pace_of(node: Node) -> float:
    """√(h / g): the time that a body of its height takes for anything that weight has a part in [s]."""
    return float(np.sqrt(height_of(node) / GRAVITY))


def lowest(body: LatticeBody, q: Array) -> float:
    """Height of its lowest contact point [m]."""
    return float(body.position(q, body.contacts)[:, 1].min())


def recorded(body: LatticeBody, rolled: Rolled, name: str, seed: int, notes: Mapping[float, str]) -> Take:
    """What a rollout looks like, with its numbers."""
    scene, motions = Scene([body.shown()]), body.motions(rolled.q)
    origin = Origin(seed=seed, step=STEP, inputs=fingerprint(scene, rolled.t, motions))
    words = tuple(Note(time, text) for time, text in sorted(notes.items()))
    take = Take(scene, rolled.t, motions, notes=words, origin=origin, name=name)
    return take.with_data(**vars(rolled)).with_channels(
        unit="N", weight_on_floor=rolled.contact.sum(axis=1)[:, 1]
    )
