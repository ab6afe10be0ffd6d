"""The scenes of `piles.py` in MuJoCo as it comes: Newton's method, pyramidal cones, contacts a little soft."""

import numpy as np

from benchmarks.peers import peer
from benchmarks.piles import STEP, Thing, weight
from supple.arrays import Array

mujoco = peer("mujoco")
SETTINGS = "mj_step(nstep), its defaults, friction 1"


class MujocoPile:
    """Things over a plane, y up."""

    def __init__(self, things: list[Thing], step: float = STEP) -> None:
        bodies = "".join(_body(i, thing) for i, thing in enumerate(things))
        meshes = "".join(_mesh(i, thing) for i, thing in enumerate(things) if thing.shape == "hull")
        self.model = mujoco.MjModel.from_xml_string(
            f'<mujoco><option timestep="{step}" gravity="0 -9.81 0"/><asset>{meshes}</asset>'
            f'<worldbody><geom type="plane" size="50 50 1" zaxis="0 1 0"/>{bodies}</worldbody></mujoco>'
        )
        self.data = mujoco.MjData(self.model)
        for thing, v in zip(things, self.data.qvel.reshape(-1, 6), strict=True):
            v[:3], v[3:] = thing.velocity, thing.spin

    def step(self, steps: int) -> None:
        """Advance."""
        mujoco.mj_step(self.model, self.data, nstep=steps)

    def moment(self) -> Array:
        """All that it takes to go on from here, warm start and all."""
        kept = np.empty(mujoco.mj_stateSize(self.model, mujoco.mjtState.mjSTATE_INTEGRATION))
        mujoco.mj_getState(self.model, self.data, kept, mujoco.mjtState.mjSTATE_INTEGRATION)
        return kept

    def back(self, moment: Array) -> None:
        """Go on from there."""
        mujoco.mj_setState(self.model, self.data, moment, mujoco.mjtState.mjSTATE_INTEGRATION)

    def read(self) -> tuple[Array, Array, float, float]:
        """Places, turns, potential and kinetic energy as they are now."""
        mujoco.mj_energyPos(self.model, self.data)
        mujoco.mj_energyVel(self.model, self.data)
        potential, kinetic = self.data.energy
        return self.data.xpos.copy(), self.data.xquat.copy(), float(potential), float(kinetic)

    @property
    def contacts(self) -> int:
        """Points that touch."""
        return int(self.data.ncon)

    @property
    def depth(self) -> float:
        """How deep the deepest contact is [m]."""
        return -float(self.data.contact.dist.min(initial=0.0))

    @property
    def fastest(self) -> float:
        """Of all bodies [m/s]."""
        return float(np.linalg.norm(self.data.qvel.reshape(-1, 6)[:, :3], axis=1).max())


def _body(i: int, thing: Thing) -> str:
    x, y, z, w = thing.turn
    size = " ".join(repr(float(each)) for each in thing.size)
    shape = {
        "box": f'type="box" size="{size}"',
        "sphere": f'type="sphere" size="{size}"',
        "capsule": _capsule(thing),
        "hull": f'type="mesh" mesh="hull{i}"',
    }[thing.shape]
    at = " ".join(repr(float(each)) for each in thing.at)
    return (
        f'<body pos="{at}" quat="{w!r} {x!r} {y!r} {z!r}"><freejoint/>'
        f'<geom {shape} mass="{weight(thing)!r}"/></body>'
    )


def _capsule(thing: Thing) -> str:
    if thing.shape != "capsule":
        return ""
    radius, half = thing.size
    return f'type="capsule" fromto="0 {-half!r} 0 0 {half!r} 0" size="{radius!r}"'


def _mesh(i: int, thing: Thing) -> str:
    points = " ".join(repr(float(each)) for each in np.ravel(thing.points))  # type: ignore[arg-type]
    return f'<mesh name="hull{i}" vertex="{points}"/>'
