"""Manifolds: the points of a pair from step to step. A point is known again by its feature, else by where it is on
a."""

from supple.dynamics.model.arrays import FAR, PARTS, Contacts, Geoms, Workspace
from supple.dynamics.model.geom_types import MESH
from supple.kernels import kernel


@kernel
def slots_of(geoms: Geoms, first: int, second: int) -> int:
    """How many slots a pair has: of meshes and clouds, and where something bends, a manifold has several parts."""
    return PARTS if geoms.type[first] >= MESH or geoms.deforms[second] > 1 else 1


@kernel
def clear_slot(contacts: Contacts, p: int) -> None:
    """Nothing is known of a pair."""
    contacts.points[p], contacts.axis[p], contacts.ignored[p] = 0, -1, 0
    contacts.pose[p, 0] = FAR
    contacts.turn[p] = 0.0


@kernel
def move_slot(contacts: Contacts, p: int, to: int) -> None:
    """All that is known of pair p goes to another slot."""
    contacts.pair[to, 0], contacts.pair[to, 1] = contacts.pair[p, 0], contacts.pair[p, 1]
    contacts.points[to], contacts.axis[to] = contacts.points[p], contacts.axis[p]
    contacts.ignored[to] = contacts.ignored[p]
    contacts.pose[to] = contacts.pose[p]
    contacts.normal[to] = contacts.normal[p]
    contacts.feature[to] = contacts.feature[p]
    contacts.at[to] = contacts.at[p]
    contacts.impulse[to] = contacts.impulse[p]
    contacts.load[to] = contacts.load[p]
    contacts.turn[to] = contacts.turn[p]


@kernel
def part(contacts: Contacts, p: int) -> int:
    """The shapes of a pair are apart: its manifold is forgotten, or it would be taken for new at the same pose."""
    contacts.points[p] = 0
    contacts.pose[p, 0] = FAR
    return 0


@kernel
def set_aside(contacts: Contacts, work: Workspace, p: int) -> int:
    """Keep the points of a manifold that is about to be made anew; returns how many they are."""
    n = contacts.points[p]
    for m in range(n):
        work.oldfeature[m] = contacts.feature[p, m]
        for k in range(3):
            work.old[m, k] = contacts.at[p, m, k]
            work.old[m, 3 + k] = contacts.impulse[p, m, k]
        work.old[m, 6] = contacts.load[p, m]
    return n


@kernel
def match(contacts: Contacts, work: Workspace, p: int, old: int, near: float) -> None:
    """Give the new points the impulses of the old: those of the same feature first, then what is `near` [m]."""
    at, impulse, feature = contacts.at, contacts.impulse, contacts.feature
    for m in range(contacts.points[p]):
        best, least = -1, near * near
        for o in range(old):
            if work.oldfeature[o] == feature[p, m]:
                best = o
                break
            d = 0.0
            for k in range(3):
                d += (work.old[o, k] - at[p, m, k]) ** 2
            if d < least:
                best, least = o, d
        for k in range(3):
            impulse[p, m, k] = work.old[best, 3 + k] if best >= 0 else 0.0
        contacts.load[p, m] = work.old[best, 6] if best >= 0 else 0.0
        if best >= 0:
            work.oldfeature[best] = -1
            work.old[best, 0] = 1e9


@kernel
def acts(contacts: Contacts, p: int) -> int:
    """Whether a pair touches, and may."""
    return 1 if contacts.points[p] > 0 and contacts.ignored[p] == 0 else 0
