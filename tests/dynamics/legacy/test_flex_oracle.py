"""A soft box as a lattice body against MuJoCo's trilinear flex, which shares no line with it: periods within 5 %.

Eight masses at the corners of a box, a linear solid of E and ν between them:

    K = ∫ 2 μ ε:ε + λ (tr ε)² dV,   K φ = ω² m φ

Both are asked how they accelerate near rest, and how they swing after a pluck.
"""

import numpy as np
import pytest

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice import Lattice, LatticeBody, ModalLattice, Mode, mode
from supple.dynamics.legacy.rollout import roll
from supple.scene import models

mujoco = pytest.importorskip("mujoco")

SIDE, MASS, YOUNG, POISSON = 0.2, 1.0, 5e4, 0.3
MU, LAME = YOUNG / (2 * (1 + POISSON)), YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
CORNERS = (np.indices((2, 2, 2)).reshape(3, -1).T - 0.5) * SIDE
CLOSE = 0.05


def box(
    counts: tuple[int, int, int], modes: "tuple[Mode, ...]", stiffness: Array, volume: float = 0.0
) -> LatticeBody:
    grid = Lattice(counts, [[-SIDE / 2] * 3, [SIDE / 2] * 3])
    return LatticeBody(
        models.box(width=SIDE, height=SIDE, depth=SIDE), [ModalLattice("whole", grid, modes)], places=CORNERS,
        masses=np.full(8, MASS / 8), stiffness=stiffness, damping=0.0, volume_stiffness=volume,
    )  # fmt: skip


def solid() -> LatticeBody:
    """All that eight control points can do but move rigidly, as springs that are independent of each other."""
    grid = Lattice((2, 2, 2), [[-SIDE / 2] * 3, [SIDE / 2] * 3])
    line = np.array([-1.0, 1.0]) / np.sqrt(3) * SIDE / 2
    points = np.stack(np.meshgrid(line, line, line), axis=-1).reshape(-1, 3)
    slopes = np.einsum("gky,xz->gkzxy", grid.gradients(points), np.eye(3)).reshape(8, 24, 3, 3)
    strain = (slopes + slopes.swapaxes(2, 3)) / 2
    trace = np.einsum("gaxx->ga", strain)
    K = SIDE**3 / 8 * (2 * MU * np.einsum("gaxy,gbxy->ab", strain, strain) + LAME * trace.T @ trace)
    shapes = np.linalg.eigh(K)[1][:, 6:]
    modes = tuple(Mode(f"swing {i}", shape.reshape(2, 2, 2, 3)) for i, shape in enumerate(shapes.T))
    return box((2, 2, 2), modes, SIDE**2 * np.einsum("ai,ab,bi->i", shapes, K, shapes))


def homogeneous() -> LatticeBody:
    """Six modes of the library that strain the box alike everywhere: ½ V (2 μ ε:ε + λ (tr ε)²), λ by its volume."""
    names = ("stretch.x", "stretch.y", "stretch.z", "shear.xy", "shear.yz", "shear.zx")
    modes = tuple(mode(name, keep_volume=False) for name in names)
    stiffness = 2 * MU * SIDE**3 * np.repeat([1.0, 2.0], 3)
    return box((4, 4, 4), modes, stiffness, volume=LAME * SIDE**3)


@pytest.fixture(scope="module")
def flex() -> "mujoco.MjModel":
    return mujoco.MjModel.from_xml_string(
        '<mujoco><option gravity="0 0 0" timestep="5e-5"><flag contact="disable"/></option><worldbody>'
        f'<flexcomp name="box" type="grid" dim="3" dof="trilinear" count="2 2 2" mass="{MASS}" radius="0.001" '
        f'spacing="{SIDE} {SIDE} {SIDE}"><contact selfcollide="none"/>'
        f'<elasticity young="{YOUNG}" poisson="{POISSON}" damping="1e-9"/></flexcomp></worldbody></mujoco>'
    )


def slopes(model: "mujoco.MjModel", small: float = 1e-6) -> Array:
    """−∂q̈/∂q (nv, nv) near rest, by central differences."""
    data, found = mujoco.MjData(model), []
    for place in small * np.eye(model.nv):
        both = []
        for data.qpos[:] in (place, -place):
            mujoco.mj_forward(model, data)
            both.append(data.qacc.copy())
        found.append((both[1] - both[0]) / (2 * small))
    return np.array(found).T


def frequencies(model: "mujoco.MjModel") -> Array:
    """Of its own swings [Hz], lowest first."""
    squares = np.sort(np.linalg.eigvals(slopes(model)).real)[6:]
    return np.asarray(np.sqrt(squares) / (2 * np.pi))


def period(t: Array, x: Array) -> float:
    """Mean time between upward passages through 0 [s]."""
    i = np.flatnonzero((x[:-1] < 0) & (x[1:] >= 0))
    crossed = t[i] - x[i] * (t[i + 1] - t[i]) / (x[i + 1] - x[i])
    return float(np.diff(crossed).mean())


def test_all_eighteen_periods_are_those_of_the_flex(flex: "mujoco.MjModel") -> None:
    body = solid()
    ours, theirs = body.frequencies(), frequencies(flex)
    assert len(ours) == len(theirs) == 18
    np.testing.assert_allclose(1 / ours, 1 / theirs, rtol=CLOSE)


def test_strains_of_the_library_have_the_periods_of_the_flex(flex: "mujoco.MjModel") -> None:
    """Its highest six: five of shear and stretch, √(2 μ V / (m s²/4)), and the one that breathes."""
    np.testing.assert_allclose(1 / homogeneous().frequencies(), 1 / frequencies(flex)[-6:], rtol=CLOSE)


@pytest.mark.parametrize("which", [0, 2, 8, 17], ids=["11 Hz", "15 Hz", "23 Hz", "50 Hz"])
def test_plucked_both_swing_alike(flex: "mujoco.MjModel", which: int) -> None:
    """The same small displacement of the corners, let go: time between passages through rest, in both."""
    body, small, seconds, fps = solid(), 0.01, 0.6, 2000.0
    q = body.rest
    q[7 + which] = small
    rolled = roll(body, None, seconds=seconds, step=1 / fps, fps=fps, q=q, gravity=(0.0, 0.0, 0.0))
    data = mujoco.MjData(flex)
    at_rest = flex.body_pos[1:]
    pluck = body.position(q, at_rest) - at_rest
    data.qpos[:] = pluck.ravel()
    every = round(1 / fps / flex.opt.timestep)
    swing = []
    for _ in rolled.t:
        swing.append(data.qpos @ pluck.ravel())
        mujoco.mj_step(flex, data, nstep=every)
    ours, theirs = period(rolled.t, rolled.q[:, 7 + which]), period(rolled.t, np.array(swing))
    assert ours == pytest.approx(theirs, rel=CLOSE)
    assert ours == pytest.approx(1 / body.frequencies()[which], rel=CLOSE)
