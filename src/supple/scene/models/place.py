"""Putting parts where they belong."""

from dataclasses import replace

import numpy as np

from supple.arrays import Array, ArrayLike, Indices
from supple.scene.mesh import Part
from supple.spatial import compose, from_axis_angle

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


def turned(axis: ArrayLike, degrees: float) -> Array:
    """The quaternion of a turn about `axis`."""
    return from_axis_angle(axis, np.radians(degrees))


def moved(
    part: Part,
    at: ArrayLike = (0.0, 0.0, 0.0),
    turn: ArrayLike = (0.0, 0.0, 0.0, 1.0),
    scale: ArrayLike = (1.0, 1.0, 1.0),
) -> Part:
    """The part scaled, turned and carried to `at` [m]."""
    return part.transformed(compose(np.asarray(at), np.asarray(turn), np.asarray(scale)))


def merged(parts: "list[Part]", name: str) -> Part:
    """Several shells as one part with the look of the first."""
    starts = np.cumsum([0, *(len(p.vertices) for p in parts)])
    faces = np.concatenate([p.faces + k for p, k in zip(parts, starts[:-1], strict=True)])
    normals = np.concatenate([p.shading_normals for p in parts])
    return replace(
        parts[0],
        vertices=np.concatenate([p.vertices for p in parts]),
        faces=faces,
        normals=normals,
        name=name,
    )


def divided(part: Part, labels: "np.ndarray", names: "list[str]") -> "tuple[Part, ...]":
    """The faces labeled 0, 1, … as parts with those names; together they are as closed as the whole was."""
    return tuple(_only(part, np.flatnonzero(labels == k), name) for k, name in enumerate(names))


def _only(part: Part, faces: Indices, name: str) -> Part:
    used, index = np.unique(part.faces[faces], return_inverse=True)
    return replace(
        part,
        vertices=part.vertices[used],
        faces=index.reshape(-1, 3),
        normals=part.shading_normals[used],
        name=name,
    )
