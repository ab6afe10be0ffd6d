"""Contact of any bodies in a step: who meets whom, how they answer, what the kernel makes of it, and what lasts."""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.constraints.reaction import Reaction
from supple.dynamics.legacy.contact.answering import Answer, answering
from supple.dynamics.legacy.contact.contacts import Contacts
from supple.dynamics.legacy.contact.floor import REST
from supple.dynamics.legacy.contact.meeting import Meetings, meetings
from supple.dynamics.legacy.contact.touch import touch
from supple.dynamics.legacy.general import System

SWEEPS = 100
"""Over all contacts, at most: a heap that is stopped short sinks into itself."""


class Pressed(NamedTuple):
    """What contact did: changes of v (nv,), velocities (nv,) that only move places, impulses of constraints (rows,).

    `memory` is what lasts of it for the next step, and for those who look: see `remembered`.
    """

    change: Array
    shift: Array
    multipliers: Array
    memory: dict[str, Array]


def press(
    system: System, reaction: Reaction, q: Array, v: Array, h: float, memory: dict[str, Array]
) -> Pressed:
    """Keep everything from sinking into anything within h; `memory` is that of the step before, or empty."""
    met = meetings(system, q, v, h)
    after, shift = v.copy(), np.zeros_like(v)
    if not len(met.point):
        return Pressed(shift, shift, np.zeros(len(reaction.J)), remembered(system, met))
    rest = answering(system, reaction, q, met)
    stuff = _stuff(system, met)
    blow, whole, slowest = rest, v, REST * system.structure.pull * h
    if stuff["blow"].any() and system.structure.scenery.rings:
        whole = system.whole(q, v)
        if (_speeds(rest, met, whole)[stuff["blow"] > 0] < -slowest).any():
            response = system.answering_whole(q, reaction.response)
            blow = answering(system, Reaction(reaction.J, response), q, met)
    kept = _recalled(system, met, memory)
    found = Contacts(
        rest.start, rest.size, rest.C, rest.WC, rest.WC[:0] if blow is rest else blow.WC, met.normal, met.gap,
        **stuff, **kept, struck=np.zeros((len(met.point), 3)),
    )  # fmt: skip
    touch(after, whole, shift, h, found, slowest, SWEEPS)
    carried = rest.carried @ found.impulse.reshape(-1) + blow.carried @ found.struck.reshape(-1)
    return Pressed(after - v, shift, carried, remembered(system, met, found))


def _speeds(rest: Answer, met: Meetings, v: Array) -> Array:
    """With which the two of each contact part, along its normal (n,) [m/s]."""
    column = np.arange(rest.C.shape[3])
    there = column < rest.size[..., None]
    own = np.where(there, v[np.where(there, rest.start[..., None] + column, 0)], 0.0)
    return np.asarray(np.einsum("nr,nsrm,nsm->n", met.normal, rest.C, own))


def _stuff(system: System, met: Meetings) -> dict[str, np.ndarray]:
    """How the two of each contact answer to a touch: what both have meets half way."""
    scenery = system.structure.scenery
    a, others = scenery.manners[scenery.owner[met.point]], scenery.met[met.other]
    own, theirs = a[:, :2], others[:, :2]
    friction, bounce = np.sqrt(own * np.where(np.isnan(theirs), own, theirs)).T.copy()
    return {
        "friction": friction,
        "bounce": bounce,
        "blow": (a[:, 2] * others[:, 2] > 0).astype(np.int64),
        "lag": np.maximum(a[:, 3], others[:, 3]),
        "stiffness": others[:, 4].copy(),
        "damping": others[:, 5].copy(),
    }


def remembered(system: System, met: Meetings, found: Contacts | None = None) -> dict[str, Array]:
    """Per contact its key, impulse, load and stretch; `touch` (points, 3) and `pressed` (bodies, 3) [N s]: all of
    what each surface point and each body got, blows included."""
    structure = system.structure
    points, total = np.zeros((len(structure.scenery.owner), 3)), np.zeros((len(structure.bodies), 3))
    empty = np.zeros((0, 3))
    if found is None:
        return {
            "met": np.zeros(0),
            "push": empty,
            "grip": np.zeros(0),
            "stretch": empty,
            "touch": points,
            "pressed": total,
        }
    each = found.impulse + found.struck
    np.add.at(points, met.point, each)
    np.add.at(total, structure.scenery.owner[met.point], each)
    other = met.other - len(structure.scenery.shapes.kind)
    np.subtract.at(total, other[other >= 0], each[other >= 0])
    return {
        "met": _keys(system, met), "push": found.impulse, "grip": found.load, "stretch": found.stretch,
        "touch": points, "pressed": total,
    }  # fmt: skip


def _recalled(system: System, met: Meetings, memory: dict[str, Array]) -> dict[str, np.ndarray]:
    """What is known of contacts that were there in the step before; nothing of others."""
    n = len(met.point)
    kept = {"impulse": np.zeros((n, 3)), "load": np.zeros(n), "stretch": np.zeros((n, 3))}
    before = memory.get("met", np.zeros(0))
    if not len(before):
        return kept
    keys = _keys(system, met)
    where = np.minimum(np.searchsorted(before, keys), len(before) - 1)
    same = before[where] == keys
    for name, column in (("impulse", "push"), ("load", "grip"), ("stretch", "stretch")):
        kept[name][same] = memory[column][where[same]]
    return kept


def _keys(system: System, met: Meetings) -> Array:
    """A number for each pair of point and other, in their order."""
    structure = system.structure
    return np.asarray(
        1.0 * met.point * (len(structure.scenery.shapes.kind) + len(structure.bodies)) + met.other
    )
