"""How far parts keep from each other, and from the floor, in every frame of a take.

d = min |x_a − x_b| over points of two surfaces, by branch and bound. For pieces A and B of them, points a and b on
the pieces, and any unit vector u,

    min u · x_A − max u · x_B  ≤  d  ≤  |a − b|,

so that pairs of pieces that cannot come closer than the best found so far are dropped, and the others split, down two
trees of boxes to single triangles. All frames are worked on at once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

import numpy as np

from supple.arrays import Array, Indices
from supple.errors import InputError
from supple.scene.boxes import Boxes
from supple.scene.take import Take
from supple.scene.triangles import distances

EXACTLY = 1e-6
"""How exact a gap is [m]."""
WIDE, ROUGHLY = 0.05, 0.3
"""One wider than this [m] may be too large by this share of it: round parts are equally far from many places."""
RIGID = 1e-6
"""Axes that are further than this from a rotation of the first frame's have been stretched."""


def gap(
    take: Take,
    part: tuple[str, str | None] = ("head", "shade"),
    others: Iterable[str] = ("base", "arm.lower", "arm.upper"),
) -> Array:
    """Least distance (T,) [m] between a part of a node's mesh (None: all of it) and the meshes of other nodes.

    Exact up to 5 cm; beyond, where nothing is about to touch, a quick estimate that is never too small and at most
    1/0.7 of it. Between surfaces: 0 where they cut each other. What deforms or hangs on joints is measured frame by
    frame, which takes longer. By default the shade of a lamp is watched.

    >>> from supple.scene import NodeMotion, Scene, models
    >>> ball, wall = models.sphere(radius=0.1), models.box(width=1.0).place(translation=(1, 0, 0))
    >>> path = NodeMotion(translation=np.array([[0.36, 0.2, 0], [0.38, 0.2, 0]]))
    >>> take = Take(Scene([ball, wall]), np.array([0.0, 1.0]), {"sphere": path})
    >>> gap(take, ("sphere", None), ["box"]).round(2)
    array([0.04, 0.02])
    """
    ours = [_surface(take, *part)] if part[1] else [_surface(take, name) for name in take.worn(part[0])]
    theirs = [_surface(take, name) for other in others for name in take.worn(other)]
    if not theirs:
        raise InputError(f"others is empty; name the nodes that {part[0]!r} should keep away from")
    least = np.full(len(take.times), np.inf)
    for mine, other in product(ours, theirs):
        rigid = isinstance(mine, _Moving) and isinstance(other, _Moving)
        step = len(least) if rigid else 1
        for start in range(0, len(least), step):
            run = slice(start, start + step)
            _Search(least[run]).between(mine.during(run), other.during(run))
    return least


def height(take: Take, nodes: Iterable[str] | None = None) -> Array:
    """Height (T,) [m] over the floor y = 0 of the lowest vertex of the nodes' meshes, by default of all.

    >>> from supple.scene import NodeMotion, Scene, models
    >>> fall = NodeMotion(translation=np.array([[0, 1, 0], [0, 0.1, 0]]))
    >>> height(Take(Scene([models.sphere(radius=0.1)]), np.array([0.0, 1.0]), {"sphere": fall})).round(3)
    array([0.9, 0. ])
    """
    drawn = [n.name for n in take.scene.walk() if n.mesh is not None and len(n.mesh.vertices)]
    names = drawn if nodes is None else [each for name in nodes for each in take.worn(name)]
    if not names:
        raise InputError("no node with a mesh to measure: nothing has a height")
    return np.asarray(np.min([_lowest(take, name) for name in names], axis=0))


def _lowest(take: Take, name: str) -> Array:
    if not len(take.scene[name].surface.vertices):
        raise InputError(f"the mesh of node {name!r} has no vertices, so no height")
    if take.deforms(name):
        return np.asarray(take.world_vertices(name)[..., 1].min(axis=1))
    up = take.world(name)[:, 1]
    return np.asarray((up[:, :3] @ take.shape(name, 0).T).min(axis=1) + up[:, 3])


def _surface(take: Take, name: str, part: str | None = None) -> "_Moving | _Deforming":
    """The surface of a node, or of a part of its mesh, as it moves."""
    mesh, world = take.scene[name].surface, take.world(name)
    surface = mesh if part is None else mesh.part(part)
    if not len(surface.faces):
        raise InputError(f"the mesh of node {name!r} has no faces, so no surface to measure from")
    L, b = world[:, :3, :3], world[:, :3, 3]
    R = L @ np.linalg.pinv(L[0])
    if take.deforms(name) or np.abs(R @ R.transpose(0, 2, 1) - np.eye(3)).max() > RIGID:
        start = 0 if part is None else mesh.starts[mesh.parts.index(mesh.part(part))]
        return _Deforming(take.world_vertices(name), surface.faces + start)
    return _Moving(Boxes.of((surface.vertices @ L[0].T)[surface.faces]), R, b)


@dataclass(frozen=True, eq=False)
class _Moving:
    """Points y of a rigid surface that move as x = R y + b: R (T, 3, 3), b (T, 3) [m].

    With L(t) the node's own 3 × 3, y = L(0) p and R(t) = L(t) L(0)⁻¹, which keeps whatever scale there is.
    """

    tree: Boxes
    R: Array
    b: Array

    def during(self, run: slice) -> "_Moving":
        """The same surface in some of the frames."""
        return _Moving(self.tree, self.R[run], self.b[run])


@dataclass(frozen=True, eq=False)
class _Deforming:
    """A surface whose points (T, n, 3) [m] move each on its own."""

    points: Array
    faces: Indices

    def during(self, run: slice) -> _Moving:
        """The surface as it stands in the one frame of `run`."""
        return _Moving(Boxes.of(self.points[run.start][self.faces]), np.eye(3)[None], np.zeros((1, 3)))


@dataclass(frozen=True, eq=False)
class _Search:
    """The least distance found so far in every frame, `least` (T,) [m]; what cannot better it is dropped."""

    least: Array

    def between(self, mine: _Moving, other: _Moving) -> None:
        """Down both trees: of every pair of boxes split the larger, and measure where both are one triangle."""
        a, b = mine.tree, other.tree
        back = other.R.transpose(0, 2, 1)
        turn, shift = back @ mine.R, np.einsum("tij,tj->ti", back, mine.b - other.b)
        pairs = np.ones((len(self.least), 3), dtype=np.int64)  # frame, box of a, box of b
        pairs[:, 0] = np.arange(len(pairs))
        while len(pairs):
            frame, i, j = pairs.T
            apart = np.einsum("nij,nj->ni", turn[frame], a.middle[i]) + shift[frame] - b.middle[j]
            bound = _separation(apart, turn[frame], a, i, b, j)
            promising = self._first(frame, np.linalg.norm(apart, axis=1))
            ended = (i >= len(a.triangles)) & (j >= len(b.triangles)) & self._matters(frame, bound)
            for which in (promising, ended):
                t, k, m = frame[which], a.central[i[which]], b.central[j[which]]
                seen = a.triangles[k] @ turn[t].transpose(0, 2, 1) + shift[t][:, None]
                np.minimum.at(self.least, t, distances(np.stack([seen, b.triangles[m]], axis=1)))
            pairs = _split(pairs[self._matters(frame, bound) & ~ended], a, b)

    def _first(self, frame: Indices, d: Array) -> np.ndarray:
        """Where d (n,) is the least of its frame."""
        best = np.full(len(self.least), np.inf)
        np.minimum.at(best, frame, d)
        return np.asarray(d <= best[frame])

    def _matters(self, frame: Indices, bound: Array) -> np.ndarray:
        """Whether what is no closer than `bound` (n,) could still change the result."""
        least = self.least[frame]
        enough = np.minimum(least - EXACTLY, np.maximum(WIDE, (1 - ROUGHLY) * least))
        return np.asarray(np.maximum(bound, 0) < enough)


def _separation(apart: Array, turn: Array, a: Boxes, i: Indices, b: Boxes, j: Indices) -> Array:
    """How far boxes are apart (n,) [m], along the line of their middles or across the thinner side of one."""
    axes_a, axes_b = np.einsum("nij,nkj->nki", turn, a.axes[i]), b.axes[j]
    length = np.linalg.norm(apart, axis=1, keepdims=True)
    found = []
    for u in (apart / np.where(length > 0, length, 1), axes_a[:, 0], axes_b[:, 0]):
        reach = np.abs(np.einsum("nij,nj->ni", axes_a, u)) * a.half[i]
        reach += np.abs(np.einsum("nij,nj->ni", axes_b, u)) * b.half[j]
        found.append(np.abs(np.einsum("ni,ni->n", apart, u)) - np.einsum("ni->n", reach))
    return np.asarray(np.max(found, axis=0))


def _split(pairs: Indices, a: Boxes, b: Boxes) -> Indices:
    """Each pair twice, with the two halves of its larger box that is more than one triangle."""
    _, i, j = pairs.T
    size_a = np.where(i < len(a.triangles), a.half[i].max(axis=1), -1)
    size_b = np.where(j < len(b.triangles), b.half[j].max(axis=1), -1)
    pairs, column = np.repeat(pairs, 2, axis=0), np.repeat(np.where(size_a >= size_b, 1, 2), 2)
    rows = np.arange(len(pairs))
    pairs[rows, column] = 2 * pairs[rows, column] + rows % 2
    return pairs
