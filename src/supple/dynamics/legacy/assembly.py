"""From bodies and constraints to the flat arrays that the compiled loop runs over."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import coo_array, csr_array, diags_array

from supple.arrays import Array, Indices
from supple.dynamics.legacy.arrays import BodyArrays, RowArrays
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.constraints.linear import LinearConstraint
from supple.dynamics.legacy.constraints.path import Still
from supple.dynamics.legacy.state import State
from supple.dynamics.legacy.stepping import Targets
from supple.dynamics.linalg.skyline import Skyline
from supple.kernels import kernel

if TYPE_CHECKING:
    from supple.dynamics.legacy.handle import Handle


def body_arrays(bodies: Sequence[LinearBody], starts: Sequence[int], drag: Sequence[float]) -> BodyArrays:
    """All linear bodies, one after another; `drag` [1/s] of each."""
    sizes = np.array([b.k for b in bodies], dtype=np.int64)
    cells = np.array([len(b.share) for b in bodies], dtype=np.int64)
    return BodyArrays(
        start=np.array(starts, dtype=np.int64),
        k=sizes,
        W_start=offsets(sizes**2)[:-1],
        cell=offsets(3 * sizes * cells)[:-1],
        cells=cells,
        G=flat([b.G for b in bodies]),
        H=flat([b.share[:, None, None] * (b.W @ b.G) for b in bodies]),
        affine=np.array([_scale(b.G) for b in bodies]),
        ke=np.array([b.stiffness for b in bodies]),
        kc=np.array([b.incompressibility for b in bodies]),
        kd=np.array([b.damping for b in bodies]),
        drag=np.array(drag),
    )


def _scale(G: Array) -> float:
    """g if G = g [0; 1₃] in a single cell, else 0."""
    g = float(G[0, 1, 0])
    return g if G.shape == (1, 4, 3) and np.array_equal(G[0], g * np.eye(4)[:, 1:]) else 0.0


class Rows:
    """J and W Jᵀ of linear constraints, and the factor of J W Jᵀ (+ softness).

    Rows are counted as the constraints were given, unless the factor's order is named. Where all constraints treat
    x, y and z alike, one row of S stands for three, J W Jᵀ = S ⊗ 1₃ (`axes` = 3).
    """

    def __init__(
        self, handles: "Sequence[Handle]", starts: dict[Body, int], size: int, alike: bool = True
    ) -> None:
        self.handles = list(handles)
        self.constraints = [
            c for c in (h.constraint for h in self.handles) if isinstance(c, LinearConstraint)
        ]
        self.checked = False
        self.first = offsets(np.array([c.size for c in self.constraints], dtype=np.int64))
        self.count = int(self.first[-1])
        self.axes = 3 if alike and all(c.alike for c in self.constraints) else 1
        self._size = size
        terms = [c.single if self.axes == 3 else c.terms for c in self.constraints]
        lengths = np.array([k for t in terms for k in t.k], dtype=np.int64)
        begin = offsets(lengths)
        row = np.array(
            [r + f // self.axes for t, f in zip(terms, self.first.tolist(), strict=False) for r in t.row],
            dtype=np.int64,
        )
        column = np.array(
            [starts[b] + k * a for t in terms for b, k, a in zip(t.body, t.k, t.axis, strict=True)],
            dtype=np.int64,
        )
        self._stride = np.repeat(lengths, lengths)
        self._column = np.repeat(column - begin[:-1], lengths) + np.arange(begin[-1])
        self._J, self._WJ = flat([t.J for t in terms]), flat([t.WJ for t in terms])
        n = self.count // self.axes
        self._entry = offsets(np.bincount(np.repeat(row, lengths), minlength=n))
        order = np.argsort(column, kind="stable")
        shared = np.bincount(column)
        i, j = np.empty((2, int(shared @ shared)), dtype=np.int64)
        values = np.empty(len(i))
        couple(order, column, row, begin, self._J, self._WJ, i, j, values)
        self.S = coo_array((values, (i, j)), shape=(n, n)).tocsr()
        self.beta = np.ones(self.count)
        self.gamma = np.zeros(self.count)
        self.factor()

    def factor(self) -> None:
        """Factor J W Jᵀ + γ anew."""
        soft = self.gamma[:: self.axes]
        matrix = self.S + diags_array(soft) if soft.any() else self.S
        self.skyline = Skyline(matrix.tocsr())
        self._arrays: RowArrays | None = None

    @property
    def stale(self) -> bool:
        """Whether a handle leads another constraint by now."""
        return any(h.constraint is not c for h, c in zip(self.handles, self.constraints, strict=True))

    @cached_property
    def J(self) -> csr_array:
        """∂c/∂q (rows, nq)."""
        return self._matrix(self._J)

    @cached_property
    def WJ(self) -> csr_array:
        """(W Jᵀ)ᵀ (rows, nq)."""
        return self._matrix(self._WJ)

    def _matrix(self, values: Array) -> csr_array:
        entries, axes = np.diff(self._entry), np.arange(self.axes)
        source = _runs(np.repeat(self._entry[:-1], self.axes), np.repeat(entries, self.axes))
        axis = np.repeat(np.tile(axes, len(entries)), np.repeat(entries, self.axes))
        column = self._column[source] + axis * self._stride[source]
        pointer = offsets(np.repeat(entries, self.axes))
        return csr_array((values[source], column, pointer), shape=(self.count, self._size))

    def soften(self, t: float, h: float) -> None:
        """Rows weaker than 1 pull as critically damped springs on their own effective mass m = 1/S_ii.

        k = ω² m, c = 2 ω m:  γ = 1/(h (c + h k)), β = h k/(c + h k);  ω = ∞ holds exactly.
        """
        if all(handle.strength == 1.0 for handle in self.handles) and not self.gamma.any():
            return
        w = np.repeat([handle.frequency(t, h) for handle in self.handles], np.diff(self.first))
        soft = np.isfinite(w)
        pull = np.where(soft, 2 * w + h * w**2, 1.0) if soft.any() else np.ones(self.count)
        diagonal = np.repeat(self.S.diagonal(), self.axes)
        gamma = np.where(soft, diagonal / np.maximum(h * pull, 1e-30), 0.0)
        beta = np.where(soft, h * np.where(soft, w, 0.0) ** 2 / np.maximum(pull, 1e-30), 1.0)
        if not (np.array_equal(gamma, self.gamma) and np.array_equal(beta, self.beta)):
            self.gamma, self.beta = gamma, beta
            self.factor()

    @cached_property
    def _still(self) -> tuple[Array, list[int]]:
        """n of rows that stay, and which constraints move."""
        moving = [i for i, c in enumerate(self.constraints) if not isinstance(c.path, Still)]
        places = [c.path.value if isinstance(c.path, Still) else np.zeros(c.size) for c in self.constraints]
        return flat(places), moving

    @property
    def led(self) -> "list[Handle]":
        """The handles whose constraints move."""
        return [self.handles[i] for i in self._still[1]]

    def targets(self, times: Array, order: int = 0) -> Array:
        """n(t), or a derivative, for every row (T, rows)."""
        still, moving = self._still
        found = np.tile(still if order == 0 else np.zeros_like(still), (len(times), 1))
        for i in moving:
            found[:, self.first[i] : self.first[i + 1]] = self.constraints[i].path(times, order)
        return found

    def goals(self, times: Array) -> Targets:
        """n(t) and ṅ(t) in the order of the factor, apart for the rows that move."""
        still, moving = self._still
        place = np.empty(self.count, dtype=np.int64)
        place[self.arrays.order] = np.arange(self.count)
        rows = [place[self.first[i] : self.first[i + 1]] for i in moving]
        none = np.zeros((len(times), 0))
        position, velocity = (
            np.concatenate([none, *(self.constraints[i].path(times, order) for i in moving)], axis=1)
            for order in (0, 1)
        )
        return Targets(still[self.arrays.order], np.concatenate([place[:0], *rows]), position, velocity)

    def gaps(self, state: State) -> Array:
        """J q − n(t): how far each row is from being met [m]."""
        return np.asarray(self.J @ state.q - self.targets(np.array([state.t]))[0])

    def owner(self, row: int) -> "Handle":
        """Whose row it is."""
        return self.handles[int(np.searchsorted(self.first, row, side="right")) - 1]

    def tell(self, impulse: Array) -> None:
        """Give each handle its impulses of the last step [N s]."""
        for handle, first, last in zip(self.handles, self.first[:-1], self.first[1:], strict=True):
            handle.impulse = impulse[first:last]

    @property
    def arrays(self) -> RowArrays:
        """What the compiled loop reads, in the order of the factor."""
        if self._arrays is None:
            s = self.skyline
            entries = np.diff(self._entry)[s.order]
            source = _runs(self._entry[:-1][s.order], entries)
            order = (self.axes * s.order[:, None] + np.arange(self.axes)).reshape(-1)
            self._arrays = RowArrays(
                self.axes, offsets(entries), self._column[source], self._stride[source],
                self._J[source], self._WJ[source], s.L, s.start, s.first, s.inverse,
                order, self.beta[:: self.axes][s.order],
            )  # fmt: skip
        return self._arrays

    def solve(self, b: Array) -> Array:
        """μ with (J W Jᵀ + γ) μ = b."""
        return self.skyline.solve(b.reshape(-1, self.axes)).reshape(-1)

    @property
    def aside(self) -> Indices:
        """Rows that follow from others, and are set aside."""
        return np.flatnonzero(np.repeat(self.skyline.aside, self.axes))

    def shares(self, aside: Indices) -> Array:
        """y (rows, aside) with J_i = Σ y_j J_j for each row i that is set aside: J W Jᵀ y = J W J_iᵀ."""
        found = np.zeros((self.count, len(aside)))
        for column, i in zip(found.T, aside, strict=True):
            column[i % self.axes :: self.axes] = self.skyline.solve(
                self.S[:, [i // self.axes]].toarray()[:, 0]
            )
        return found

    def redundant(self) -> list[LinearConstraint]:
        """Constraints of which a row follows from others."""
        which = np.unique(np.searchsorted(self.first, self.aside, side="right") - 1)
        return [self.constraints[i] for i in which]


@kernel
def couple(
    order: Indices, column: Indices, row: Indices, begin: Indices, J: Array, WJ: Array, i: Indices, j: Indices,
    S: Array,
) -> None:  # fmt: skip
    """Entries (i, j, S_ij) of J W Jᵀ: rows couple where two terms, put in order by column, share theirs."""
    n = len(order)
    at = first = 0
    for last in range(1, n + 1):
        if last < n and column[order[last]] == column[order[first]]:
            continue
        for a in order[first:last]:
            for b in order[first:last]:
                i[at], j[at], S[at] = row[a], row[b], 0.0
                for e in range(begin[a + 1] - begin[a]):
                    S[at] += J[begin[a] + e] * WJ[begin[b] + e]
                at += 1
        first = last


def _runs(start: Indices, length: Indices) -> Indices:
    """Indices start, start + 1, … of each run, one run after another."""
    return np.repeat(start - offsets(length)[:-1], length) + np.arange(length.sum())


def flat(arrays: Sequence[Array]) -> Array:
    """All numbers, one after another."""
    return (
        np.concatenate([np.asarray(a, dtype=np.float64).reshape(-1) for a in arrays])
        if arrays
        else np.zeros(0)
    )


def offsets(lengths: Indices) -> Indices:
    """Where runs of given lengths start, and the end of the last."""
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
