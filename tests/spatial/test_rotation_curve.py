"""Slerp, Bézier, squad: the properties that Shoemake asks of rotation curves, and exact derivatives."""

import numpy as np
import pytest

from supple import spatial
from supple.errors import InputError, UnknownNameError
from supple.spatial.stumpff import stumpff

rng = np.random.default_rng(3)
KEYS = spatial.aligned(spatial.normalize(rng.normal(size=(7, 4)) + [0, 0, 0, 1]))
EVEN = np.arange(7.0)
UNEVEN = np.array([0.0, 0.3, 1.4, 1.6, 3.0, 3.9, 6.0])
SMOOTH = {"squad": spatial.SquadCurve, "bezier": spatial.BezierCurve}
ANGLES = rng.uniform(-3, 3, (7, 3))


def every_curve(times=UNEVEN):
    squad = spatial.SquadCurve(times, KEYS)
    return {
        "slerp": spatial.SlerpCurve(times, KEYS),
        "squad": squad,
        "bezier": spatial.BezierCurve(times, KEYS),
        "tangents": spatial.SquadCurve(times, KEYS, tangents=rng.normal(size=(7, 3))),
        "handles": spatial.BezierCurve(
            times, KEYS, handles=spatial.multiply(spatial.exp(KEYS[:, :3] / 9), KEYS)
        ),
        "euler xyz": spatial.EulerCurve(times, ANGLES, "xyz"),
        "euler ZXZ": spatial.EulerCurve(times, ANGLES, "ZXZ"),
        "arc length": spatial.ArcLengthCurve(squad),
    }


def measured_velocity(curve, t, h):
    return spatial.to_rotation_vector(spatial.multiply(curve(t + h), spatial.inverse(curve(t - h)))) / (2 * h)


@pytest.mark.feature("A-20", "B-20")
def test_slerp_has_its_exponential_form():
    p, q, u = KEYS[:-1], KEYS[1:], rng.uniform(0, 1, 6)
    power = spatial.multiply(p, spatial.power(spatial.multiply(spatial.inverse(p), q), u))
    assert np.abs(spatial.slerp(p, q, u) - power).max() < 1e-15


@pytest.mark.feature("B-21")
@pytest.mark.parametrize("away", [0.0, 1e-17, 1e-15, 1e-13, 1e-10, 1e-7, 1e-4, 1e-2])
def test_slerp_between_nearly_opposite_quaternions(away):
    """The arc is a half-circle of the sphere: it ends at q, at even steps, on the sphere."""
    p = KEYS[:, None]
    q = spatial.normalize(-p + away * rng.normal(size=p.shape))
    u = np.linspace(0, 1, 33)
    arc = spatial.slerp(p, q, u)
    assert np.abs(np.linalg.norm(arc, axis=-1) - 1).max() < 1e-14
    assert np.abs(arc[:, 0] - p[:, 0]).max() < 1e-15
    assert np.abs(arc[:, -1] - q[:, 0]).max() < 2e-14
    steps = 2 * np.arcsin(np.linalg.norm(np.diff(arc, axis=1), axis=-1) / 2)
    assert np.ptp(steps, axis=1).max() < 1e-13


def test_slerp_to_the_opposite_goes_over_shoemakes_perpendicular():
    x, y, z, w = p = KEYS[2]
    u = np.linspace(0, 1, 9)[:, None]
    expected = np.cos(np.pi * u) * p + np.sin(np.pi * u) * np.array([-y, x, -w, z])
    assert np.abs(spatial.slerp(p, -p, u[:, 0]) - expected).max() < 1e-14
    power = spatial.multiply(p, spatial.power(spatial.multiply(spatial.inverse(p), -p), u[:, 0]))
    assert np.abs(power - expected).max() < 2e-14


def test_slerp_of_nearly_equal_quaternions():
    q = spatial.multiply(spatial.exp([1e-12, 0, 0]), KEYS[0])
    middle = spatial.slerp(KEYS[0], q, 0.5)
    assert (
        np.abs(spatial.log(spatial.multiply(middle, spatial.inverse(KEYS[0]))) - [5e-13, 0, 0]).max() < 3e-16
    )
    assert np.abs(spatial.slerp(KEYS[0], KEYS[0], 0.3) - KEYS[0]).max() < 3e-16


@pytest.mark.parametrize("name", every_curve())
def test_unit_length_and_interpolation(name):
    curve = every_curve()[name]
    q = curve(np.linspace(-1, 7, 10001))
    assert np.abs(np.linalg.norm(q, axis=1) - 1).max() < 1e-14
    if name not in ("arc length", "euler xyz", "euler ZXZ"):
        assert np.abs(curve(UNEVEN) - KEYS).max() < 1e-14


@pytest.mark.feature("B-23")
@pytest.mark.parametrize("name", every_curve())
@pytest.mark.parametrize("derivative", ["velocity", "acceleration"])
def test_derivatives_against_central_differences_of_order_two(name, derivative):
    curve = every_curve()[name]
    inside = np.linspace(0.2, 0.8, 5)
    t = (curve.times[:-1, None] + inside * np.diff(curve.times)[:, None]).ravel()
    steps = np.array([8e-3, 4e-3, 2e-3]) * 0.5
    if derivative == "velocity":
        errors = [np.abs(measured_velocity(curve, t, h) - curve.velocity(t)).max() for h in steps]
    else:
        errors = [
            np.abs((curve.velocity(t + h) - curve.velocity(t - h)) / (2 * h) - curve.acceleration(t)).max()
            for h in steps
        ]
    if max(errors) > 1e-11:  # arcs at constant speed have no error to fit
        slope = np.polyfit(np.log(steps), np.log(errors), 1)[0]
        assert 1.9 < slope < 2.1, (errors, slope)


@pytest.mark.feature("A-30", "B-33")
@pytest.mark.parametrize("name", SMOOTH)
@pytest.mark.parametrize("times", [EVEN, UNEVEN], ids=["even", "uneven"])
@pytest.mark.parametrize("ends", ["natural", "rest"])
def test_angular_velocity_is_continuous_across_keys(name, times, ends):
    curve = SMOOTH[name](times, KEYS, ends=ends)
    keys = times[1:-1]
    h = 1e-9
    before, after = curve.velocity(keys - h), curve.velocity(keys + h)
    assert np.abs(after - before).max() < 4 * h * np.abs(curve.acceleration(np.linspace(0, 6, 5000))).max()
    at_ends = curve.velocity(times[[0, -1]])
    if ends == "rest":
        assert np.abs(at_ends).max() < 1e-13
    else:
        arcs = spatial.SlerpCurve(times, KEYS)
        assert np.abs(at_ends - arcs.velocity(times[[0, -1]])).max() < 1e-13


@pytest.mark.feature("A-21", "A-D8")
def test_slerp_curve_is_not_smooth_so_the_test_above_can_fail():
    curve = spatial.SlerpCurve(UNEVEN, KEYS)
    assert np.abs(curve.velocity(UNEVEN[1:-1] + 1e-9) - curve.velocity(UNEVEN[1:-1] - 1e-9)).max() > 0.1


@pytest.mark.feature("A-29")
@pytest.mark.parametrize("name", SMOOTH)
def test_cyclic_ends_meet_smoothly(name):
    keys = np.concatenate([KEYS, -KEYS[:1]])
    times = np.append(UNEVEN, 6.5)
    curve = SMOOTH[name](times, keys, ends="cyclic")
    first, last = curve.velocity(times[[0, -1]])
    assert np.abs(first - last).max() < 1e-13
    shifted = SMOOTH[name](np.append(times[2:], times[1:3] + 6.5), np.concatenate([keys[2:], keys[1:3]]))
    t = np.linspace(3.0, 6.5, 50)
    assert np.abs(np.abs(np.sum(shifted(t) * curve(t), axis=1)) - 1).max() < 1e-14
    with pytest.raises(InputError, match="repeat that key"):
        SMOOTH[name](UNEVEN, KEYS, ends="cyclic")


@pytest.mark.feature("A-33", "A-D11", "B-00")
@pytest.mark.parametrize("name", SMOOTH)
@pytest.mark.parametrize("times", [EVEN, UNEVEN], ids=["even", "uneven"])
def test_steady_turn_about_any_axis_stays_steady(name, times):
    """Evenly spaced keys on one arc give constant speed; so do uneven ones of a steady turn."""
    omega = np.array([0.3, -0.8, 0.4])
    keys = spatial.multiply(spatial.from_rotation_vector(times[:, None] * omega), KEYS[0])
    curve = SMOOTH[name](times, keys)
    t = np.linspace(0, 6, 200)
    assert np.abs(curve.velocity(t) - omega).max() < 1e-13
    assert np.abs(curve.acceleration(t)).max() < 1e-12
    steady = spatial.multiply(spatial.from_rotation_vector(t[:, None] * omega), KEYS[0])
    assert np.abs(curve(t) - steady).max() < 1e-14


@pytest.mark.feature("A-33")
@pytest.mark.parametrize("name", SMOOTH)
def test_independence_of_the_frame(name):
    r, s = spatial.normalize(rng.normal(size=(2, 4)))
    moved = spatial.multiply(spatial.multiply(r, KEYS), s)
    t = np.linspace(0, 6, 300)
    plain, turned = SMOOTH[name](UNEVEN, KEYS), SMOOTH[name](UNEVEN, moved)
    assert np.abs(turned(t) - spatial.multiply(spatial.multiply(r, plain(t)), s)).max() < 1e-14
    assert np.abs(turned.velocity(t) - spatial.rotate(r, plain.velocity(t))).max() < 1e-12


@pytest.mark.feature("A-18", "A-D6")
def test_euler_interpolation_depends_on_the_frame():
    r = spatial.normalize(rng.normal(size=4))
    t = np.linspace(0, 6, 50)
    plain = spatial.EulerCurve(EVEN, spatial.to_euler(KEYS))
    turned = spatial.EulerCurve(EVEN, spatial.to_euler(spatial.multiply(r, KEYS)))
    assert np.abs(np.sum(turned(t) * spatial.multiply(r, plain(t)), axis=1)).min() < 0.99


@pytest.mark.feature("A-33")
@pytest.mark.parametrize("name", SMOOTH)
def test_local_control(name):
    """Moving one key changes at most two segments on each side of it."""
    keys = KEYS.copy()
    keys[4] = spatial.multiply(spatial.exp([0.1, 0.2, 0]), keys[4])
    t = np.linspace(0, 6, 500)
    changed = np.abs(SMOOTH[name](EVEN, keys)(t) - SMOOTH[name](EVEN, KEYS)(t)).max(axis=1) > 1e-12
    assert not changed[t < 2].any()
    assert changed[(t > 2.01) & (t < 5.99)].mean() > 0.95


@pytest.mark.feature("A-23", "A-26", "A-28", "A-34")
def test_bezier_on_one_arc_has_its_closed_form():
    """q_n ∏ (q_n⁻¹ p_k)^{B_k(u)}; Shoemake's own form, without the q_n, needs an arc through the identity."""
    axis = np.array([1.0, -2, 0.5]) / np.sqrt(5.25)
    start = KEYS[1]
    p = spatial.multiply(start, spatial.exp(np.outer([0, 0.2, 0.5, 0.4], axis)))
    u = np.linspace(0, 1, 21)
    weights = [(1 - u) ** 3, 3 * (1 - u) ** 2 * u, 3 * (1 - u) * u**2, u**3]
    expected = np.tile(start, (21, 1))
    for point, weight in zip(p, weights, strict=True):
        factor = spatial.power(spatial.multiply(spatial.inverse(start), point), weight)
        expected = spatial.multiply(expected, factor)
    assert np.abs(spatial.bezier(*p, u) - expected).max() < 1e-15


@pytest.mark.feature("B-24", "B-26", "B-27")
def test_squad_has_its_exponential_form_and_end_tangents():
    """p Qᵗ (Q⁻ᵗ A Cᵗ)^{2t(1−t)}, and ln(p⁻¹q) + 2 ln(p⁻¹a) at its start (Shoemake 1987)."""
    p, a, b, q = KEYS[:4]
    t = np.linspace(0, 1, 11)
    mul, inv, power = spatial.multiply, spatial.inverse, spatial.power
    Q, A, B = mul(inv(p), q), mul(inv(p), a), mul(inv(p), b)
    inner = mul(power(Q, -t), mul(A, power(mul(inv(A), B), t)))
    expected = mul(p, mul(power(Q, t), power(inner, 2 * t * (1 - t))))
    assert np.abs(spatial.squad(p, a, b, q, t) - expected).max() < 1e-14
    h = 1e-6
    slope = (spatial.squad(p, a, b, q, h) - spatial.squad(p, a, b, q, -h)) / (2 * h)
    assert np.abs(mul(inv(p), slope)[:3] - spatial.log(Q) - 2 * spatial.log(A)).max() < 1e-8


@pytest.mark.feature("A-25", "B-29")
def test_default_controls_are_shoemakes_when_keys_are_even():
    mul, inv = spatial.multiply, spatial.inverse
    q0, q1, q2, q3 = KEYS[1:5]
    u = np.linspace(0, 1, 13)

    def inner(before, q, after):
        mean = spatial.log(mul(inv(q), after)) + spatial.log(mul(inv(q), before))
        return mul(q, spatial.exp(-mean / 4))

    def handles(before, q, after):
        a = spatial.bisect(spatial.double(before, q), after)
        return spatial.slerp(q, a, 1 / 3), spatial.slerp(q, spatial.double(a, q), 1 / 3)

    squad = spatial.squad(q1, inner(q0, q1, q2), inner(q1, q2, q3), q2, u)
    bezier = spatial.bezier(q1, handles(q0, q1, q2)[0], handles(q1, q2, q3)[1], q2, u)
    assert np.abs(spatial.SquadCurve(EVEN, KEYS)(2 + u) - squad).max() < 1e-14
    assert np.abs(spatial.BezierCurve(EVEN, KEYS)(2 + u) - bezier).max() < 1e-14


@pytest.mark.feature("A-27", "B-28")
def test_given_tangents_and_handles_are_kept():
    tangents = rng.normal(size=(7, 3))
    squad = spatial.SquadCurve(UNEVEN, KEYS, tangents=tangents)
    assert np.abs(squad.velocity(UNEVEN) - tangents).max() < 1e-12
    assert np.abs(squad.velocity(UNEVEN[1:] - 1e-9) - tangents[1:]).max() < 1e-6
    leave = rng.normal(size=(7, 3)) / 10
    bezier = spatial.BezierCurve(UNEVEN, KEYS, handles=spatial.multiply(spatial.exp(leave), KEYS))
    assert np.abs(bezier.velocity(UNEVEN[:-1]) - 6 * leave[:-1] / np.diff(UNEVEN)[:, None]).max() < 1e-12
    assert np.abs(bezier.velocity(UNEVEN[1:-1] - 1e-9) - bezier.velocity(UNEVEN[1:-1])).max() < 1e-6


@pytest.mark.parametrize("name", SMOOTH)
def test_a_quick_turn_before_a_long_hold_does_not_swing_far_past(name):
    """The key is passed at the mean velocity over both intervals; a cubic then overshoots by 4/27 v h."""
    axis, turn = np.array([0.6, 0, 0.8]), 2.8
    curve = SMOOTH[name]([0, 0.1, 2.1], spatial.from_axis_angle(axis, [0, turn, turn]))
    assert np.abs(curve.velocity(0.1) - axis * turn / 2.1).max() < 1e-12
    t = np.linspace(0.1, 2.1, 500)
    assert np.abs(curve.velocity(2.1)).max() < 1e-14
    past = 2 * np.arctan2(curve(t)[:, :3] @ axis, curve(t)[:, 3]) - turn
    assert abs(past.max() - 4 / 27 * turn / 2.1 * 2) < 1e-4


@pytest.mark.parametrize("name", SMOOTH)
def test_time_run_backward_gives_the_same_path(name):
    t = np.linspace(0, 6, 200)
    forward, backward = SMOOTH[name](UNEVEN, KEYS), SMOOTH[name](6 - UNEVEN[::-1], KEYS[::-1])
    assert np.abs(np.abs(np.sum(forward(t) * backward(6 - t), axis=1)) - 1).max() < 1e-13


@pytest.mark.parametrize("name", SMOOTH)
def test_half_turns_that_start_and_end_at_rest_keep_their_axis(name):
    """The inner points of squad are then opposite, and Bisect has no middle: the keys' own arcs decide."""
    for axis in ([0, 0, 1.0], [0.6, 0.8, 0]):
        keys = spatial.from_axis_angle(axis, [0, np.pi, 0])
        curve = SMOOTH[name]([0, 1, 2], keys, ends="rest")
        t = np.linspace(0, 2, 101)
        omega = curve.velocity(t)
        assert np.abs(np.cross(omega, axis)).max() < 1e-12
        assert np.abs(omega[[0, 50, 100]]).max() < 1e-12
        assert np.abs(np.linalg.norm(omega, axis=1).max() - 1.5 * np.pi) < 1e-9
        angle = 2 * np.arctan2(curve(t)[:, :3] @ axis, curve(t)[:, 3])
        u = 1 - np.abs(1 - t)
        assert np.abs(angle - np.pi * u * u * (3 - 2 * u)).max() < 1e-12


@pytest.mark.parametrize("curve", [spatial.SlerpCurve, spatial.SquadCurve, spatial.BezierCurve])
def test_shapes_clamping_and_single_keys(curve):
    c = curve(UNEVEN, KEYS)
    assert c(1.0).shape == (4,)
    assert c.velocity(np.ones((2, 3))).shape == (2, 3, 3)
    assert c([]).shape == (0, 4)
    assert np.array_equal(c([-5, 99]), c(UNEVEN[[0, -1]]))
    assert not c.velocity([-5, 99]).any()
    assert not c.acceleration([-5, 99]).any()
    assert np.linalg.norm(c.velocity(6.0)) > 0.01
    held = curve([2.0], KEYS[:1])
    assert np.allclose(held([0, 2, 5]), KEYS[0], atol=1e-15)
    assert np.abs(held.velocity([0, 2, 5])).max() < 1e-15


def test_large_batches_equal_single_calls():
    t = rng.uniform(-1, 7, 10_000)
    curve = spatial.SquadCurve(UNEVEN, KEYS)
    assert np.array_equal(curve(t)[[0, 5000, 9999]], [curve(t[k]) for k in (0, 5000, 9999)])


def test_bad_keys_are_refused():
    with pytest.raises(InputError, match="key 2 at 1 s is not after key 1"):
        spatial.SquadCurve([0, 1, 1], KEYS[:3])
    with pytest.raises(InputError, match=r"expected shape \(2, 4\), one for each time, got \(3, 4\)"):
        spatial.SlerpCurve([0, 1], KEYS[:3])
    with pytest.raises(InputError, match="zero"):
        spatial.BezierCurve([0, 1], [[0, 0, 0, 1], [0, 0, 0, 0]])
    with pytest.raises(InputError, match="nan"):
        spatial.SlerpCurve([0, 1], KEYS[:2])(np.nan)
    with pytest.raises(InputError, match="more than two turns"):
        spatial.SquadCurve([0, 1], KEYS[:2], tangents=np.full((2, 3), 20.0))
    with pytest.raises(InputError, match="at least one key"):
        spatial.SlerpCurve([], np.empty((0, 4)))
    with pytest.raises(UnknownNameError, match="did you mean 'rest'"):
        spatial.SquadCurve(EVEN, KEYS, ends="rests")


def test_stumpff_functions_across_the_series_threshold():
    theta = np.concatenate([[0.0], np.geomspace(1e-9, 6.2, 400)])
    c = stumpff(theta**2)
    assert np.abs(c.c1 - np.sinc(theta / np.pi)).max() < 1e-15
    assert np.abs(theta**2 * c.c2 - 2 * np.sin(theta / 2) ** 2).max() < 2e-15
    assert np.abs(theta**3 * c.c3 - (theta - np.sin(theta))).max() < 5e-15
    s = np.array([np.nextafter(4, 0), 4.0])
    for below, above in stumpff(s):
        assert abs(below - above) < 1e-15
