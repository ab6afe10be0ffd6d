"""Few targets for a long motion: the best k shapes for a trajectory, and how far off they are.

X (T, 3n), row t the displacements at sample t;  X ≈ 1 μᵀ + C B,  B (k, 3n): the k leading right singular
vectors of X − 1 μᵀ, the best possible in the mean square (Eckart & Young 1936).
"""

import logging
from dataclasses import dataclass, replace

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.io.gltf.morphs import Base, Columns
from supple.io.gltf.normals import reshaped
from supple.scene import Mesh, NodeMotion, Take

_log = logging.getLogger(__name__)

FLOAT32 = float(np.finfo(np.float32).eps)


@dataclass(frozen=True, eq=False)
class Reduced:
    """x(t) ≈ mean + Σ weights(t) · targets; `error` is the farthest that any vertex is off [m]."""

    mean: Array
    targets: Array
    weights: Array
    error: float


def reduce_targets(motion: ArrayLike, max_targets: int, *, centered: bool = True) -> Reduced:
    """The best `max_targets` targets (k, n, 3) for displacements `motion` (T, n, 3) [m].

    With `centered`, the mean displacement (n, 3) is taken out first and costs no target.

    >>> swing = np.sin(np.linspace(0, 6, 50))[:, None, None] * np.ones((4, 3))
    >>> reduce_targets(swing, 1).error < 1e-12
    True
    """
    x = finite(motion, "motion", (None, None, 3))
    if max_targets < 1:
        raise InputError(f"max_targets is {max_targets}; expected at least 1")
    mean = x.mean(axis=0) if centered else np.zeros(x.shape[1:])
    rows = (x - mean).reshape(len(x), -1)
    return _projected(rows, mean, _leading(rows)[1][:, :max_targets])


def linear_targets(motion: Array, tolerance: float) -> Reduced | None:
    """As few targets as meet `motion` (T, n, 3) to `tolerance` [m], if that is less than half of one a sample."""
    rows, mean = motion.reshape(len(motion), -1), np.zeros(motion.shape[1:])
    strength, axes = _leading(rows)
    left = np.append(np.cumsum(strength[::-1])[::-1], 0.0)  # Σ |error|² with the first 0, 1, 2 … of them
    count = max(int(np.argmax(left <= tolerance**2 * motion.size / 3)), 1)
    while count <= min(len(rows) // 2, axes.shape[1]):
        fit = _projected(rows, mean, axes[:, :count])
        if fit.error <= tolerance:
            return fit
        count = count + 1 if count < 8 else count * 5 // 4
    return None


def reduced(take: Take, max_targets: int, base: Base) -> Take:
    """The take with at most `max_targets` targets a mesh in the file; the error of each node [m] is in its report."""
    shapes = max_targets if base == "normalized" else max_targets // 2
    if shapes < 1:
        raise InputError(
            f"max_targets is {max_targets}; with base={base!r} a shape may need two, so give 2 or more"
        )
    motions, errors = dict(take.motions), {}
    scene = take.scene.copy()
    for name, motion in take.motions.items():
        mesh = scene[name].mesh
        if mesh is None or _fits(mesh, motion, max_targets, base):
            continue
        fit = reduce_targets(_displacements(mesh, motion), shapes, centered=base == "normalized")
        targets = {f"shape {k + 1}": target for k, target in enumerate(fit.targets)}
        scene[name].mesh = replace(reshaped(mesh, mesh.vertices + fit.mean), targets=targets)
        motions[name] = replace(motion, vertices=None, weights=fit.weights)
        errors[name] = fit.error
        _log.info("%s: %d targets, at most %.3g m off", name, len(targets), fit.error)
    if not errors:
        return take
    fewer = replace(take, scene=scene, motions=motions)
    return fewer.with_report(max_targets=max_targets, target_error_m=errors)


def _fits(mesh: Mesh, motion: NodeMotion, max_targets: int, base: Base) -> bool:
    if motion.vertices is not None:
        return False
    return (
        motion.weights is None
        or Columns.fitted(tuple(mesh.targets), motion.weights, base).count <= max_targets
    )


def _displacements(mesh: Mesh, motion: NodeMotion) -> Array:
    if motion.vertices is not None:
        return np.asarray(motion.vertices - mesh.vertices)
    weights = np.zeros((1, len(mesh.targets))) if motion.weights is None else motion.weights
    return np.asarray(mesh.shape(weights) - mesh.vertices)


def _leading(rows: Array) -> tuple[Array, Array]:
    """Squared singular values (r,) and left singular vectors (T, r), strongest first, from the matrix X Xᵀ."""
    strength, axes = np.linalg.eigh(rows @ rows.T)
    present = np.flatnonzero(strength > max(strength[-1], 0.0) * 1e-30)[::-1]
    axes = axes[:, present]
    signs = np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(len(present))])
    return strength[present], np.asarray(axes * signs)


def _projected(rows: Array, mean: Array, axes: Array) -> Reduced:
    shapes = axes.T @ rows
    off = (rows - axes @ shapes).reshape(len(rows), -1, 3)
    error = float(np.linalg.norm(off, axis=2).max(initial=0.0))
    return Reduced(mean, shapes.reshape(-1, *mean.shape), axes, error)
