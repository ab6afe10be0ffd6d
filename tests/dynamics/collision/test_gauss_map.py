"""Polyhedra of many corners: what walks over Gauss maps find, against all faces and all pairs of edges in NumPy."""

from typing import Any

import numpy as np
import pytest
from run import Run, cylinder, gem
from scipy.spatial.transform import Rotation

from supple.arrays import Array
from supple.dynamics.bodies.rigid import rigid
from supple.dynamics.collision.gauss_map import best_edges, best_face
from supple.dynamics.collision.hull_hull import turn_round
from supple.dynamics.model.arrays import Workspace
from supple.dynamics.model.build import Geom
from supple.dynamics.model.geom_types import HULL
from supple.dynamics.model.hull import box_hull, hull
from supple.kernels import kernel
from supple.kinematics.inertia import Inertia

INERTIA = Inertia(1.0, np.zeros(3), 0.01 * np.eye(3))


@kernel
def told_apart(model: Any, work: Workspace, P: Array, found: Array) -> None:
    """The best face of b and of a, and the best pair of edges: which, and how far; then the pair's direction."""
    Q, n = np.empty(12), np.zeros(3)
    turn_round(P, Q)
    a, b = model.geoms.hull[0], model.geoms.hull[1]
    face, away = best_face(model.hulls, work, b, a, Q, 1e9, -1, 0.0)
    found[0], found[1] = face, away
    face, away = best_face(model.hulls, work, a, b, P, 1e9, -1, 0.0)
    found[2], found[3] = face, away
    face, away = best_edges(model.hulls, work, a, b, P, -1, 0.0, n)
    found[4], found[5] = face, away
    for r in range(3):
        found[6 + r] = n[r]


class Pair:
    """Two polyhedra, the second to be moved."""

    def __init__(self, a: Geom, b: Geom) -> None:
        self.run = Run([rigid(INERTIA, (0, 0, 0))] * 2, [a._replace(body=0), b._replace(body=1)])
        self.spans, self.hulls = self.run.built.model.geoms.hull, self.run.built.model.hulls
        self._told_apart = self.run.built.bound(told_apart)

    def found(self, R: Array, t: Array) -> Array:
        found = np.zeros(9)
        self._told_apart(self.run.built.model, self.run.built.work, np.concatenate([t, R.reshape(-1)]), found)
        return found

    def shape(self, which: int, R: Array, t: Array) -> tuple[Array, ...]:
        """Corners, normals, offsets, edges of one of them, placed."""
        v0, v1, f0, f1, e0, e1 = self.spans[which]
        vertex, normal = self.hulls.vertex[v0:v1] @ R.T + t, self.hulls.face[f0:f1, :3] @ R.T
        offset = self.hulls.face[f0:f1, 3] + normal @ t
        return vertex, normal, offset, self.hulls.edge[e0:e1] - np.array([v0, v0, f0, f0])

    def expected(self, R: Array, t: Array) -> tuple[float, float, Array]:
        """The farthest over a face of b, over one of a, and over all pairs of edges whose arcs cross."""
        V, N, d, E = self.shape(0, np.eye(3), np.zeros(3))
        W, M, c, F = self.shape(1, R, t)
        over_b, over_a = ((V @ M.T).min(axis=0) - c).max(), ((W @ N.T).min(axis=0) - d).max()
        A, B, C, D = N[E[:, 2], None], N[E[:, 3], None], -M[F[:, 2]], -M[F[:, 3]]
        e, f = (V[E[:, 1]] - V[E[:, 0]])[:, None], W[F[:, 1]] - W[F[:, 0]]
        k, h = np.cross(D, C), np.cross(B, A)
        adc, bdc, cba, dba = (A * k).sum(-1), (B * k).sum(-1), (C * h).sum(-1), (D * h).sum(-1)
        n = np.cross(e, f)
        size = np.linalg.norm(n, axis=-1)
        apart = size > 1e-2 * np.linalg.norm(e, axis=-1) * np.linalg.norm(f, axis=-1)
        cross = (adc * bdc < 0) & (cba * dba < 0) & (cba * bdc > 0) & apart
        n *= (np.sign((n * (A + B)).sum(-1)) / np.maximum(size, 1e-300))[..., None]
        away = np.where(cross, (n * (W[F[:, 0]] - V[E[:, 0]][:, None])).sum(-1), -np.inf)
        return over_b, over_a, away


def agrees(pair: Pair, R: Array, t: Array) -> int:
    """Whether edges were found at all."""
    found, (over_b, over_a, away) = pair.found(R, t), pair.expected(R, t)
    assert found[1] == pytest.approx(over_b, abs=1e-14)
    assert found[3] == pytest.approx(over_a, abs=1e-14)
    if found[4] < 0:
        assert not np.isfinite(away).any()
        return 0
    assert found[5] == pytest.approx(away.max(), abs=1e-13)
    V, _, _, E = pair.shape(0, np.eye(3), np.zeros(3))
    W, _, _, F = pair.shape(1, R, t)
    i, j = divmod(int(found[4]), len(F))
    n = np.cross(V[E[i, 1]] - V[E[i, 0]], W[F[j, 1]] - W[F[j, 0]])
    assert away[i, j] == pytest.approx(away.max(), abs=1e-13)
    assert abs(n @ found[6:]) == pytest.approx(np.linalg.norm(n), rel=1e-12)
    return 1


@pytest.mark.parametrize(("corners", "poses"), [(5, 600), (12, 600), (24, 200), (64, 25)])
def test_walks_find_what_all_faces_and_all_pairs_of_edges_say(corners, poses):
    r, crossed = np.random.default_rng(corners), 0
    for seed in range(4):
        pair = Pair(gem(seed, 0.15, corners), gem(seed + 50, 0.2, max(4, corners - seed)))
        for turn in Rotation.random(poses, rng=r):
            crossed += agrees(pair, turn.as_matrix(), r.normal(size=3) * r.uniform(0, 0.2))
    assert crossed > 3.5 * poses


@pytest.mark.parametrize("name", ["boxes", "prisms", "like a ball", "flat"])
def test_so_they_do_where_edges_are_parallel_and_faces_many(name):
    """A pair of edges one of which lies along a face says what the face does: whether they cross is a toss."""
    r = np.random.default_rng(1)
    ball = r.normal(size=(64, 3))
    solids = {
        "boxes": box_hull(np.array([0.1, 0.2, 0.3])),
        "like a ball": hull(0.2 * ball / np.linalg.norm(ball, axis=1, keepdims=True)),
        "flat": hull(ball * (0.3, 0.3, 1e-3)),
    }
    shape = cylinder(0.1, 0.2)
    if name != "prisms":
        shape = Geom(HULL, tuple(solids[name].half), hull=solids[name])
    pair = Pair(shape, shape)
    for turn in (
        (0, 0, 0),
        (0, 0.3, 0),
        (1e-9, 1e-7, 0),
        (np.pi / 2, 0, 0),
        (0, np.pi / 32, 0),
        (0.4, 0.1, 0),
    ):
        for t in ((0.05, 0.3, 0.02), (0, 0.1, 0), (0.15, 0.15, 0.15), (0, 0, 0)):
            R, at = Rotation.from_euler("xyz", turn).as_matrix(), np.array(t, float)
            found, (over_b, over_a, away) = pair.found(R, at), pair.expected(R, at)
            assert found[[1, 3]] == pytest.approx([over_b, over_a], abs=1e-14)
            assert max(found[[1, 3, 5]]) == pytest.approx(max(over_b, over_a, away.max()), abs=1e-13)
            assert found[5] <= max(away.max(), -1e300) + 1e-13
