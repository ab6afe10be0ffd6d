"""The structure of a program's conditions of optimality: presolve, order, pattern of the factor, what goes where.

It follows from the elements and from which bounds are equal; while these stand it is kept, whatever the numbers are.
"""

from copy import copy
from functools import cached_property

import numpy as np

from supple.arrays import Array, Indices
from supple.kernels import kernel
from supple.spacetime.program import Numbers, Program
from supple.spacetime.solvers.factor import Pattern, Room, Scatter
from supple.spacetime.solvers.ordering import LAST, Entries, eliminated, paired
from supple.spacetime.solvers.presolve import Presolved, presolve, recover, settled

NEAR = 1e-2
"""How far from the guess the numbers are that pairs are chosen by."""

FEASIBLE = 1e-6
"""How far what is given beforehand may miss a limit."""
ENDLESS = 1e20
"""A limit that is none."""


class Structure:
    """All that does not change between solves whose bounds are equal at the same places."""

    def __init__(self, program: Program, numbers: Numbers, x: Array) -> None:
        """`x` is where numbers are looked at."""
        self.elements = e = program.elements
        e.given(numbers.p)
        sides = np.concatenate([numbers.lbx, numbers.lbg]), np.concatenate([numbers.ubx, numbers.ubg])
        self.limited = bool(np.isfinite(np.stack(sides)[:, sides[0] != sides[1]]).any())
        """Whether there is any inequality."""
        self.presolved: Presolved = presolve(e, numbers, x)
        self.equal = numbers.lbg == numbers.ubg
        self.flags = _flags(self.equal, self.presolved, program.strides)
        """Equations, unknowns that are given, rows that are used up, unknowns that are seen to move; 0 or 1."""
        self.samples = program.samples_of_unknowns
        self.timed = not (self.samples < 0).any()
        """Whether no unknown belongs to a whole phase, as free durations do."""
        self._twins: list[Structure] = []
        self._look(numbers, x)
        self._arrange()

    @cached_property
    def room(self) -> Room:
        """For one solve at a time."""
        size, widest = int(self.pattern.places[-1]), int(np.diff(self.pattern.row_starts).max(initial=1))
        return Room(np.zeros(size), np.zeros(size), np.zeros(widest), np.zeros(widest), np.zeros(self.size))

    def twins(self, count: int) -> "list[Structure]":
        """So many that may be used beside each other, itself among them; they share all that does not change."""
        while len(self._twins) < count - 1:
            twin = copy(self)
            twin.elements = self.elements.twin()
            twin.__dict__.pop("room", None)
            self._twins.append(twin)
        return [self, *self._twins][:count]

    def limits(self, numbers: Numbers) -> tuple[Array, Array]:
        """Least and most of (x̂, ĝ)."""
        e = self.elements
        low = np.concatenate([numbers.lbx / e.units, numbers.lbg / e.row_units])
        high = np.concatenate([numbers.ubx / e.units, numbers.ubg / e.row_units])
        return low.clip(-ENDLESS, ENDLESS), high.clip(-ENDLESS, ENDLESS)

    def contradicted(self, numbers: Numbers, x: Array, g: Array) -> bool:
        """Whether what was given beforehand misses a bound or a row at (x̂, ĝ)."""
        low, high = self.limits(numbers)
        values, fixed = np.concatenate([x, g]), np.concatenate([self.presolved.fixed, self.presolved.used])
        return bool((np.maximum(low - values, values - high)[fixed] > FEASIBLE).any())

    # ---- order --------------------------------------------------------------------------------------------

    def _look(self, numbers: Numbers, x: Array) -> None:
        """Numbers of the Jacobian near the guess."""
        e, rng = self.elements, np.random.default_rng(1)
        e.whole(self.settle(numbers, (x + NEAR * rng.standard_normal(e.n)) / e.units), np.zeros(e.m))

    def _arrange(self) -> None:
        """Nodes, their order, and the factor's pattern."""
        e, (_, fixed, used, _, _) = self.elements, self.presolved
        self.free = np.flatnonzero(~fixed)
        place = np.full(e.n, -1)
        place[self.free] = np.arange(len(self.free))
        own = self.equal[e.row] & ~used[e.row] & ~fixed[e.column]
        self.rows = np.unique(e.row[own])
        """Equations that are left."""
        row_place = np.full(e.m, -1)
        row_place[self.rows] = np.arange(len(self.rows))
        entries = Entries(row_place[e.row[own]], place[e.column[own]], e.jacobian[own], e.moves[own])
        partner = paired(len(self.rows), entries, self.samples[self.free])
        self._nodes(place, row_place, entries, partner)

    def _nodes(self, place: Indices, row_place: Indices, entries: Entries, partner: Indices) -> None:
        """A node is an unknown, with its equation if it has one."""
        e, count = self.elements, len(self.free)
        single = np.ones(count, dtype=bool)
        single[partner] = False
        one, other = place[e.one], place[e.other]
        inner = (one >= 0) & (other >= 0)
        ties = [(one[inner], other[inner]), (partner[entries.row], entries.column), self._crossed(place)]
        tied = adjacency(count, *(np.concatenate(side) for side in zip(*ties, strict=True)))
        sample = self.samples[self.free]
        group = np.where(sample < 0, LAST, -self._ranks()[sample])
        order, near = eliminated(tied, group, single)
        size = np.where(single, 1, 2)[order]
        start = np.cumsum([0, *size.tolist()])
        self.size = int(start[-1])
        column = np.empty(count, dtype=np.int64)
        column[order] = start[:-1]
        self._pattern(order, near, start, size)
        unknown, equation = np.full(e.n, -1), np.full(e.m, -1)
        unknown[self.free] = column
        equation[self.rows] = column[partner] + 1
        self._scatter(unknown, equation)

    def _ranks(self) -> Indices:
        """The order of samples; those between the first and the last of an element go with the last."""
        to = np.arange(int(self.samples.max(initial=0)) + 1)
        for kind in self.elements.kinds:
            about = self.samples[kind.unknowns]
            for at in (np.unique(row[row >= 0]) for row in np.unique(np.sort(about, axis=1), axis=0)):
                to[at[1:-1]] = at[-1] if len(at) else 0
        return np.unique(to, return_inverse=True)[1]

    def _crossed(self, place: Indices) -> tuple[Indices, Indices]:
        """Unknowns that some inequality ties to each other."""
        _, one, other = self._products
        a, b = place[self.elements.column[one]], place[self.elements.column[other]]
        return a, b

    @cached_property
    def _products(self) -> tuple[Indices, Indices, Indices]:
        """Pairs of entries of the same inequality, both of unknowns that are free: row, one, other."""
        e, fixed = self.elements, self.presolved.fixed
        found = [np.zeros((3, 0), dtype=np.int64)]
        for kind, first in zip(e.kinds, e.first[:-1], strict=True):
            row = kind.box.jacobian[0]
            a, b = np.nonzero((row[:, None] == row) & np.tri(len(row), dtype=bool))
            base = first + len(row) * np.arange(len(kind.rows))[:, None]
            one, other = (base + a).ravel(), (base + b).ravel()
            kept = ~self.equal[e.row[one]] & ~fixed[e.column[one]] & ~fixed[e.column[other]]
            found.append(np.stack([e.row[one], one, other])[:, kept])
        row, one, other = np.concatenate(found, axis=1)
        return row, one, other

    # ---- where things are ---------------------------------------------------------------------------------

    def _pattern(self, order: Indices, near: np.ndarray, start: Indices, size: Indices) -> None:
        pivot, below = np.nonzero(near[np.ix_(order, order)])
        counts = np.bincount(pivot, size[below], minlength=len(order)).astype(np.int64)
        row_starts = np.concatenate([[0], np.cumsum(counts)])
        flat = np.repeat(start[below], size[below]) + _second(size[below])
        places = np.concatenate([[0], np.cumsum(np.where(size == 2, 3, 1) + counts * size)])
        self._node = np.repeat(np.arange(len(order)), size)
        self._keys = np.repeat(np.arange(len(order)), counts) * self.size + flat
        empty = np.zeros(0, dtype=np.int64)
        plain = Pattern(start[:-1].copy(), size, row_starts, flat, places, empty, empty)
        room = np.zeros(int(3 * (counts * (counts + 1) // 2).sum() + counts.sum()), dtype=np.int64)
        used = stretched(plain, self._node, room)
        columns = np.arange(self.size)
        self.pattern = plain._replace(stretches=room[:used].copy())
        self.pattern = self.pattern._replace(diagonal=self._at(columns, columns))

    def _at(self, one: Indices, other: Indices) -> Indices:
        """Where the entry of two columns lies."""
        i, j = np.maximum(one, other), np.minimum(one, other)
        p, k = self.pattern, self._node[j]
        beside = i - p.start[k] + j - p.start[k]
        rank = np.searchsorted(self._keys, k * self.size + i) - p.row_starts[k]
        block = np.where(p.size[k] == 2, 3, 1)
        below = block + rank + (j - p.start[k]) * np.diff(p.row_starts)[k]
        return np.asarray(p.places[k] + np.where(self._node[i] == k, beside, below))

    def _scatter(self, unknown: Indices, equation: Indices) -> None:
        e = self.elements
        one, other = unknown[e.one], unknown[e.other]
        hessian = np.flatnonzero((one >= 0) & (other >= 0))
        row, column = equation[e.row], unknown[e.column]
        jacobian = np.flatnonzero((row >= 0) & (column >= 0))
        rows, first, second = self._products
        self.scatter = Scatter(
            hessian, self._at(one[hessian], other[hessian]),
            jacobian, self._at(row[jacobian], column[jacobian]),
            rows, first, second, self._at(column[first], column[second]),
            unknown, equation,
        )  # fmt: skip

    # ---- what presolve took -------------------------------------------------------------------------------

    def settle(self, numbers: Numbers, x: Array) -> Array:
        """x̂ with all unknowns that are given beforehand."""
        e = self.elements
        x = np.where(self.presolved.bound, numbers.lbx / e.units, x)
        settled(e, self.presolved.plan, numbers, x)
        return x

    def multipliers(self, x: Array, y: Array, lam_x: Array) -> tuple[Array, Array]:
        """ŷ and λ̂ of all rows and unknowns, those of the presolve recovered."""
        e, fixed = self.elements, self.presolved.fixed
        y = np.where(self.presolved.used, 0.0, y)
        e.whole(x, y)
        recover(self.presolved.plan, e.row, e.jacobian, e.slope, y)
        pull = np.bincount(e.column, e.jacobian * y[e.row], minlength=e.n)
        return y, np.where(self.presolved.bound, -(e.slope + pull), np.where(fixed, 0.0, lam_x))


def _flags(
    equal: np.ndarray, presolved: Presolved, strides: Indices
) -> tuple[Indices, Indices, Indices, Indices]:
    moves = np.zeros(len(presolved.fixed), dtype=np.int64)
    moves[strides] = 1
    return equal.astype(np.int64), presolved.fixed.astype(np.int64), presolved.used.astype(np.int64), moves


def structure(program: Program, numbers: Numbers, x: Array) -> Structure:
    """The structure of a program, made where bounds begin or cease to be equal, and kept with the program.

    Where the presolve made use of what is 0, also where something begins or ceases to be given as 0.
    """
    key = np.concatenate([numbers.lbx == numbers.ubx, numbers.lbg == numbers.ubg]).tobytes()
    none = np.concatenate(
        [(numbers.lbx == 0) & (numbers.ubx == 0), (numbers.lbg == 0) & (numbers.ubg == 0)]
    ).tobytes()
    found: Structure | None = program.structures.get(key) or program.structures.get(key + none)
    if found is None:
        found = Structure(program, numbers, x)
        program.structures[key + none if found.presolved.zeros else key] = found
    return found


def adjacency(count: int, one: Indices, other: Indices) -> np.ndarray:
    """Which nodes are tied to each other (count, count)."""
    table = np.zeros((count, count), dtype=bool)
    table[one, other] = table[other, one] = True
    np.fill_diagonal(table, False)
    return table


def _second(sizes: Indices) -> Indices:
    """0 for the first column of a node, 1 for the second."""
    first = np.cumsum(sizes) - sizes
    return np.arange(int(sizes.sum())) - np.repeat(first, sizes)


@kernel
def stretched(pattern: Pattern, node: Indices, out: Indices) -> int:
    """For each column below a pivot: how many stretches, then where each goes, its first number and its length."""
    t = 0
    for k in range(len(pattern.size)):
        first, c = pattern.row_starts[k], pattern.row_starts[k + 1] - pattern.row_starts[k]
        for j in range(c):
            column = pattern.rows[first + j]
            home = node[column]
            s, d = pattern.start[home], pattern.places[home]
            block = 3 if pattern.size[home] == 2 else 1
            seek, end = pattern.row_starts[home], pattern.row_starts[home + 1]
            under = d + block + (column - s) * (end - seek)
            head, count, last = t, 0, -2
            t += 1
            base = seek
            for i in range(j, c):
                row = pattern.rows[first + i]
                if node[row] == home:
                    at = d + (row - s) + (column - s)
                else:
                    while pattern.rows[seek] < row:
                        seek += 1
                    at = under + seek - base
                if at == last + 1:
                    out[t - 1] += 1
                else:
                    out[t], out[t + 1], out[t + 2] = at, i, 1
                    t += 3
                    count += 1
                last = at
            out[head] = count
    return t
