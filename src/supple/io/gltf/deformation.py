"""From the motion of a mesh to base, targets and weights, and back."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.io.gltf.glb import Json
from supple.io.gltf.morphs import Base, Columns, stacked
from supple.io.gltf.reduction import FLOAT32, linear_targets
from supple.scene import Mesh, NodeMotion


@dataclass(frozen=True, eq=False)
class Deformation:
    """What a glTF mesh needs: base (n, 3), targets (k, n, 3) with names, weights at rest (k,), over time (T, k)."""

    base: Array
    names: tuple[str, ...]
    targets: Array
    rest: Array
    weights: Array | None = None
    record: Json | None = None
    """For `extras`: what undoes it."""


def still(mesh: Mesh) -> Deformation:
    """A mesh that keeps its shape; its own targets are passed on as they are."""
    names = tuple(mesh.targets)
    return Deformation(mesh.vertices, names, stacked(mesh.targets, len(mesh.vertices)), np.zeros(len(names)))


def deformation(mesh: Mesh, motion: NodeMotion, base: Base, tolerance: float | None) -> Deformation:
    """How the mesh of a node changes shape; `tolerance` [m] is how exactly a vertex cache must be met."""
    if motion.vertices is not None:
        names, modes, q = _cached(mesh, motion.vertices, tolerance)
    elif motion.weights is not None and mesh.targets:
        names, modes, q = tuple(mesh.targets), stacked(mesh.targets, len(mesh.vertices)), motion.weights
    else:
        return still(mesh)
    columns = Columns.fitted(names, q, base)
    record: Json = {
        "names": list(names),
        "mode": columns.mode.tolist(),
        "scale": columns.scale.tolist(),
        "offset": columns.offset.tolist(),
    }
    if motion.vertices is not None:
        record["cache_from"] = len(mesh.targets)
    return Deformation(
        columns.base(mesh.vertices, modes),
        columns.names,
        columns.targets(modes),
        columns.weights(np.zeros((1, len(names))))[0],
        columns.weights(q),
        record,
    )


@dataclass(frozen=True, eq=False)
class Undone:
    """Rest vertices (n, 3), targets by mode, coefficients (T, m) and, of a vertex cache, its frames (T, n, 3)."""

    rest: Array
    targets: Mapping[str, Array]
    coefficients: Array
    frames: Array | None


def undone(base: Array, targets: Array, w: Array, record: Json) -> Undone:
    """The motion that base (n, 3), targets (k, n, 3) and weights (T, k) were made of."""
    scale, offset = np.array(record["scale"], dtype=float), np.array(record["offset"], dtype=float)
    columns = Columns(tuple(record["names"]), np.array(record["mode"], dtype=np.int64), scale, offset)
    modes, q = columns.modes(targets), columns.coefficients(w)
    rest = base - np.tensordot(offset, modes, axes=1)
    first = record.get("cache_from")
    own = dict(zip(record["names"][:first], modes[:first], strict=True))
    frames = None if first is None else rest + np.tensordot(q[:, first:], modes[first:], axes=1)
    return Undone(rest, own, q, frames)


def _cached(mesh: Mesh, vertices: Array, tolerance: float | None) -> tuple[tuple[str, ...], Array, Array]:
    """A vertex cache as modes: few, if the motion is linear in them to `tolerance`, or else one a frame."""
    motion = vertices - mesh.vertices
    size = float(np.abs(vertices).max(initial=0.0))
    fit = linear_targets(motion, FLOAT32 * size if tolerance is None else tolerance)
    if fit is not None:
        names, modes, q = [f"shape {k + 1}" for k in range(len(fit.targets))], fit.targets, fit.weights
    else:
        moved = np.flatnonzero(motion.any(axis=(1, 2)))
        names, modes, q = [f"frame {k}" for k in moved], motion[moved], np.eye(len(motion))[:, moved]
    own = stacked(mesh.targets, len(mesh.vertices))
    still = np.zeros((len(motion), len(own)))
    return (*mesh.targets, *names), np.concatenate([own, modes]), np.concatenate([still, q], axis=1)
