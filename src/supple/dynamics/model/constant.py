"""Rows that never change: components of equalities on linear bodies alone, which treat x, y and z alike.

    J q = n(t),   J = Σ w pᵀ,   W Jᵀ = Σ w M⁻¹ p

with p the functions of each material point. J W Jᵀ = S ⊗ 1₃: one row of S stands for three.
"""

from typing import Any

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.bodies.linear import functions_at
from supple.dynamics.model.arrays import Bodies, Constant, Equalities


def constant_rows(held: Equalities, bodies: Bodies, linear: int, arrays: Any) -> Equalities:
    """The same equalities, with those components marked `fixed` that are constant, and their rows.

    linear: the number of that kind, whose arrays are given, or −1 where there is none.
    """
    fixed = np.array([_stays(held, bodies, k, linear) for k in range(len(held.fixed))], np.int64)
    component = np.repeat(np.arange(len(fixed)), np.diff(held.component))
    J, WJ, first, offset = list[Array](), list[Array](), [0], np.zeros((len(held.rows), 3))
    for e, k in enumerate(component.tolist()):
        for t in range(held.first[e], held.first[e + 1]):
            b, w = int(held.body[t]), held.weight[t]
            if fixed[k] and b >= 0:
                p, answer = functions_at(arrays, int(bodies.row[b]), held.at[t])
                J.append(w * p)
                WJ.append(w * answer)
            elif fixed[k]:
                offset[e] += w * held.at[t]
            first.append(first[-1] + (len(J[-1]) if fixed[k] and b >= 0 else 0))
    begin = held.begin[::3] // 3
    own = np.arange(len(begin)) - held.component[component]
    ends = np.concatenate([[0], np.cumsum(own - begin)])
    room = ends[held.component]
    none = np.zeros(0)
    return held._replace(
        fixed=fixed,
        constant=Constant(
            _indices(first), np.concatenate([none, *J]), np.concatenate([none, *WJ]),
            bodies.q[held.body], bodies.v[held.body], offset,
            _indices(begin), _indices(ends[:-1] - room[component]), _indices(room),
        ),
    )  # fmt: skip


def _stays(held: Equalities, bodies: Bodies, k: int, linear: int) -> bool:
    """Whether the rows of a component never change, and treat x, y and z alike."""
    which = slice(held.component[k], held.component[k + 1])
    terms = slice(held.first[which.start], held.first[which.stop])
    return bool(
        (held.rows[which] == 3).all()
        and (held.frame[which] == np.eye(3).reshape(-1)).all()
        and all(b < 0 or bodies.kind[b] == linear for b in held.body[terms])
    )


def _indices(values: Any) -> Indices:
    return np.asarray(values, dtype=np.int64)
