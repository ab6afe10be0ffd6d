"""Which boxes overlap: sweep and prune along one axis, in compiled code."""

import numpy as np

from supple.arrays import Array, Indices
from supple.kernels import kernel


def overlapping(low: Array, high: Array) -> Indices:
    """Pairs (n, 2), i < j, of boxes (b, 3) that overlap; what is far away along x is never looked at.

    >>> low = np.array([[0.0, 0, 0], [2, 0, 0], [0.5, 0.5, 0]])
    >>> overlapping(low, np.array([[1.0, 1, 1], [3, 1, 1], [2.5, 1, 1]]))
    array([[0, 2],
           [1, 2]])
    """
    order, count = np.argsort(low[:, 0]), max(len(low), 8)
    found = np.empty((0, 2), dtype=np.int64)
    while count > len(found):
        found = np.empty((count, 2), dtype=np.int64)
        count = find_pairs(order, low, high, found)
    found = found[:count]
    return found[np.argsort(found[:, 0] * len(low) + found[:, 1])]


@kernel
def find_pairs(order: Indices, low: Array, high: Array, found: Indices) -> int:
    """How many pairs there are; as many as there is room for are given. `order` is by where boxes begin along x."""
    count = 0
    for a in range(len(order)):
        i = order[a]
        for b in range(a + 1, len(order)):
            j = order[b]
            if low[j, 0] > high[i, 0]:
                break
            if (
                low[i, 1] <= high[j, 1]
                and low[j, 1] <= high[i, 1]
                and low[i, 2] <= high[j, 2]
                and low[j, 2] <= high[i, 2]
            ):
                if count < len(found):
                    found[count, 0], found[count, 1] = min(i, j), max(i, j)
                count += 1
    return count
