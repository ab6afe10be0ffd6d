"""Integration of ω(t), look-at, arc length, and transforms."""

import numpy as np
import pytest

from supple import spatial
from supple.errors import InputError, UnknownNameError

rng = np.random.default_rng(11)
KEYS = spatial.aligned(spatial.normalize(rng.normal(size=(6, 4))))
TIMES = np.array([0.0, 0.4, 1.0, 2.2, 2.5, 4.0])


def gap(a, b):
    return np.minimum(np.abs(a - b).max(axis=-1), np.abs(a + b).max(axis=-1)).max()


@pytest.mark.feature("B-35", "B-D7")
@pytest.mark.parametrize("frame", ["world", "body"])
def test_integration_is_of_fourth_order(frame):
    """The curve comes back from its own angular velocity, q̇ = ½ ω q; in body axes ω_b = q⁻¹ ω q."""
    curve = spatial.EulerCurve([0, 3], [[0, 0, 0], [2, -1, 3]])

    def omega(t):
        world = curve.velocity(t)
        return world if frame == "world" else spatial.rotate(spatial.inverse(curve(t)), world)

    steps = np.array([20, 40, 80])
    errors = []
    for n in steps:
        t = np.linspace(0, 3, n + 1)
        q = spatial.integrate(omega, t, curve(0.0), frame)
        assert np.abs(np.linalg.norm(q, axis=1) - 1).max() < 1e-14
        errors.append(gap(q, curve(t)))
    assert -4.2 < np.polyfit(np.log(steps), np.log(errors), 1)[0] < -3.8


def test_integration_of_a_constant_velocity_is_exact_and_takes_uneven_times():
    omega, start = np.array([1.0, -2, 0.5]), KEYS[0]
    t = np.sort(rng.uniform(0, 5, 37))
    q = spatial.integrate(lambda s: np.tile(omega, (len(s), 1)), t, start)
    assert gap(q, spatial.multiply(spatial.from_rotation_vector((t - t[0])[:, None] * omega), start)) < 1e-14
    with pytest.raises(InputError, match=r"expected shape \(36, 3\)"):
        spatial.integrate(lambda s: omega, t)
    with pytest.raises(UnknownNameError, match="frame 'local'"):
        spatial.integrate(lambda s: np.zeros((len(s), 3)), t, frame="local")


@pytest.mark.feature("B-36")
def test_look_at_points_minus_z_and_keeps_the_horizon():
    eye, target = rng.normal(size=(2, 50, 3))
    q = spatial.look_at(eye, target)
    gaze = (target - eye) / np.linalg.norm(target - eye, axis=1, keepdims=True)
    assert np.allclose(spatial.rotate(q, [0, 0, -1]), gaze, atol=1e-14)
    assert np.abs(spatial.rotate(q, [1, 0, 0])[:, 1]).max() < 1e-14
    assert spatial.rotate(q, [0, 1, 0])[:, 1].min() > 0


def test_look_straight_up_and_down_is_a_pitched_camera():
    assert np.allclose(spatial.rotate(spatial.look_at([0, 5, 0], [0, 0, 0]), [0, 1, 0]), [0, 0, -1])
    assert np.allclose(spatial.rotate(spatial.look_at([0, 0, 0], [0, 5, 0]), [0, 1, 0]), [0, 0, 1])
    assert np.allclose(
        spatial.rotate(spatial.look_at([0, 0, 9], [0, 0, 0], up=[0, 0, 1]), [1, 0, 0]), [1, 0, 0]
    )
    with pytest.raises(InputError, match="where the eye is"):
        spatial.look_at([1, 2, 3], [1, 2, 3])


@pytest.mark.feature("B-37", "B-D5", "E-3")
@pytest.mark.parametrize("miss", [0.0, 1e-12, 1e-3, 0.05])
def test_target_passing_overhead_does_not_snap(miss):
    """The rate about the gaze stays below the limit, the gaze stays exact, and the horizon comes back."""
    t = np.linspace(0, 12, 1201)
    targets = np.column_stack([t - 4, np.full_like(t, 2.0), np.full_like(t, miss)])
    limit = 0.8
    q = spatial.look_along([0, 0, 0], targets, t, roll_rate=limit)
    gaze = targets / np.linalg.norm(targets, axis=1, keepdims=True)
    assert np.abs(spatial.rotate(q, [0, 0, -1]) - gaze).max() < 1e-13

    step = spatial.to_rotation_vector(spatial.multiply(q[1:], spatial.inverse(q[:-1])))
    middle = spatial.normalize(np.pad(gaze[1:] + gaze[:-1], ((0, 0), (0, 1))))[:, :3]
    roll = np.abs(np.sum(step * middle, axis=1)) / 0.01
    assert roll.max() < limit * 1.001
    assert np.linalg.norm(step, axis=1).max() / 0.01 < 2 * limit

    upright = spatial.look_at([0, 0, 0], targets)
    snap = spatial.to_rotation_vector(spatial.multiply(upright[1:], spatial.inverse(upright[:-1])))
    assert np.linalg.norm(snap, axis=1).max() / 0.01 > 10
    assert gap(q[[0, -1]], upright[[0, -1]]) < 1e-9


def test_a_gaze_that_turns_back_stays_upright():
    targets = [[1, 0, 0], [-1, 0, 0], [1, 0, 0]]
    q = spatial.look_along([0, 0, 0], targets, [0, 1, 2], roll_rate=0.01)
    assert gap(q, spatial.look_at([0, 0, 0], targets)) < 1e-14


def test_look_along_is_look_at_when_nothing_is_hard():
    t = np.linspace(0, 4, 100)
    targets = np.column_stack([np.cos(t), 0.3 * np.sin(2 * t), np.sin(t)])
    assert gap(spatial.look_along([0, 0, 0], targets, t), spatial.look_at([0, 0, 0], targets)) < 1e-14
    with pytest.raises(InputError, match="positive rate"):
        spatial.look_along([0, 0, 0], targets, t, roll_rate=0)


@pytest.mark.parametrize("ends", ["natural", "rest"])
def test_arc_length_runs_the_same_path_at_constant_speed(ends):
    curve = spatial.SquadCurve(TIMES, KEYS, ends=ends)
    even = spatial.ArcLengthCurve(curve)
    counts = np.array([2000, 4000, 8000])
    spread = []
    for n in counts:
        q = even(np.linspace(0, 4, n + 1))
        steps = spatial.to_rotation_vector(spatial.multiply(q[1:], spatial.inverse(q[:-1])))
        spread.append(np.ptp(np.linalg.norm(steps, axis=1)) * n / even.arc)
    slope = np.polyfit(np.log(counts), np.log(spread), 1)[0]
    assert -2.1 < slope < -1.9  # arcs differ from their chords by h² alone
    t = np.linspace(0, 4, 1001)
    speed = np.linalg.norm(even.velocity(t[1:-1]), axis=1)
    assert np.ptp(speed) < 1e-12
    assert abs(speed[0] * 4 - even.arc) < 1e-12
    fine = np.linspace(0, 4, 40001)
    travelled = np.trapezoid(np.linalg.norm(curve.velocity(fine), axis=1), fine)
    assert abs(travelled - even.arc) < 1e-6
    assert gap(even(even.times), KEYS) < 1e-12
    assert np.all(np.diff(even.times) > 0)


def test_arc_length_needs_something_that_turns():
    with pytest.raises(InputError, match="never turns"):
        spatial.ArcLengthCurve(spatial.SlerpCurve([0, 1], [KEYS[0], KEYS[0]]))
    with pytest.raises(InputError, match="two keys"):
        spatial.ArcLengthCurve(spatial.SlerpCurve([0], KEYS[:1]))


@pytest.mark.feature("A-01", "PDI-25")
@pytest.mark.parametrize("signs", [(1, 1, 1), (-1, 1, 1), (1, 1, -1), (-1, -1, 1), (-1, -1, -1)])
def test_compose_and_decompose(signs):
    t, s = rng.normal(size=(6, 3)), rng.uniform(0.1, 10, (6, 3)) * signs
    m = spatial.compose(t, KEYS, s)
    back = spatial.decompose(m)
    assert np.allclose(spatial.compose(*back), m, atol=1e-13)
    assert np.array_equal(back[0], t)
    assert np.allclose(np.abs(back[2]), np.abs(s), atol=1e-13)
    assert spatial.shear(m).max() < 1e-14
    if np.prod(signs) > 0 and signs[0] > 0:
        assert gap(back[1], KEYS) < 1e-14


@pytest.mark.parametrize("scale", [(0, 0, 0), (1, 0, 0), (0, 2, 0), (1, 2, 0), (0, 1, 2)])
def test_decompose_axes_of_scale_zero(scale):
    m = spatial.compose((1, 2, 3), KEYS, scale)
    t, r, s = spatial.decompose(m)
    assert np.allclose(spatial.compose(t, r, s), m, atol=1e-14)
    assert np.allclose(s, scale, atol=1e-14)


def test_shear_is_measured_and_projections_are_refused():
    m = spatial.compose() + 0.0
    m[0, 1] = 1e-3
    assert 4e-4 < spatial.shear(m) < 6e-4
    with pytest.raises(InputError, match="bottom row"):
        spatial.decompose(spatial.compose((1, 2, 3)).T)
    with pytest.raises(InputError, match=r"expected shape \(..., 4, 4\)"):
        spatial.decompose(np.eye(3))
