"""Bodies and constraints as the compiled loops read them: flat, one after another."""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices


class BodyArrays(NamedTuple):
    """All linear bodies, flat: offsets into q, W and G, and the constants of their energies."""

    start: Indices
    k: Indices
    W: Array
    W_start: Indices
    G: Array
    G_start: Indices
    share: Array
    cell: Indices
    ke: Array
    kc: Array
    kd: Array
    drag: Array


class RowArrays(NamedTuple):
    """Rows of J (compressed), the same entries of W Jᵀ, the kept factor, and what makes a row soft."""

    pointer: Indices
    column: Indices
    J: Array
    WJ: Array
    order: Indices
    factor: Array
    factor_start: Indices
    factor_first: Indices
    redundant: np.ndarray
    beta: Array
