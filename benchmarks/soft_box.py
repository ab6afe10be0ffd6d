"""A soft box dropped on a floor, as a lattice body: what eight trilinear nodes can do, by modes.

K = ∫ 2 μ ε:ε + λ (tr ε)² dV over a lattice of 2 × 2 × 2 control points;  K φ = ω² m φ,  m at the corners

The 18 modes that are no rigid motion are independent springs, so that amplitudes, frame and masses hold the same
24 degrees of freedom, stiffness and inertia as a trilinear `flexcomp` of the same E and ν.
"""

import numpy as np

from benchmarks.sound import DROP, SECONDS, Fall, rebound
from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice import Lattice, LatticeBody, ModalLattice
from supple.dynamics.legacy.bodies.lattice.modes import Mode
from supple.dynamics.legacy.rollout import Rollouts, roll
from supple.dynamics.legacy.rollout.rollouts import GRAVITY
from supple.scene import models

SIDE, MASS = 0.2, 1.0
"""[m, kg]"""
YOUNG, POISSON, DAMPING = 5e4, 0.3, 1e-4
"""E [Pa], ν, and damping over stiffness [s]."""
RIGID = 6
PULL = -GRAVITY[1]


def lattice() -> Lattice:
    """Control points at the corners of the box."""
    return Lattice((2, 2, 2), [[-SIDE / 2] * 3, [SIDE / 2] * 3])


def elasticity(grid: Lattice) -> Array:
    """K (3 n, 3 n) [N/m] of displacements of the control points, x, y, z of each in turn; two Gauss points a side."""
    mu, lame = YOUNG / (2 * (1 + POISSON)), YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
    line = np.array([-1.0, 1.0]) / np.sqrt(3) * SIDE / 2
    points = np.stack(np.meshgrid(line, line, line), axis=-1).reshape(-1, 3)
    slopes = np.einsum("gky,xz->gkzxy", grid.gradients(points), np.eye(3)).reshape(len(points), -1, 3, 3)
    strain = (slopes + slopes.swapaxes(2, 3)) / 2
    trace = np.einsum("gaxx->ga", strain)
    share = SIDE**3 / len(points)
    return np.asarray(
        share
        * (2 * mu * np.einsum("gaxy,gbxy->ab", strain, strain) + lame * np.einsum("ga,gb->ab", trace, trace))
    )


def grid_points(count: int) -> Array:
    """Points of the box at rest, `count` along each side (count³, 3) [m]."""
    line = np.linspace(-SIDE / 2, SIDE / 2, count)
    return np.stack(np.meshgrid(line, line, line, indexing="ij"), axis=-1).reshape(-1, 3)


def soft_box(count: int, drop: float = DROP) -> LatticeBody:
    """The box with its bottom `drop` meters above the floor; a grid of count³ points may touch."""
    grid = lattice()
    K = elasticity(grid)
    shapes = np.linalg.eigh(K)[1][:, RIGID:]
    shapes = shapes / np.abs(shapes).max(axis=0) / 2
    modes = tuple(Mode(f"swing {i}", shape.reshape(2, 2, 2, 3)) for i, shape in enumerate(shapes.T))
    stiffness = SIDE**2 * np.einsum("ai,ab,bi->i", shapes, K, shapes)
    corners = grid_points(2)
    return LatticeBody(
        models.box(width=SIDE, height=SIDE, depth=SIDE),
        [ModalLattice("whole", grid, modes)],
        places=corners,
        masses=np.full(len(corners), MASS / len(corners)),
        stiffness=stiffness,
        damping=DAMPING * stiffness,
        contacts=grid_points(count),
        at=(0.0, drop + SIDE / 2, 0.0),
    )


class Ours:
    """The drop at any step."""

    def __init__(self, count: int) -> None:
        self.count, self.body = count, soft_box(count)

    def prepared(self, step: float) -> Rollouts:
        """The drop, ready to be timed."""
        return Rollouts(self.body, 0.0, SECONDS, step=step)

    def fall(self, step: float, drop: float) -> Fall:
        """What became of it, looked at after every step."""
        body = soft_box(self.count, drop)
        rolled = roll(body, 0.0, seconds=SECONDS, step=step, fps=1 / step)
        corners = grid_points(2)
        lowest = np.array([body.position(q, corners)[:, 1].min() for q in rolled.q])
        height = np.array([body.center(q)[1] for q in rolled.q])
        middle = np.concatenate([(rolled.v[:-1] + rolled.v[1:]) / 2, rolled.v[-1:]])
        lifted = MASS * PULL * (height - SIDE / 2)
        energy = lifted + [body.energy(q, v) for q, v in zip(rolled.q, middle, strict=True)]
        return Fall(
            rebound(height, lowest, step),
            float(-lowest.min()) / SIDE,
            float(energy.max()) / (MASS * PULL * drop),
        )
