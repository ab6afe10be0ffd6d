"""How a link turns: what a kind says itself, against differences of its velocities, and against ω of a map."""

from typing import Any

import numpy as np
import pytest
from run import Run, brick

from supple.arrays import Array
from supple.dynamics.bodies.kind import pose, spin
from supple.dynamics.bodies.linear import linear
from supple.dynamics.bodies.spin import spin_by_differences
from supple.dynamics.model.arrays import State, Workspace
from supple.dynamics.model.build import build
from supple.kernels import kernel

REACH = 0.3


@kernel
def both(model: Any, state: State, work: Workspace, x: Array, F: Array, u: Array, Y: Array) -> None:
    """u and Y of the one body: as its kind has it, and by differences."""
    pose(model, state, work, 0)
    spin(model, state, work, 0, 0, x, F, 0.3, u[0], Y[0], work.rows.block)
    spin_by_differences(model, state, work, 0, 0, x, F, 0.3, u[1], Y[1], work.rows.block)


def spins(built, blocks, seed=0):
    r = np.random.default_rng(seed)
    F = np.linalg.qr(r.normal(size=(3, 3)))[0]
    F[2] = np.cross(F[0], F[1])
    u, Y = np.full((2, 3), np.nan), np.full((2, blocks, 18), np.nan)
    built.bound(both)(built.model, built.state, built.work, r.normal(size=3), F.reshape(-1), u, Y)
    return F, u, Y


@pytest.mark.parametrize("seed", range(3))
def test_a_rigid_body_turns_as_differences_of_its_velocities_say(seed):
    r = np.random.default_rng(seed)
    e, omega = r.normal(size=4), r.normal(size=3)
    run = Run([brick(r.normal(size=3), (0.1, 0.2, 0.4), rotation=e, velocity=r.normal(size=3), spin=omega)])
    F, u, Y = spins(run.built, 1, seed)
    np.testing.assert_allclose(u[0], REACH * F @ omega, atol=1e-14)
    np.testing.assert_allclose(u[1], u[0], atol=1e-13)
    np.testing.assert_allclose(Y[1], Y[0], atol=1e-13)


def test_an_affine_body_turns_as_its_surface_does():
    """Ẋ = A x: half of the curl about the normal, and across it how the normal tilts; Y says what z does to these."""
    r = np.random.default_rng(1)
    power = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    R, rate = np.hstack([np.zeros((3, 1)), np.eye(3)]), r.normal(size=(3, 4))
    mass = np.array([2.0, 0.1, 0.2, 0.3])
    body = linear(
        power, np.zeros(3), 1.0, np.diag(mass), np.eye(4)[None, :, 1:], np.ones(1), (1.0, 1.0, 1.0), R, rate
    )
    F, u, Y = spins(build([body], []), 2)
    n, s, t = F

    def turn(A):
        return REACH * np.array([0.5 * (t @ A @ s - s @ A @ t), n @ A @ t, -n @ A @ s])

    np.testing.assert_allclose(u[0], turn(rate[:, 1:]), atol=1e-13)
    z = r.normal(size=(4, 3))
    change = (z / np.sqrt(mass)[:, None]).T
    found = np.einsum("brk,bk->r", Y[0].reshape(2, 3, 6), z.reshape(2, 6))
    np.testing.assert_allclose(found, turn(change[:, 1:]), atol=1e-13)
