"""The implicit step of one linear body, and its points beside those of others, against their definitions."""

import numpy as np
import pytest

import supple
from supple.dynamics import lattice_body
from supple.dynamics.bodies import elastic
from supple.dynamics.legacy.bodies.make import body_of
from supple.dynamics.legacy.contact.plain import answer_rows, move, plain_arrays, stretch
from supple.dynamics.legacy.integrators.linear_step import (
    Springs,
    add_matrices,
    as_whole,
    bearable,
    least_volume,
    linear_step,
)
from supple.scene import models

KINDS = ["affine", "quadratic"]


def bent(kind, seed=0, material="rubber"):
    """A box out of shape, its velocities, and Z of its motion as a whole."""
    body, rng = body_of(models.box(), material, kind, name="box", at=(0, 1, 0)), np.random.default_rng(seed)
    q = body.rest * (1 + 0.05 * rng.normal(size=body.nq))
    return body, q, rng.normal(size=body.nv), body.whole(q)


def stepped(body, q, v, pushed, h=1 / 60, held=False):
    springs = Springs(body.stiffness, body.incompressibility, body.damping, body.paper_damping)
    return linear_step(body.arrays, springs, q, v, pushed, h, held)


@pytest.mark.parametrize("kind", KINDS)
def test_stiffness_and_damping_are_those_of_the_energy(kind):
    body, q, _, _ = bent(kind)
    R = q.reshape(3, body.k)
    K, D = np.zeros((2, body.nv, body.nv))
    add_matrices(q, body.G, body.share, body.stiffness, body.incompressibility, body.damping, K, D)
    wanted = elastic.elastic_stiffness(R, body.G, body.share, body.stiffness, body.incompressibility)
    assert pytest.approx(wanted, abs=1e-12 * np.abs(wanted).max()) == K
    wanted = elastic.damping_matrix(R, body.G, body.share, body.damping)
    assert pytest.approx(wanted, abs=1e-12 * np.abs(wanted).max()) == D


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("material", ["jelly", "steel"])
def test_inner_forces_leave_the_momenta_and_an_impulse_gives_what_it_has(kind, material):
    """Zᵀ M Δv = Zᵀ M pushed, and Zᵀ M W = Zᵀ, however stiff the body and however coarse the step."""
    body, q, v, Z = bent(kind, material=material)
    pushed, M = 0.01 * v[::-1], body.mass_matrix(q)
    kick, W = stepped(body, q, v, pushed)
    assert Z.T @ M @ kick == pytest.approx(Z.T @ M @ pushed, abs=1e-9 * body.mass)
    assert pytest.approx(Z.T, abs=1e-12) == Z.T @ M @ W
    assert np.linalg.eigvalsh(W)[0] > 0


@pytest.mark.parametrize("kind", KINDS)
def test_what_would_crush_a_body_is_lost_and_its_momenta_are_not(kind):
    body, q, _, Z = bent(kind)
    M, u, h = body.mass_matrix(q), body.basis.uniform, 1 / 60
    crushing = -50.0 * (q - as_whole(q, q, body.M, u))
    assert least_volume(q + h * crushing, body.G) < 0.1
    share = bearable(q, crushing, h, body.M, u, body.G)
    whole = as_whole(q, crushing, body.M, u)
    assert 0 <= share < 1
    assert least_volume(q + h * (whole + share * (crushing - whole)), body.G) >= 0.1
    assert Z.T @ M @ whole == pytest.approx(Z.T @ M @ crushing, abs=1e-9 * body.mass)
    assert bearable(q, 0.01 * crushing, h, body.M, u, body.G) == 1


@pytest.mark.parametrize("kind", [*KINDS, "rigid"])
def test_points_move_and_answer_as_their_body_says(kind):
    """Places, velocities, ∂x/∂r, ∂ẋ/∂v and ∂ẋ/∂v W in compiled code, beside those of the body itself."""
    body, rng = body_of(models.box(), "wood", kind, name="box", at=(0, 1, 0)), np.random.default_rng(1)
    q, v, r = (
        body.tidied(body.rest + 0.1 * rng.normal(size=body.nq)),
        rng.normal(size=body.nv),
        rng.normal(size=(5, 3)),
    )
    plain, which, p = plain_arrays([body]), np.zeros(5, dtype=np.int64), body.coefficients(r)
    x, speed = np.empty((2, 5, 3))
    move(plain, q, v, which, r, x, speed)
    assert x == pytest.approx(body.position(q, p), abs=1e-12)
    assert speed == pytest.approx(body.velocity(q, v, p), abs=1e-12)
    slope = np.empty((1, 3, 3))
    stretch(plain, q, r[:1], slope)
    assert slope == pytest.approx(body.gradient(q, r[:1]), abs=1e-12)
    C, WC = np.zeros((2, 5, 1, 3, body.nv))
    W = body.response(q, 1 / 240)
    answer_rows(plain, q, which[:, None], 0, r, -1.0, W.reshape(-1), np.zeros(1, dtype=np.int64), C, WC)
    assert pytest.approx(-body.jacobians(q, p), abs=1e-12) == C[:, 0]
    assert pytest.approx(-body.jacobians(q, p) @ W, abs=1e-10) == WC[:, 0]


def test_a_lattice_body_carries_a_box():
    """Bodies that deform by modes meet others like any other: what is above rests on what is below."""
    world = supple.World(collide=True, integrator="implicit", step=1 / 240)
    slab = models.box(width=0.5, height=0.2, depth=0.5)
    pad = world.add(lattice_body(slab, ["squash.y"], contacts=60, at=(0, 0.1, 0), name="pad"))
    box = world.add(
        models.box(width=0.2, height=0.2, depth=0.2),
        kind="rigid",
        material="wood",
        at=(0, 0.31, 0),
        name="box",
    )
    world.step(240)
    assert np.abs(box.momentum(*world.coordinates(box))[0]).max() < 1e-2 * box.mass
    assert 0.27 < box.center(world.coordinates(box)[0])[1] < 0.301
    assert world.state.memory["pressed"].sum(axis=0)[1] * 240 == pytest.approx(
        9.81 * (pad.mass + box.mass), rel=0.02
    )
