"""Arrays whose last axis holds the components of a vector or a quaternion.

Results are stored component by component, so that `q[..., 0]` is contiguous however many there are.
"""

import numpy as np

from supple.arrays import Array, ArrayLike, Indices, finite
from supple.errors import InputError


def components(value: ArrayLike, size: int, what: str) -> Array:
    """Return `value` as a finite array of shape (..., size), or say what is wrong with it."""
    array = finite(value, what)
    if array.ndim == 0 or array.shape[-1] != size:
        raise InputError(f"{what}: expected shape (..., {size}), got {array.shape}")
    return array


def assemble(*parts: Array) -> Array:
    """Components of shape (...) each ↦ one array of shape (..., number of components)."""
    rows = np.empty((len(parts), *np.broadcast_shapes(*(np.shape(part) for part in parts))))
    for k, part in enumerate(parts):
        rows[k] = part
    return rows.transpose(*range(1, rows.ndim), 0)


def split(array: Array) -> tuple[Array, ...]:
    """An array of shape (..., size) ↦ its components, shape (...) each."""
    return tuple(array[..., k] for k in range(array.shape[-1]))


def pick(rows: Array, index: Indices) -> Array:
    """rows[index] of an array of shape (n, size), stored component by component."""
    return assemble(*(column[index] for column in rows.T))


def dot(a: Array, b: Array) -> Array:
    """a · b over the last axis."""
    total = a[..., 0] * b[..., 0]
    for k in range(1, a.shape[-1]):
        total = total + a[..., k] * b[..., k]
    return np.asarray(total)


def cross(a: Array, b: Array) -> Array:
    """a × b of 3-vectors, shapes (..., 3)."""
    (ax, ay, az), (bx, by, bz) = split(a), split(b)
    return assemble(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)


def length(a: Array) -> Array:
    """|a| over the last axis."""
    return np.asarray(np.sqrt(dot(a, a)))


def direction(value: ArrayLike, size: int, what: str) -> Array:
    """value / |value|, shape (..., size); a zero has no direction and raises."""
    array = components(value, size, what)
    largest = np.abs(array).max(axis=-1, keepdims=True, initial=0.0)
    if not largest.all():
        where = [int(i) for i in np.argwhere(largest[..., 0] == 0)[0]]
        at = f"entry {where} " if where else ""
        raise InputError(f"{what}: {at}is zero and has no direction; give a non-zero one")
    array = array / largest  # so that squares neither overflow nor vanish
    return np.asarray(array / length(array)[..., None])
