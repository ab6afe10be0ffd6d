"""The chains of `chains.py` in MuJoCo, three ways: free bodies joined by `connect`, soft boxes, joint coordinates."""

import numpy as np

from benchmarks.peers import peer

mujoco = peer("mujoco")

LENGTH, MASS = 0.1, 0.1
"""Of a link [m, kg]."""

HEAD = '<mujoco><option timestep="0.001" integrator="Euler" gravity="0 -9.81 0"><flag contact="disable"/></option>'
STIFF = 'solref="0.002 1" solimp=".99 .9999 .001"'


class Chain:
    """A MuJoCo model that runs from its start."""

    def __init__(self, xml: str) -> None:
        self.model = mujoco.MjModel.from_xml_string(xml)
        self.data = mujoco.MjData(self.model)

    def run(self, steps: int) -> None:
        """So many steps from the start."""
        mujoco.mj_resetData(self.model, self.data)
        mujoco.mj_step(self.model, self.data, nstep=steps)

    def gap(self, steps: int, looks: int = 40) -> float:
        """The largest distance between joined places that is met in a run [m]."""
        mujoco.mj_resetData(self.model, self.data)
        worst = 0.0
        for _ in range(looks):
            mujoco.mj_step(self.model, self.data, nstep=steps // looks)
            mujoco.mj_forward(self.model, self.data)
            apart = self._end(self.model.eq_obj1id, 0) - self._end(self.model.eq_obj2id, 3)
            worst = max(worst, float(np.linalg.norm(apart, axis=1).max(initial=0.0)))
        return worst

    def _end(self, body: np.ndarray, first: int) -> np.ndarray:
        """Where the anchors of the `connect` constraints are on one of their bodies (joints, 3) [m]."""
        anchor = self.model.eq_data[:, first : first + 3]
        turned = np.einsum("nij,nj->ni", self.data.xmat[body].reshape(-1, 3, 3), anchor)
        return np.asarray(self.data.xpos[body] + turned)


def connected(n: int) -> Chain:
    """Free boxes, each held to the one before it by a `connect` constraint with default settings."""
    half = LENGTH / 2
    bodies, joints = [], []
    for i in range(n):
        bodies.append(
            f'<body name="b{i}" pos="{LENGTH * i + half} 0 0"><freejoint/>'
            f'<geom type="box" size="{half} {half} {half}" mass="{MASS}"/></body>'
        )
        other = f'body2="b{i - 1}"' if i else ""
        joints.append(f'<connect body1="b{i}" {other} anchor="{-half} 0 0"/>')
    return Chain(
        f"{HEAD}<worldbody>{''.join(bodies)}</worldbody><equality>{''.join(joints)}</equality></mujoco>"
    )


def soft(n: int) -> Chain:
    """Trilinear soft boxes (eight nodes each), node held to node by stiff `connect` constraints."""
    half = LENGTH / 2
    boxes, joints = [], []
    for i in range(n):
        boxes.append(
            f'<flexcomp name="f{i}" type="grid" dim="3" dof="trilinear" count="2 2 2" mass="{MASS}" '
            f'spacing="{LENGTH} {LENGTH} {LENGTH}" pos="{LENGTH * i + half} 0 0" radius="0.001">'
            '<contact selfcollide="none"/>'
            '<elasticity young="5e4" poisson="0.3" damping="1e-3"/></flexcomp>'
        )
        other = f'body2="f{i - 1}_1_1_1"' if i else ""
        joints.append(f'<connect body1="f{i}_0_1_1" {other} anchor="0 0 0" {STIFF}/>')
    return Chain(
        f"{HEAD}<worldbody>{''.join(boxes)}</worldbody><equality>{''.join(joints)}</equality></mujoco>"
    )


def jointed(n: int) -> Chain:
    """Boxes on ball joints, one inside the other: joint coordinates, which have no gap."""
    half = LENGTH / 2
    link = (
        f'<joint type="ball"/><geom type="box" pos="{half} 0 0" size="{half} {half} {half}" mass="{MASS}"/>'
    )
    tree = "".join(f'<body pos="{LENGTH if i else 0} 0 0">{link}' for i in range(n)) + "</body>" * n
    return Chain(f"{HEAD}<worldbody>{tree}</worldbody></mujoco>")
