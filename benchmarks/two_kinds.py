"""A pile of a hundred boxes, rigid and affine by turns, two and two joined by a ball: two kinds on the one step."""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import supple
from benchmarks.piles import EDGE, places
from benchmarks.row import Bench, Row, bench

SECONDS, STEP, STRETCH = 8.0, 1e-3, 16
"""How long it falls and lies [s], the step [s], and how many steps are taken between two looks."""
Pairs = list[tuple[Any, Any]]


def joined_pile(n: int, seed: int = 0) -> tuple[supple.World, Pairs]:
    """`pile(n, seed)` of wood, and the points that are joined.

    Every odd body is affine, and joined to the one before it, which it does not touch.
    """
    world, joints = supple.World(collide=True, step=STEP), list[tuple[Any, Any]]()
    box = supple.models.box(width=EDGE, height=EDGE, depth=EDGE, resolution=1)
    for i, (at, turn) in enumerate(places(n, seed)):
        kind = "affine" if i % 2 else "rigid"
        world.add(box, kind=kind, material="wood", at=at, rotation=turn, name=f"box{i}")
    for a, b in zip(world.bodies[::2], world.bodies[1::2], strict=True):
        middle = (world.position(a) + world.position(b)) / 2
        joints.append((a.point(middle, outside=True), b.point(middle, outside=True)))
        world.attach(*joints[-1])
    return world, joints


def gap(world: supple.World, joints: Pairs) -> float:
    """How far points that are joined are apart at most [m]."""
    return max(float(np.abs(world.position(a) - world.position(b)).max()) for a, b in joints)


def benches() -> Iterator[Bench]:
    """Yield the one."""
    yield bench("two-kinds-100", _falls_and_lies)


def _falls_and_lies() -> Row:
    world, joints = joined_pile(100)
    world.step(1)
    h, apart, gained, seconds, begin = world.step_size, 0.0, 0.0, 0.0, world.energy()
    before = begin
    for _ in range(round(SECONDS / h / STRETCH)):
        start = time.perf_counter()
        world.step(STRETCH)
        seconds += time.perf_counter() - start
        apart, now = max(apart, gap(world, joints)), world.energy()
        gained, before = max(gained, now - before), now
    contacts = world.contacts()
    deepest = max(0.0, -min(contact.gap for contact in contacts))
    note = f"steps of 1/{round(1 / h)} s, {len(contacts)} contacts at rest, {deepest * 1e3:.3f} mm deep; "
    note += f"gaps {apart:.1e} m; "
    note += f"energy gained in {STRETCH} steps at most {gained / begin:.1e} of that at the start"
    return Row("two-kinds-100", seconds, "real time", peer_s=SECONDS, note=note)
