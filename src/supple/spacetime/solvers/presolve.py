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


def presolve(elements: Elements, numbers: Numbers) -> Presolved:
    """Find what bounds and linear equations fix."""
    bound, equal = numbers.lbx == numbers.ubx, numbers.lbg == numbers.ubg
    row, column = elements.row, elements.column
    linear = equal.copy()
    linear[row[elements.moves]] = False
    of_linear = linear[row]
    row_of, column_of = row[of_linear], column[of_linear]
    fixed, used = bound.copy(), np.zeros(elements.m, dtype=bool)
    rows: list[Indices] = []
    columns: list[Indices] = []
    while True:
        free = ~fixed[column_of]
        left = np.bincount(row_of[free], minlength=elements.m)
        used |= linear & (left == 0)
        lone = free & (left[row_of] == 1)
        if not lone.any():
            break
        given, first = np.unique(column_of[lone], return_index=True)
        rows.append(row_of[lone][first])
        columns.append(given)
        fixed[given] = True
        used[rows[-1]] = True
    used |= np.bincount(row[~fixed[column]], minlength=elements.m) == 0
    used_rows, given_columns = (np.concatenate([np.zeros(0, dtype=np.int64), *s]) for s in (rows, columns))
    along, down = _entries(row, used_rows), _entries(column, given_columns)
    plan = Presolve(used_rows, given_columns, along[0], along[1], down[0], down[1])
    return Presolved(bound, fixed, used, plan)


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
