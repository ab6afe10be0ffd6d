"""Z up in robots' files, Y up here:  C = a quarter turn about X,  R ↦ C R Cᵀ,  v ↦ C v."""

import numpy as np

from supple.arrays import Array, ArrayLike

C = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])


def vector(v: ArrayLike) -> Array:
    """C v of vectors (..., 3).

    >>> vector([1, 2, 3])
    array([ 1.,  3., -2.])
    """
    return np.asarray(np.asarray(v, dtype=np.float64) @ C.T)


def sizes(extents: ArrayLike) -> Array:
    """Extents along x, y, z of the file as extents along ours: nothing is negative."""
    return np.abs(vector(extents))


def rotation(wxyz: ArrayLike) -> Array:
    """A quaternion (..., 4) that begins with w as ours, which ends with it: C q C⁻¹."""
    q = np.asarray(wxyz, dtype=np.float64)
    return np.concatenate([vector(q[..., 1:]), q[..., :1]], axis=-1)


def tensor(matrix: ArrayLike) -> Array:
    """C M Cᵀ of a matrix (3, 3)."""
    return np.asarray(C @ np.asarray(matrix, dtype=np.float64) @ C.T)
