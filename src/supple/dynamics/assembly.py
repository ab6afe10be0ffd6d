"""From bodies and constraints to the flat arrays that the compiled loop runs over."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_array

from supple.arrays import Array, Indices
from supple.dynamics.arrays import BodyArrays, RowArrays
from supple.dynamics.bodies.body import Body
from supple.dynamics.bodies.linear import LinearBody
from supple.dynamics.constraints.linear import LinearConstraint
from supple.dynamics.skyline import Skyline
from supple.dynamics.state import State

if TYPE_CHECKING:
    from supple.dynamics.handle import Handle


def body_arrays(bodies: Sequence[LinearBody], starts: Sequence[int], drag: float) -> BodyArrays:
    """All linear bodies, one after another."""
    sizes = np.array([b.k for b in bodies], dtype=np.int64)
    cells = np.array([len(b.share) for b in bodies], dtype=np.int64)
    return BodyArrays(
        start=np.array(starts, dtype=np.int64),
        k=sizes,
        W=flat([b.W for b in bodies]),
        W_start=offsets(sizes**2)[:-1],
        G=flat([b.G for b in bodies]),
        G_start=offsets(3 * sizes * cells)[:-1],
        share=flat([b.share for b in bodies]),
        cell=offsets(cells),
        ke=np.array([b.stiffness for b in bodies]),
        kc=np.array([b.incompressibility for b in bodies]),
        kd=np.array([b.damping for b in bodies]),
        drag=np.full(len(bodies), drag),
    )


class Rows:
    """J and W Jᵀ of linear constraints, and the factor of J W Jᵀ (+ softness)."""

    def __init__(self, handles: "Sequence[Handle]", starts: dict[Body, int], size: int) -> None:
        self.handles = list(handles)
        self.constraints = [handle.constraint for handle in self.handles]
        self.checked = False
        self.first = offsets(np.array([c.size for c in self.constraints], dtype=np.int64))
        self.count = int(self.first[-1])
        entries = [_entries(c, starts) for c in self.constraints]
        lengths = np.concatenate([e[0] for e in entries]) if entries else np.zeros(0, dtype=np.int64)
        self.pointer = offsets(lengths)
        self.column = np.concatenate([e[1] for e in entries]) if entries else np.zeros(0, dtype=np.int64)
        self.J_values = flat([e[2] for e in entries])
        self.WJ_values = flat([e[3] for e in entries])
        shape = (self.count, size)
        self.J = csr_array((self.J_values, self.column, self.pointer), shape=shape)
        self.WJ = csr_array((self.WJ_values, self.column, self.pointer), shape=shape)
        self.S = (self.J @ self.WJ.T).tocsr()
        self.beta = np.ones(self.count)
        self.gamma = np.zeros(self.count)
        self.factor()

    def factor(self) -> None:
        """Factor J W Jᵀ + γ anew."""
        soft = csr_array((self.gamma, (np.arange(self.count), np.arange(self.count))), shape=self.S.shape)
        self.skyline = Skyline((self.S + soft).tocsr()) if self.count else None

    @property
    def stale(self) -> bool:
        """Whether a handle leads another constraint by now."""
        return any(h.constraint is not c for h, c in zip(self.handles, self.constraints, strict=True))

    def soften(self, t: float, h: float) -> None:
        """Rows weaker than 1 pull as critically damped springs on their own effective mass m = 1/S_ii.

        k = ω² m, c = 2 ω m:  γ = 1/(h (c + h k)), β = h k/(c + h k);  ω = ∞ holds exactly.
        """
        if all(handle.strength == 1.0 for handle in self.handles) and not self.gamma.any():
            return
        w = np.repeat([handle.frequency(t, h) for handle in self.handles], np.diff(self.first))
        soft = np.isfinite(w)
        pull = np.where(soft, 2 * w + h * w**2, 1.0) if soft.any() else np.ones(self.count)
        gamma = np.where(soft, self.S.diagonal() / np.maximum(h * pull, 1e-30), 0.0)
        beta = np.where(soft, h * np.where(soft, w, 0.0) ** 2 / np.maximum(pull, 1e-30), 1.0)
        if not (np.array_equal(gamma, self.gamma) and np.array_equal(beta, self.beta)):
            self.gamma, self.beta = gamma, beta
            self.factor()

    def targets(self, times: Array, order: int = 0) -> Array:
        """n(t), or a derivative, for every row (T, rows)."""
        parts = [c.path(times, order) for c in self.constraints]
        return np.concatenate([np.zeros((len(times), 0)), *parts], axis=1)

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
        """What the compiled loop reads."""
        s = self.skyline
        none = np.zeros(0, dtype=np.int64)
        if s is None:
            zero = np.zeros(0)
            return RowArrays(
                self.pointer, none, zero, zero, none, zero, none, none, np.zeros(0, dtype=np.bool_), zero
            )
        return RowArrays(
            self.pointer, self.column, self.J_values, self.WJ_values,
            s.order, s.values, s.start, s.first, s.redundant, self.beta,
        )  # fmt: skip

    def solve(self, b: Array) -> Array:
        """μ with (J W Jᵀ + γ) μ = b."""
        return self.skyline.solve(b) if self.skyline is not None else b

    def redundant(self) -> list[LinearConstraint]:
        """Constraints of which a row follows from others."""
        if self.skyline is None:
            return []
        rows = self.skyline.order[np.flatnonzero(self.skyline.redundant)]
        which = np.unique(np.searchsorted(self.first, rows, side="right") - 1)
        return [self.constraints[i] for i in which]


def _entries(constraint: LinearConstraint, starts: dict[Body, int]) -> tuple[Indices, Indices, Array, Array]:
    """Entries of a constraint's rows: lengths (d,), then columns, J and W Jᵀ row after row."""
    lengths, columns, J, WJ = [], [], [], []
    for row in range(constraint.size):
        length = 0
        for point, block in zip(constraint.points, constraint.blocks, strict=True):
            body = point.body
            assert isinstance(body, LinearBody)
            p = point.coefficients
            Wp = body.W @ p
            for axis in np.flatnonzero(block[row]):
                columns.append(starts[body] + body.k * axis + np.arange(body.k))
                J.append(block[row, axis] * p)
                WJ.append(block[row, axis] * Wp)
                length += body.k
        lengths.append(length)
    return np.array(lengths), np.concatenate(columns), np.concatenate(J), np.concatenate(WJ)


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
