"""The one step: where bodies are, who touches whom, free motion, one solve by islands, projection of places, flow.

v* = v + h M⁻¹ f,   v⁺ = v* + M⁻¹ Jᵀ λ,   q⁺ = q + h v⁺ (and a change of places alone out of penetration)

As many steps as are asked for, with nothing of Python within.
"""

from typing import Any

from supple.dynamics.bodies.kind import energy, flow, pose, predict, settle
from supple.dynamics.collision.broad_phase import SKIN, find_pairs, has_moved
from supple.dynamics.collision.narrow_phase import look_ahead, narrow_phase, place_geoms
from supple.dynamics.model.arrays import State, Workspace
from supple.dynamics.solver.contact import solve_island
from supple.dynamics.solver.islands import find_islands
from supple.dynamics.solver.projection import push_out
from supple.dynamics.solver.rows import assemble, has_room, pull_back, remember
from supple.kernels import kernel

STEPS, POINTS, SWEPT, FACTORED, SOLVED, DEEPEST, ISLANDS, LARGEST = range(8)
"""What `sums` adds up: steps, points, points swept, factors, islands by Newton; of the last step: the deepest gap,
how many islands, and points of the largest."""


@kernel
def advance(model: Any, state: State, work: Workspace, h: float, steps: int) -> int:
    """Advance by steps of h seconds; returns how many were done: fewer where the workspace has to grow."""
    sums = work.sums
    for done in range(steps):
        prepare(model, state, work)
        islands = collide(model, state, work, h)
        if islands < 0:
            return done
        for b in range(len(model.bodies.kind)):
            predict(model, state, work, b, model.gravity, h)
        points = assemble(model, state, work, islands, h)
        work.z[:] = 0.0
        if points > 0:
            pull_back(work.rows, work.z, work.rows.f, 0, points, 1.0)
            for island in range(islands):
                solve_island(model, work, island)
            remember(state, work, points)
            move(model, state, work)
            project(model, state, work, islands, h)
        for b in range(len(model.bodies.kind)):
            flow(model, state, work, b, state.v[model.bodies.v[b] : model.bodies.v[b + 1]], h)
        sums[STEPS] += 1
        sums[POINTS] += points
        sums[ISLANDS] = islands
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
    if has_moved(model.geoms, state.contacts, work, SKIN) and find_pairs(model, state, work, SKIN) < 0:
        return -1
    look_ahead(model, state, work, h)
    narrow_phase(model, state, work)
    islands = find_islands(model, state, work)
    return islands if has_room(model, state, work, islands) else -1


@kernel
def move(model: Any, state: State, work: Workspace) -> None:
    """v += L⁻ᵀ z of all bodies."""
    bodies = model.bodies
    for b in range(len(bodies.kind)):
        if bodies.block[b + 1] > bodies.block[b]:
            z = work.z[bodies.block[b] : bodies.block[b + 1]]
            settle(model, state, work, b, z.reshape(-1), state.v[bodies.v[b] : bodies.v[b + 1]])


@kernel
def project(model: Any, state: State, work: Workspace, islands: int, h: float) -> None:
    """Change places, and no velocities, out of penetration."""
    bodies, own = model.bodies, work.islands
    deepest, largest = 0.0, 0
    work.z[:] = 0.0
    for island in range(islands):
        c0, c1 = own.point[own.start[island]], own.point[own.start[island + 1]]
        gap = push_out(work.rows, work.z, work.sweeps.f, c0, c1, h)
        deepest, largest = min(deepest, gap), max(largest, c1 - c0)
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
def energies(model: Any, state: State, work: Workspace) -> tuple[float, float]:
    """Kinetic and potential energy of all bodies [J]."""
    kinetic = potential = 0.0
    for b in range(len(model.bodies.kind)):
        pose(model, state, work, b)
        t, u = energy(model, state, work, b, model.gravity)
        kinetic, potential = kinetic + t, potential + u
    return kinetic, potential
