"""How constraints answer at one configuration: (J W Jᵀ + γ) μ = b,  Δv = W Jᵀ μ  (Witkin & Welch 1990, eq. 8).

Dense, and made anew whenever the configuration has changed; worlds whose matrices are constant keep a factor instead.
"""

from collections.abc import Sequence

import numpy as np
from scipy.linalg import cho_solve, lapack

from supple.arrays import Array

TINY = 1e-9
"""A pivot below this share of its diagonal means that the row follows from others."""


class Response:
    """Δv = W f of all bodies: one block for each, W = M⁻¹ or what an implicit step makes of it."""

    def __init__(self, spans: Sequence[slice], blocks: Sequence[Array]) -> None:
        self._spans, self._blocks = spans, blocks

    def __call__(self, F: Array) -> Array:
        """W F for generalised forces F (nv, ...)."""
        result = np.empty_like(F)
        for span, block in zip(self._spans, self._blocks, strict=True):
            result[span] = block @ F[span]
        return result


class Reaction:
    """J, W Jᵀ and the solution of J W Jᵀ + γ; rows that follow from others share what they carry."""

    def __init__(self, J: Array, response: Response) -> None:
        self.J, self.response = J, response
        self.WJ = response(J.T)
        self.S = J @ self.WJ
        self.soften(np.zeros(len(J)))

    def soften(self, gamma: Array) -> None:
        """Give rows a softness γ ≥ 0."""
        self.gamma = gamma
        matrix = self.S + np.diag(gamma)
        self._scale = 1 / np.sqrt(np.maximum(matrix.diagonal(), 1e-300))
        unit = matrix * np.outer(self._scale, self._scale)
        self._factor: Array = unit
        self._inverse: Array | None = None
        if not len(gamma):
            return
        self._factor, wrong = lapack.dpotrf(unit, lower=1)
        if wrong or (self._factor.diagonal() ** 2).min() < TINY:
            values, vectors = np.linalg.eigh(unit)
            kept = values > TINY
            self._inverse = np.asarray((vectors[:, kept] / values[kept]) @ vectors[:, kept].T)

    def solve(self, b: Array) -> Array:
        """μ (rows, ...) with (J W Jᵀ + γ) μ = b, the shortest where rows are redundant."""
        if not len(self.J):
            return b
        scaled = (b.T * self._scale).T
        found = (
            self._inverse @ scaled if self._inverse is not None else cho_solve((self._factor, True), scaled)
        )
        return np.asarray((found.T * self._scale).T)
