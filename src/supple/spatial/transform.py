"""Translation, rotation and scale as one matrix: x = T R S p, 4 × 4, column vectors."""

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.spatial.components import components
from supple.spatial.matrix import from_matrix, to_matrix
from supple.spatial.quaternion import IDENTITY


def compose(
    translation: ArrayLike = (0, 0, 0), rotation: ArrayLike = IDENTITY, scale: ArrayLike = (1, 1, 1)
) -> Array:
    """T R S: translations [m] and scales of shape (..., 3), quaternions (..., 4) ↦ matrices (..., 4, 4).

    >>> compose((1, 2, 3), scale=(2, 2, 2)) @ [1, 0, 0, 1]
    array([3., 2., 3., 1.])
    """
    t, s = components(translation, 3, "translation"), components(scale, 3, "scale")
    linear = to_matrix(rotation) * s[..., None, :]
    matrix = np.zeros((*np.broadcast_shapes(t.shape[:-1], linear.shape[:-2]), 4, 4))
    matrix[..., :3, :3], matrix[..., :3, 3], matrix[..., 3, 3] = linear, t, 1.0
    return matrix


def decompose(matrix: ArrayLike) -> tuple[Array, Array, Array]:
    """The translation, rotation and scale nearest to a matrix; (..., 4, 4) ↦ (..., 3), (..., 4), (..., 3).

    Exact where the matrix has no shear (`shear` tells how much it has). A mirroring matrix gets a negative x
    scale. Axes of scale zero leave the rotation free in part; the rest of it is kept.

    >>> t, r, s = decompose(compose((1, 2, 3), (0, 0, 0.6, 0.8), (1, 2, 4)))
    >>> t, r.round(12), s.round(12)
    (array([1., 2., 3.]), array([0. , 0. , 0.6, 0.8]), array([1., 2., 4.]))
    """
    matrix = _affine(matrix)
    linear = matrix[..., :3, :3]
    sizes = np.linalg.norm(linear, axis=-2)
    axes = linear / np.where(sizes > 0.0, sizes, 1.0)[..., None, :]
    mirrored = np.linalg.det(axes) < 0.0
    axes[..., 0] *= np.where(mirrored, -1.0, 1.0)[..., None]
    rotation = _nearest_rotation(axes)
    scale = np.einsum("...ij,...ij->...j", rotation, linear)
    return matrix[..., :3, 3].copy(), from_matrix(rotation), scale


def shear(matrix: ArrayLike) -> Array:
    """What T R S cannot say: max |M − compose(decompose(M))| / max |M₃ₓ₃|; (..., 4, 4) ↦ (...).

    >>> float(shear(compose(rotation=(1, 2, 3, 4), scale=(1, 2, -3)))) < 1e-15
    True
    >>> round(float(shear([[1, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])), 3)
    0.5
    """
    matrix = _affine(matrix)
    largest = np.abs(matrix[..., :3, :3]).max(axis=(-1, -2))
    gap = np.abs(matrix - compose(*decompose(matrix))).max(axis=(-1, -2))
    return np.asarray(gap / np.where(largest > 0.0, largest, 1.0))


def _affine(matrix: ArrayLike) -> Array:
    matrix = finite(matrix, "matrix")
    if matrix.shape[-2:] != (4, 4):
        raise InputError(f"matrix: expected shape (..., 4, 4), got {matrix.shape}")
    if np.abs(matrix[..., 3, :] - (0.0, 0.0, 0.0, 1.0)).max(initial=0.0) > 1e-6:
        raise InputError("matrix: the bottom row must be 0 0 0 1; is it transposed, or a projection?")
    return matrix


def _nearest_rotation(axes: Array) -> Array:
    """U diag(1, 1, ±1) Vᵀ from the singular values of `axes`: the rotation nearest to it, (..., 3, 3)."""
    u, _, vt = np.linalg.svd(axes)
    u[..., 2] *= np.sign(np.linalg.det(u @ vt))[..., None]
    return np.asarray(u @ vt)
