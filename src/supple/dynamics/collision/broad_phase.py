"""Broad phase: pairs of shapes whose bounds overlap, by sweep and prune, kept while little moves.

Bounds are widened by a skin, and by how far a shape looks for contact, so that what is fast does not pass through
what is thin. Only when a shape has gone so far that it looks beyond its bounds are pairs found anew. Slots of
pairs that stay keep their place and all that is known of them. The first slots, one a shape, are those against
the floor.
"""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.kind import yields
from supple.dynamics.collision.manifold import clear_slot, move_slot, slots_of
from supple.dynamics.model.arrays import Contacts, Geoms, State, Workspace
from supple.dynamics.model.geom_types import CLOUD, MESH, PLANE
from supple.kernels import kernel

SKIN = 0.04
"""By how much bounds are wider than shapes look [m], both sides together."""


@kernel
def has_moved(geoms: Geoms, contacts: Contacts, work: Workspace, skin: float) -> int:
    """Whether a shape looks beyond the bounds with which pairs were found."""
    frame, found = work.frame, contacts.found
    for g in range(len(geoms.body)):
        way = turn = 0.0
        turned = work.map[g] if geoms.deforms[g] else frame[g]
        for k in range(9):
            turn += (turned[k] - found[g, k]) ** 2
        for k in range(9, 12):
            way += (frame[g, k] - found[g, k]) ** 2
        ahead = work.near[g] - found[g, 12]
        if np.sqrt(way) + geoms.reach[g] * np.sqrt(turn) + ahead > 0.5 * skin:
            return 1
    return 0


@kernel
def set_bounds(geoms: Geoms, work: Workspace, contacts: Contacts, skin: float) -> int:
    """Boxes around all shapes along the world's axes, and the axis along which shapes are spread most."""
    frame, size, box = work.frame, work.geoms.size, work.box
    n, count = len(geoms.body), 0.0
    s0 = s1 = s2 = m0 = m1 = m2 = 0.0
    for g in range(n):
        for r in range(3):
            e = 0.5 * skin + work.near[g]
            for k in range(3):
                e += abs(frame[g, 3 * r + k]) * size[g, k]
            box[g, r], box[g, 3 + r] = frame[g, 9 + r] - e, frame[g, 9 + r] + e
        contacts.found[g][0:12] = frame[g]
        if geoms.deforms[g]:
            contacts.found[g][0:9] = work.map[g]
        contacts.found[g, 12] = work.near[g]
        if geoms.body[g] >= 0:
            x, y, z = frame[g, 9], frame[g, 10], frame[g, 11]
            m0, m1, m2 = m0 + x, m1 + y, m2 + z
            s0, s1, s2 = s0 + x * x, s1 + y * y, s2 + z * z
            count += 1.0
    if count > 0:
        s0, s1, s2 = s0 - m0 * m0 / count, s1 - m1 * m1 / count, s2 - m2 * m2 / count
    if s0 > s1 and s0 > s2:
        return 0
    return 2 if s2 > s1 else 1


@kernel
def sort_along(work: Workspace, axis: int) -> None:
    """Shapes in the order in which their bounds begin, ties by number; by insertion, as it was nearly so before."""
    order, box = work.order, work.box
    for i in range(1, len(order)):
        me, j = order[i], i - 1
        begin = box[me, axis]
        while j >= 0 and box[order[j], axis] >= begin:
            if box[order[j], axis] == begin and order[j] < me:
                break
            order[j + 1] = order[j]
            j -= 1
        order[j + 1] = me


@kernel
def overlap(box: Array, a: int, b: int) -> int:
    """Whether two boxes do."""
    for r in range(3):
        if box[a, r] > box[b, 3 + r] or box[b, r] > box[a, 3 + r]:
            return 0
    return 1


@kernel
def may_touch(model: Any, a: int, b: int) -> int:
    """Not two parts of one link or of what does not yield, nor a pair in `apart`, sorted a · n + b with a < b."""
    body, link, apart = model.geoms.body, model.geoms.link, model.apart
    if (body[a] == body[b] and link[a] == link[b]) or not (yields(model, body[a]) or yields(model, body[b])):
        return 0
    code, low, high = min(a, b) * len(body) + max(a, b), 0, len(apart)
    while low < high:
        middle = (low + high) // 2
        if apart[middle] < code:
            low = middle + 1
        else:
            high = middle
    return 0 if low < len(apart) and apart[low] == code else 1


@kernel
def list_slots(contacts: Contacts, work: Workspace, slots: int) -> None:
    """The slots of each shape that is the first of its pair, as lists: `head` by shape, `next` by slot."""
    work.head[:] = -1
    for p in range(slots):
        first = contacts.pair[p, 0]
        work.next[p] = work.head[first]
        work.head[first] = p


@kernel
def leading(geoms: Geoms, a: int, b: int) -> int:
    """Which of two shapes is the first of their pair: a mesh, else a cloud, else that of the lower number."""
    first, second = min(a, b), max(a, b)
    if geoms.type[first] == MESH or geoms.type[second] < MESH:
        return first
    return first if geoms.type[first] == CLOUD and geoms.type[second] == CLOUD else second


@kernel
def find_pairs(model: Any, state: State, work: Workspace, skin: float) -> int:
    """All pairs whose bounds overlap; returns how many slots there are, or −1 where there is no room for them."""
    geoms, contacts = model.geoms, state.contacts
    pair, slots, box, order = contacts.pair, contacts.slots, work.box, work.order
    axis = set_bounds(geoms, work, contacts, skin)
    sort_along(work, axis)
    kept = 0
    for p in range(slots[0]):
        a, b = pair[p, 0], pair[p, 1]
        if geoms.type[a] == PLANE or overlap(box, a, b):
            if kept < p:
                move_slot(contacts, p, kept)
            kept += 1
    list_slots(contacts, work, kept)
    n = len(order)
    for i in range(n):
        a = order[i]
        end = box[a, 3 + axis]
        for j in range(i + 1, n):
            b = order[j]
            if box[b, axis] > end:
                break
            if overlap(box, a, b) and may_touch(model, a, b):
                first = leading(geoms, a, b)
                second = a + b - first
                need = slots_of(geoms, first, second)
                p = work.head[first]
                while p >= 0 and pair[p, 1] != second:
                    p = work.next[p]
                if p < 0:
                    if kept + need > len(pair):
                        contacts.found[0, 9] = 1e9
                        slots[0] = kept
                        return -1
                    for _part in range(need):
                        pair[kept, 0], pair[kept, 1] = first, second
                        clear_slot(contacts, kept)
                        kept += 1
    slots[0] = kept
    slots[1] += 1
    return kept
