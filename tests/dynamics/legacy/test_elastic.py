"""Elastic force, stiffness and damping against differences of energy and force, with the order fitted."""

import numpy as np
import pytest

from supple.dynamics.bodies.elastic import damping_matrix, elastic_energy, elastic_stiffness
from supple.dynamics.bodies.materials import wobble
from supple.dynamics.legacy.assembly import body_arrays
from supple.dynamics.legacy.bodies.make import body_of
from supple.dynamics.legacy.stepping import _accelerate
from supple.scene import models

KINDS = ("affine", "quadratic", "cubic")


@pytest.fixture(params=KINDS)
def body(request):
    node = models.box(width=0.3, height=0.2, depth=0.25, resolution=3)
    return body_of(node, wobble(hz=4, settle=0.5), request.param, name=request.param)


def deformed(body, seed=0):
    """A state off rest by a tenth of its size, and a velocity."""
    rng = np.random.default_rng(seed)
    R = body.basis.rest + 0.1 * np.abs(body.basis.rest).max() * rng.normal(size=(3, body.k)) / body.k
    return R, rng.normal(size=(3, body.k))


def energy(body, R):
    return elastic_energy(R, body.G, body.share, body.stiffness, body.incompressibility)


def order_of(error, steps):
    return np.polyfit(np.log(steps), np.log([error(h) for h in steps]), 1)[0]


def test_force_is_minus_the_slope_of_the_energy(body):
    """−∂V/∂R : D against (V(R + hD) − V(R − hD))/2h, whose error is of order h²."""
    R, D = deformed(body)
    D /= np.linalg.norm(D)
    exact = -float(body.force(R.reshape(-1), np.zeros(body.nv)) @ D.reshape(-1))

    def error(h):
        return abs((energy(body, R + h * D) - energy(body, R - h * D)) / (2 * h) - exact)

    steps = 0.02 * 0.5 ** np.arange(5)
    assert order_of(error, steps) == pytest.approx(2, abs=0.1)
    assert error(1e-5) < 1e-6 * abs(exact)


def test_stiffness_is_minus_the_slope_of_the_force(body):
    R, D = deformed(body, 1)
    D /= np.linalg.norm(D)
    still = np.zeros(body.nv)
    K = elastic_stiffness(R, body.G, body.share, body.stiffness, body.incompressibility)
    np.testing.assert_allclose(K, K.T, atol=1e-9 * np.abs(K).max())

    def error(h):
        ahead, behind = (body.force((R + s * h * D).reshape(-1), still) for s in (1, -1))
        return np.abs((behind - ahead) / (2 * h) - K @ D.reshape(-1)).max()

    steps = 0.02 * 0.5 ** np.arange(5)
    assert order_of(error, steps) == pytest.approx(2, abs=0.1)
    assert error(1e-4) < 1e-5 * np.abs(K).max()


def test_damping_force_is_linear_in_velocity(body):
    """f(R, V) = f(R, 0) − D V, with D symmetric and never a source of energy."""
    R, V = deformed(body, 2)
    q, v = R.reshape(-1), V.reshape(-1)
    D = damping_matrix(R, body.G, body.share, body.damping)
    drag = body.force(q, np.zeros(body.nv)) - body.force(q, v)
    np.testing.assert_allclose(drag, D @ v, atol=1e-12 * np.abs(drag).max())
    assert np.linalg.eigvalsh(D)[0] > -1e-10 * np.abs(D).max()


def test_rigid_motion_meets_no_force(body):
    """No elastic force anywhere a rotation takes the body, no damping of a spin."""
    angle = 0.7
    Q = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    spin = np.array([[0, -3.0, 0], [3.0, 0, 0], [0, 0, 0]])
    R = body.basis.placed(Q, np.array([1.0, 2.0, 3.0]))
    center = np.outer([1.0, 2.0, 3.0], body.basis.uniform)
    force = body.force(R.reshape(-1), (spin @ (R - center)).reshape(-1))
    assert np.abs(force).max() < 1e-10 * body.stiffness / np.abs(body.basis.rest).max()


def test_the_affine_loop_is_the_general_one():
    """`accelerate_affine` against `add_elastic_force` on the same bodies, to round-off."""
    node = models.box(width=0.3, height=0.2, depth=0.25, resolution=3)
    bodies = [body_of(node, wobble(hz=4, settle=0.5), "affine", name=f"b{i}") for i in range(3)]
    arrays = body_arrays(bodies, [0, 12, 24], [0.3] * 3)
    assert (arrays.affine > 0).all()
    states = [deformed(b, i) for i, b in enumerate(bodies)]
    q, v = (np.concatenate([s[i].reshape(-1) for s in states]) for i in (0, 1))
    a, scratch = np.random.default_rng(1).normal(size=36), np.zeros(12)
    plain, general = v.copy(), v.copy()
    assert _accelerate(q, plain, a, 1e-3, arrays, scratch) == -1
    assert _accelerate(q, general, a, 1e-3, arrays._replace(affine=np.zeros(3)), scratch) == -1
    np.testing.assert_allclose(plain, general, rtol=0, atol=1e-13 * np.abs(general).max())
    expected = np.concatenate(
        [
            (1 - 1e-3 * 0.3) * w.reshape(-1)
            + 1e-3
            * (b.apply_inverse_mass(R, b.force(R.reshape(-1), w.reshape(-1))) + a[12 * i : 12 * i + 12])
            for i, (b, (R, w)) in enumerate(zip(bodies, states, strict=True))
        ]
    )
    np.testing.assert_allclose(plain, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_a_body_inside_out_is_noticed():
    node = models.box(width=0.3, height=0.2, depth=0.25, resolution=3)
    bodies = [body_of(node, wobble(hz=4, settle=0.5), "affine", name=f"b{i}") for i in range(2)]
    arrays = body_arrays(bodies, [0, 12], [0.0] * 2)
    q = np.concatenate([bodies[0].rest, bodies[1].rest])
    q[12:16] *= -1
    assert _accelerate(q, np.zeros(24), np.zeros(24), 1e-3, arrays, np.zeros(12)) == 1


@pytest.mark.parametrize("kind", ["quadratic", "cubic"])
@pytest.mark.parametrize("sides", [(1.0, 0.2, 0.2), (1.0, 0.5, 0.05)])
def test_a_thin_body_resists_every_deformation(kind, sides):
    """Six rigid modes cost nothing, all others at least as much as the slowest wobble that was asked for."""
    node = models.box(width=sides[0], height=sides[1], depth=sides[2], resolution=3)
    body = body_of(node, wobble(hz=4, settle=0.5), kind, name="thin")
    assert body.frequencies()[0] == pytest.approx(np.hypot(4, np.log(20) / 0.5 / (2 * np.pi)), rel=1e-6)
    assert body.damping > 0
