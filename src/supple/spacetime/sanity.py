"""Expressions that are not numbers where a solve begins are named, with the sample at which it happens."""

from contextlib import suppress

import casadi as ca
import numpy as np

from supple.arrays import Array
from supple.errors import InputError, MissingToolError
from supple.spacetime.problem import Problem


def check_finite(problem: Problem, x: Array, p: Array) -> None:
    """Raise where a row, a cost or a derivative of one is NaN or infinite at x."""
    with suppress(MissingToolError):
        if problem.elements.finite(x, p):
            return
    f, slope = (np.array(value).ravel() for value in problem.gradient(x, p))
    g, jacobian = problem.jacobian(x, p)
    rows = np.array(g).ravel()
    broken = ~np.isfinite(rows)
    entries = np.flatnonzero(~np.isfinite(np.array(jacobian.nonzeros())))
    if len(entries):
        broken[np.array(jacobian.sparsity().row())[entries]] = True
    for block in problem.rows:
        if broken[block.places].any():
            bad = block.places[broken[block.places]][0]
            _complain(repr(block.requirement), block.sample, rows[bad])
    if np.isfinite(f).all() and np.isfinite(slope).all():
        return
    for cost in problem.costs:
        at = ca.Function(
            "cost", [problem.x, problem.p], [cost.expression, ca.gradient(cost.expression, problem.x)]
        )
        value, slope = (np.array(part) for part in at(x, p))
        if not (np.isfinite(value).all() and np.isfinite(slope).all()):
            _complain(f"{cost.name} ({cost.source})", cost.sample, value.item())


def _complain(what: str, sample: int | None, value: float) -> None:
    where = "" if sample is None else f" at sample {sample}"
    kind = f"is {value}" if not np.isfinite(value) else "has a derivative that is not a number"
    raise InputError(
        f"{what} {kind}{where}, where the solve begins; guard it: √(x² + ε) for |x|, a bound that "
        "keeps x off the edge"
    )
