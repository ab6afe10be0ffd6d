"""The contract of a kind, tried with a body of the tests' own: its mass changes, and pushes at its links couple."""

import numpy as np
import pytest
from double_pendulum import DOUBLE_PENDULUM, double_pendulum
from scipy.integrate import solve_ivp

from supple.dynamics.bodies.registry import KINDS
from supple.dynamics.bodies.rigid import rigid
from supple.dynamics.integrators.step import advance, energies, prepare
from supple.dynamics.model.build import Built, Geom, build, grown
from supple.dynamics.model.components import Hold, Term, still
from supple.dynamics.model.geom_types import BOX, PLANE, SPHERE
from supple.kinematics.inertia import Inertia

G = 9.81


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(KINDS, "double_pendulum", DOUBLE_PENDULUM)


def stepped(built: Built, seconds: float, h: float, plan=None) -> Built:
    plan = plan or still((), np.zeros((0, 3)), len(built.state.v))
    left = round(seconds / h)
    while left:
        done = built.bound(advance)(built.model, built.state, built.work, plan, h, left)
        left -= done
        built = built if not left else grown(built)
    return built


def energy(built: Built) -> float:
    return sum(built.bound(energies)(built.model, built.state, built.work))


def reference(angles, seconds):
    """θ̈ by Lagrange's equations in the form of angles alone, for two uniform rods of 1 m and 1 kg."""

    def slope(_, y):
        a, b, u, w = y
        c, s = np.cos(a - b), np.sin(a - b)
        M = np.array([[4 / 3, c / 2], [c / 2, 1 / 3]])
        Q = np.array([-s / 2 * w * w - 1.5 * G * np.sin(a), s / 2 * u * u - 0.5 * G * np.sin(b)])
        return np.concatenate([[u, w], np.linalg.solve(M, Q)])

    found = solve_ivp(slope, (0, seconds), [*angles, 0, 0], rtol=1e-11, atol=1e-12)
    return found.y[:2, -1]


def test_it_swings_as_lagrange_says_to_the_order_of_the_step():
    exact, steps = reference((1.2, -0.4), 1.0), np.array([1e-3, 5e-4, 2.5e-4])
    errors = []
    for h in steps:
        built = stepped(build([double_pendulum((0, 2, 0), (1.2, -0.4))], []), 1.0, h)
        errors.append(np.abs(built.state.q - exact).max())
    order = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert 0.9 < order < 1.1
    assert errors[-1] < 2e-3


@pytest.mark.parametrize("link", [0, 1])
def test_its_points_have_the_velocities_and_rows_that_differences_say(link):
    built = build([double_pendulum((0.1, 2, 0), (0.7, -0.9))], [])
    built.state.v[:] = 1.3, -0.8
    kernels = DOUBLE_PENDULUM.kernels
    arrays, q, v, room = built.model.double_pendulum, built.state.q, built.state.v, built.work.room
    p, x, u, Y = np.array([0.2, -0.6, 0.1]), np.zeros(3), np.zeros(3), np.zeros((1, 18))

    def place(angles):
        at, spare = np.zeros(3), room.copy()
        kernels["pose"](arrays, 0, angles, spare)
        kernels["point"](arrays, 0, angles, spare, link, p, at)
        return at

    built.bound(prepare)(built.model, built.state, built.work)
    x[:] = place(q)
    kernels["velocity"](arrays, 0, q, v, room, link, p, x, u)
    step = 1e-6
    J = np.column_stack([(place(q + d) - place(q - d)) / (2 * step) for d in step * np.eye(2)])
    np.testing.assert_allclose(u, J @ v, atol=1e-9)
    kernels["rows"](arrays, 0, q, room, link, p, x, np.eye(3).reshape(-1), Y, np.zeros(1, np.int64))
    c = np.cos(q[0] - q[1])
    M = np.array([[4 / 3, c / 2], [c / 2, 1 / 3]])
    Y = Y.reshape(3, 6)[:, :2]
    np.testing.assert_allclose(Y @ Y.T, J @ np.linalg.inv(M) @ J.T, atol=1e-9)


def test_what_settle_adds_has_the_kinetic_energy_of_z():
    built = build([double_pendulum((0, 2, 0), (0.7, -0.9))], [], gravity=(0, 0, 0))
    built.bound(prepare)(built.model, built.state, built.work)
    arrays, q, room = built.model.double_pendulum, built.state.q, built.work.room
    z = np.array([0.4, -1.1, 0, 0, 0, 0])
    DOUBLE_PENDULUM.kernels["settle"](arrays, 0, q, room, z, built.state.v)
    assert energy(built) == pytest.approx(0.5 * z @ z, rel=1e-12)


def test_both_of_its_links_rest_on_balls_that_carry_what_statics_says():
    """Two contacts on one body, whose pushes couple in M. Stretched out sideways, each link lies on a ball.

    Moments of the second link about its joint: f₂ (x₂ − l) = m g l/2; of both about the pivot:
    f₁ x₁ + f₂ x₂ = m g (l/2 + 3l/2). Below, the balls hand on the same and their own weight.
    """
    bodies = [double_pendulum((0, 0.45, 0), (np.pi / 2, np.pi / 2))]
    geoms = [Geom(PLANE, friction=0.0)]
    geoms += [
        Geom(BOX, (0.05, 0.5, 0.05), body=0, link=k, origin=(0, -0.5, 0), friction=0.0) for k in range(2)
    ]
    for x in (0.7, 1.6):
        ball = rigid(Inertia(1.0, np.zeros(3), 0.4 * 0.2**2 * np.eye(3)), (x, 0.2, 0))
        bodies.append(ball)
        geoms.append(Geom(SPHERE, (0.2, 0.2, 0.2), round=0.2, body=len(bodies) - 1, friction=0.0))
    built = stepped(build(bodies, geoms, apart=[(1, 2)]), 2.0, 2e-3)
    h, contacts = 2e-3, built.state.contacts
    lift = {}
    for p in range(int(contacts.slots[0])):
        pair = tuple(contacts.pair[p].tolist())
        lift[pair] = contacts.impulse[p, : contacts.points[p], 1].sum() / h
    second = G * 0.5 / 0.6
    first = (G * 0.5 + G * 1.5 - second * 1.6) / 0.7
    assert lift[(2, 4)] == pytest.approx(-second, rel=1e-4)
    assert lift[(1, 3)] == pytest.approx(-first, rel=1e-4)
    assert lift[(0, 4)] == pytest.approx(second + G, rel=1e-4)
    assert np.abs(built.state.v).max() < 1e-6


def test_it_holds_a_rigid_body_by_an_attachment_and_no_energy_comes_of_it():
    box = rigid(Inertia(2.0, np.zeros(3), 0.02 * np.eye(3)), (2.0, 1.8, 0.0))
    holds = [Hold((Term(0, (0, -1, 0), 1.0, link=1), Term(1, (0, 0.2, 0), -1.0)))]
    built = build([double_pendulum((0, 2, 0), (np.pi / 2, np.pi / 2)), box], [], holds=holds)
    begin, worst = energy(built), []
    for h in (1e-3, 5e-4):
        built = build([double_pendulum((0, 2, 0), (np.pi / 2, np.pi / 2)), box], [], holds=holds)
        plan, drift = still(holds, np.zeros((1, 3)), len(built.state.v)), 0.0
        for _ in range(20):
            built = stepped(built, 0.05, h, plan)
            q = built.state.q
            tip = np.array([np.sin(q[0]) + np.sin(q[1]), 2 - np.cos(q[0]) - np.cos(q[1]), 0])
            x, y, z, w = q[5:9]
            up = np.array([2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)])
            assert np.abs(tip - q[2:5] - 0.2 * up).max() < 1e-14
            drift = max(drift, abs(energy(built) - begin))
        worst.append(drift)
    assert worst[1] < 0.65 * worst[0] < 0.65 * 0.05 * G


def test_it_comes_down_on_the_floor_without_gaining_energy():
    geoms = [Geom(PLANE, friction=0.8)]
    geoms += [
        Geom(BOX, (0.05, 0.5, 0.05), body=0, link=k, origin=(0, -0.5, 0), friction=0.8) for k in range(2)
    ]
    built = build([double_pendulum((0, 1.2, 0), (2.5, 2.0))], geoms, apart=[(1, 2)])
    most = energy(built)
    for _ in range(80):
        built = stepped(built, 0.05, 1e-3)
        now = energy(built)
        assert now < most + 2e-2
        most = min(most, now + 2e-2)
    assert np.abs(built.state.v).max() < 1e-3
    assert built.work.sums[5] > -1e-4
