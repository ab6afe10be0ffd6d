"""How velocities at contacts depend on v, and how v answers to impulses there.

u = C v,  v⁺ = v + W Cᵀ f;  with constraints (W − W Jᵀ (J W Jᵀ + γ)⁻¹ J W) Cᵀ instead: they keep their speed.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.constraints.reaction import Reaction
from supple.dynamics.contact.meeting import Meetings
from supple.dynamics.general import System

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
    structure, sides = system.structure, _sides(system, met)
    width = max(structure.parts[b][0].nv for b in np.unique(sides[sides >= 0]).tolist())
    C = np.zeros((*sides.shape, 3, width))
    WC = np.zeros_like(C)
    start, size = np.full(sides.shape, NOBODY, dtype=np.int64), np.zeros(sides.shape, dtype=np.int64)
    for s, b, mine, J in _jacobians(system, q, met, sides):
        nv = structure.parts[b][0].nv
        C[mine, s, :, :nv] = J
        WC[mine, s, :, :nv] = J @ reaction.response.blocks[b]
        start[mine, s], size[mine, s] = structure.parts[b][2].start, nv
    return Answer(start, size, C, WC, np.zeros((0, 3 * len(sides))))


def _everything(system: System, reaction: Reaction, q: Array, met: Meetings) -> Answer:
    n, nv = len(met.point), system.structure.v_size
    C = np.zeros((n, 1, 3, nv))
    for _, b, mine, J in _jacobians(system, q, met, _sides(system, met)):
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
    return both if (other >= 0).any() else both[:, :1]


def _jacobians(
    system: System, q: Array, met: Meetings, sides: Indices
) -> "Iterator[tuple[int, int, Indices, Array]]":
    """Side, body, which contacts, and ∂u/∂v (k, 3, nv) there, body by body."""
    scenery = system.structure.scenery
    for s in range(sides.shape[1]):
        for b in np.unique(sides[sides[:, s] >= 0, s]).tolist():
            body, span, _ = system.structure.parts[b]
            mine = np.flatnonzero(sides[:, s] == b)
            if s == 0:
                yield (
                    s,
                    b,
                    mine,
                    body.jacobians(q[span], scenery.faces[b].p[met.point[mine] - scenery.first[b]]),
                )
            else:
                yield s, b, mine, -body.jacobians(q[span], body.coefficients(met.place[mine]))
