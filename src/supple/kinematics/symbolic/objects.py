"""CasADi's expressions as arrays of objects, so that what is written for numbers takes symbols too."""

import casadi as ca
import numpy as np


def row(q: ca.SX) -> np.ndarray:
    """A column of symbols (n, 1) as one sample of objects (1, n)."""
    found = np.empty((1, q.numel()), dtype=object)
    found[0] = [q[k] for k in range(q.numel())]
    return found


def column(x: np.ndarray) -> ca.SX:
    """Objects (n,) as a column of expressions."""
    return ca.vertcat(*(ca.SX(entry) for entry in x))


def matrix(x: np.ndarray) -> ca.SX:
    """Objects (n, m) as a matrix of expressions."""
    return ca.horzcat(*(column(x[:, k]) for k in range(x.shape[1])))
