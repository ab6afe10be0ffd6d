"""Islands: bodies that hang together by contacts, found by union–find; each is solved by itself."""

from typing import Any

from supple.arrays import Indices
from supple.dynamics.model.arrays import State, Workspace
from supple.kernels import kernel


@kernel
def root(parent: Indices, b: int) -> int:
    """The body that stands for b's island, with the path to it halved."""
    while parent[b] != b:
        parent[b] = parent[parent[b]]
        b = parent[b]
    return b


@kernel
def yields(model: Any, b: int) -> int:
    """Whether a body answers to impulses: it has whitened velocities."""
    if b < 0:
        return 0
    block = model.bodies.block
    return 1 if block[b + 1] > block[b] else 0


@kernel
def find_islands(model: Any, state: State, work: Workspace) -> int:
    """Pairs that touch, in line by island; returns how many islands there are."""
    contacts, islands, body = state.contacts, work.islands, model.geoms.body
    parent, fill = islands.parent, islands.fill
    n = len(parent)
    for b in range(n):
        parent[b], fill[b] = b, 0
    for p in range(contacts.slots[0]):
        a, b = body[contacts.pair[p, 0]], body[contacts.pair[p, 1]]
        if contacts.points[p] > 0 and yields(model, a) and yields(model, b):
            a, b = root(parent, a), root(parent, b)
            parent[max(a, b)] = min(a, b)
    for p in range(contacts.slots[0]):
        if contacts.points[p] > 0:
            fill[root(parent, mover(model, state, p))] += 1
    count, at = 0, 0
    for b in range(n):
        islands.number[b] = -1
        if fill[b] > 0:
            islands.number[b], islands.start[count] = count, at
            at += fill[b]
            fill[b] = islands.start[count]
            count += 1
    islands.start[count] = at
    for p in range(contacts.slots[0]):
        if contacts.points[p] > 0:
            r = root(parent, mover(model, state, p))
            islands.pairs[fill[r]] = p
            fill[r] += 1
    list_blocks(model, work, count)
    return count


@kernel
def list_blocks(model: Any, work: Workspace, count: int) -> None:
    """The blocks of all bodies of an island, in line by island."""
    islands, block = work.islands, model.bodies.block
    parent, fill, first = islands.parent, islands.fill, islands.first
    n = len(parent)
    for k in range(count + 1):
        first[k] = 0
    for b in range(n):
        k = islands.number[root(parent, b)]
        if k >= 0:
            first[k + 1] += block[b + 1] - block[b]
    for k in range(count):
        first[k + 1] += first[k]
        fill[k] = first[k]
    for b in range(n):
        k = islands.number[root(parent, b)]
        if k >= 0:
            for e in range(block[b], block[b + 1]):
                islands.block[fill[k]] = e
                fill[k] += 1


@kernel
def mover(model: Any, state: State, p: int) -> int:
    """A body of the pair that yields."""
    body, pair = model.geoms.body, state.contacts.pair
    b = body[pair[p, 1]]
    return b if yields(model, b) else body[pair[p, 0]]
