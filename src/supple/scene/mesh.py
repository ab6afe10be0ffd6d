"""Triangle meshes made of named parts.

A part is a run of vertices and faces with one look (a glTF primitive, a lid, a wheel). A mesh is its parts in
order; `mesh.vertices` is their vertices one after another, and everything that moves speaks of that one array.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from supple.arrays import Array, ArrayLike, Indices, finite
from supple.errors import InputError, UnknownNameError
from supple.scene import solid
from supple.scene.look import Look


@dataclass(frozen=True, eq=False)
class Part:
    """Vertices (n, 3) [m], faces (m, 3), counter-clockwise seen from outside, and what they wear."""

    vertices: Array
    faces: Indices
    name: str = ""
    look: Look = field(default_factory=Look)
    normals: Array | None = None
    uv: Array | None = None
    colors: Array | None = None
    joints: Indices | None = None
    """Joints (n, k) that each vertex hangs on, as numbers in the skin of the node; any k."""
    weights: Array | None = None
    """How much it hangs on each, (n, k); they sum to 1."""
    attributes: Mapping[str, np.ndarray] = field(default_factory=dict)
    """Whatever else a file gave its vertices (tangents, a second uv set), by the file's own name."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "vertices", finite(self.vertices, f"part {self.name!r} vertices", (None, 3)))
        object.__setattr__(self, "faces", np.asarray(self.faces, dtype=np.int64).reshape(-1, 3))
        if self.faces.size and not (self.faces.min() >= 0 and self.faces.max() < len(self.vertices)):
            raise InputError(
                f"part {self.name!r}: faces name vertices {self.faces.min()}…{self.faces.max()}, "
                f"but there are only {len(self.vertices)}"
            )
        if (self.joints is None) != (self.weights is None):
            raise InputError(f"part {self.name!r}: joints and weights go together; only one is given")
        if self.joints is not None and self.weights is not None:
            joints = np.asarray(self.joints, dtype=np.int64)
            weights = finite(self.weights, f"part {self.name!r} weights", (len(self.vertices), None))
            if joints.shape != weights.shape:
                raise InputError(
                    f"part {self.name!r}: joints have shape {joints.shape}, weights {weights.shape}; "
                    "expected the same"
                )
            object.__setattr__(self, "joints", joints)
            object.__setattr__(self, "weights", weights)

    @cached_property
    def shading_normals(self) -> Array:
        """The given normals, or area-weighted ones, (n, 3)."""
        return self.normals if self.normals is not None else solid.vertex_normals(self.vertices, self.faces)

    def transformed(self, matrix: ArrayLike) -> "Part":
        """Moved by a 4×4 matrix; a mirroring one turns the faces over so that outside stays outside."""
        m = finite(matrix, "matrix", (4, 4))
        linear = m[:3, :3]
        faces = self.faces if np.linalg.det(linear) > 0 else self.faces[:, ::-1]
        normals = None
        if self.normals is not None:
            normals = self.normals @ np.linalg.inv(linear)
            normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
        return replace(
            self,
            vertices=self.vertices @ linear.T + m[:3, 3],
            faces=faces,
            normals=normals,
            attributes=_turned(self.attributes, linear),
        )


def _turned(attributes: "Mapping[str, np.ndarray]", linear: Array) -> "Mapping[str, np.ndarray]":
    """With tangents (n, 4), direction and handedness, turned by a 3×3 matrix."""
    if "TANGENT" not in attributes:
        return attributes
    along = attributes["TANGENT"][:, :3] @ linear.T
    along = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-300)
    hand = attributes["TANGENT"][:, 3:] * np.sign(np.linalg.det(linear))
    return {**attributes, "TANGENT": np.hstack([along, hand]).astype(attributes["TANGENT"].dtype)}


@dataclass(frozen=True, eq=False, repr=False)
class Mesh:
    """Parts in order, and the named ways in which they can deform.

    `targets`: displacement of every vertex (n, 3) [m] by name; a shape is `vertices + Σ weight · target`.
    `groups`: further names for sets of vertices, as indices.

    >>> square = Mesh.of([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 3]])
    >>> square.watertight, len(square.vertices)
    (False, 4)
    """

    parts: tuple[Part, ...]
    name: str = ""
    targets: Mapping[str, Array] = field(default_factory=dict)
    groups: Mapping[str, Indices] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(self.parts))
        n = len(self.vertices)
        for target, shift in self.targets.items():
            finite(shift, f"target {target!r} of mesh {self.name!r}", (n, 3))

    def __repr__(self) -> str:
        counts = f"{len(self.vertices)} vertices, {len(self.faces)} faces, {len(self.parts)} parts"
        return f"<mesh {self.name!r}: {counts}>"

    @classmethod
    def of(cls, vertices: ArrayLike, faces: ArrayLike, *, name: str = "", look: Look | None = None) -> "Mesh":
        """A mesh of one part."""
        part = Part(finite(vertices, "vertices"), np.asarray(faces, dtype=np.int64), name, look or Look())
        return cls((part,), name)

    @classmethod
    def joined(cls, meshes: Iterable["Mesh"], name: str = "") -> "Mesh":
        """Several meshes as one, part after part; targets and groups are left behind."""
        return cls(tuple(part for mesh in meshes for part in mesh.parts), name)

    @cached_property
    def vertices(self) -> Array:
        """All vertices, part after part, (n, 3) [m]."""
        return np.concatenate([p.vertices for p in self.parts]) if self.parts else np.zeros((0, 3))

    @cached_property
    def faces(self) -> Indices:
        """All faces, (m, 3), as indices into `vertices`."""
        runs = [p.faces + start for p, start in zip(self.parts, self.starts, strict=True)]
        return np.concatenate(runs) if runs else np.zeros((0, 3), dtype=np.int64)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Index of the first vertex of each part."""
        return tuple(np.cumsum([0, *(len(p.vertices) for p in self.parts)])[:-1].tolist())

    @cached_property
    def joints(self) -> Indices | None:
        """Joints (n, k) of all vertices, rows of fewer filled with 0; None if no part hangs on any."""
        return _stacked([p.joints for p in self.parts], self.starts, len(self.vertices), np.int64)

    @cached_property
    def weights(self) -> Array | None:
        """Weights (n, k) of all vertices on their joints, 0 where there are fewer; None if no part has them."""
        return _stacked([p.weights for p in self.parts], self.starts, len(self.vertices), np.float64)

    def part(self, name: str) -> Part:
        """The part with that name."""
        for part in self.parts:
            if part.name == name:
                return part
        raise UnknownNameError(f"part of mesh {self.name!r}:", name, [p.name for p in self.parts])

    def indices(self, name: str) -> Indices:
        """Indices into `vertices` of a part or a group."""
        if name in self.groups:
            return self.groups[name]
        runs = zip(self.parts, self.starts, strict=True)
        found = [np.arange(k, k + len(p.vertices)) for p, k in runs if p.name == name]
        if not found:
            raise UnknownNameError("part or group", name, [*(p.name for p in self.parts), *self.groups])
        return np.concatenate(found)

    @cached_property
    def watertight(self) -> bool:
        """Whether the surface closes: every edge, vertices at one place being one, is walked once each way."""
        return bool(len(self.faces)) and solid.open_edges(self.vertices, self.faces) == 0

    @cached_property
    def volume(self) -> float:
        """Signed volume enclosed [m³]; meaningful if watertight."""
        return solid.volume(self.vertices, self.faces)

    @property
    def bounds(self) -> Array:
        """Lowest and highest corner, (2, 3) [m]."""
        if not len(self.vertices):
            raise InputError(f"mesh {self.name!r} has no vertices, so no bounds")
        return np.stack([self.vertices.min(axis=0), self.vertices.max(axis=0)])

    def shape(self, weights: ArrayLike) -> Array:
        """vertices + Σ weight · target, (..., n, 3), for weights (..., k) in the order of `targets`."""
        w = np.asarray(weights, dtype=np.float64)
        return self.vertices + np.tensordot(w, self._displacements, axes=1)

    @cached_property
    def _displacements(self) -> Array:
        """All targets, (k, n, 3)."""
        return np.array(list(self.targets.values())).reshape(-1, *self.vertices.shape)

    def transformed(self, matrix: ArrayLike) -> "Mesh":
        """Moved by a 4×4 matrix, targets included."""
        linear = np.asarray(matrix, dtype=np.float64)[:3, :3]
        return replace(
            self,
            parts=tuple(p.transformed(matrix) for p in self.parts),
            targets={k: d @ linear.T for k, d in self.targets.items()},
        )

    def with_vertices(self, vertices: ArrayLike) -> "Mesh":
        """The same surface in another shape (n, 3); normals follow, targets stay behind."""
        moved = finite(vertices, f"vertices for mesh {self.name!r}", (len(self.vertices), 3))
        runs = np.split(moved, self.starts[1:])
        parts = [replace(p, vertices=v, normals=None) for p, v in zip(self.parts, runs, strict=True)]
        return replace(self, parts=tuple(parts), targets={})

    def painted(self, color: "str | ArrayLike") -> "Mesh":
        """All parts in one color."""
        return replace(self, parts=tuple(replace(p, look=p.look.painted(color)) for p in self.parts))


def _stacked(
    given: list[np.ndarray | None], starts: tuple[int, ...], count: int, dtype: "type[np.generic]"
) -> np.ndarray | None:
    """Rows of any width, one part after another, as one array as wide as the widest; None if there are none."""
    width = max((rows.shape[1] for rows in given if rows is not None), default=0)
    if not width:
        return None
    whole = np.zeros((count, width), dtype)
    for start, rows in zip(starts, given, strict=True):
        if rows is not None:
            whole[start : start + len(rows), : rows.shape[1]] = rows
    return whole
