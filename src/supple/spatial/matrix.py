"""Rotation matrices, column vectors: x = M p."""

import numpy as np

from supple.arrays import Array, ArrayLike, Truths, finite
from supple.errors import InputError
from supple.spatial.components import assemble, direction, split


def to_matrix(q: ArrayLike) -> Array:
    """M with M v = q v q⁻¹; quaternions of any non-zero length, shape (..., 4) ↦ (..., 3, 3).

    >>> to_matrix([0, 0, 1, 1]).round(12)
    array([[ 0., -1.,  0.],
           [ 1.,  0.,  0.],
           [ 0.,  0.,  1.]])
    """
    x, y, z, w = split(direction(q, 4, "quaternion"))
    m = np.empty((*x.shape, 3, 3))
    m[..., 0, 0], m[..., 0, 1], m[..., 0, 2] = (
        1 - 2 * (y * y + z * z),
        2 * (x * y - w * z),
        2 * (x * z + w * y),
    )
    m[..., 1, 0], m[..., 1, 1], m[..., 1, 2] = (
        2 * (x * y + w * z),
        1 - 2 * (x * x + z * z),
        2 * (y * z - w * x),
    )
    m[..., 2, 0], m[..., 2, 1], m[..., 2, 2] = (
        2 * (x * z - w * y),
        2 * (y * z + w * x),
        1 - 2 * (x * x + y * y),
    )
    return m


def from_matrix(matrix: ArrayLike) -> Array:
    """The unit quaternion, largest component positive, of a rotation matrix: shape (..., 3, 3) ↦ (..., 4).

    The sums and differences of M's entries make the outer product 4 q qᵀ, whose rows are all multiples of q;
    the row of the largest component is divided by its length, so nothing is ever divided by a small number.

    >>> from_matrix([[-1, 0, 0], [0, -1, 0], [0, 0, 1]])  # w = 0
    array([0., 0., 1., 0.])
    """
    m = finite(matrix, "matrix")
    if m.shape[-2:] != (3, 3):
        raise InputError(f"matrix: expected shape (..., 3, 3), got {m.shape}")
    if not np.all(is_rotation(m, 1e-5)):
        raise InputError(
            "matrix: not a rotation (MᵀM ≠ 1 or det M ≠ 1); `decompose` takes out scale and mirroring"
        )
    xx, yy, zz = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    xy, yz, zx = m[..., 0, 1] + m[..., 1, 0], m[..., 1, 2] + m[..., 2, 1], m[..., 2, 0] + m[..., 0, 2]
    wx, wy, wz = m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1]
    rows = assemble(
        assemble(1 + xx - yy - zz, xy, zx, wx),
        assemble(xy, 1 - xx + yy - zz, yz, wy),
        assemble(zx, yz, 1 - xx - yy + zz, wz),
        assemble(wx, wy, wz, 1 + xx + yy + zz),
    )
    largest = np.argmax(assemble(xx, yy, zz, xx + yy + zz), axis=-1)
    return direction(np.take_along_axis(rows, largest[..., None, None], axis=-1)[..., 0], 4, "matrix")


def is_rotation(matrix: ArrayLike, tolerance: float = 1e-9) -> Truths:
    """Whether MᵀM = 1 and det M = +1 to `tolerance`; shape (..., 3, 3) ↦ (...).

    >>> bool(is_rotation([[1, 0, 0], [0, 1, 0], [0, 0, -1]]))  # a mirror
    False
    """
    m = finite(matrix, "matrix")
    gap = np.abs(np.swapaxes(m, -1, -2) @ m - np.eye(3)).max(axis=(-1, -2))
    return np.asarray((gap <= tolerance) & (np.linalg.det(m) > 0.0))
