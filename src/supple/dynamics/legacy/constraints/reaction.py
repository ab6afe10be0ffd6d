"""How constraints answer at one configuration: (J W Jᵀ + γ) μ = b,  Δv = W Jᵀ μ  (Witkin & Welch 1990, eq. 8).

Dense, and made anew whenever the configuration has changed; worlds whose matrices are constant keep a factor instead.
"""

from collections.abc import Sequence

import numpy as np
from scipy.linalg import cho_solve, lapack

from supple.arrays import Array, Indices
from supple.kernels import kernel

TINY = 1e-9
"""A pivot below this share of its diagonal means that the row follows from those before."""


class Response:
    """Δv = W f of all bodies: one block for each, W = M⁻¹ or what an implicit step makes of it."""

    def __init__(self, spans: Sequence[slice], blocks: Sequence[Array]) -> None:
        self.spans, self.blocks = spans, blocks

    def __call__(self, F: Array) -> Array:
        """W F for generalised forces F (nv, ...)."""
        result = np.empty_like(F)
        for span, block in zip(self.spans, self.blocks, strict=True):
            result[span] = block @ F[span]
        return result


class Reaction:
    """J, W Jᵀ and the solution of J W Jᵀ + γ; rows that follow from those before them are set aside."""

    def __init__(self, J: Array, response: Response) -> None:
        self.J, self.response = J, response
        self.aside = np.zeros(len(J), dtype=np.bool_)
        self.WJ = response(J.T)
        self.S = J @ self.WJ
        if len(J):
            self.soften(np.zeros(len(J)))

    def soften(self, gamma: Array) -> None:
        """Give rows a softness γ ≥ 0."""
        matrix = self.S + np.diag(gamma) if gamma.any() else self.S
        self._scale = 1 / np.sqrt(np.maximum(matrix.diagonal(), 1e-300))
        unit = matrix * self._scale * self._scale[:, None]
        self.aside[:] = False
        self._factor, wrong = lapack.dpotrf(unit, lower=1)
        if wrong or (self._factor.diagonal() ** 2).min() < TINY:
            self.aside = dependent(unit)
            kept = ~self.aside
            self._factor, _ = lapack.dpotrf(unit[np.ix_(kept, kept)], lower=1)

    def solve(self, b: Array) -> Array:
        """μ (rows, ...) with (J W Jᵀ + γ) μ = b, zero in rows that are set aside."""
        if not len(self.J):
            return b
        scaled = (b.T * self._scale).T
        if self.aside.any():
            kept, found = ~self.aside, np.zeros_like(scaled)
            found[kept] = cho_solve((self._factor, True), scaled[kept], check_finite=False)
        else:
            found = cho_solve((self._factor, True), scaled, check_finite=False)
        return np.asarray((found.T * self._scale).T)


def dependent(S: Array) -> np.ndarray:
    """Which rows of a symmetric S (n, n) with unit diagonal follow from rows before them, by the pivots of L D Lᵀ."""
    aside = np.zeros(len(S), dtype=np.int64)
    set_aside(np.ascontiguousarray(S), TINY, aside)
    return aside.astype(np.bool_)


@kernel
def set_aside(S: Array, tiny: float, aside: Indices) -> None:
    """Say 1 of rows whose pivot is below `tiny`, 0 of others."""
    n = len(S)
    L, pivots = np.zeros((n, n)), np.zeros(n)
    for i in range(n):
        pivot = S[i, i]
        for j in range(i):
            if aside[j]:
                continue
            entry = S[i, j]
            for c in range(j):
                entry -= L[i, c] * L[j, c] * pivots[c]
            L[i, j] = entry / pivots[j]
            pivot -= entry * L[i, j]
        aside[i] = pivot <= tiny
        pivots[i] = 0.0 if aside[i] else pivot
