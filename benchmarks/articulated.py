"""Trees of links beside MuJoCo and Pinocchio: steps of chains and of a human, accuracy for the same time, a minute.

What is timed of ours is what the step of a world calls of the kind: where links are, accelerations, and flow; of
MuJoCo `mj_step` without contacts; of Pinocchio its articulated-body algorithm alone, called from Python.
"""

import statistics
from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.peers import MissingPeerError, attempt, peer
from benchmarks.pinocchio_trees import GRAVITY, figure, pinocchio
from benchmarks.row import REPEATS, Bench, Row, bench, interleaved, timed
from benchmarks.tree_peers import mjcf
from supple.arrays import Array
from supple.dynamics.bodies.articulated.accelerations import predict
from supple.dynamics.bodies.articulated.arrays import ArticulatedArrays, room_for
from supple.dynamics.bodies.articulated.energy import energy
from supple.dynamics.bodies.articulated.flow import flow
from supple.dynamics.bodies.articulated.kind import articulated
from supple.dynamics.bodies.articulated.kinematics import pose
from supple.dynamics.bodies.articulated.tree import gathered, row_of
from supple.dynamics.integrators.smooth import Smooth
from supple.dynamics.integrators.step import advance
from supple.dynamics.model.build import build
from supple.dynamics.model.components import still
from supple.dynamics.model.link_shapes import link_shapes
from supple.kernels import kernel
from supple.kinematics import Skeleton

mujoco = peer("mujoco")
STEP, LENGTHS, SHORT = 1e-3, (3, 10, 30, 100), (3, 10, 30)
NODES = 30_000
"""Joints in a sample."""
TOLERANCES = 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3


def benches() -> Iterator[Bench]:
    """Yield one a comparison."""
    for n in LENGTHS:
        yield both(f"articulated-{n}", f"hinge {n}")
    for n in LENGTHS:
        yield both(f"articulated-ball-{n}", f"ball {n}")
    yield both("human-24", "human")
    yield bench("human-24-world", in_a_world)
    for kind in ("hinge", "ball"):
        for n in SHORT:
            name = f"energy-at-equal-time-{'ball-' if kind == 'ball' else ''}{n}"
            yield bench(name, at_equal_time, name, f"{kind} {n}")
    yield bench("minute-30", a_minute)
    yield bench("first-step-human", first_step, "first-step-human", "human", 0.2)
    yield bench("first-step-100", first_step, "first-step-100", "hinge 100", 0.1)


def both(name: str, what: str) -> Bench:
    """A figure beside either peer."""
    return Bench(
        (f"{name}-vs-mujoco", f"{name}-vs-pinocchio"),
        lambda: [beside_mujoco(f"{name}-vs-mujoco", what), beside_pinocchio(f"{name}-vs-pinocchio", what)],
    )


class Tree:
    """A skeleton as the one body of its kind."""

    def __init__(self, skeleton: Skeleton) -> None:
        row, _ = row_of(skeleton)
        self.arrays, self.nodes = gathered([row]), len(row["kind"])
        self.q, self.v = skeleton.rest, np.zeros(skeleton.nv)
        self.room, self.gravity = np.zeros(room_for(self.nodes, skeleton.nv)), np.array(GRAVITY)

    def run(self, steps: int) -> None:
        """From rest."""
        q, v = self.q.copy(), self.v.copy()
        swing(self.arrays, q, v, self.room, self.gravity, STEP, steps)


@kernel
def swing(
    arrays: ArticulatedArrays, q: Array, v: Array, room: Array, gravity: Array, h: float, steps: int
) -> None:
    """What the step of a world calls of the kind, where nothing touches."""
    for _ in range(steps):
        pose(arrays, 0, q, room)
        predict(arrays, 0, q, v, room, gravity, h)
        flow(arrays, 0, q, room, v, h)


class Stranger:
    """The same figure in MuJoCo."""

    def __init__(self, skeleton: Skeleton, integrator: str = "Euler") -> None:
        self.model = mujoco.MjModel.from_xml_string(mjcf(skeleton, GRAVITY, STEP, integrator))
        self.data = mujoco.MjData(self.model)

    def run(self, steps: int) -> None:
        """From rest."""
        mujoco.mj_resetData(self.model, self.data)
        mujoco.mj_step(self.model, self.data, nstep=steps)

    def lost(self) -> bool:
        """Whether it had to begin anew."""
        return bool(self.data.warning[mujoco.mjtWarning.mjWARN_BADQACC].number)


def beside_mujoco(name: str, what: str) -> Row:
    """Steps of 1 ms."""
    tree, (other, why) = Tree(figure(what)), attempt(Stranger, figure(what))
    steps = max(20, NODES // tree.nodes)
    ours, theirs = interleaved(partial(tree.run, steps), partial(other.run, steps) if other else None)
    each = ours / steps * 1e6
    note = f"{what}: {each:.3f} µs a step, {each / (tree.nodes - 1) * 1e3:.0f} ns a joint"
    note += f"; theirs {theirs / steps * 1e6:.2f} µs" if theirs else why
    return Row(
        name, ours, "mujoco", mujoco.__version__, "mj_step(nstep), Euler, 1 ms, no contact", theirs, note
    )


def beside_pinocchio(name: str, what: str) -> Row:
    """In turns with a process that has Pinocchio."""
    tree = Tree(figure(what))
    times = max(20, NODES // tree.nodes)
    try:
        other = pinocchio()
    except MissingPeerError as why:
        ours, _ = interleaved(partial(tree.run, times), None)
        return Row(name, ours, "pinocchio", "not installed", "aba", None, str(why))
    tree.run(times)
    other.seconds(what, times)
    samples = [(timed(partial(tree.run, times)), other.seconds(what, times)) for _ in range(REPEATS)]
    ours, theirs = (statistics.median(each) for each in zip(*samples, strict=True))
    note = f"{what}: ours, flow included, {ours / times * 1e6:.3f} µs; theirs {theirs / times * 1e6:.2f} µs"
    return Row(name, ours, "pinocchio", other.version, "aba from Python, the better convention", theirs, note)


def in_a_world() -> Row:
    """The whole step, with its shapes and the search for pairs, where the human falls; MuJoCo without any."""
    skeleton, steps = figure("human"), 150
    geoms, apart = link_shapes(skeleton, 0)
    built = build([articulated(skeleton)], geoms, GRAVITY, apart)
    step, plan, q = built.bound(advance), still((), np.zeros((0, 3)), skeleton.nv), skeleton.rest

    def ours() -> None:
        for _ in range(10):
            built.state.q[:], built.state.v[:] = q, 0.0
            assert step(built.model, built.state, built.work, plan, STEP, steps) == steps

    other, why = attempt(Stranger, skeleton)
    seconds, theirs = interleaved(ours, partial(other.run, 10 * steps) if other else None)
    note = f"{seconds / steps * 1e5:.3f} µs a step" + (
        f", theirs {theirs / steps * 1e5:.2f}" if theirs else why
    )
    return Row(
        "human-24-world", seconds, "mujoco", mujoco.__version__, "mj_step(nstep), no contact", theirs, note
    )


class Swing:
    """A chain that falls from horizontal, and how wrong its energy is, over n m g n L / 2."""

    def __init__(self, what: str, tolerance: float) -> None:
        self.skeleton, self.tolerance = figure(what), tolerance
        n = len(self.skeleton.links)
        self.scale = self.skeleton.mass * 9.81 * n * 0.1 / 2
        self.start()
        self.first = self.energy(self.now.y)

    def start(self) -> None:
        """From rest, again."""
        self.now = Smooth(self.skeleton, GRAVITY)

    def run(self, seconds: float = 1.0) -> None:
        """From rest to some time."""
        self.start()
        self.now.run(seconds, self.tolerance)

    def energy(self, y: Array) -> float:
        """Kinetic and potential [J]."""
        q, v = y[: self.skeleton.nq].copy(), y[self.skeleton.nq :].copy()
        arrays, nodes = self.now.arrays, self.now.room.nodes
        pose(arrays, 0, q, nodes)
        return sum(energy(arrays, 0, q, v, nodes, self.now.gravity))

    def wrong(self, y: Array) -> float:
        """Share of the scale."""
        return abs(self.energy(y) - self.first) / self.scale

    def of(self, other: Stranger) -> Array:
        """q and v of MuJoCo as ours."""
        q = other.data.qpos.copy()
        if self.skeleton.links[0].joint.turning:
            q = np.roll(q.reshape(-1, 4), -1, axis=1).reshape(-1)
        return np.concatenate([q, other.data.qvel])


def at_equal_time(name: str, what: str) -> Row:
    """Errors of energy after 1 s: MuJoCo's Euler at 1 ms, and ours at the tolerance that takes no more CPU time."""
    other, why = attempt(Stranger, figure(what))
    found: tuple[float, float, float] | None = None
    for tolerance in TOLERANCES:
        ours = Swing(what, tolerance)
        mine, theirs = interleaved(ours.run, partial(other.run, round(1 / STEP)) if other else None)
        found = mine, theirs or 0.0, tolerance
        if theirs is None or mine <= theirs:
            break
    assert found is not None
    error = ours.wrong(ours.now.y)
    their = ours.wrong(ours.of(other)) if other else None
    note = (
        f"ratio of errors of energy, not of seconds: ours {error:.1e} in {found[0] * 1e3:.2f} ms (tolerance "
    )
    note += f"{found[2]:g}), " + (f"theirs {their:.1e} in {found[1] * 1e3:.2f} ms" if other else why)
    return Row(name, error, "mujoco", mujoco.__version__, "Euler, 1 ms, 1 s", their, note)


def a_minute() -> Row:
    """30 hinges for 60 s: our time for less error than MuJoCo's Runge–Kutta of order 4 has, and its own time."""
    what, seconds = "hinge 30", 60
    ours, (other, why) = Swing(what, 1e-4), attempt(Stranger, figure(what), "RK4")
    worst, spent = 0.0, 0.0
    ours.run(0.01)
    ours.start()
    for _ in range(seconds):
        spent += timed(lambda: ours.now.run(1.0, ours.tolerance))
        worst = max(worst, ours.wrong(ours.now.y))
    theirs, their_worst, lost = None, 0.0, ""
    if other:
        theirs = 0.0
        for k in range(seconds):
            theirs += timed(partial(mujoco.mj_step, other.model, other.data, round(1 / STEP)))
            their_worst = max(their_worst, ours.wrong(ours.of(other)))
            lost = lost or (f", lost at {k + 1} s" if other.lost() else "")
    note = f"worst error of energy {worst:.2%} in {spent:.2f} s of CPU time; " + (
        f"theirs {their_worst:.0%} in {theirs:.2f} s{lost}" if other else why
    )
    return Row("minute-30", spent, "mujoco", mujoco.__version__, "RK4, 1 ms", theirs, note)


def first_step(name: str, what: str, bar: float) -> Row:
    """From a skeleton that was never seen to its first step; kernels are there."""
    Tree(figure("hinge 2")).run(1)

    def once() -> None:
        Tree(skeleton).run(1)

    samples = []
    for _ in range(REPEATS):
        skeleton = figure(what)
        samples.append(timed(once))
    seconds = statistics.median(samples)
    note = f"{what}: {seconds * 1e3:.1f} ms from its skeleton to the first step; ratio = {bar:g} s over it"
    return Row(name, seconds, "the bar", peer_s=bar, note=note)
