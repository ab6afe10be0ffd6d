"""The soft box of `soft_box.py` in MuJoCo: `flexcomp` with dof="trilinear", eight nodes, any number of vertices."""

from dataclasses import dataclass

import numpy as np

from benchmarks.peers import peer
from benchmarks.soft_box import DAMPING, MASS, POISSON, PULL, SIDE, YOUNG, elasticity, lattice
from benchmarks.sound import DROP, LOST, SECONDS, Fall, rebound
from supple.arrays import Array

mujoco = peer("mujoco")
RADIUS = 1e-3
"""Of the skin around vertices [m]; the box starts so much higher."""
FAR = 5.0
"""Heights beyond which it has flown apart [m]."""


@dataclass(frozen=True)
class Settings:
    """An integrator, and how contact answers: `solref`, and `margin` [m] at which it begins (and the box rests)."""

    integrator: str
    solref: str
    margin: float

    def __str__(self) -> str:
        return f"{self.integrator}, solref {self.solref!r}, margin {1e3 * self.margin:g} mm"


class Flex:
    """The drop at any step; count³ vertices."""

    def __init__(self, count: int, settings: Settings) -> None:
        self.count, self.settings = count, settings
        self._K = elasticity(lattice())

    def model(self, step: float, drop: float = DROP) -> "mujoco.MjModel":
        """The box with its bottom `drop` meters above the floor."""
        n, gap, s = self.count, SIDE / (self.count - 1), self.settings
        return mujoco.MjModel.from_xml_string(
            f'<mujoco><option timestep="{step}" integrator="{s.integrator}" gravity="0 0 {-PULL}"/><worldbody>'
            f'<geom type="plane" size="5 5 .1" solref="{s.solref}"/>'
            f'<flexcomp name="box" type="grid" dim="3" dof="trilinear" count="{n} {n} {n}" '
            f'spacing="{gap} {gap} {gap}" mass="{MASS}" pos="0 0 {drop + SIDE / 2 + RADIUS}" radius="{RADIUS}">'
            f'<contact selfcollide="none" solref="{s.solref}" margin="{s.margin}"/>'
            f'<elasticity young="{YOUNG}" poisson="{POISSON}" damping="{DAMPING}"/></flexcomp></worldbody></mujoco>'
        )

    def prepared(self, step: float) -> "Run":
        """The drop, ready to be timed."""
        return Run(self.model(step), round(SECONDS / step))

    def fall(self, step: float, drop: float) -> Fall:
        """What became of it, looked at before every step: energy with the mean of the velocities before and after."""
        mujoco.set_mju_user_warning(_silent)
        model = self.model(step, drop)
        data, at_rest = mujoco.MjData(model), model.body_pos[1:]
        order = np.lexsort(at_rest.round(6).T[::-1])
        moved, speed = data.qpos.reshape(-1, 3), data.qvel.reshape(-1, 3)
        found = np.empty((round(SECONDS / step), 3))
        for i in range(len(found)):
            x, before = moved.copy(), speed.copy()
            mujoco.mj_step(model, data)
            if not np.abs(x).max() < FAR:
                return LOST
            mean = (before + speed) / 2 if self.settings.integrator != "RK4" else before
            found[i] = self._seen(at_rest + x, x[order].ravel(), mean)
        height, lowest, energy = found.T
        return Fall(
            rebound(height, lowest, step),
            float(-lowest.min()) / SIDE,
            float(energy.max()) / (MASS * PULL * drop),
        )

    def _seen(self, places: Array, moved: Array, v: Array) -> tuple[float, float, float]:
        """Center of mass and lowest node above the floor [m], energy above that of a box at rest on it [J]."""
        height = float(places[:, 2].mean()) - RADIUS
        strain = moved @ self._K @ moved / 2
        energy = MASS / len(v) * float((v**2).sum()) / 2 + MASS * PULL * (height - SIDE / 2) + strain
        return height, float(places[:, 2].min()) - RADIUS, energy


class Run:
    """A model that runs so many steps from its start."""

    def __init__(self, model: "mujoco.MjModel", steps: int) -> None:
        self.model, self.data, self.steps = model, mujoco.MjData(model), steps

    def __call__(self) -> None:
        """Run it."""
        mujoco.mj_resetData(self.model, self.data)
        mujoco.mj_step(self.model, self.data, nstep=self.steps)


def _silent(warning: str) -> None:
    """Steps that are too large are tried on purpose; a log file of that is of no use."""
