"""Constraints that follow from others, and those that contradict them.

A row that depends on rows given before it, J_i = Σ y_j J_j, is set aside: it holds by itself as long as its path does
what theirs say, n_i = Σ y_j n_j. It is named once; when it drifts from them, that is a conflict.
"""

import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.assembly import Rows
from supple.dynamics.legacy.constraints.reaction import Reaction
from supple.dynamics.legacy.general import System
from supple.errors import ConflictError, DivergenceError, SuppleWarning

if TYPE_CHECKING:
    from supple.dynamics.legacy.handle import Handle

DRIFT = 1e-6
"""A row may differ from what it, or what the others, should be by so much [m]."""
SHARE = 1e-6
"""Rows with a smaller share in a dependent one, relative to the largest, have nothing to do with it."""


def check_agreement(rows: Rows, times: Array) -> None:
    """Name constraints that are redundant, once each, and raise if one contradicts others at one of the times [s]."""
    aside = rows.aside
    if not len(aside):
        return
    shares = rows.shares(aside)
    n = rows.targets(times)
    apart = np.abs(n[:, aside] - n @ shares)
    step, worst = divmod(int(apart.argmax()), len(aside))
    if apart[step, worst] > DRIFT:
        parties = _parties(rows.owner, int(aside[worst]), shares[:, worst])
        raise conflict(*parties, float(apart[step, worst]), float(times[step]))
    for row, share in zip(aside.tolist(), shares.T, strict=True):
        _tell(*_parties(rows.owner, row, share))


def check_independence(system: System, q: Array, t: float) -> "list[Handle]":
    """The same where Jacobians change: name constraints of which no row says anything new in this pose.

    Returns those; raises where such a row contradicts others.
    """
    found = {row: (others, apart) for row, others, apart in followers(system, q, t)}
    for row, (others, apart) in found.items():
        if apart > DRIFT:
            raise conflict(system.owner(row), others, apart, t)
    redundant = list["Handle"]()
    for handle in dict.fromkeys(system.owner(row) for row in found):
        own = [row for row in found if system.owner(row) is handle]
        if len(own) == handle.constraint.size:
            redundant.append(handle)
            _tell(handle, list(dict.fromkeys(other for row in own for other in found[row][0])))
    return redundant


def check_held(system: System, q: Array, t: float) -> None:
    """Every exact constraint must be met after a step; one that others keep from it contradicts them."""
    gaps = np.where(system.exact, np.abs(system.gaps(q, t)), 0.0)
    if gaps.max(initial=0.0) <= DRIFT:
        return
    row, others, apart = max(followers(system, q, t), key=lambda each: each[2], default=(0, [], 0.0))
    if apart > DRIFT:
        raise conflict(system.owner(row), others, apart, t)
    handle = system.owner(int(gaps.argmax()))
    raise DivergenceError(
        f"{handle.constraint.name!r} cannot be held at {t:.3f} s: {gaps.max():.3g} m are missing; "
        "it asks for more than its bodies can reach"
    )


def followers(system: System, q: Array, t: float) -> "Iterator[tuple[int, list[Handle], float]]":
    """Exact rows that follow from others at q, each with whose rows those are, and how far it is from them [m]."""
    if not system.binds:
        return
    exact = np.flatnonzero(system.exact)
    gaps = system.gaps(q, t)[exact]
    reaction = Reaction(system.jacobian(q, t)[exact], system.inverse_mass(q))
    for i in np.flatnonzero(reaction.aside).tolist():
        shares = reaction.solve(reaction.S[:, i])
        _, others = _parties(lambda row: system.owner(int(exact[row])), i, shares)
        yield int(exact[i]), others, abs(float(gaps[i] - shares @ gaps))


def conflict(handle: "Handle", others: "list[Handle]", apart: float, t: float) -> ConflictError:
    """Constraints that cannot all hold."""
    return ConflictError(
        f"{handle.constraint.name!r} and {_listed(others)} cannot all hold: they are {apart:.3g} m "
        f"apart at {t:.3f} s; release one, or pull gently (strength below 1)"
    )


def _tell(handle: "Handle", others: "list[Handle]") -> None:
    if not handle.redundant:
        handle.redundant = True
        text = (
            f"{handle.constraint.name!r} follows from {_listed(others)}: it is redundant and exerts no force"
        )
        warnings.warn(text, SuppleWarning, stacklevel=3)


def _parties(owner: "Callable[[int], Handle]", row: int, shares: Array) -> "tuple[Handle, list[Handle]]":
    """Whose row was set aside, and from whose it follows by so large shares (rows,)."""
    share = np.abs(shares)
    others = [owner(int(r)) for r in np.flatnonzero(share > SHARE * share.max())]
    return owner(row), list(dict.fromkeys(others))


def _listed(handles: "list[Handle]") -> str:
    return ", ".join(repr(handle.constraint.name) for handle in handles)
