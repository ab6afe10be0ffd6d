"""In which order the conditions of optimality are eliminated, with pivots chosen beforehand.

Each equation is paired with an unknown that it determines: the rule with q and v, physics with a muscle or a
contact force, in the air with the base's acceleration. A pair is a pivot [[h, j], [j, 0]], regular whatever h is;
what is left are unknowns that are free indeed, whose reduced Hessian must be positive. Samples go from the last
to the first, as in Riccati's recursion; within one, pairs before singles, each by least degree; what belongs to a
whole phase comes last.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from supple.arrays import Array, Indices
from supple.errors import SuppleError
from supple.kernels import kernel

MOVING, EARLIER = 6.0, 25.0
"""What it costs, in powers of two, that an entry is not constant; and for each sample that the unknown is earlier."""
LAST = 10**9
WORD = 32
"""Bits of an integer that are used: so none is the sign."""


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


def eliminated(tied: np.ndarray, group: Indices, single: np.ndarray) -> tuple[Indices, np.ndarray]:
    """Order of the nodes, and for each whether another is still tied to it when its turn comes (n, n).

    `tied` (n, n): which nodes are tied to each other. Greedy least degree within each group, in the order of their
    labels; pairs, which weigh double, before singles.
    """
    count = len(tied)
    stage = 2 * np.unique(group, return_inverse=True)[1] + single
    members = np.argsort(stage, kind="stable")
    starts = np.searchsorted(stage[members], np.arange(stage.max(initial=-1) + 2))
    sets, order = packed(tied), np.zeros(count, dtype=np.int64)
    eliminate(sets, packed(~single[None])[0], members, starts, order, np.zeros(count, dtype=np.int64))
    return order, unpacked(sets, count)


def packed(table: np.ndarray) -> Indices:
    """Rows of truths as the bits of integers, 32 in each."""
    bits = np.packbits(table, axis=1, bitorder="little")
    whole = np.zeros((len(table), -(-table.shape[1] // WORD) * (WORD // 8)), dtype=np.uint8)
    whole[:, : bits.shape[1]] = bits
    return whole.view("<u4").astype(np.int64)


def unpacked(sets: Indices, count: int) -> np.ndarray:
    """The same backwards: rows of so many truths."""
    bits = sets.astype("<u4").view(np.uint8)
    return np.unpackbits(bits, axis=1, count=count, bitorder="little").astype(bool)


@kernel
def eliminate(
    sets: Indices, double: Indices, members: Indices, starts: Indices, order: Indices, degree: Indices
) -> None:
    """Put nodes in order, stage by stage: `members[starts[k]:starts[k + 1]]` are those of stage k.

    `sets` (n, words) are the nodes that each is tied to; `double` (words,), those that weigh double; `degree` (n,) is
    −1 once a node has had its turn.
    """
    turn = 0
    for k in range(len(starts) - 1):
        for m in range(starts[k], starts[k + 1]):
            degree[members[m]] = weight(sets, double, members[m])
        for _ in range(starts[k], starts[k + 1]):
            i, least = -1, 0
            for m in range(starts[k], starts[k + 1]):
                one = members[m]
                if degree[one] >= 0 and (i < 0 or degree[one] < least):
                    i, least = one, degree[one]
            degree[i] = -1
            order[turn] = i
            turn += 1
            tie(sets, double, i, degree, members, starts[k], starts[k + 1])


@kernel
def tie(
    sets: Indices, double: Indices, i: int, degree: Indices, members: Indices, first: int, last: int
) -> None:
    """Tie all that node i is tied to to each other, and let it go; members of the stage get their new degree."""
    words = sets.shape[1]
    for w in range(words):
        for b in range(WORD):
            if (sets[i, w] >> b) & 1:
                j = WORD * w + b
                for v in range(words):
                    sets[j, v] = sets[j, v] | sets[i, v]
                sets[j, w] = sets[j, w] & ~(1 << b)
                sets[j, i // WORD] = sets[j, i // WORD] & ~(1 << (i % WORD))
    for m in range(first, last):
        j = members[m]
        if degree[j] >= 0 and (sets[i, j // WORD] >> (j % WORD)) & 1:
            degree[j] = weight(sets, double, j)


@kernel
def weight(sets: Indices, double: Indices, i: int) -> int:
    """To how many nodes one is tied; pairs count double."""
    total = 0
    for w in range(len(double)):
        total += ones(sets[i, w]) + ones(sets[i, w] & double[w])
    return total


@kernel
def ones(word: int) -> int:
    """How many of 32 bits are set, added up by halves (Warren, Hacker's Delight, §5-1)."""
    word = word - ((word >> 1) & 0x55555555)
    word = (word & 0x33333333) + ((word >> 2) & 0x33333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F
    return ((word * 0x01010101) >> 24) & 0xFF
