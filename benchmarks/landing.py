"""Figures that fall on a plane and lie there, beside MuJoCo: the human of ours, and MuJoCo's own models.

Both at 2 ms, MuJoCo with its Euler; ratios of the smaller of two stretches, 0–1.5 s and 8–10 s.
"""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import supple
from benchmarks.peers import attempt, peer
from benchmarks.pinocchio_trees import GRAVITY, figure
from benchmarks.row import Bench, Row, bench
from benchmarks.tree_peers import mjcf, mujoco_order
from supple.arrays import Array
from supple.dynamics.bodies.articulated.kind import articulated
from supple.dynamics.integrators.step import advance
from supple.dynamics.model.build import Built, Geom, build, grown
from supple.dynamics.model.components import still
from supple.dynamics.model.geom_types import PLANE
from supple.dynamics.model.link_shapes import link_shapes
from supple.errors import SuppleError
from supple.kinematics import Passive, Skeleton

mujoco = peer("mujoco")
STEP, FRICTION, SEEDS = 2e-3, 0.8, 5
STRETCHES = (0.0, 1.5), (8.0, 10.0)
MODELS = Path(os.environ.get("SUPPLE_MODELS", "models"))
"""Where MuJoCo's own models are, which are no part of this repository."""
FILES = "mjcf/ant.xml", "mjcf/dm_control/humanoid.xml"
Runner = Callable[[int], object]


def benches() -> Iterator[Bench]:
    """Yield one a comparison."""
    yield bench("human-24-plane", on_a_plane)
    yield Bench(("mjcf-fall", "mjcf-rest"), own_models)


class Ours:
    """A skeleton over the floor by arrays, at q."""

    def __init__(self, skeleton: Skeleton, q: Array, friction: float | None = None) -> None:
        shapes, apart = link_shapes(skeleton, 0, first=1)
        rough = [g if friction is None else g._replace(friction=friction) for g in shapes]
        floor = Geom(PLANE, friction=1.0 if friction is None else friction)
        self.built: Built = build([articulated(skeleton, q)], [floor, *rough], GRAVITY, apart)
        self.plan = still((), np.zeros((0, 3)), skeleton.nv)

    def run(self, steps: int) -> None:
        """On by so many steps."""
        while steps:
            b = self.built
            steps -= b.bound(advance)(b.model, b.state, b.work, self.plan, STEP, steps)
            self.built = grown(b) if steps else b


class Theirs:
    """A MuJoCo model at q."""

    def __init__(self, model: Any, q: Array) -> None:
        self.model, self.data = model, mujoco.MjData(model)
        self.data.qpos[:] = q

    def run(self, steps: int) -> None:
        """On by so many steps."""
        mujoco.mj_step(self.model, self.data, steps)


def stretches(run: Runner) -> Array:
    """Seconds of CPU time of each of the two, a step."""
    found, now = [], 0.0
    for begin, end in STRETCHES:
        if begin > now:
            run(round((begin - now) / STEP))
        start = time.process_time()
        run(round((end - begin) / STEP))
        found.append((time.process_time() - start) / round((end - begin) / STEP))
        now = end
    return np.array(found)


def on_a_plane() -> Row:
    """The human with springs at all joints but the free one, from some poses; medians of those."""
    skeleton, ours, theirs, why = sprung(figure("human")), [], [], ""
    for seed in range(SEEDS):
        q = skeleton.from_angles(
            np.random.default_rng(seed).uniform(-0.3, 0.3, skeleton.nv) * (np.arange(skeleton.nv) > 5)
        )
        q[1] = 1.2
        ours.append(stretches(Ours(skeleton, q, FRICTION).run))
        model, why = attempt(compiled, skeleton)
        if model:
            theirs.append(stretches(Theirs(model, q[mujoco_order(skeleton, model)[0]]).run))
    mine, other = np.median(ours, axis=0), np.median(theirs, axis=0) if theirs else None
    return row("human-24-plane", mine, other, f"{SEEDS} starts", why)


def sprung(skeleton: Skeleton) -> Skeleton:
    """The same with springs of 5 N m/rad and dampers of 1 N m s/rad at its joints, and no limits."""
    links = []
    for link in skeleton.links:
        free = link.joint.kind == "free"
        joint = supple.scene.Joint(link.joint.kind, link.joint.axis, second=link.joint.second)
        own = Passive() if free else Passive(stiffness=5.0, damping=1.0)
        links.append(link.but(joint=joint, passive=own))
    return Skeleton(links, name=skeleton.name)


def compiled(skeleton: Skeleton) -> Any:
    """The human for MuJoCo."""
    return mujoco.MjModel.from_xml_string(mjcf(skeleton, GRAVITY, STEP, spare="", floor=FRICTION))


def own_models() -> Iterator[Row]:
    """MuJoCo's ant and humanoid; the smaller ratio of the two models."""
    found, notes = [], []
    for name in FILES:
        path = MODELS / name
        try:
            scene = supple.load(path)
        except SuppleError as error:
            notes.append(f"{path}: {error}")
            continue
        found.append(both(scene.skeleton, path))
        notes.append(f"{path.stem} {', '.join(f'{a:.1f} of {b:.1f} µs' for a, b in found[-1].T * 1e6)}")
    for k, what in enumerate(("mjcf-fall", "mjcf-rest")):
        if not found:
            yield Row(what, 0.0, "mujoco", mujoco.__version__, "", None, "; ".join(notes))
            continue
        least = min(found, key=lambda each: each[1, k] / each[0, k])[:, k]
        yield Row(
            what, least[0], "mujoco", mujoco.__version__, "mj_step, Euler, 2 ms", least[1], "; ".join(notes)
        )


def both(skeleton: Skeleton, path: Path) -> Array:
    """Seconds a step of ours and theirs over the two stretches (2, 2), dropped from 1 m above."""
    model = mujoco.MjModel.from_xml_path(str(path))
    model.opt.integrator, model.opt.timestep = mujoco.mjtIntegrator.mjINT_EULER, STEP
    start = mujoco.MjData(model).qpos.copy()
    start[2] += 1.0
    q = skeleton.rest
    q[1] += 1.0
    return np.array([stretches(Ours(skeleton, q).run), stretches(Theirs(model, start).run)])


def row(name: str, ours: Array, theirs: Array | None, what: str, why: str) -> Row:
    """Of the stretch with the smaller ratio."""
    k = int(np.argmin(theirs / ours)) if theirs is not None else 0
    note = f"{what}: {ours[0] * 1e6:.2f} and {ours[1] * 1e6:.2f} µs a step, 0–1.5 s and 8–10 s; "
    note += f"theirs {theirs[0] * 1e6:.2f} and {theirs[1] * 1e6:.2f}" if theirs is not None else why
    other = None if theirs is None else float(theirs[k])
    return Row(name, float(ours[k]), "mujoco", mujoco.__version__, "mj_step, Euler, 2 ms", other, note)
