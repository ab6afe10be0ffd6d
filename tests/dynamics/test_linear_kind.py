"""Linear bodies as a kind of the one step, beside the bodies of the world, which say the same in plain NumPy."""

import numpy as np
import pytest

from supple.dynamics.bodies.elastic import elastic_energy
from supple.dynamics.bodies.linear import LINEAR, linear
from supple.dynamics.integrators.step import advance, energies, prepare
from supple.dynamics.legacy.bodies.make import body_of
from supple.dynamics.model.build import build
from supple.dynamics.model.components import still
from supple.scene import models

G = np.array([0.3, -9.81, 0.2])


def random_state(body, seed):
    r = np.random.default_rng(seed)
    R = body.rest.reshape(3, body.k)
    R = R @ np.eye(body.k) + 0.1 * r.normal(size=R.shape) * np.abs(R).max()
    return R, r.normal(size=R.shape)


def one(kind, seed=0, drag=0.0):
    body = body_of(models.teapot(), "jelly", kind, name="pot", at=(0.1, 0.4, -0.2))
    R, V = random_state(body, seed)
    stiff = body.stiffness, body.incompressibility, body.damping
    basis = body.basis
    placed = linear(
        basis.powers, basis.center, basis.scale, body.M, body.G, body.share, stiff, R, V, drag=drag
    )
    built = build([placed], [], gravity=G)
    built.bound(prepare)(built.model, built.state, built.work)
    return body, built


@pytest.mark.parametrize("kind", ["affine", "quadratic", "cubic"])
@pytest.mark.parametrize("seed", range(3))
def test_points_velocities_and_rows_are_those_of_the_body(kind, seed):
    body, built = one(kind, seed)
    arrays, q, v, room = built.model.linear, built.state.q, built.state.v, built.work.room
    r = body.node.surface.vertices[17 * seed]
    p, x, u, F = (
        body.coefficients(r[None])[0],
        np.zeros(3),
        np.zeros(3),
        np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0],
    )
    LINEAR.kernels["point"](arrays, 0, q, room, 0, r, x)
    LINEAR.kernels["velocity"](arrays, 0, q, v, room, 0, r, x, u)
    np.testing.assert_allclose(x, body.position(q, p), atol=1e-13)
    np.testing.assert_allclose(u, body.velocity(q, v, p), atol=1e-12)
    blocks = (body.k + 1) // 2
    Y, which = np.zeros((blocks, 18)), np.zeros(blocks, np.int64)
    assert LINEAR.kernels["rows"](arrays, 0, q, room, 0, r, x, F.reshape(-1), Y, which) == blocks
    assert which.tolist() == list(range(blocks))
    J = F @ body.jacobian(q, p)
    whitened = Y.reshape(blocks, 3, 6).transpose(1, 0, 2).reshape(3, -1)
    np.testing.assert_allclose(
        whitened @ whitened.T, J @ np.linalg.inv(body.mass_matrix(q)) @ J.T, rtol=1e-8, atol=1e-12
    )
    z, dv = whitened[1].copy(), np.zeros(body.nv)
    LINEAR.kernels["settle"](arrays, 0, q, room, z, dv)
    np.testing.assert_allclose(dv, np.linalg.solve(body.mass_matrix(q), J[1]), rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("kind", ["affine", "quadratic", "cubic"])
def test_free_motion_is_that_of_force_and_weight(kind):
    body, built = one(kind, seed=4, drag=0.3)
    q, v, h = built.state.q.copy(), built.state.v.copy(), 1e-4
    assert sum(built.bound(energies)(built.model, built.state, built.work)) == pytest.approx(
        body.energy(q, v) - body.mass * G @ body.center(q), rel=1e-12
    )
    built.bound(advance)(built.model, built.state, built.work, still((), np.zeros((0, 3)), body.nv), h, 1)
    expected = (1 - 0.3 * h) * v + h * (body.apply_inverse_mass(q, body.force(q, v)) + body.gravity(G))
    np.testing.assert_allclose(built.state.v, expected, rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(built.state.q, q + h * built.state.v, atol=1e-15)


def test_the_energy_of_strain_in_kernels_is_that_in_numpy():
    body, built = one("quadratic", seed=7)
    q = built.state.q
    built.state.v[:] = 0.0
    kinetic, potential = built.bound(energies)(built.model, built.state, built.work)
    strain = elastic_energy(q.reshape(3, body.k), body.G, body.share, body.stiffness, body.incompressibility)
    assert kinetic == 0.0
    assert strain > 1.0
    assert potential + body.mass * G @ body.center(q) == pytest.approx(strain, rel=1e-12)


def test_a_body_that_is_inside_out_stops_time():
    body, built = one("affine")
    built.state.q[body.k + 2] *= -1
    plan = still((), np.zeros((0, 3)), body.nv)
    assert built.bound(advance)(built.model, built.state, built.work, plan, 1e-3, 5) == 0
    assert built.work.sums[10] == 1


def test_bodies_of_several_sizes_find_their_own_numbers():
    bodies = [body_of(models.box(), "rubber", kind, name=kind) for kind in ("quadratic", "affine", "cubic")]
    placed = []
    for seed, body in enumerate(bodies):
        R, V = random_state(body, seed)
        stiff, basis = (body.stiffness, body.incompressibility, body.damping), body.basis
        placed.append(
            linear(basis.powers, basis.center, basis.scale, body.M, body.G, body.share, stiff, R, V)
        )
    together = build(placed, [], gravity=G)
    together.bound(advance)(
        together.model, together.state, together.work, still((), np.zeros((0, 3)), 1), 1e-4, 3
    )
    for b, each in enumerate(placed):
        alone = build([each], [], gravity=G)
        plan = still((), np.zeros((0, 3)), len(each.v))
        alone.bound(advance)(alone.model, alone.state, alone.work, plan, 1e-4, 3)
        first, end = together.model.bodies.q[b : b + 2]
        assert (together.state.q[first:end] == alone.state.q).all()
