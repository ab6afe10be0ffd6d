"""The one step: where bodies are, who touches whom, free motion, one solve by islands, projection of places, flow.

v* = v + h M⁻¹ f,   v⁺ = v* + M⁻¹ Jᵀ λ,   q⁺ = q + h v⁺ (and a change of places alone out of penetration)

As many steps as are asked for, with nothing of Python within.
"""

from typing import Any

from supple.dynamics.bodies.kind import energy, flow, pose, predict, settle
from supple.dynamics.collision.broad_phase import SKIN, find_pairs, has_moved
from supple.dynamics.collision.narrow_phase import look_ahead, narrow_phase, place_geoms
from supple.dynamics.forces.point_forces import push_points
from supple.dynamics.model.arrays import Schedule, State, Workspace
from supple.dynamics.solver.constant import hold_constant, keep_factor
from supple.dynamics.solver.contact import solve_island
from supple.dynamics.solver.equalities import (
    assemble_equality,
    come_to_rest,
    factor_component,
    foresee,
    meet,
    remember_multipliers,
)
from supple.dynamics.solver.impact import note_approach, recall, strike
from supple.dynamics.solver.islands import find_islands
from supple.dynamics.solver.projection import push_out
from supple.dynamics.solver.rows import LEAST, assemble_pair, has_room, pull_back, remember, weigh
from supple.dynamics.solver.sleeping import disturb, doze, may_sleep, rouse, sleeps
from supple.kernels import kernel

STEPS, POINTS, SWEPT, FACTORED, SOLVED, DEEPEST, ISLANDS, LARGEST, GAP, ENVELOPE, WRONG = range(11)
"""What `sums` adds up: steps, points, points swept, factors, islands by Newton; of the last step: the deepest gap,
how many islands, contacts of the largest, how far apart equalities are left, blocks for which there was no
room, and one more than the number of a body that is inside out."""

LOST = 1e-6
"""Time stops where what holds exactly is farther apart than this at the end of a step [m]."""


@kernel
def advance(model: Any, state: State, work: Workspace, plan: Schedule, h: float, steps: int) -> int:
    """Advance by steps of h seconds; returns how many were done: fewer where the workspace has to grow, or a body
    is inside out.

    With no steps at all it only finds who touches whom, and returns how many islands that makes, −1 where the
    workspace has to grow: so one program serves both.
    """
    sums = work.sums
    if steps == 0:
        prepare(model, state, work)
        return collide(model, state, work, h)
    for done in range(steps):
        if sums[ENVELOPE] > len(work.newton.H):
            return done
        disturb(model, state, plan, done)
        prepare(model, state, work)
        islands = collide(model, state, work, h)
        if islands < 0:
            return done
        if may_sleep(model):
            doze(model, state, work, islands, h)
        strikes = note_approach(model, state, work, h)
        if strikes:
            strike(model, state, work, islands, h)
        asleep, pushed = state.contacts.asleep, push_points(model, state, work, plan, done, h)
        for b in range(len(model.bodies.kind)):
            if not asleep[b] and not predict(model, state, work, b, model.gravity, h) > 0.0:
                sums[WRONG] = b + 1
                return done
        if pushed:
            move(model, state, work)
        push = plan.push[min(done, len(plan.push) - 1)]
        for k in range(len(push)):
            state.v[k] += h * push[k]
        hold_apart(model, state, work, plan, done, h, done + 1 == steps)
        work.q[:] = state.q
        points = assemble(model, state, work, plan, islands, done, h)
        if points > 0:
            for island in range(islands):
                solve_island(model, work, island)
            remember(state, work, points)
            if strikes:
                recall(state, work)
            move(model, state, work)
            push_apart(model, state, work, islands, h)
            work.q[:] = state.q
        for b in range(len(model.bodies.kind)):
            if not asleep[b]:
                flow(model, state, work, b, state.v[model.bodies.v[b] : model.bodies.v[b + 1]], h)
        hold_together(model, state, work, plan, islands, done, h)
        sums[STEPS] += 1
        sums[POINTS] += points
        sums[ISLANDS] = islands
        if sums[GAP] > LOST:
            return done + 1
    return steps


@kernel
def prepare(model: Any, state: State, work: Workspace) -> None:
    """Where bodies and their shapes are."""
    for b in range(len(model.bodies.kind)):
        pose(model, state, work, b)
    place_geoms(model, state, work)


@kernel
def collide(model: Any, state: State, work: Workspace, h: float) -> int:
    """Who touches whom, by islands; returns how many islands, −1 where the workspace has to grow."""
    look_ahead(model, state, work, h)
    fresh = has_moved(model.geoms, state.contacts, work, SKIN)
    if fresh and find_pairs(model, state, work, SKIN) < 0:
        return -1
    sleeping = may_sleep(model)
    narrow_phase(model, state, work, fresh, sleeping)
    islands = find_islands(model, state, work)
    while sleeping and rouse(state, work, islands):
        narrow_phase(model, state, work, fresh, sleeping)
        islands = find_islands(model, state, work)
    return islands if has_room(model, state, work, islands) else -1


@kernel
def assemble(
    model: Any, state: State, work: Workspace, plan: Schedule, islands: int, step: int, h: float
) -> int:
    """Rows of all points of all islands, after `predict`, and z with their impulses; returns how many points."""
    own, held, c = work.islands, model.equalities, 0
    work.rows.first[0] = 0
    work.z[:] = 0.0
    for island in range(islands):
        own.point[island] = c
        for m in range(own.component[island], own.component[island + 1]):
            k = own.part[m]
            for e in range(held.component[k], held.component[k + 1]):
                assemble_equality(model, state, work, plan, e, step, h, c, work.rows.first[c])
                c += 1
            foresee(model, state, work, plan, step, h, k)
            factor_component(model, work, k)
        own.contact[island] = c
        pull_back(work.rows, work.z, work.rows.f, own.point[island], c, 1.0)
        if sleeps(state, work, island):
            continue
        for m in range(own.start[island], own.start[island + 1]):
            begin = c
            c = assemble_pair(model, state, work, own.pairs[m], begin, h)
            for d in range(begin, c):
                weigh(work.rows, d, LEAST)
            pull_back(work.rows, work.z, work.rows.f, begin, c, 1.0)
    own.point[islands] = c
    return c


@kernel
def hold_apart(
    model: Any, state: State, work: Workspace, plan: Schedule, step: int, h: float, look: int
) -> None:
    """What never changes and touches nothing is held by the factor that is kept."""
    work.sums[GAP] = 0.0
    for k in range(len(work.held.alone)):
        if work.held.alone[k]:
            work.sums[GAP] = max(work.sums[GAP], hold_constant(model, state, work, plan, k, step, h, look))


@kernel
def move(model: Any, state: State, work: Workspace) -> None:
    """v += L⁻ᵀ z of all bodies."""
    bodies = model.bodies
    for b in range(len(bodies.kind)):
        if bodies.block[b + 1] > bodies.block[b] and not state.contacts.asleep[b]:
            z = work.z[bodies.block[b] : bodies.block[b + 1]]
            settle(model, state, work, b, z.reshape(-1), state.v[bodies.v[b] : bodies.v[b + 1]])


@kernel
def push_apart(model: Any, state: State, work: Workspace, islands: int, h: float) -> None:
    """Change places, and no velocities, out of penetration."""
    bodies, own = model.bodies, work.islands
    deepest, largest = 0.0, 0
    work.z[:] = 0.0
    for island in range(islands):
        gap = push_out(model, work, island, h)
        deepest, largest = min(deepest, gap), max(largest, own.point[island + 1] - own.contact[island])
        if gap < 0.0:
            for k in range(own.first[island], own.first[island + 1]):
                work.stirred[work.owner[own.block[k]]] = 1
    work.sums[DEEPEST], work.sums[LARGEST] = deepest, largest
    for b in range(len(bodies.kind)):
        if work.stirred[b]:
            work.stirred[b] = 0
            v = work.v[bodies.v[b] : bodies.v[b + 1]]
            v[:] = 0.0
            settle(model, state, work, b, work.z[bodies.block[b] : bodies.block[b + 1]].reshape(-1), v)
            flow(model, state, work, b, v, h)


@kernel
def count_dependent(model: Any, state: State, work: Workspace, plan: Schedule, h: float) -> int:
    """How many rows of equalities follow from others where bodies are now."""
    held, own, found = model.equalities, work.held, 0
    prepare(model, state, work)
    work.rows.first[0] = 0
    for k in range(len(held.fixed)):
        if held.fixed[k]:
            keep_factor(model, work, plan, k, 0, h)
            for e in range(held.component[k], held.component[k + 1]):
                found += 3 if own.pivot[e] == 0.0 else 0
            continue
        for e in range(held.component[k], held.component[k + 1]):
            assemble_equality(model, state, work, plan, e, 0, h, e, work.rows.first[e])
        factor_component(model, work, k)
        for e in range(held.component[k], held.component[k + 1]):
            for r in range(held.rows[e]):
                found += 1 if own.inverse[3 * e + r] == 0.0 and own.gamma[e, r] == 0.0 else 0
    return found


@kernel
def hold_together(
    model: Any, state: State, work: Workspace, plan: Schedule, islands: int, step: int, h: float
) -> None:
    """What is held is where it is to be when the step ends, and as fast; its multipliers are remembered."""
    work.z[:] = 0.0
    for m in range(work.islands.component[islands]):
        k = work.islands.part[m]
        work.sums[GAP] = max(work.sums[GAP], meet(model, state, work, plan, step, h, k))
        if model.equalities.fixed[k] == 0:
            come_to_rest(model, state, work, plan, step, k)
        remember_multipliers(model, state, work, k)


@kernel
def energies(model: Any, state: State, work: Workspace) -> tuple[float, float]:
    """Kinetic and potential energy of all bodies [J]."""
    kinetic = potential = 0.0
    for b in range(len(model.bodies.kind)):
        pose(model, state, work, b)
        t, u = energy(model, state, work, b, model.gravity)
        kinetic, potential = kinetic + t, potential + u
    return kinetic, potential
