"""Narrow phase: the manifold of every pair, by the types of its two shapes.

A shape looks for contact as far as it may go within the step, and a little farther: contacts are met before they are
inside.
"""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.kind import frame, speed, velocity
from supple.dynamics.collision.asleep import lies_still, startle
from supple.dynamics.collision.bent import BENT, bend, note_material
from supple.dynamics.collision.bent_plane import bent_over_plane
from supple.dynamics.collision.box_box import box_box
from supple.dynamics.collision.broad_phase import may_touch
from supple.dynamics.collision.cloud import over_cloud
from supple.dynamics.collision.hull_hull import hull_hull
from supple.dynamics.collision.manifold import slots_of
from supple.dynamics.collision.mesh import over_mesh
from supple.dynamics.collision.plane import MARGIN, over_plane
from supple.dynamics.collision.round_hull import round_hull
from supple.dynamics.collision.segments import round_round
from supple.dynamics.model.arrays import FAR, Contacts, State, Workspace
from supple.dynamics.model.geom_types import BOX, CAPSULE, CLOUD, MESH, PLANE
from supple.kernels import kernel


@kernel
def place_geoms(model: Any, state: State, work: Workspace) -> None:
    """Frames of all shapes in the world."""
    geoms = model.geoms
    X = np.empty(12)
    for g in range(len(geoms.body)):
        if geoms.body[g] < 0:
            continue
        if geoms.deforms[g] == BENT:
            bend(model, state, work, g)
            continue
        frame(model, state, work, geoms.body[g], geoms.link[g], X)
        if geoms.deforms[g]:
            deform(model, work, g, X)
            continue
        L, W = geoms.local[g], work.frame[g]
        for r in range(3):
            x, y, z = X[3 * r], X[3 * r + 1], X[3 * r + 2]
            for c in range(3):
                W[3 * r + c] = x * L[c] + y * L[3 + c] + z * L[6 + c]
            W[9 + r] = X[9 + r] + x * L[9] + y * L[10] + z * L[11]
        if geoms.type[g] == CLOUD:
            work.map[g] = W[0:9]


@kernel
def deform(model: Any, work: Workspace, g: int, X: Array) -> None:
    """Corners and faces of a hull under the linear map of its link: corners go by it, normals by its cofactors."""
    L, W, m, span = model.geoms.local[g], work.frame[g], work.map[g], model.geoms.hull[g]
    rest, now, c = model.hulls, work.hulls, np.empty(9)
    for r in range(3):
        x, y, z = X[3 * r], X[3 * r + 1], X[3 * r + 2]
        for k in range(3):
            m[3 * r + k] = x * L[k] + y * L[3 + k] + z * L[6 + k]
            W[3 * r + k] = 1.0 if k == r else 0.0
        W[9 + r] = X[9 + r] + x * L[9] + y * L[10] + z * L[11]
    for r in range(3):
        i, j = 3 * ((r + 1) % 3), 3 * ((r + 2) % 3)
        for k in range(3):
            a, b = (k + 1) % 3, (k + 2) % 3
            c[3 * r + k] = m[i + a] * m[j + b] - m[i + b] * m[j + a]
    half, reach = np.zeros(3), 0.0
    for v in range(span[0], span[1]):
        V, U = rest.vertex[v], now.vertex[v]
        square = 0.0
        for r in range(3):
            U[r] = m[3 * r] * V[0] + m[3 * r + 1] * V[1] + m[3 * r + 2] * V[2]
            half[r] = max(half[r], abs(U[r]))
            square += U[r] * U[r]
        reach = max(reach, square)
    for f in range(span[2], span[3]):
        N, n, U = rest.face[f], now.face[f], now.vertex[span[0] + rest.corner[rest.ring[f]]]
        for r in range(3):
            n[r] = c[3 * r] * N[0] + c[3 * r + 1] * N[1] + c[3 * r + 2] * N[2]
        s = 1 / np.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
        for r in range(3):
            n[r] *= s
        n[3] = n[0] * U[0] + n[1] * U[1] + n[2] * U[2]
    work.geoms.size[g], work.geoms.reach[g] = half, np.sqrt(reach)


@kernel
def look_ahead(model: Any, state: State, work: Workspace, h: float) -> None:
    """How far each shape looks: a margin, and the way that its body may go within a step."""
    geoms = model.geoms
    if len(geoms.body) == 0:
        return
    fall = h * h * np.sqrt(model.gravity[0] ** 2 + model.gravity[1] ** 2 + model.gravity[2] ** 2)
    for b in range(len(work.pace)):
        work.pace[b] = speed(model, state, work, b, 0, 0.0)
    for g in range(len(geoms.body)):
        b = geoms.body[g]
        if b < 0:
            work.near[g] = 0.0
            continue
        work.near[g] = MARGIN + h * speed(model, state, work, b, geoms.link[g], geoms.reach[g]) + fall
        if len(model.meshes.solid) > 0:
            velocity(
                model,
                state,
                work,
                b,
                geoms.link[g],
                geoms.local[g, 9:12],
                work.frame[g, 9:12],
                work.touches.way[g],
            )
            for r in range(3):
                work.touches.way[g, r] *= h


@kernel
def narrow_phase(model: Any, state: State, work: Workspace, fresh: int, sleeping: int) -> None:
    """Manifolds of all pairs; those that are ignored are looked at only when pairs are `fresh`: have they parted?"""
    geoms, contacts, p = work.geoms, state.contacts, 0
    while p < contacts.slots[0]:
        a, b = contacts.pair[p, 0], contacts.pair[p, 1]
        end = p + slots_of(geoms, a, b)
        one, other = model.geoms.body[a], model.geoms.body[b]
        if sleeping and lies_still(model, state, one) and lies_still(model, state, other):
            p = end
            continue
        if contacts.ignored[p] == 0 or fresh:
            before = points_of(contacts, p, end) if sleeping else 0
            meet(model, state, work, p, a, b)
            if max(geoms.deforms[a], geoms.deforms[b]) == BENT:
                for part in range(p, end):
                    note_material(model, state, contacts, work, part)
            if contacts.ignored[p] and may_touch(model, a, b):
                ignored = 1 if points_of(contacts, p, end) > 0 else 0
                for part in range(p, end):
                    contacts.ignored[part] = ignored
            elif sleeping and contacts.ignored[p] == 0:
                startle(model, state, one, other, before + points_of(contacts, p, end))
        p = end


@kernel
def points_of(contacts: Contacts, p: int, end: int) -> int:
    """How many points the manifolds from slot p to `end` have."""
    points = 0
    for part in range(p, end):
        points += contacts.points[part]
    return points


@kernel
def meet(model: Any, state: State, work: Workspace, p: int, a: int, b: int) -> None:
    """The manifold of one pair, by the types of its shapes; of meshes and clouds all of its parts, from slot p on."""
    geoms, hulls, contacts, near = work.geoms, work.hulls, state.contacts, work.near[a] + work.near[b]
    first, second = geoms.type[a], geoms.type[b]
    if geoms.deforms[a] or geoms.deforms[b]:
        contacts.pose[p, 0] = FAR
    if first == PLANE and geoms.deforms[b] == BENT:
        bent_over_plane(geoms, hulls, contacts, work, p, near)
    elif first == PLANE:
        over_plane(geoms, hulls, contacts, work, p, near)
    elif first == MESH:
        contacts.slots[2] += over_mesh(geoms, hulls, model.meshes, contacts, work, p, near)
    elif first == CLOUD:
        contacts.slots[2] += over_cloud(model, state, contacts, work, p, near)
    elif first == BOX and second == BOX:
        contacts.slots[2] += box_box(geoms, contacts, work, p, near)
    elif first <= CAPSULE and second <= CAPSULE:
        round_round(geoms, contacts, work, p, near)
    elif first <= CAPSULE or second <= CAPSULE:
        round_hull(geoms, hulls, contacts, work, p, near)
    else:
        contacts.slots[2] += hull_hull(geoms, hulls, contacts, work, p, near)
