"""Vertices of a skinned character over a clip, on one core, beside the same sums in plain NumPy.

x = Σᵢ wᵢ Mᵢ p: 20,000 vertices on 4 of 60 joints each, 600 frames.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.row import Bench, Row, bench, interleaved
from supple.scene import Mesh
from supple.scene.skinning import skinned
from supple.spatial import compose, from_axis_angle

VERTICES, JOINTS, INFLUENCES, FRAMES = 20_000, 60, 4, 600


def benches() -> Iterator[Bench]:
    """Yield the one."""
    yield bench("skin-600", _skinned)


def _skinned() -> Row:
    mesh, matrices = character(), motion()
    error = float(np.abs(skinned(mesh, matrices[:3]) - plain(mesh, matrices[:3])).max())
    if error > 1e-12:
        raise AssertionError(f"both sides must say the same: {error:g} m apart")
    ours, peer = interleaved(lambda: skinned(mesh, matrices), lambda: plain(mesh, matrices))
    product, _ = interleaved(lambda: dense(mesh, matrices), None)
    return Row(
        "skin-600",
        ours,
        "plain NumPy",
        np.__version__,
        f"{VERTICES} vertices, {JOINTS} joints, {FRAMES} frames",
        peer,
        f"as one dense matrix product a frame, with all cores of BLAS: {product:.3g} s",
    )


def character(seed: int = 0) -> Mesh:
    """Points with weights that sum to 1, each on neighboring joints."""
    rng = np.random.default_rng(seed)
    first = rng.integers(0, JOINTS - INFLUENCES, size=(VERTICES, 1))
    weights = rng.uniform(size=(VERTICES, INFLUENCES))
    points = rng.normal(size=(VERTICES, 3))
    part = Mesh.of(points, np.arange(VERTICES // 3 * 3).reshape(-1, 3)).parts[0]
    joints = first + np.arange(INFLUENCES)
    return Mesh((replace(part, joints=joints, weights=weights / weights.sum(axis=1, keepdims=True)),))


def motion(seed: int = 1) -> np.ndarray:
    """Matrices W B of every joint at every frame, (T, j, 4, 4)."""
    rng = np.random.default_rng(seed)
    phase = np.linspace(0, 20, FRAMES)[:, None] + rng.uniform(size=JOINTS)
    return compose(rng.normal(size=(FRAMES, JOINTS, 3)), from_axis_angle((0, 0.6, 0.8), np.sin(phase)))


def plain(mesh: Mesh, matrices: np.ndarray) -> np.ndarray:
    """The formula as one writes it: the matrices of each vertex gathered and added up, frame by frame."""
    found = np.empty((len(matrices), len(mesh.vertices), 3))
    for t, M in enumerate(matrices[:, :, :3]):
        A = (mesh.weights[:, :, None, None] * M[mesh.joints]).sum(axis=1)
        found[t] = np.einsum("nij,nj->ni", A[:, :, :3], mesh.vertices) + A[:, :, 3]
    return found


def dense(mesh: Mesh, matrices: np.ndarray) -> np.ndarray:
    """All weights as one matrix (n, j), zeros included, so that BLAS does the sums."""
    W = np.zeros((len(mesh.vertices), matrices.shape[1]))
    np.put_along_axis(W, mesh.joints, mesh.weights, axis=1)
    found = np.empty((len(matrices), len(mesh.vertices), 3))
    for t, M in enumerate(matrices[:, :, :3]):
        A = (W @ M.reshape(len(M), 12)).reshape(-1, 3, 4)
        found[t] = np.einsum("nij,nj->ni", A[:, :, :3], mesh.vertices) + A[:, :, 3]
    return found
