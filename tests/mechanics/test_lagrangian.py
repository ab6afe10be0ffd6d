"""Lagrange's equations from energies: identities, finite differences, conservation."""

import casadi as ca
import numpy as np
import pytest

from supple.errors import InputError, UnknownNameError
from supple.mechanics import Lagrangian

G = np.array([0.0, -9.81, 0.0])


def double_pendulum(damping: float = 0.0) -> Lagrangian:
    """Two rods with mass and inertia, angles absolute; the length of the second is a parameter."""
    q, v, length = ca.SX.sym("q", 2), ca.SX.sym("v", 2), ca.SX.sym("length")
    elbow = ca.vertcat(ca.sin(q[0]), -ca.cos(q[0]), 0)
    reach = ca.vertcat(ca.sin(q[1]), -ca.cos(q[1]), 0)
    spins = [(ca.vertcat(0, 0, v[i]), np.diag([0.1, 0.1, 0.2 + 0.1 * i])) for i in range(2)]
    return Lagrangian(
        "double pendulum",
        q,
        v,
        masses=[(1.5, elbow / 2), (0.7, elbow + length * reach / 2)],
        spins=spins,
        potential=3 * (q[1] - q[0]) ** 2,
        dissipation=damping * v[1] ** 2 / 2,
        points={"elbow": elbow, "tip": elbow + length * reach},
        parameters={"length": (length, 0.8)},
    )


def flier() -> Lagrangian:
    """Three point masses on a floating bent stick in space: x, y, z, three turns and a bend."""
    q, v = ca.SX.sym("q", 7), ca.SX.sym("v", 7)
    c, s = ca.cos(q), ca.sin(q)
    yaw = ca.blockcat([[c[3], 0, s[3]], [0, 1, 0], [-s[3], 0, c[3]]])
    pitch = ca.blockcat([[1, 0, 0], [0, c[4], -s[4]], [0, s[4], c[4]]])
    roll = ca.blockcat([[c[5], -s[5], 0], [s[5], c[5], 0], [0, 0, 1]])
    arms = [ca.vertcat(1, 0, 0), ca.vertcat(-c[6], s[6], 0)]
    ends = [q[:3] + yaw @ pitch @ roll @ arm for arm in arms]
    return Lagrangian(
        "flier", q, v, masses=[(1.0, q[:3]), (0.5, ends[0]), (0.7, ends[1])], points={"end": ends[0]}
    )


BODIES = [double_pendulum(), double_pendulum(0.3), flier()]


def state(body: Lagrangian, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return tuple(np.random.default_rng(seed).normal(size=(3, body.nq)))


def rk4(
    body: Lagrangian, q: np.ndarray, v: np.ndarray, h: float, steps: int
) -> tuple[np.ndarray, np.ndarray]:
    forward, none = body.forward, np.zeros(body.nq)

    def rate(y: np.ndarray) -> np.ndarray:
        a = forward(y[: body.nq], y[body.nq :], none, body.defaults, G).full()[:, 0]
        return np.concatenate([y[body.nq :], a])

    y = np.concatenate([q, v])
    for _ in range(steps):
        k1 = rate(y)
        k2 = rate(y + h / 2 * k1)
        k3 = rate(y + h / 2 * k2)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(y + h * k3))
    return y[: body.nq], y[body.nq :]


@pytest.mark.parametrize("body", BODIES, ids=["pendulum", "damped", "flier"])
def test_mass_matrix_is_symmetric_positive_and_gives_the_kinetic_energy(body: Lagrangian) -> None:
    q, v, _ = state(body)
    M = body.mass_matrix(q, body.defaults).full()
    assert np.allclose(M, M.T, atol=1e-14)
    assert np.linalg.eigvalsh(M)[0] > 1e-3
    T = ca.Function("T", [body.q, body.v, body.p], [body.kinetic])
    assert np.isclose(v @ M @ v / 2, float(T(q, v, body.defaults)), rtol=1e-13)
    assert np.allclose(M @ body.inverse_mass(q, body.defaults).full(), np.eye(body.nq), atol=1e-12)


@pytest.mark.parametrize("body", BODIES, ids=["pendulum", "damped", "flier"])
def test_forward_undoes_inverse(body: Lagrangian) -> None:
    q, v, a = state(body)
    Q = body.inverse(q, v, a, body.defaults, G)
    assert np.allclose(body.forward(q, v, Q, body.defaults, G).full()[:, 0], a, atol=1e-12)
    M, bias = body.mass_matrix(q, body.defaults).full(), body.bias(q, v, body.defaults, G).full()[:, 0]
    assert np.allclose(Q.full()[:, 0], M @ a + bias, atol=1e-12)


@pytest.mark.parametrize("body", BODIES, ids=["pendulum", "damped", "flier"])
def test_inverse_is_lagranges_equation_by_differences(body: Lagrangian) -> None:
    """Q = d/dt ∂L/∂v − ∂L/∂q + ∂R/∂v along q(t) = q + v t + a t²/2, all derivatives by central differences."""
    q, v, a = state(body, 3)
    arguments = [body.q, body.v, body.p, body.g]
    weight = body.potential - body.mass * ca.dot(body.g, body.center)
    function = ca.Function("L", arguments, [body.kinetic - weight, body.dissipation])
    L = lambda q, v: float(function(q, v, body.defaults, G)[0])  # noqa: E731
    R = lambda q, v: float(function(q, v, body.defaults, G)[1])  # noqa: E731
    e = 1e-4

    def slope(f, x):
        return np.array([(f(x + e * d) - f(x - e * d)) / (2 * e) for d in np.eye(len(x))])

    def momentum(t):
        return slope(lambda u: L(q + v * t + a * t**2 / 2, u), v + a * t)

    expected = (momentum(e) - momentum(-e)) / (2 * e) - slope(lambda x: L(x, v), q)
    expected += slope(lambda u: R(q, u), v)
    assert np.allclose(body.inverse(q, v, a, body.defaults, G).full()[:, 0], expected, atol=1e-5)


def test_energy_drift_falls_with_the_fourth_power_of_the_step() -> None:
    body = double_pendulum()
    q, v = np.array([1.0, 2.0]), np.array([0.5, -1.0])
    energy = lambda q, v: float(body.energy(q, v, body.defaults, G))  # noqa: E731
    errors = []
    for steps in (100, 200, 400):
        errors.append(abs(energy(*rk4(body, q, v, 1.0 / steps, steps)) - energy(q, v)))
    assert errors[-1] < 1e-8
    assert np.log2(errors[0] / errors[2]) / 2 > 3.7


def test_damping_takes_energy_out() -> None:
    body = double_pendulum(damping=0.3)
    q, v = np.array([1.0, 2.0]), np.array([0.5, -1.0])
    energy = lambda q, v: float(body.energy(q, v, body.defaults, G))  # noqa: E731
    assert energy(*rk4(body, q, v, 0.01, 100)) < energy(q, v) - 0.01


def test_in_flight_momentum_grows_with_weight_and_spin_stays() -> None:
    body = flier()
    q, v, _ = state(body, 1)
    start = [x.full()[:, 0] for x in body.momentum(q, v, body.defaults)]
    end = [x.full()[:, 0] for x in body.momentum(*rk4(body, q, v, 1e-3, 200), body.defaults)]
    assert np.allclose(end[0] - start[0], 0.2 * float(body.mass) * G, atol=1e-9)
    assert np.allclose(end[1], start[1], atol=1e-8)
    assert np.linalg.norm(start[1]) > 0.1


def test_angular_momentum_counts_spins() -> None:
    """A rod about its middle: I ω from spin, m c × ċ left out because it is about the center of mass."""
    body = double_pendulum()
    q, v, _ = state(body)
    masses = ca.Function("m", [body.q, body.p], [x for _, x in body.masses])
    x = [m.full()[:, 0] for m in masses(q, body.defaults)]
    e = 1e-6
    ahead = [m.full()[:, 0] for m in masses(q + e * v, body.defaults)]
    back = [m.full()[:, 0] for m in masses(q - e * v, body.defaults)]
    u = [(b - a) / (2 * e) for a, b in zip(back, ahead, strict=True)]
    center = (1.5 * x[0] + 0.7 * x[1]) / 2.2
    angular = sum(m * np.cross(xi - center, ui) for m, xi, ui in zip((1.5, 0.7), x, u, strict=True))
    angular[2] += 0.2 * v[0] + 0.3 * v[1]
    assert np.allclose(body.momentum(q, v, body.defaults)[1].full()[:, 0], angular, atol=1e-8)


def test_jacobian_and_drift_are_derivatives_of_the_position() -> None:
    body = double_pendulum()
    q, v, _ = state(body, 2)
    x = lambda t: body.position("tip")(q + t * v, body.defaults).full()[:, 0]  # noqa: E731
    e = 1e-4
    J = body.jacobian("tip")(q, body.defaults).full()
    assert np.allclose(J @ v, (x(e) - x(-e)) / (2 * e), atol=1e-7)
    drift = body.drift("tip")(q, v, body.defaults).full()[:, 0]
    assert np.allclose(drift, (x(e) - 2 * x(0) + x(-e)) / e**2, atol=1e-6)


def test_parameters_change_without_rebuilding() -> None:
    body = double_pendulum()
    tip = body.position("tip")
    assert np.isclose(float(tip([0, np.pi / 2], 0.8)[0]), 0.8)
    assert np.isclose(float(tip([0, np.pi / 2], 1.3)[0]), 1.3)


def test_kinetic_energy_may_be_given_whole() -> None:
    q, v = ca.SX.sym("q"), ca.SX.sym("v")
    whole = Lagrangian("whole", q, v, kinetic=v**2, mass=2, center=ca.vertcat(0, q, 0))
    assert np.isclose(float(whole.forward(0, 0, 0, [], G)), -9.81)
    with pytest.raises(InputError, match="momentum needs `masses`"):
        _ = whole.momentum


def test_the_box_says_when_physics_holds() -> None:
    body = double_pendulum()
    q, v, a = state(body)
    Q = body.inverse(q, v, a, body.defaults, G).full()[:, 0]
    found = body.box(q=q, v=v, a=a, Q=Q, g=G, length=0.8)
    assert np.abs(found["physics"]).max() < 1e-12
    assert np.allclose(found["tip.velocity"], body.jacobian("tip")(q, 0.8).full() @ v)


def test_bad_definitions_are_named() -> None:
    q, v, k = ca.SX.sym("q", 2), ca.SX.sym("v", 2), ca.SX.sym("k")
    x = ca.vertcat(q, 0)
    with pytest.raises(InputError, match=r"potential of 'b' depends on the symbol 'k'"):
        Lagrangian("b", q, v, masses=[(1, x)], potential=k * q[0])
    with pytest.raises(InputError, match=r"nothing that has mass moves with v\[1\]"):
        Lagrangian("b", q, v, masses=[(1, ca.vertcat(q[0], 0, 0))])
    with pytest.raises(InputError, match="2 coordinates and 1 velocities"):
        Lagrangian("b", q, ca.SX.sym("v"), masses=[(1, x)])
    with pytest.raises(InputError, match="mass 0 of 'b': expected a column of 3, got 2 by 1"):
        Lagrangian("b", q, v, masses=[(1, q)])
    with pytest.raises(InputError, match="not both"):
        Lagrangian("b", q, v, masses=[(1, x)], kinetic=ca.sumsqr(v))
    with pytest.raises(InputError, match="its symbol is"):
        Lagrangian("b", q, v, masses=[(k, x)], parameters={"k": (k, [1, 2])})
    with pytest.raises(UnknownNameError, match="did you mean 'tip'"):
        double_pendulum().position("tpi")
