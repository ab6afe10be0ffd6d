"""Islands: bodies that hang together by contacts and equalities, found by union–find; each is solved by itself."""

from typing import Any

from supple.arrays import Indices
from supple.dynamics.bodies.kind import yields
from supple.dynamics.collision.manifold import acts
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
def join(model: Any, parent: Indices, a: int, b: int) -> None:
    """Two bodies are in one island from now on, if both of them yield."""
    if yields(model, a) and yields(model, b):
        a, b = root(parent, a), root(parent, b)
        parent[max(a, b)] = min(a, b)


@kernel
def mover(model: Any, a: int, b: int) -> int:
    """That of two bodies that yields."""
    return b if yields(model, b) else a


@kernel
def find_islands(model: Any, state: State, work: Workspace) -> int:
    """Pairs that touch and components of equalities, in line by island; returns how many islands there are."""
    contacts, islands, body, held = state.contacts, work.islands, model.geoms.body, model.equalities
    if contacts.slots[0] == 0 and all_alone(model, work):
        islands.start[0] = islands.component[0] = islands.link[0] = islands.first[0] = 0
        return 0
    parent = islands.parent
    for b in range(len(parent)):
        parent[b] = b
        islands.number[b] = -1
    for p in range(contacts.slots[0]):
        if acts(contacts, p):
            join(model, parent, body[contacts.pair[p, 0]], body[contacts.pair[p, 1]])
    for s in range(len(held.side)):
        join(model, parent, held.side[s, 0], held.side[s, 1])
    count = number_islands(model, state, work)
    list_members(model, state, work, count)
    list_blocks(model, work, count)
    return count


@kernel
def all_alone(model: Any, work: Workspace) -> int:
    """Whether all components never change; then, as nothing touches, each is solved apart."""
    fixed = model.equalities.fixed
    for k in range(len(fixed)):
        if fixed[k] == 0:
            return 0
        work.held.alone[k] = 1
    return 1


@kernel
def number_islands(model: Any, state: State, work: Workspace) -> int:
    """Give islands numbers, in the order of their first bodies, and count what each has."""
    contacts, islands, body, held = state.contacts, work.islands, model.geoms.body, model.equalities
    parent, fill, parts, bodies = islands.parent, islands.fill, islands.parts, len(islands.parent)
    for b in range(bodies + 1):
        fill[b] = parts[b] = 0
    for p in range(contacts.slots[0]):
        if acts(contacts, p):
            fill[root(parent, mover(model, body[contacts.pair[p, 0]], body[contacts.pair[p, 1]]))] += 1
    for k in range(len(held.fixed)):
        s = held.sides[k]
        r = root(parent, mover(model, held.side[s, 0], held.side[s, 1]))
        work.held.alone[k] = 1 if held.fixed[k] and fill[r] == 0 else 0
        parts[r] += 1 - work.held.alone[k]
    count = pairs = links = members = 0
    for b in range(bodies):
        if fill[b] > 0 or parts[b] > 0:
            islands.number[b] = count
            islands.start[count], islands.link[count], islands.component[count] = pairs, links, members
            pairs, members = pairs + fill[b], members + parts[b]
            count += 1
    islands.start[count], islands.component[count] = pairs, members
    return count


@kernel
def list_members(model: Any, state: State, work: Workspace, count: int) -> None:
    """Components, pairs, and the bodies that both link, in line by island."""
    contacts, islands, body, held = state.contacts, work.islands, model.geoms.body, model.equalities
    parent, fill, parts = islands.parent, islands.fill, islands.parts
    for i in range(count):
        fill[i], parts[i], islands.links[i] = islands.start[i], islands.component[i], 0
    for k in range(len(held.fixed)):
        if work.held.alone[k] == 0:
            s = held.sides[k]
            i = islands.number[root(parent, mover(model, held.side[s, 0], held.side[s, 1]))]
            islands.part[parts[i]] = k
            parts[i] += 1
            islands.links[i] += held.sides[k + 1] - s
    for p in range(contacts.slots[0]):
        if acts(contacts, p):
            i = islands.number[
                root(parent, mover(model, body[contacts.pair[p, 0]], body[contacts.pair[p, 1]]))
            ]
            islands.pairs[fill[i]] = p
            fill[i] += 1
            islands.links[i] += 1
    at = 0
    for i in range(count):
        islands.link[i] = at
        for m in range(islands.component[i], islands.component[i + 1]):
            for s in range(held.sides[islands.part[m]], held.sides[islands.part[m] + 1]):
                islands.body[at, 0], islands.body[at, 1] = held.side[s, 0], held.side[s, 1]
                at += 1
        for m in range(islands.start[i], islands.start[i + 1]):
            p = islands.pairs[m]
            islands.body[at, 0], islands.body[at, 1] = body[contacts.pair[p, 0]], body[contacts.pair[p, 1]]
            at += 1
    islands.link[count] = at


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
