"""Collision points spread over a surface: extremes first, then ever the place farthest from those taken (§4.5)."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.symmetry import mirrored, mirrors
from supple.dynamics.legacy.contact.spread import farthest
from supple.errors import InputError
from supple.scene import Mesh

LEAST = 4
DENSE = 20_000
"""Places to choose from at most."""
GOLDEN = (np.sqrt(5) - 1) / 2
CORNERS = np.array([d for d in np.ndindex(3, 3, 3) if d != (1, 1, 1)]) - 1.0


def contact_points(mesh: Mesh, count: int) -> Array:
    """At most `count` places (n, 3) [m] on the surface; alike on both sides of a mirror plane.

    >>> from supple.scene import models
    >>> len(contact_points(models.teapot().mesh, 100))
    99
    """
    if count < LEAST:
        raise InputError(f"contacts={count}: a body needs {LEAST} collision points at least")
    ends, axes = mesh.bounds.sum(axis=0), mirrors(mesh.vertices)
    places = np.concatenate([mesh.vertices[:: 1 + len(mesh.vertices) // DENSE], _extremes(mesh.vertices)])
    places = np.unique(np.concatenate([places, _scattered(mesh, 4 * count)]).round(9), axis=0)
    for axis in axes:
        places = places[places[:, axis] <= ends[axis] / 2 + 1e-9]
    found = _spread(places, count)
    images = np.prod([1 + (found[:, axis] < ends[axis] / 2 - 1e-9) for axis in axes], axis=0) * np.ones(
        len(found)
    )
    found = found[: int(np.searchsorted(np.cumsum(images), count, side="right"))]
    for axis in axes:
        found = np.concatenate([found, mirrored(found, axis, ends)])
    return np.unique(found.round(9), axis=0)


def _extremes(places: Array) -> Array:
    return np.asarray(places[(places @ CORNERS.T).argmax(axis=0)])


def _scattered(mesh: Mesh, count: int) -> Array:
    """Places (count, 3) all over the triangles, by area; always the same ones."""
    a, b, c = mesh.vertices[mesh.faces].transpose(1, 0, 2)
    area = np.cumsum(np.linalg.norm(np.cross(b - a, c - a), axis=1))
    which = np.searchsorted(area, (np.arange(count) + 0.5) / count * area[-1])
    u, w = np.arange(count) * GOLDEN % 1.0, np.arange(count) * GOLDEN**2 % 1.0
    root = np.sqrt(u)[:, None]
    return np.asarray((1 - root) * a[which] + root * ((1 - w[:, None]) * b[which] + w[:, None] * c[which]))


def _spread(places: Array, count: int) -> Array:
    """So many of the places: the extremes, then ever the one farthest from those taken."""
    first = places[list(dict.fromkeys((places @ CORNERS.T).argmax(axis=0).tolist()))[:count]]
    return np.concatenate([first, farthest(places, count - len(first), first)])
