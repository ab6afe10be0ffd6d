"""Islands that rest fall asleep, and wake as if no time had passed.

An island that nothing holds, all of whose bodies have been slow for long enough, is left out of the step: its places,
velocities and impulses stay to the bit what they were. It wakes as a whole, and goes on from there, when something
that is awake touches it, when what it touches begins to move, or when a body of it was moved, kicked or pushed.
"""

from typing import Any

from supple.dynamics.bodies.kind import speed, yields
from supple.dynamics.collision.asleep import wake
from supple.dynamics.model.arrays import PUSH, Schedule, State, Workspace
from supple.kernels import kernel

RESTLESS = -1.0


@kernel
def may_sleep(model: Any) -> int:
    """Whether islands fall asleep at all."""
    return 1 if model.sleeping[1] < 1e300 else 0


@kernel
def disturb(model: Any, state: State, plan: Schedule, step: int) -> None:
    """Wake bodies that were changed since they fell asleep, or that outer forces act on."""
    contacts, bodies, n = state.contacts, model.bodies, len(state.q)
    push, forces = plan.push[min(step, len(plan.push) - 1)], plan.forces
    for b in range(len(bodies.kind)):
        if contacts.asleep[b] == 0:
            continue
        changed = 1 - may_sleep(model)
        for i in range(bodies.q[b], bodies.q[b + 1]):
            changed += 1 if state.q[i] != contacts.still[i] else 0
        for i in range(bodies.v[b], bodies.v[b + 1]):
            changed += 1 if state.v[i] != contacts.still[n + i] or push[i] != 0.0 else 0
        if changed:
            wake(contacts, b)
    for k in range(len(forces.law)):
        if acts_now(plan, k, step):
            for side in range(2):
                if forces.body[k, side] >= 0:
                    wake(contacts, forces.body[k, side])


@kernel
def acts_now(plan: Schedule, k: int, step: int) -> int:
    """Whether a force at points may be any: all but a push of nothing."""
    forces = plan.forces
    if forces.law[k] != PUSH:
        return 1
    f = forces.vector[min(step, len(forces.vector) - 1), k]
    return 1 if f[0] != 0.0 or f[1] != 0.0 or f[2] != 0.0 else 0


@kernel
def sleeps(state: State, work: Workspace, island: int) -> int:
    """Whether an island does: all of it, or nothing."""
    k = work.islands.first[island]
    return state.contacts.asleep[work.owner[work.islands.block[k]]]


@kernel
def rouse(state: State, work: Workspace, count: int) -> int:
    """Wake all bodies of islands in which one is awake; returns how many that are."""
    own, contacts, woken = work.islands, state.contacts, 0
    for island in range(count):
        awake = asleep = 0
        for k in range(own.first[island], own.first[island + 1]):
            if contacts.asleep[work.owner[own.block[k]]]:
                asleep += 1
            else:
                awake += 1
        if awake == 0 or asleep == 0:
            continue
        for k in range(own.first[island], own.first[island + 1]):
            b = work.owner[own.block[k]]
            if contacts.asleep[b]:
                wake(contacts, b)
                woken += 1
    return woken


@kernel
def doze(model: Any, state: State, work: Workspace, count: int, h: float) -> None:
    """Count for how long bodies have been slow; islands all of whose bodies have been for long enough fall asleep."""
    geoms, own, contacts, bodies = model.geoms, work.islands, state.contacts, model.bodies
    for b in range(len(bodies.kind)):
        if bodies.sleeps[b] == 0:
            contacts.calm[b] = RESTLESS
    for g in range(len(geoms.body)):
        b = geoms.body[g]
        if not yields(model, b) or contacts.asleep[b]:
            continue
        if speed(model, state, work, b, geoms.link[g], work.geoms.reach[g]) > model.sleeping[0]:
            contacts.calm[b] = RESTLESS
    for island in range(count):
        least, held = 1e300, own.component[island + 1] - own.component[island]
        if sleeps(state, work, island):
            continue
        for k in range(own.first[island], own.first[island + 1]):
            b = work.owner[own.block[k]]
            if own.block[k] == bodies.block[b]:
                contacts.calm[b] = 0.0 if contacts.calm[b] < 0.0 else contacts.calm[b] + h
                least = min(least, contacts.calm[b])
        if least < model.sleeping[1] or held > 0:
            continue
        for k in range(own.first[island], own.first[island + 1]):
            fall_asleep(model, state, work.owner[own.block[k]])


@kernel
def fall_asleep(model: Any, state: State, b: int) -> None:
    """From this step on a body stays as it is."""
    contacts, bodies, n = state.contacts, model.bodies, len(state.q)
    contacts.asleep[b] = 1
    for i in range(bodies.q[b], bodies.q[b + 1]):
        contacts.still[i] = state.q[i]
    for i in range(bodies.v[b], bodies.v[b + 1]):
        contacts.still[n + i] = state.v[i]
