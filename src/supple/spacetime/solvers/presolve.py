"""What standing fixes: a linear equation with one unknown left gives it, one after another.

J_rc x_c = b_r − Σ J_rk x_k,   k fixed before

All of the base while it stands goes this way. The multipliers of these equations follow from the others backwards:

λ_r J_rc = −(∂f/∂x_c + Σ λ_k J_kc),   k a row that speaks of c and is known by then
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.kernels import kernel
from supple.spacetime.function_boxes import Elements
from supple.spacetime.program import Numbers


class Presolve(NamedTuple):
    """Equations in the order in which they give their unknown, and the entries of J in their rows and columns."""

    rows: Indices
    columns: Indices
    row_starts: Indices
    row_entries: Indices
    column_starts: Indices
    column_entries: Indices


class Presolved(NamedTuple):
    """What is given beforehand: unknowns by bounds or by equations, and rows about nothing that is left."""

    bound: np.ndarray
    fixed: np.ndarray
    used: np.ndarray
    plan: Presolve
    zeros: bool
    """Whether it follows from numbers that are 0, too."""


def presolve(elements: Elements, numbers: Numbers, x: Array) -> Presolved:
    """Find what bounds and linear equations fix, x being anywhere.

    An entry that is 0 wherever the rest is counts as none: a step of unknown length makes nothing of what is still.
    """
    bound = numbers.lbx == numbers.ubx
    fixed, used = bound.copy(), np.zeros(elements.m, dtype=bool)
    rows, columns = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    zeros = False
    while True:
        absent = _vanishing(elements, numbers, np.concatenate(rows), np.concatenate(columns), bound, x)
        found = _chained(elements, numbers, fixed, used, absent)
        if not len(found[0]):
            break
        zeros |= bool((absent & np.isin(elements.row, found[0])).any())
        rows.append(found[0])
        columns.append(found[1])
    used |= np.bincount(elements.row[~fixed[elements.column]], minlength=elements.m) == 0
    used_rows, given_columns = np.concatenate(rows), np.concatenate(columns)
    along, down = _entries(elements.row, used_rows), _entries(elements.column, given_columns)
    plan = Presolve(used_rows, given_columns, along[0], along[1], down[0], down[1])
    return Presolved(bound, fixed, used, plan, zeros)


def _vanishing(
    elements: Elements, numbers: Numbers, rows: Indices, columns: Indices, bound: np.ndarray, x: Array
) -> np.ndarray:
    """Which entries that depend on x are 0 at two places that differ in all that is not given."""
    rng, absent = np.random.default_rng(2), elements.moves.copy()
    for _ in range(2):
        near = np.where(bound, numbers.lbx, x + rng.standard_normal(elements.n)) / elements.units
        along, down = _entries(elements.row, rows), _entries(elements.column, columns)
        settled(elements, Presolve(rows, columns, along[0], along[1], down[0], down[1]), numbers, near)
        elements.whole(near, np.zeros(elements.m))
        absent &= elements.jacobian == 0
    return absent


def _chained(
    elements: Elements, numbers: Numbers, fixed: np.ndarray, used: np.ndarray, absent: np.ndarray
) -> tuple[Indices, Indices]:
    """Equations and what they give, one after another; `fixed` and `used` are brought up to date."""
    linear = (numbers.lbg == numbers.ubg) & ~used
    linear[elements.row[elements.moves & ~absent & ~fixed[elements.column]]] = False
    present = linear[elements.row] & ~absent
    row, column = elements.row[present], elements.column[present]
    rows, columns = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    while True:
        free = ~fixed[column]
        left = np.bincount(row[free], minlength=elements.m)
        used |= linear & (left == 0)
        lone = free & (left[row] == 1)
        if not lone.any():
            return np.concatenate(rows), np.concatenate(columns)
        given, first = np.unique(column[lone], return_index=True)
        rows.append(row[lone][first])
        columns.append(given)
        fixed[given] = True
        used[rows[-1]] = True


def settled(elements: Elements, plan: Presolve, numbers: Numbers, x: Array) -> None:
    """Put into x̂ what equations give; twice, since a step is as long as it is."""
    for _ in range(2 if len(plan.rows) else 0):
        elements.whole(x, np.zeros(elements.m))
        moved, least = np.zeros(elements.n), numbers.lbg / elements.row_units
        settle(plan, elements.column, elements.jacobian, elements.g, least, x, moved)


def _entries(places: Indices, wanted: Indices) -> tuple[Indices, Indices]:
    """Entries of J at each of the wanted rows (or columns), one after another."""
    order = np.argsort(places, kind="stable")
    first, last = (np.searchsorted(places[order], wanted, side) for side in ("left", "right"))
    starts = np.concatenate([[0], np.cumsum(last - first)])
    entries = [order[a:b] for a, b in zip(first.tolist(), last.tolist(), strict=True)]
    return starts, np.concatenate([np.zeros(0, dtype=np.int64), *entries])


@kernel
def settle(
    plan: Presolve, column: Indices, jacobian: Array, g: Array, least: Array, x: Array, moved: Array
) -> None:
    """Put into x what the equations give; `moved` is how far each unknown has been moved, 0 where it was not."""
    for k in range(len(plan.rows)):
        row, given = plan.rows[k], plan.columns[k]
        left, own = least[row] - g[row], 0.0
        for t in range(plan.row_starts[k], plan.row_starts[k + 1]):
            entry = plan.row_entries[t]
            if column[entry] == given:
                own += jacobian[entry]
            else:
                left -= jacobian[entry] * moved[column[entry]]
        moved[given] = left / own
        x[given] += moved[given]


@kernel
def recover(plan: Presolve, row: Indices, jacobian: Array, slope: Array, y: Array) -> None:
    """Set the multipliers of the equations that were used up; theirs in y are 0 before."""
    for back in range(len(plan.rows)):
        k = len(plan.rows) - 1 - back
        mine, given = plan.rows[k], plan.columns[k]
        left, own = -slope[given], 0.0
        for t in range(plan.column_starts[k], plan.column_starts[k + 1]):
            entry = plan.column_entries[t]
            if row[entry] == mine:
                own += jacobian[entry]
            else:
                left -= jacobian[entry] * y[row[entry]]
        y[mine] = left / own
