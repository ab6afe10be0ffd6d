"""What cannot be met, by name: a solve in which every wish may be missed, at a price.

minimize Σ w (s⁺ + s⁻)  subject to  mechanics,  least ≤ wish + s⁺ − s⁻ ≤ most,  s ≥ 0

What comes later gives way first, for the beginning is usually what is given. Then all other wishes are held, and the
one that was missed most is brought as near as it will come.
"""

from dataclasses import dataclass

import casadi as ca
import numpy as np

from supple.arrays import Array
from supple.spacetime.problem import Block, Problem
from supple.spacetime.program import Numbers, Program
from supple.spacetime.requirement import Requirement
from supple.spacetime.solvers.ipopt import Ipopt
from supple.spacetime.solvers.solution import Solution, Start, Watch
from supple.spacetime.watching import Going

MISSED = 1e-4
"""What counts as missed, in the unit of the wish."""
STAY = 1e-6
"""A little weight that keeps what does not matter where it was."""


@dataclass(frozen=True)
class Missed:
    """A wish, which of its numbers, what was wanted and what is possible."""

    requirement: Requirement
    label: str
    wanted: float
    best: float

    def __str__(self) -> str:
        wish, what = self.requirement, f"{self.label} = " if self.label else ""
        return (
            f"{wish.name} ({wish.source}): cannot reach {what}{self.wanted:.4g} {wish.unit}: "
            f"best {self.best:.4g} {wish.unit} with these muscles"
        )


class Elastic(Program):
    """A problem in which some requirements may be missed."""

    def __init__(self, problem: Problem, soft: frozenset[Requirement]) -> None:
        self.problem, self.soft = problem, soft
        self.blocks = [b for b in (*problem.rows, *problem.bounds) if b.requirement in soft]
        rows = [b for b in problem.rows if b.requirement in soft]
        places = [problem.leader(int(i)) for b in problem.bounds if b.requirement in soft for i in b.places]
        self._softened = np.concatenate([np.zeros(0, dtype=int), *(b.places for b in rows)])
        wished = ca.vertcat(problem.g[self._softened.tolist()], problem.x[places])
        self.n, self.m = int(problem.x.numel()), int(wished.numel())
        more, less = ca.SX.sym("more", self.m), ca.SX.sym("less", self.m)
        start = ca.SX.sym("start", self.n)
        self.x = ca.vertcat(problem.x, more, less)
        self.p = ca.vertcat(problem.p, start)
        self.wishes = ca.Function("wishes", [problem.x, problem.p], [wished])
        self.g = ca.vertcat(problem.g, wished + more - less)
        last = len(problem.samples)
        dear = [2.0 - (last if b.sample is None else b.sample) / last for b in self.blocks for _ in b.places]
        self.f = ca.dot(ca.DM(dear), more + less) + STAY * ca.sumsqr(problem.x - start) / self.n

    def ranges(self) -> tuple[Array, Array]:
        """Least and most of every wish."""
        sides = [b.range() for b in self.blocks]
        low, high = (np.concatenate([np.zeros(0), *(side[k] for side in sides)]) for k in (0, 1))
        return low, high

    def numbers(self, start: Array) -> Numbers:
        """Mechanics as it is, wishes with slack."""
        hard, (low, high) = self.problem.numbers(self.soft), self.ranges()
        slack = np.zeros(2 * self.m)
        return Numbers(
            np.concatenate([hard.lbx, slack]),
            np.concatenate([hard.ubx, slack + np.inf]),
            np.concatenate([hard.lbg, low]),
            np.concatenate([hard.ubg, high]),
            np.concatenate([hard.p, start]),
        )

    def solve(self, x: Array, watch: Watch | None = None) -> Solution:
        """The motion that misses least."""
        numbers = self.numbers(x)
        inside = np.clip(np.concatenate([x, np.zeros(2 * self.m)]), numbers.lbx, numbers.ubx)
        return Ipopt(tolerance=1e-7).solve(self, numbers, Start(inside), watch)

    def missed(self, solution: Solution, p: Array) -> list[Missed]:
        """Wishes that were missed, the worst first."""
        low, high = self.ranges()
        found = np.array(self.wishes(solution.x[: self.n], p)).ravel()
        short = np.maximum(low - found, 0) + np.maximum(found - high, 0)
        owners = [(b, int(pick)) for b in self.blocks for pick in b.picks]
        worst = [k for k in np.argsort(-short) if short[k] > MISSED]
        return [
            _missed(owners[k][0], owners[k][1], float(np.clip(found[k], low[k], high[k])), float(found[k]))
            for k in worst
        ]


def _missed(block: Block, pick: int, wanted: float, best: float) -> Missed:
    labels = block.requirement.labels
    return Missed(block.requirement, labels[pick] if pick < len(labels) else "", wanted, best)


def explain(problem: Problem, x: Array, watch: Watch | None = None) -> tuple[list[Missed], Array]:
    """Wishes that cannot be met and the best motion; no wishes where all of them could be.

    Where `watch` says no there is nothing to explain yet.
    """
    going = Going(watch)
    wishes = frozenset(b.requirement for b in (*problem.rows, *problem.bounds) if b.requirement.wish)
    p = problem.numbers(wishes).p
    every = Elastic(problem, wishes)
    nearest = every.solve(x, going.on)
    missed = [] if going.stopped else every.missed(nearest, p)
    if not missed:
        return [], nearest.x[: every.n]
    one = Elastic(problem, frozenset([missed[0].requirement]))
    alone = one.solve(nearest.x[: every.n], going.on)
    if alone.success:
        return one.missed(alone, p)[:1] or missed, alone.x[: every.n]
    return missed, nearest.x[: every.n]
