"""What holds points, in line by component: those that share bodies, in an order that keeps neighbors near."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components, reverse_cuthill_mckee

from supple.arrays import Array, Indices
from supple.dynamics.model.arrays import Bodies, Constant, Equalities, Schedule

EXACT = float("inf")
"""How fast that responds which holds exactly [1/s]."""


class Term(NamedTuple):
    """A material point of a link of a body, and its weight."""

    body: int
    at: tuple[float, float, float]
    weight: float = 1.0
    link: int = 0


class Hold(NamedTuple):
    """D (Σ w x − n(t)) = 0 along the directions of D (1 to 3 of them, (d, 3)), or |x_a − x_b| = n.

    >>> nail = Hold((Term(0, (0, 0.5, 0)),))
    >>> ball = Hold((Term(0, (0, 0.5, 0)), Term(1, (0, -0.5, 0), -1.0)))
    """

    terms: tuple[Term, ...]
    directions: Array = np.eye(3)
    distance: bool = False


def equalities(holds: Sequence[Hold], bodies: Bodies) -> Equalities:
    """All of them as arrays."""
    yielding = np.diff(bodies.block) > 0
    own = [[t.body for t in h.terms if t.body >= 0 and yielding[t.body]] for h in holds]
    label, order = _components(own, len(bodies.kind))
    given = np.array(order, np.int64)
    terms = [t for e in order for t in holds[e].terms]
    sizes = np.array([len(holds[e].terms) for e in order], np.int64)
    count = int(label.max(initial=-1)) + 1
    component = np.searchsorted(label[given], np.arange(count + 1)).astype(np.int64)
    frame = np.zeros((len(order), 9))
    for row, e in enumerate(order):
        frame[row, : 3 * len(holds[e].directions)] = np.asarray(holds[e].directions, float).reshape(-1)
    begin, place, room = _envelope([own[e] for e in order], component)
    side = [_sides(own[e]) for e in order]
    party = [_parties(holds, given[a:b]) for a, b in pairwise(component)]
    links = np.array([pair for pairs in side for pair in pairs], np.int64).reshape(-1, 2)
    ends = np.concatenate([[0], np.cumsum([len(pairs) for pairs in side])]).astype(np.int64)
    return Equalities(
        first=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        body=np.array([t.body for t in terms], np.int64),
        link=np.array([t.link for t in terms], np.int64),
        at=np.array([t.at for t in terms], np.float64).reshape(-1, 3),
        weight=np.array([t.weight for t in terms], np.float64),
        rows=np.array([1 if holds[e].distance else len(holds[e].directions) for e in order], np.int64),
        frame=frame,
        distance=np.array([holds[e].distance for e in order], np.int64),
        given=given,
        component=component,
        begin=begin,
        place=place,
        room=room,
        party=np.array([b for each in party for b in each], np.int64),
        parties=np.cumsum([0, *map(len, party)]).astype(np.int64),
        side=links,
        sides=ends[component],
        fixed=np.zeros(count, np.int64),
        constant=no_constant_rows(len(terms), len(order), count),
        aside=np.zeros(len(order), np.int64),
    )


def no_constant_rows(terms: int, equalities: int, components: int) -> Constant:
    """No row is taken for constant."""
    none, zero, at = np.zeros(0), np.zeros(equalities, np.int64), np.zeros(terms, np.int64)
    return Constant(
        np.zeros(terms + 1, np.int64), none, none, at, at, np.zeros((equalities, 3)), zero, zero,
        np.zeros(components + 1, np.int64),
    )  # fmt: skip


def still(holds: Sequence[Hold], targets: Array, nv: int) -> Schedule:
    """Nothing moves what is held: n (n, 3), all exact."""
    n = len(holds)
    return Schedule(
        np.asarray(targets, float).reshape(1, n, 3), np.zeros((1, n, 3)), np.full((1, n), EXACT), np.zeros((1, nv))
    )  # fmt: skip


def _components(own: Sequence[Sequence[int]], bodies: int) -> tuple[Indices, list[int]]:
    """Which component each equality belongs to, and all of them in line, neighbors near."""
    n = len(own)
    if n == 0:
        return np.zeros(0, np.int64), []
    row = np.repeat(np.arange(n), [len(each) for each in own])
    column = np.array([b for each in own for b in each], np.int64)
    touches = coo_array((np.ones(len(row)), (row, column)), shape=(n, bodies)).tocsr()
    graph = (touches @ touches.T).tocsr()
    found = connected_components(graph, directed=False)[1]
    near = np.empty(n, np.int64)
    near[reverse_cuthill_mckee(graph, symmetric_mode=True)] = np.arange(n)
    first = {int(k): i for i, k in reversed(list(enumerate(found)))}
    rank = {k: i for i, k in enumerate(sorted(first, key=first.__getitem__))}
    label = np.array([rank[int(k)] for k in found], np.int64)
    return label, [int(e) for e in np.lexsort((near, label))]


def _parties(holds: Sequence[Hold], which: Indices) -> list[int]:
    return sorted({t.body for e in which.tolist() for t in holds[e].terms if t.body >= 0})


def _sides(bodies: Sequence[int]) -> list[tuple[int, int]]:
    return [(bodies[0], -1)] if len(bodies) == 1 else list(pairwise(bodies))


def _envelope(own: Sequence[Sequence[int]], component: Indices) -> tuple[Indices, Indices, Indices]:
    """First row with which each row couples, where its entries start, and where those of each component do."""
    begin, place, room = [], [], [0]
    for k in range(len(component) - 1):
        seen, at = dict[int, int](), 0
        for e in range(component[k], component[k + 1]):
            first = min((seen.get(b, e - component[k]) for b in own[e]), default=e - component[k])
            for b in own[e]:
                seen.setdefault(b, e - component[k])
            for r in range(3):
                row = 3 * (e - component[k]) + r
                begin.append(3 * first)
                place.append(at)
                at += row - 3 * first
        room.append(room[-1] + at)
    return np.array(begin, np.int64), np.array(place, np.int64), np.array(room, np.int64)
