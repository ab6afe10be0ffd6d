"""The one contact kernel on bodies of closed form: particles on slopes, springs, stacks, blows."""

import numpy as np
import pytest

from supple.dynamics.legacy.contact.contacts import Contacts
from supple.dynamics.legacy.contact.touch import SHARE, touch

G, H = 9.81, 1 / 240
UP = np.array([0.0, 1.0, 0.0])


def contacts(
    pairs,
    masses,
    normals,
    gaps,
    *,
    friction=0.6,
    bounce=0.0,
    blow=False,
    stiffness=np.inf,
    damping=0.0,
    lag=0.0,
):
    """Particles a (and b, or −1) that meet."""
    n, m = len(pairs), 3
    J, WJ = np.zeros((n, 2, 3, m)), np.zeros((n, 2, 3, m))
    start = np.array([[3 * a, 3 * b if b >= 0 else -1] for a, b in pairs], dtype=np.int64)
    for i, (a, b) in enumerate(pairs):
        J[i, 0], J[i, 1] = np.eye(3), -np.eye(3)
        WJ[i, 0] = np.eye(3) / masses[a]
        if b >= 0:
            WJ[i, 1] = -np.eye(3) / masses[b]
    full = lambda x: np.full(n, x, dtype=float)  # noqa: E731
    return Contacts(
        start, np.full((n, 2), 3, dtype=np.int64), J, WJ, np.zeros((0, 2, 3, m)), np.array(normals, dtype=float),
        np.array(gaps, dtype=float), full(friction), full(bounce), np.full(n, int(blow)), full(stiffness),
        full(damping), full(lag), np.zeros((n, 3)), np.zeros(n), np.zeros((n, 3)), np.zeros((n, 3)),
    )  # fmt: skip


def fall(x, v, normal, steps, *, gravity=(0, -G, 0), mass=2.0, h=H, **how):
    """A particle under gravity over a plane through the origin; all places and velocities on the way."""
    x, v = np.array(x, dtype=float), np.array(v, dtype=float)
    memory, path = None, []
    for _ in range(steps):
        v = v + h * np.array(gravity)
        gap = x @ normal
        p = np.zeros(3)
        if gap + h * (v @ normal) < 0:
            found = contacts([(0, -1)], [mass], [normal], [gap], **how)
            if memory is not None:
                found.impulse[:], found.load[:], found.stretch[:] = memory
            touch(v, v, p, h, found, 4 * G * h, 100)
            memory = (found.impulse, found.load, found.stretch)
        else:
            memory = None
        x = x + h * (v + p)
        path.append((x, v))
    return np.array([x for x, _ in path]), np.array([v for _, v in path])


@pytest.mark.parametrize("turn", [0.0, 1.1, 2.5])
@pytest.mark.parametrize("share", [0.5, 0.95, 1.05, 1.5])
def test_a_slope_in_any_direction_holds_below_the_friction_angle_and_lets_slide_above(share, turn):
    """a = g (sin θ − μ cos θ) down the slope, or nothing."""
    angle = share * np.arctan(0.6)
    down = np.array([np.cos(turn), 0, np.sin(turn)])
    normal = np.cos(angle) * UP + np.sin(angle) * down
    x, v = fall((0, 0, 0), (0, 0, 0), normal, 240)
    expected = max(G * (np.sin(angle) - 0.6 * np.cos(angle)), 0.0)
    along = np.cos(angle) * down - np.sin(angle) * UP
    assert v[-1] @ along == pytest.approx(expected, rel=1e-6, abs=1e-9)
    assert np.abs(x @ normal).max() < 1e-12
    assert np.linalg.norm(np.cross(v[-1], along)) < 1e-9


@pytest.mark.parametrize("bounce", [0.0, 0.4, 0.9])
def test_a_blow_returns_with_its_restitution(bounce):
    _, v = fall((0, 1, 0), (0, 0, 0), UP, 200, bounce=bounce, blow=True)
    hit = int(np.argmin(v[:, 1]))
    assert v[hit:, 1].max() == pytest.approx(-bounce * v[hit, 1], rel=0.02, abs=1e-9)


def test_a_blow_grips_no_more_than_friction_allows():
    """Δv_t = μ (1 + e) v_n while it slides (Newton's law with Coulomb's)."""
    found = contacts([(0, -1)], [2.0], [UP], [0.0], bounce=0.5, blow=True, friction=0.3)
    v = np.array([9.0, -2.0, 0.0])
    touch(v, v, np.zeros(3), H, found, 0.1, 100)
    np.testing.assert_allclose(v, [9.0 - 0.3 * 1.5 * 2.0, 1.0, 0.0], atol=1e-9)
    np.testing.assert_allclose(found.struck[0], [-2 * 0.9, 2 * 3.0, 0.0], atol=1e-9)


@pytest.mark.parametrize("stiffness", [1e2, 1e5, 1e9])
@pytest.mark.parametrize("damping", [10.0, 50.0])
def test_soft_ground_carries_a_weight_by_its_spring_and_is_stable_however_stiff(stiffness, damping):
    """Rests m g / k deep, at 1/240 s."""
    x, v = fall((0, 0.1, 0), (0, 0, 0), UP, 6000, stiffness=stiffness, damping=damping)
    assert x[:, 1].max() <= 0.1
    assert x[-1, 1] == pytest.approx(-2.0 * G / stiffness, rel=1e-3, abs=1e-12)
    assert abs(v[-1, 1]) < 1e-3


def test_a_spring_from_the_point_of_entry_holds_what_sticks_and_slips_beyond_the_cone():
    """At rest on a slope the spring is stretched by m g sin θ / k; above the angle it slides by Coulomb's law."""
    k = 1e4
    for share, expected in ((0.8, 0.0), (1.4, None)):
        angle = share * np.arctan(0.6)
        normal = np.array([np.sin(angle), np.cos(angle), 0])
        along = np.array([np.cos(angle), -np.sin(angle), 0])
        x, v = fall((0, 0, 0), (0, 0, 0), normal, 960, stiffness=k, damping=60.0)
        if expected is not None:
            assert x[-1] @ along == pytest.approx(2 * G * np.sin(angle) / k, rel=1e-6)
            assert x[-1] @ normal == pytest.approx(-2 * G * np.cos(angle) / k, rel=1e-6)
        else:
            gained = (v[-1] - v[-241]) @ along
            assert gained == pytest.approx(G * (np.sin(angle) - 0.6 * np.cos(angle)), rel=1e-4)


def test_what_is_inside_is_moved_out_without_being_thrown():
    """Alone, half of its share in every step: −gap (1 − share/2)ⁿ is left."""
    x, v = fall((0, -0.01, 0), (0, 0, 0), UP, 60)
    assert (np.diff(x[:, 1]) >= -1e-12).all()
    assert x[-1, 1] == pytest.approx(-0.01 * (1 - SHARE / 2) ** 60, rel=1e-6)
    assert np.abs(v).max() < 1e-9


@pytest.mark.parametrize("sweeps", [0, 1, 3])
def test_impulses_that_do_not_fit_add_no_energy_however_early_sweeps_stop(sweeps):
    """A row of particles that knock together, with impulses of the last step that are a thousand times too large."""
    rng = np.random.default_rng(sweeps)
    masses = rng.uniform(0.1, 10, 6)
    v = rng.normal(size=18)
    kinetic = masses @ (v.reshape(-1, 3) ** 2).sum(axis=1) / 2
    found = contacts([(i + 1, i) for i in range(5)], masses, [UP] * 5, [0.0] * 5)
    found.impulse[:] = 1e3 * rng.uniform(0, 1, (5, 3))
    touch(v, v.copy(), np.zeros(18), H, found, 4 * G * H, sweeps)
    assert masses @ (v.reshape(-1, 3) ** 2).sum(axis=1) / 2 <= kinetic * (1 + 1e-12)


def test_a_stack_presses_with_all_that_is_above():
    masses, n = np.array([1.0, 2.0, 3.0]), 3
    found = contacts([(0, -1), (1, 0), (2, 1)], masses, [UP] * n, [0.0] * n)
    v = np.tile([0.0, -G * H, 0.0], n)
    touch(v, v, np.zeros(9), H, found, 1.0, 200)
    np.testing.assert_allclose(found.impulse[:, 1], G * H * np.array([6.0, 5.0, 3.0]), rtol=1e-5)
    assert np.abs(v).max() < 1e-6


@pytest.mark.parametrize("bounce", [0.0, 0.5, 1.0])
def test_two_that_meet_exchange_momentum_and_keep_their_sum(bounce):
    """v_a⁺ − v_b⁺ = −e (v_a − v_b) along the normal, m v conserved; with e = 1 energy too."""
    masses = np.array([1.0, 3.0])
    normal = np.array([1.0, 2.0, -2.0]) / 3
    v = np.concatenate([-2 * normal + [0.3, 0.1, 0.2], 0.5 * normal])
    before, momentum = (v[:3] - v[3:]) @ normal, v[:3] + 3 * v[3:]
    energy = v[:3] @ v[:3] + 3 * v[3:] @ v[3:]
    found = contacts([(0, 1)], masses, [normal], [0.0], bounce=bounce, blow=True, friction=0.2)
    touch(v, v, np.zeros(6), H, found, 0.01, 200)
    assert (v[:3] - v[3:]) @ normal == pytest.approx(-bounce * before, abs=1e-9)
    np.testing.assert_allclose(v[:3] + 3 * v[3:], momentum, atol=1e-12)
    assert v[:3] @ v[:3] + 3 * v[3:] @ v[3:] <= energy + 1e-12


def test_friction_follows_the_load_with_its_lag():
    """s⁺ = s + h (f_n − s⁺)/τ: after a load vanishes but for a little, friction fades with τ, not at once."""
    found = contacts([(0, -1)], [1.0], [UP], [0.0], lag=0.1, friction=0.5)
    found.load[:] = 1.0
    v = np.array([100.0, -0.5, 0.0])
    touch(v, v, np.zeros(3), H, found, 9.0, 100)
    share = H / (0.1 + H)
    assert 100 - v[0] == pytest.approx(0.5 * ((1 - share) * 1.0 + share * 0.5), rel=1e-9)
    assert found.load[0] == pytest.approx((1 - share) * 1.0 + share * 0.5)
