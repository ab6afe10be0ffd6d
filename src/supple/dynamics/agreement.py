"""Constraints that follow from others, and those that contradict them.

A row that depends on rows given before it, J_i = Σ y_j J_j, is set aside: it holds by itself as long as its path does
what theirs say, n_i = Σ y_j n_j. It is named once; when it drifts from them, that is a conflict.
"""

import warnings
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.assembly import Rows
from supple.errors import ConflictError, SuppleWarning

if TYPE_CHECKING:
    from supple.dynamics.handle import Handle

DRIFT = 1e-6
"""A row set aside may differ from what the others say by so much [m]."""
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
        handle, others = _parties(rows, aside, shares, worst)
        raise ConflictError(
            f"{handle.constraint.name!r} and {_listed(others)} cannot all hold: they are {apart[step, worst]:.3g} m "
            f"apart at {times[step]:.3f} s; release one, or pull gently (strength below 1)"
        )
    for which in range(len(aside)):
        handle, others = _parties(rows, aside, shares, which)
        if not handle.redundant:
            handle.redundant = True
            text = f"{handle.constraint.name!r} follows from {_listed(others)}: it is redundant and exerts no force"
            warnings.warn(text, SuppleWarning, stacklevel=2)


def _parties(rows: Rows, aside: Indices, shares: Array, which: int) -> "tuple[Handle, list[Handle]]":
    """Whose row was set aside, and from whose it follows."""
    share = np.abs(shares[:, which])
    others = [rows.owner(int(r)) for r in np.flatnonzero(share > SHARE * share.max())]
    return rows.owner(int(aside[which])), list(dict.fromkeys(others))


def _listed(handles: "list[Handle]") -> str:
    return ", ".join(repr(handle.constraint.name) for handle in handles)
