"""A mesh of clay in pieces: one closed surface, each piece and each painted region a part with a look of its own."""

from collections.abc import Mapping, Sequence

import numpy as np

from supple.arrays import Array, ArrayLike, Indices
from supple.scene.look import Look
from supple.scene.mesh import Mesh, Part
from supple.scene.sculpt.clay import Clay
from supple.scene.sculpt.contour import Field, contour
from supple.scene.sculpt.painting import Region, painted
from supple.scene.sculpt.relaxing import relaxed

SHADING = 1.2e-3
"""Over which distance the slope of the field is taken for normals [m]: creases are shaded as softly as this."""


def modeled(
    name: str,
    pieces: Mapping[str, Clay],
    looks: Mapping[str, Look],
    regions: Sequence[Region],
    *,
    bounds: ArrayLike,
    cells: Field,
    finest: float,
) -> Mesh:
    """The surface of all pieces joined, in parts that are called as the pieces and regions are."""
    whole = Clay.of(*pieces.values())
    vertices, faces = contour(whole.distance, bounds, cells, finest=finest)
    vertices = relaxed(vertices, faces, whole)
    borders = [Region(piece, looks[piece], _nearer(pieces, piece)) for piece in pieces]
    wanted = [*borders, *regions]
    vertices, faces, labels = painted(vertices, faces, wanted, lambda p: whole.onto(p, 2, farthest=0.003))
    middle = vertices[faces].mean(axis=1)
    nearest = np.argmin([clay.distance(middle) for clay in pieces.values()], axis=0) + 1
    labels = np.where(labels == 0, nearest, labels)
    normals = whole.normals(vertices, SHADING)
    parts = [_part(region, vertices, faces[labels == k], normals) for k, region in enumerate(wanted, 1)]
    return Mesh(tuple(part for part in parts if len(part.faces)), name)


def _nearer(pieces: Mapping[str, Clay], name: str) -> Field:
    """How much farther the others are than one piece, in its favor."""

    def inside(points: Array) -> Array:
        others = [np.full(len(points), np.inf)]
        others += [clay.distance(points) for other, clay in pieces.items() if other != name]
        return np.asarray(pieces[name].distance(points) - np.min(others, axis=0))

    return inside


def _part(region: Region, vertices: Array, faces: Indices, normals: Array) -> Part:
    used, corners = np.unique(faces, return_inverse=True)
    return Part(vertices[used], corners.reshape(-1, 3), region.name, region.look, normals=normals[used])
