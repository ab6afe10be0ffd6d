"""How velocities at contacts depend on v, and how v answers to impulses there.

u = C v,  v⁺ = v + W Cᵀ f;  with constraints (W − W Jᵀ (J W Jᵀ + γ)⁻¹ J W) Cᵀ instead: they keep their speed.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.constraints.reaction import Reaction
from supple.dynamics.legacy.contact.meeting import Meetings
from supple.dynamics.legacy.contact.plain import answer_rows
from supple.dynamics.legacy.general import System

NOBODY = -1
HELD = 1e-9
"""Constraints that leave less than this share of a contact's response hold the point: it cannot give way."""


class Answer(NamedTuple):
    """C (n, sides, 3, m), W Cᵀ of the same shape, where each side's velocities are, and what constraints carry."""

    start: Indices
    size: Indices
    C: Array
    WC: Array
    carried: Array
    """Impulses of the constraints for each of the contacts (rows, 3n)."""


def answering(system: System, reaction: Reaction, q: Array, met: Meetings) -> Answer:
    """Only the two bodies of a contact answer to it, or, where there are constraints, everything."""
    return _everything(system, reaction, q, met) if len(reaction.J) else _two(system, reaction, q, met)


def _two(system: System, reaction: Reaction, q: Array, met: Meetings) -> Answer:
    scenery, sides = system.structure.scenery, _sides(system, met)
    plain, blocks = scenery.plain, reaction.response.blocks
    n, nobody = len(sides), sides < 0
    start = np.where(nobody, NOBODY, plain.v_start[sides])
    size = np.where(nobody, 0, plain.nv[sides])
    C, WC = np.zeros((2, *sides.shape, 3, int(size.max())))
    flat = np.concatenate([block.reshape(-1) for block in blocks])
    begin = np.cumsum(plain.nv**2) - plain.nv**2
    for s, (r, sign) in enumerate(_places(system, met)[: sides.shape[1]]):
        answer_rows(plain, q, sides, s, r, sign, flat, begin, C, WC)
    for s, b, mine, J in _jacobians(system, q, met, sides, scenery.apart):
        C[mine, s, :, : plain.nv[b]] = J
        WC[mine, s, :, : plain.nv[b]] = J @ blocks[b]
    return Answer(start, size, C, WC, np.zeros((0, 3 * n)))


def _everything(system: System, reaction: Reaction, q: Array, met: Meetings) -> Answer:
    n, nv = len(met.point), system.structure.v_size
    C = np.zeros((n, 1, 3, nv))
    for _, b, mine, J in _jacobians(system, q, met, _sides(system, met), range(len(system.structure.bodies))):
        C[mine, 0, :, system.structure.parts[b][2]] += J
    W = reaction.response(C.reshape(3 * n, nv).T)
    carried = -reaction.solve(reaction.J @ W)
    WC = np.ascontiguousarray((W + reaction.WJ @ carried).T).reshape(C.shape)
    along = np.einsum("nr,nrm->nm", met.normal, C[:, 0])
    free, left = (np.einsum("nm,nr,nrm->n", along, met.normal, X.reshape(n, 3, nv)) for X in (W.T, WC))
    WC[left < HELD * free] = 0.0
    start = np.zeros((n, 1), dtype=np.int64)
    return Answer(start, start + nv, C, WC, carried)


def _sides(system: System, met: Meetings) -> Indices:
    """The bodies of each contact (n, 2), or (n, 1) if all are with what stands still."""
    scenery = system.structure.scenery
    other = np.maximum(met.other - len(scenery.shapes.kind), NOBODY)
    both = np.stack([scenery.owner[met.point], other], axis=1)
    return both if (other >= 0).any() else both[:, :1].copy()


def _places(system: System, met: Meetings) -> list[tuple[Array, float]]:
    """Rest positions (n, 3) of the contacts in the body of each side, and the sign of their velocity there."""
    return [(system.structure.scenery.r[met.point], 1.0), (met.place, -1.0)]


def _jacobians(
    system: System, q: Array, met: Meetings, sides: Indices, bodies: Iterable[int]
) -> Iterator[tuple[int, int, Indices, Array]]:
    """Side, body, which contacts, and ∂u/∂v (k, 3, nv) there, body by body."""
    scenery = system.structure.scenery
    for s, (r, sign) in enumerate(_places(system, met)[: sides.shape[1]]):
        for b in bodies:
            mine = np.flatnonzero(sides[:, s] == b)
            if len(mine):
                (body, span, _), own = system.structure.parts[b], met.point[mine] - scenery.first[b]
                p = body.coefficients(r[mine]) if s else scenery.faces[b].p[own]
                yield s, b, mine, sign * body.jacobians(q[span], p)
