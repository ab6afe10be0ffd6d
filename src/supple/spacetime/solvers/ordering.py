"""In which order the conditions of optimality are eliminated, with pivots chosen beforehand.

Each equation is paired with an unknown that it determines: the rule with q and v, physics with a muscle or a
contact force, in the air with the base's acceleration. A pair is a pivot [[h, j], [j, 0]], regular whatever h is;
what is left are unknowns that are free indeed, whose reduced Hessian must be positive. Samples go from the last
to the first, as in Riccati's recursion; within one, pairs before singles, each by least degree; what belongs to a
whole phase comes last.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from supple.arrays import Array, Indices
from supple.errors import SuppleError

MOVING, EARLIER = 6.0, 25.0
"""What it costs, in powers of two, that an entry is not constant; and for each sample that the unknown is earlier."""
LAST = 10**9


class SingularError(SuppleError):
    """Equations that cannot be told apart by their pattern: more of them than unknowns somewhere."""


class Entries(NamedTuple):
    """Entries of the equations' Jacobian: row, unknown, their number near the guess, whether they depend on x."""

    row: Indices
    column: Indices
    value: Array
    moves: np.ndarray


def paired(count: int, entries: Entries, samples: Indices) -> Indices:
    """Equation → unknown: a large, constant entry of the latest sample, by a matching of least cost."""
    latest = np.full(count, -1)
    np.maximum.at(latest, entries.row, samples[entries.column])
    size = np.clip(np.log2(np.maximum(np.abs(entries.value), 1e-30)), -40, 8)
    cost = 60 - size + MOVING * entries.moves
    cost += EARLIER * (latest[entries.row] - samples[entries.column])
    kept = np.abs(entries.value) > 1e-9
    if count > len(samples):
        raise SingularError(f"{count} equations for {len(samples)} unknowns")
    shape = count, len(samples)
    matrix = sparse.csr_array(
        (np.maximum(cost, 1e-3)[kept], (entries.row[kept], entries.column[kept])), shape=shape
    )
    try:
        rows, columns = min_weight_full_bipartite_matching(matrix)
    except ValueError as error:
        raise SingularError("some equations have no unknown of their own") from error
    found = np.empty(count, dtype=np.int64)
    found[rows] = columns
    return found


def eliminated(
    adjacent: list[int], group: Sequence[int], single: Sequence[bool]
) -> tuple[list[int], list[int]]:
    """Order of the nodes, and what each is still tied to when its turn comes.

    `adjacent` are sets of nodes as the bits of integers. Greedy least degree within each group; pairs weigh double.
    """
    double = sum(1 << i for i, alone in enumerate(single) if not alone)
    order: list[int] = []
    pattern: list[int] = []
    members: dict[int, list[int]] = {}
    for i, label in enumerate(group):
        members.setdefault(label, []).append(i)
    for label in sorted(members):
        for alone in (False, True):
            left = [i for i in members[label] if single[i] == alone]
            degree = {i: adjacent[i].bit_count() + (adjacent[i] & double).bit_count() for i in left}
            while degree:
                i = min(degree, key=degree.__getitem__)
                del degree[i]
                near = adjacent[i]
                order.append(i)
                pattern.append(near)
                for j in bits(near):
                    adjacent[j] = (adjacent[j] | near) & ~(1 << j | 1 << i)
                    if j in degree:
                        degree[j] = adjacent[j].bit_count() + (adjacent[j] & double).bit_count()
    return order, pattern


def bits(number: int) -> list[int]:
    """Which bits are set, lowest first."""
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return found
