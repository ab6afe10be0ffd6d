"""Chains of affine bodies held by multipliers, beside the same chains in MuJoCo; what a kept factor and an edit cost.

Links are cubes of 0.1 m and 0.1 kg, the first nailed, released from horizontal; symplectic Euler at 1 ms, no contact.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

import supple
from benchmarks import mujoco_chains as peer
from benchmarks.mujoco_chains import LENGTH, MASS
from benchmarks.peers import attempt
from benchmarks.row import Bench, Row, bench, interleaved
from supple.arrays import Array, Indices
from supple.dynamics.legacy.state import State
from supple.dynamics.linalg.skyline import TINY, factor
from supple.kernels import kernel

STEP = 1e-3
STEPS = 2000
MATERIAL = supple.materials.wobble(hz=120, settle=0.05, volume=0.3, density=MASS / LENGTH**3)
"""As stiff as explicit steps of 1 ms bear: a link hardly stretches, and survives the crack of a long chain."""
SETTINGS = "mj_step(nstep), Euler, 1 ms, contact off"


def benches() -> Iterator[Bench]:
    """Yield one a comparison."""
    ways = {
        "chain-{}": ((3, 10, 20, 100), peer.connected, "free boxes, connect"),
        "chain-{}-vs-soft": ((20, 100), peer.soft, "trilinear flexcomp, 5e4 Pa, stiff connect"),
        "chain-{}-vs-joints": ((20,), peer.jointed, "ball joints"),
    }
    for name, (lengths, other, how) in ways.items():
        for n in lengths:
            yield bench(name.format(n), _beside, name.format(n), n, other, how)
    yield bench("prefactored-vs-solved", _kept_factor, 100)
    yield bench("edit-constraint-100", _edit, 100)
    yield bench("realtime-5000", _realtime, 500, 10)


def chain(n: int, world: supple.World | None = None, z: float = 0.0) -> supple.World:
    """n links along x, the first nailed, in a world of their own or beside others."""
    world = world or supple.World(floor=None, step=STEP, collide=False)
    box = supple.models.box(width=LENGTH, height=LENGTH, depth=LENGTH, resolution=1)
    end = None
    for i in range(n):
        link = world.add(box, material=MATERIAL, at=(LENGTH * (i + 0.5), 0, z), name=f"{z:g} {i}")
        begin = link.point((LENGTH * i, 0, z))
        if end is None:
            world.nail(begin)
        else:
            world.attach(end, begin)
        end = link.point((LENGTH * (i + 1), 0, z))
    return world


def _beside(name: str, n: int, make: Callable[[int], peer.Chain], how: str) -> Row:
    world, (other, why) = chain(n), attempt(make, n)
    start = world.state.copy()

    def ours() -> None:
        world.state = start.copy()
        world.step(STEPS)

    seconds, theirs = interleaved(ours, partial(other.run, STEPS) if other else None)
    note = (
        f"{n} links, {seconds / STEPS * 1e6:.2f} µs a step, gap {_gap(world, start):.1e} m, slowest wobble "
    )
    note += f"{MATERIAL.hz} Hz; "
    note += f"theirs {theirs / STEPS * 1e6:.1f} µs, gap {other.gap(STEPS):.1e} m" if other and theirs else why
    return Row(name, seconds, "mujoco", peer.mujoco.__version__, f"{how}; {SETTINGS}", theirs, note)


def _gap(world: supple.World, start: State, looks: int = 40) -> float:
    """The largest gap met in a run [m]."""
    world.state = start.copy()
    worst = 0.0
    for _ in range(looks):
        world.step(STEPS // looks)
        worst = max(worst, float(np.abs(world.rows.gaps(world.state)).max()))
    return worst


def _kept_factor(n: int) -> Row:
    """The paper's claim: constant matrices are factored once (§3.3)."""
    world = chain(n)
    start, kept = world.state.copy(), world.rows.skyline

    def ours() -> None:
        world.state = start.copy()
        world.step(STEPS)

    def solved() -> None:
        ours()
        _factor_again(STEPS, kept.L, kept.start, kept.first, 1 / kept.inverse)

    seconds, theirs = interleaved(ours, solved)
    note = f"{n} links, S = J W Jᵀ factored each step within its band, but not assembled again"
    return Row(
        "prefactored-vs-solved", seconds, "supple", supple.__version__, "factored each step", theirs, note
    )


@kernel
def _factor_again(times: int, L: Array, start: Indices, first: Indices, diagonal: Array) -> float:
    aside, inverse, own = np.zeros(len(first), dtype=np.int64), np.zeros(len(first)), np.empty(len(L))
    for _ in range(times):
        own[:] = L
        inverse[:] = 0.0
        factor(own, start, first, diagonal, aside, TINY, inverse)
    return inverse[-1]


def _edit(n: int) -> Row:
    """Nail a point, be ready to step; let go of it, be ready again."""
    world = chain(n)
    world.step()
    point = world.bodies[n // 2].point("top")
    samples = []
    for _ in range(25):
        begin = time.perf_counter()
        handle = world.nail(point)
        _ = world.rows.arrays
        middle = time.perf_counter()
        world.step()
        again = time.perf_counter()
        handle.release()
        _ = world.rows.arrays
        samples.append((middle - begin, time.perf_counter() - again))
        world.step()
    add, remove = (statistics.median(x) for x in zip(*samples, strict=True))
    note = f"{n} links: {add * 1e3:.2f} ms to add, {remove * 1e3:.2f} ms to remove, factor included"
    return Row("edit-constraint-100", max(add, remove), note=note)


def _realtime(chains: int, n: int) -> Row:
    """Simulated seconds a CPU second, all in one world and on one core."""
    world = supple.World(floor=None, step=STEP)
    for i in range(chains):
        chain(n, world, z=0.2 * i)
    world.step(10)
    begin = time.process_time()
    world.step(1000)
    seconds = time.process_time() - begin
    note = f"{chains * n} affine bodies in {chains} chains; ratio = simulated / CPU seconds"
    return Row("realtime-5000", seconds, "real time", peer_s=1000 * STEP, note=note)
