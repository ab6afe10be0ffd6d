"""Rollouts of a hop as a search asks for them, on one core and on two; steps a second beside `mujoco.rollout`."""

import statistics
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.mujoco_soft_box import Flex, Settings, mujoco
from benchmarks.peers import attempt, peer
from benchmarks.row import REPEATS, Bench, Row
from supple.arrays import Array
from supple.control.hopper import hopper
from supple.control.pose_graph import PoseGraph
from supple.dynamics.legacy.rollout import Drive, Rollouts
from supple.scene import models

rollout = peer("mujoco.rollout")
HOP = PoseGraph(
    [{"crouch": 0.22, "lean": 0.0}, {"crouch": -0.22, "lean": 0.08}, {"crouch": 0.05, "lean": 0.0}],
    times=[0.3, 0.1, 0.16], strength=2.0,
)  # fmt: skip
"""Crouch, spring forward, draw in for the landing."""
SPREAD = 0.02
"""How far the poses of the rollouts differ from it."""
SECONDS, STEP, CONTACTS = 4.0, 1 / 240, 64
MANY = 240
"""Half a second of them: a core that was idle takes a while to run at its full speed."""
FLEX, FLEX_STEP, FLEX_SIDE = Settings("Euler", "-200000 -400", 0.002), 1.5e-3, 4
"""The peer's soft box: 4³ = 64 vertices."""


def benches() -> Iterator[Bench]:
    """Yield the one."""
    yield Bench(("rollouts", "rollouts-2-cores"), measured)


def measured(many: int = MANY) -> Iterator[Row]:
    """Yield seconds of a rollout on one core, and on two beside one."""
    body = hopper(models.teapot(), contacts=CONTACTS)
    drives = [_changed(HOP, seed).on(body) for seed in range(many)]
    samples = []
    hops = Rollouts(body, 0.0, SECONDS, step=STEP)
    hops.many(drives[:2], threads=2)
    for _ in range(REPEATS):
        samples.append([_seconds(hops, drives, threads) / many for threads in (1, 2)])
    one, two = (statistics.median(x) for x in zip(*samples, strict=True))
    (theirs, why), (theirs_two, _) = (attempt(_flex, many, threads) for threads in (1, 2))
    steps = SECONDS / STEP
    note = f"{1 / one:.0f} a second of {SECONDS:g} s at 1/{1 / STEP:.0f} s, {len(body.contacts)} contact points, "
    note += f"{len(body.modes)} modes: {steps / one:.3g} steps a second; "
    note += f"mujoco.rollout of a trilinear flex of {FLEX_SIDE**3} vertices: {theirs:.3g}" if theirs else why
    yield Row("rollouts", one, note=note)
    note = f"ratio = two cores over one; {1 / two:.0f} rollouts, {steps / two:.3g} steps a second; "
    note += (
        f"mujoco.rollout {theirs_two:.3g}, {theirs_two / theirs:.2f} times one"
        if theirs and theirs_two
        else why
    )
    yield Row("rollouts-2-cores", two, "supple", "", "one core", one, note)


def _changed(graph: PoseGraph, seed: int) -> PoseGraph:
    noise = np.random.default_rng(seed).normal(0.0, SPREAD, graph.amplitudes.shape)
    return graph.changed(graph.amplitudes + noise, graph.times)


def _seconds(hops: Rollouts, drives: list[Drive], threads: int) -> float:
    begin = time.perf_counter()
    hops.many(drives, threads)
    return time.perf_counter() - begin


def _flex(many: int, threads: int) -> float:
    """Steps a second of many drops."""
    model = Flex(FLEX_SIDE, FLEX).model(FLEX_STEP)
    steps = round(SECONDS / FLEX_STEP)
    with rollout.Rollout(nthread=0 if threads == 1 else threads) as pool:
        data = [mujoco.MjData(model) for _ in range(threads)]
        begin = time.perf_counter()
        pool.rollout(model, data, _starts(model, many), nstep=steps)
        return many * steps / (time.perf_counter() - begin)


def _starts(model: "mujoco.MjModel", many: int) -> Array:
    """States at rest (many, states)."""
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    state = np.empty(mujoco.mj_stateSize(model, kind))
    mujoco.mj_getState(model, mujoco.MjData(model), state, kind)
    return np.tile(state, (many, 1))
