"""The problem of a shot: unknowns sample after sample, bounds and rows that know who asked for them (§4.3).

The expressions are made once. The numbers (targets, limits, weights, masses, durations) are asked anew of those who
own them before each solve, so that what only moves is never built again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import casadi as ca
import numpy as np

from supple.arrays import Array, Indices
from supple.errors import ConflictError
from supple.spacetime.elements import Item
from supple.spacetime.program import Numbers, Program
from supple.spacetime.requirement import Requirement
from supple.spacetime.sample import Sample

TOLERANCE = 1e-9
"""How far two demands on the same number may differ before they contradict each other."""


@dataclass(frozen=True, eq=False)
class Block:
    """Where a requirement is: places in x or rows of g, which of its numbers they take, and at which sample."""

    requirement: Requirement
    places: Indices
    picks: Indices
    size: int
    sample: int | None

    def range(self) -> tuple[Array, Array]:
        """Least and most at each place."""
        low, high = self.requirement.range()
        return tuple(np.broadcast_to(side, self.size)[self.picks] for side in (low, high))  # type: ignore[return-value]


class Cost(NamedTuple):
    """A term of the objective, without its weight."""

    name: str
    source: str
    sample: int | None
    expression: ca.SX


@dataclass(eq=False)
class Problem(Program):
    """Unknowns, bounds, rows, costs and parameters, collected one after another."""

    samples: list[Sample] = field(default_factory=list)
    unknowns: list[ca.SX] = field(default_factory=list)
    bounds: list[Block] = field(default_factory=list)
    rows: list[Block] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)
    force: float = 1.0
    """Newtons that solvers count as one: a tenth of the weight."""
    middle: bool = False
    """Whether every other sample of a phase is the middle of an interval."""
    durations: dict[str, int] = field(default_factory=dict)
    """Phase → where its duration is in x, if it is left to the optimiser."""
    _expressions: list[ca.SX] = field(default_factory=list)
    _terms: list[ca.SX] = field(default_factory=list)
    _parameters: list[tuple[ca.SX, Callable[[], Any]]] = field(default_factory=list)
    _homes: dict[int, int] = field(default_factory=dict)
    _same: dict[int, int] = field(default_factory=dict)
    _places: dict[str, Indices] = field(default_factory=dict)
    _size: int = 0
    _height: int = 0

    # ---- collecting ---------------------------------------------------------------------------------------

    def unknown(self, name: str, size: int) -> tuple[ca.SX, Indices]:
        """New unknowns and their places in x."""
        symbol = ca.SX.sym(name, size)
        places = np.arange(self._size, self._size + size)
        for element, place in zip(scalars(symbol), places, strict=True):
            self._homes[element.element_hash()] = int(place)
        self.unknowns.append(symbol)
        self._size += size
        return symbol, places

    def parameter(self, name: str, value: Callable[[], Any], size: int = 1) -> ca.SX:
        """A number that may change between solves."""
        symbol = ca.SX.sym(name, size)
        self._parameters.append((symbol, value))
        return symbol

    def require(self, requirement: Requirement, expression: Any, sample: int | None = None) -> None:
        """Rows of g; where the expression is an unknown itself, a bound of it."""
        column = dense_column(expression)
        elements = scalars(column)
        homes = [self._homes.get(e.element_hash(), -1) if e.is_symbolic() else -1 for e in elements]
        simple = np.array([home >= 0 for home in homes])
        picks = np.arange(len(elements))
        if simple.any():
            places = np.array(homes)[simple]
            self.bounds.append(Block(requirement, places, picks[simple], len(picks), sample))
        if not simple.all():
            count = int((~simple).sum())
            places = np.arange(self._height, self._height + count)
            self.rows.append(Block(requirement, places, picks[~simple], len(picks), sample))
            self._expressions.append(column if simple.sum() == 0 else column[picks[~simple].tolist()])
            self._height += count

    def minimize(
        self, name: str, source: str, factor: Any, expression: Any, sample: int | None = None
    ) -> None:
        """Add factor · expression to the objective."""
        density = dense_column(expression)
        self.costs.append(Cost(name, source, sample, density))
        self._terms.append(factor * density)

    def same(self, these: Indices, those: Indices) -> None:
        """Unknowns that other rows make equal: a demand on one is a demand on the other."""
        for one, other in zip(these.tolist(), those.tolist(), strict=True):
            self._same[self.leader(one)] = self.leader(other)

    def leader(self, place: int) -> int:
        """The unknown that stands for all that equal this one."""
        while place in self._same:
            place = self._same[place]
        return place

    # ---- the program --------------------------------------------------------------------------------------

    @cached_property
    def x(self) -> ca.SX:  # type: ignore[override]
        """All unknowns, sample after sample."""
        return ca.vertcat(*self.unknowns)

    @cached_property
    def p(self) -> ca.SX:  # type: ignore[override]
        """All parameters."""
        return ca.vertcat(ca.SX(0, 1), *(symbol for symbol, _ in self._parameters))

    @cached_property
    def f(self) -> ca.SX:  # type: ignore[override]
        """The objective."""
        return ca.SX(sum(self._terms, start=ca.SX(0)))

    @cached_property
    def g(self) -> ca.SX:  # type: ignore[override]
        """The rows."""
        return ca.vertcat(ca.SX(0, 1), *self._expressions)

    @cached_property
    def samples_of_unknowns(self) -> Indices:
        """At which sample each unknown is; −1 for durations and constants of a phase."""
        found = np.full(self._size, -1)
        constants = {id(s.unknown[name]) for s in self.samples for name in s.ground.constants}
        for k, s in enumerate(self.samples):
            for key, places in s.where.items():
                if id(s.unknown[key]) not in constants:
                    found[places] = k
        return found

    def items(self) -> list[Item]:
        """Terms of the objective and rows as they were asked for."""
        rows = zip(self.rows, self._expressions, strict=True)
        return [Item(term) for term in self._terms] + [Item(row, block.places) for block, row in rows]

    @cached_property
    def units(self) -> Array:
        """Muscle and contact forces are counted in shares of the weight."""
        found = np.ones(self._size)
        for s in self.samples:
            muscles = s.where["u"][: len(s.resources.muscles.joints)]
            found[np.concatenate([muscles, s.where["lam"], s.where.get("blow", muscles)])] = self.force
        return found

    @cached_property
    def row_units(self) -> Array:
        """So are rows in N, N m or N s."""
        found = np.ones(self._height)
        for block in self.rows:
            if block.requirement.unit.startswith("N"):
                found[block.places] = self.force
        return found

    @cached_property
    def strides(self) -> Indices:
        """Coordinates."""
        return self.places("q").ravel() if self.samples else np.zeros(0, dtype=np.int64)

    def stride(self, step: Array) -> float:
        """The most that any coordinate moves [m, rad]."""
        return float(np.abs(step[self.places("q")]).max()) if self.samples else 0.0

    def places(self, key: str) -> Indices:
        """Where q, v or a of every sample are in x (n, nq)."""
        if key not in self._places:
            self._places[key] = np.array([s.where[key] for s in self.samples])
        return self._places[key]

    @cached_property
    def readout(self) -> ca.Function:
        """(x, p) → times (1, n), muscle forces (m, n), centers of mass and forces of the ground (3, n)."""
        keys = ("t", "tau", "center", "force")
        columns = [ca.horzcat(*(ca.SX(getattr(s, key)) for s in self.samples)) for key in keys]
        return ca.Function("readout", [self.x, self.p], [ca.densify(rows) for rows in columns])

    # ---- numbers ------------------------------------------------------------------------------------------

    @cached_property
    def _bounds(self) -> "list[tuple[Block, Indices]]":
        """Bounds gathered by requirement, with the unknowns that stand for theirs."""
        return [(b, np.array([self.leader(i) for i in b.places.tolist()])) for b in gathered(self.bounds)]

    @cached_property
    def _gathered_rows(self) -> list[Block]:
        return gathered(self.rows)

    def numbers(self, without: frozenset[Requirement] = frozenset()) -> Numbers:
        """Bounds and parameters as they are now; demands that contradict each other are named.

        `without` some requirements, as if they had not been asked for.
        """
        lbx, ubx = np.full(self._size, -np.inf), np.full(self._size, np.inf)
        for block, leaders in self._bounds:
            if block.requirement in without:
                continue
            low, high = block.range()
            np.maximum.at(lbx, leaders, low)
            np.minimum.at(ubx, leaders, high)
        if (lbx > ubx + TOLERANCE).any():
            raise ConflictError(self._contradiction(int(np.argmax(lbx - ubx))))
        lbg, ubg = np.full(self._height, -np.inf), np.full(self._height, np.inf)
        for block in self._gathered_rows:
            if block.requirement in without:
                continue
            lbg[block.places], ubg[block.places] = block.range()
        p = [np.ravel(np.asarray(value(), dtype=np.float64)) for _, value in self._parameters]
        return Numbers(lbx, np.maximum(lbx, ubx), lbg, ubg, np.concatenate([np.zeros(0), *p]))

    def _contradiction(self, place: int) -> str:
        """Which two demands on an unknown cannot both hold."""
        least, most = (-np.inf, self.bounds[0]), (np.inf, self.bounds[0])
        for block in self.bounds:
            low, high = block.range()
            for k in np.flatnonzero([self.leader(i) == place for i in block.places.tolist()]):
                least = (float(low[k]), block) if low[k] > least[0] else least
                most = (float(high[k]), block) if high[k] < most[0] else most
        when = "" if least[1].sample is None else f" at sample {least[1].sample}"
        return (
            f"{least[1].requirement} and {most[1].requirement} contradict each other{when}: the first wants "
            f"{self.x[place]} to be {least[0]:.6g} or more, the second {most[0]:.6g} or less"
        )


def scalars(column: ca.SX) -> list[ca.SX]:
    """Its entries, one by one; CasADi's own annotation says something else."""
    return column.elements()  # type: ignore[return-value]


def dense_column(expression: Any) -> ca.SX:
    """Whatever was written, as a column without gaps."""
    if isinstance(expression, ca.SX) and expression.is_column() and expression.is_dense():
        return expression
    return ca.densify(ca.vec(ca.SX(expression)))


def gathered(blocks: list[Block]) -> list[Block]:
    """All blocks of one requirement as one, so that its numbers are asked for once."""
    groups: dict[tuple[int, int], list[Block]] = {}
    for block in blocks:
        groups.setdefault((id(block.requirement), block.size), []).append(block)
    return [
        Block(
            group[0].requirement,
            np.concatenate([b.places for b in group]),
            np.concatenate([b.picks for b in group]),
            group[0].size,
            None,
        )
        for group in groups.values()
    ]
