"""Regions of a surface in colors of their own, with clean borders: triangles are cut where a border runs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, Indices
from supple.scene.look import Look

NEAR = 0.25
"""A vertex within this share of an edge from a border is moved onto it."""


@dataclass(frozen=True, eq=False)
class Region:
    """Where `inside` of points (n, 3) is negative, over what was painted before."""

    name: str
    look: Look
    inside: Callable[[Array], Array]


def painted(
    vertices: Array, faces: Indices, regions: Sequence[Region], onto: Callable[[Array], Array]
) -> tuple[Array, Indices, Indices]:
    """Vertices, faces, and the number of each face's region, 0 for none; `onto` brings vertices to the surface."""
    labels = np.zeros(len(faces), dtype=np.int64)
    for number, region in enumerate(regions, 1):
        vertices, values = _snapped(vertices, faces, region.inside(vertices), onto)
        vertices, values, faces, labels = _cut(vertices, values, faces, labels, onto)
        labels = np.where(values[faces].sum(axis=1) < 0, number, labels)
    return vertices, faces, labels


def _crossed(faces: Indices, values: Array) -> Indices:
    """The edges of faces that a border crosses or touches, (n, 2), the lower number first."""
    signs = np.sign(values)[faces]
    faces = faces[signs.min(axis=1) != signs.max(axis=1)]
    if not len(faces):
        return np.zeros((0, 2), dtype=np.int64)
    wide = int(faces.max()) + 1
    a, b = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]).T
    keys = np.unique(np.minimum(a, b) * wide + np.maximum(a, b))
    return np.stack(np.divmod(keys, wide), axis=1)


def _snapped(
    vertices: Array, faces: Indices, values: Array, onto: Callable[[Array], Array]
) -> tuple[Array, Array]:
    """Vertices near a border on it, with value 0 there."""
    edges = _crossed(faces, values)
    a, b = edges[(values[edges[:, 0]] < 0) != (values[edges[:, 1]] < 0)].T
    share = values[a] / (values[a] - values[b])
    moved, values = vertices.copy(), values.copy()
    at = vertices[a] + share[:, None] * (vertices[b] - vertices[a])
    for rows, ends in ((share < NEAR, a), (share > 1 - NEAR, b)):
        moved[ends[rows]] = at[rows]
        values[ends[rows]] = 0.0
    changed = (moved != vertices).any(axis=1)
    moved[changed] = onto(moved[changed])
    return moved, values


def _cut(
    vertices: Array, values: Array, faces: Indices, labels: Indices, onto: Callable[[Array], Array]
) -> tuple[Array, Array, Indices, Indices]:
    """Triangles cut along value 0."""
    edges = _crossed(faces, values)
    a, b = edges[values[edges[:, 0]] * values[edges[:, 1]] < 0].T
    share = values[a] / (values[a] - values[b])
    fresh = onto(vertices[a] + share[:, None] * (vertices[b] - vertices[a]))
    wide = len(vertices) + 1
    keys, numbers = a * wide + b, np.arange(len(a)) + len(vertices)
    order = np.argsort(keys)

    def between(p: Indices, q: Indices) -> Indices:
        """The new vertex on each edge, or −1."""
        if not len(keys):
            return np.full(len(p), -1)
        wanted = np.minimum(p, q) * wide + np.maximum(p, q)
        place = np.minimum(np.searchsorted(keys[order], wanted), len(order) - 1)
        return np.where(keys[order][place] == wanted, numbers[order[place]], -1)

    whole = np.concatenate([vertices, fresh]), np.concatenate([values, np.zeros(len(fresh))])
    new_faces, new_labels = _split(faces, labels, between)
    return *whole, new_faces, new_labels


def _split(
    faces: Indices, labels: Indices, between: Callable[[Indices, Indices], Indices]
) -> tuple[Indices, Indices]:
    """Faces with one or two of their edges cut as two or three."""
    mids = np.stack([between(faces[:, k], faces[:, (k + 1) % 3]) for k in range(3)], axis=1)
    cuts = (mids >= 0).sum(axis=1)
    kept, kinds = [faces[cuts == 0]], [labels[cuts == 0]]
    for k in range(3):
        p, q, r = faces[:, k], faces[:, (k + 1) % 3], faces[:, (k + 2) % 3]
        m, n = mids[:, k], mids[:, (k + 1) % 3]
        one = (cuts == 1) & (m >= 0)
        two = (cuts == 2) & (m >= 0) & (n >= 0)  # the corner q is cut off
        for rows, corners in (
            (one, (p, m, r)),
            (one, (m, q, r)),
            (two, (m, q, n)),
            (two, (p, m, n)),
            (two, (p, n, r)),
        ):
            kept.append(np.stack([corner[rows] for corner in corners], axis=1))
            kinds.append(labels[rows])
    return np.concatenate(kept), np.concatenate(kinds)
