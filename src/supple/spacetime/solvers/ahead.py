"""Kernels of the solvers made ready while a problem is built and its boxes are compiled, in a thread of their own.

On a machine that keeps nothing yet the first solve needs both; one after the other would take half as long again.
"""

from contextlib import suppress
from functools import lru_cache
from threading import Thread

import numpy as np

from supple.errors import SuppleError
from supple.spacetime.solvers import active_set, barrier, factor, ordering, presolve, structure
from supple.spacetime.solvers.active_set import Here, Move
from supple.spacetime.solvers.barrier import Derived, Point, Step
from supple.spacetime.solvers.factor import Pattern, Room, Scatter
from supple.spacetime.solvers.presolve import Presolve

X, AT, SETS = np.zeros(0), np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.int64)
"""Numbers and places of nothing: a kernel runs over them at once."""


@lru_cache(maxsize=1)
def compiled_ahead() -> Thread:
    """The thread in which all kernels are called once, over nothing; later calls find them ready."""
    thread = Thread(target=_compile, name="kernels of solvers", daemon=True)
    thread.start()
    return thread


def _compile() -> None:
    with suppress(SuppleError):
        _call()


def _call() -> None:
    pattern, scatter = Pattern(AT, AT, AT, AT, AT, AT, AT), Scatter(AT, AT, AT, AT, AT, AT, AT, AT, AT, AT)
    room, derived = Room(X, X, X, X, X), Derived(AT, AT, X, X)
    point, step = Point(X, X, X, X, X, X, X, X, X, AT, AT, AT, AT), Step(X, X, X, X, X, X, X, X, X, X, X)
    here, move = Here(X, X, X, X, X, X, AT, AT, AT, AT), Move(X, X, X, X, X, X)
    plan = Presolve(AT, AT, AT, AT, AT, AT)
    ordering.eliminate(SETS, AT, AT, AT, AT, AT)
    structure.stretched(pattern, AT, AT)
    presolve.settle(plan, AT, X, X, X, X, X)
    barrier.push_inside(point, 1, 0.0)
    barrier.first_multipliers(point)
    barrier.judged(point, step, 0.0, 0.0)
    barrier.prepared(point, step, 0.0)
    barrier.regular(pattern, scatter, derived, X, room, 0, 0.0, 0)
    barrier.barrier(point, X, 0.0)
    barrier.direction(point, derived, pattern, scatter, room, step, 1.0)
    barrier.reach(point, step, 0.0, 1.0)
    barrier.dual_reach(point, step, 0.0)
    barrier.tried(point, step, 0.0)
    barrier.weighed(point, step, 0.0, 0.0)
    barrier.corrected(point, step, 0.0)
    barrier.taken(point, step, 0.0, 0.0, 0.0)
    presolve.recover(plan, AT, X, X, X)
    active_set.residual(here)
    active_set.counted(here, move)
    active_set.regular(pattern, scatter, derived, X, room, 0)
    active_set.direction(here, derived, pattern, scatter, room, move)
    active_set.share_of(here, move, 1.0, 0, 0.0, 0.5)
    active_set.moved(here, move, 0.0)
    barrier.warm_multipliers(point, 0.0)
    factor.assemble(pattern, scatter, X, X, X, 0.0, room)
    factor.factor(pattern, room, 1)
