"""Interpolators: keys met to the bit, derivatives of the right order, the numbers of the texts."""

import numpy as np
import pytest
from scipy.interpolate import CubicSpline, PchipInterpolator

from supple import spatial
from supple.errors import InputError
from supple.motion import INTERPOLATORS, Track, keys, rotation_keys
from supple.motion.interpolators.arc import circle_through

TIMES = np.array([0.0, 0.5, 1.1, 1.5, 2.4])
POINTS = np.array([(0.3, 1, 0), (0.5, 1.6, 0.2), (0.3, 1.2, 0.9), (0.5, 1.6, 0.1), (1.0, -0.4, 0)])
TURNS = spatial.normalize([(0, 0, 0, 1), (0.3, 0, 0, 1), (0.2, 0.7, 0, 1), (0, 0.4, 0.6, 1), (0, 0, -0.5, 1)])
INSIDE = np.array([0.17, 0.31, 0.74, 0.93, 1.21, 1.37, 1.83, 2.2])
NUMBERS = [name for name, each in INTERPOLATORS.items() if each.counts]
ROTATIONS = [name for name, each in INTERPOLATORS.items() if each.turns]
EASES = [{}, {"ease_in": 0.2, "ease_out": {1.1: 0.15, 2.4: 0.3}}, {"ease_in": 0.12, "ease": "quarter"}]


def vectors(name, **options):
    return keys(dict(zip(TIMES, POINTS, strict=True)), interpolate=name, **options)


def turns(name, **options):
    return rotation_keys(dict(zip(TIMES, TURNS, strict=True)), interpolate=name, **options)


def swing(u):
    return u + 0.3 * np.sin(2 * np.pi * u)


def central(f, t, h):
    return (f(t + h) - f(t - h)) / (2 * h)


def spin(track):
    """ω by the logarithm of the turn from t − h to t + h."""

    def difference(t, h):
        turn = spatial.multiply(track(t + h), spatial.inverse(track(t - h)))
        return 2 * spatial.log(np.where(turn[:, 3:] < 0, -turn, turn)) / (2 * h)

    return difference


def assert_second_order(approximate, exact):
    """Central differences differ from the derivative by C h²: the error falls fourfold when h is halved."""
    steps = np.array([4e-3, 2e-3, 1e-3])
    errors = np.array([np.abs(approximate(h) - exact).max() for h in steps])
    if errors[0] < 1e-9 * max(1, np.abs(exact).max()):
        return
    slope = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert 1.9 < slope < 2.1, errors


@pytest.mark.parametrize("ease", EASES, ids=["plain", "sine", "quarter"])
@pytest.mark.parametrize("name", [*NUMBERS, swing])
def test_velocity_and_acceleration_are_the_derivatives(name, ease):
    track = vectors(name, **ease)
    assert_second_order(lambda h: central(track, INSIDE, h), track.velocity(INSIDE))
    assert_second_order(lambda h: central(track.velocity, INSIDE, h), track.acceleration(INSIDE))


@pytest.mark.parametrize("ease", EASES, ids=["plain", "sine", "quarter"])
@pytest.mark.parametrize("name", [*ROTATIONS, swing])
def test_angular_velocity_and_acceleration_are_the_derivatives(name, ease):
    track = turns(name, **ease)
    assert_second_order(lambda h: spin(track)(INSIDE, h), track.velocity(INSIDE))
    assert_second_order(lambda h: central(track.velocity, INSIDE, h), track.acceleration(INSIDE))


@pytest.mark.feature("BB-25", "A1", "SD-7")
@pytest.mark.parametrize("ends", ["natural", "rest", "cyclic"])
@pytest.mark.parametrize("name", [*(name for name in NUMBERS if name != "b-spline"), swing])
def test_keys_are_met_to_the_bit(name, ends):
    track = vectors(name, ends=ends, ease_in=0.1)
    assert (track(TIMES) == POINTS).all()
    assert (track([-1.0, 9.0]) == POINTS[[0, -1]]).all()
    assert (track.velocity([-1.0, 9.0]) == 0).all()
    assert (track.acceleration([-1.0, 9.0]) == 0).all()


@pytest.mark.parametrize("name", ROTATIONS)
def test_rotation_keys_are_met(name):
    track = turns(name)
    assert np.abs(np.sum(track(TIMES) * TURNS, axis=1)) == pytest.approx(1, abs=1e-15)
    assert (track.velocity([-1.0, 9.0]) == 0).all()
    assert np.linalg.norm(track(INSIDE), axis=1) == pytest.approx(1, abs=1e-14)


@pytest.mark.feature("A1")
@pytest.mark.parametrize(
    "name", ["hermite", "bezier", "catmull-rom", "overhauser", "cubic", "monotone", "b-spline"]
)
def test_splines_join_with_equal_velocity(name):
    velocity = vectors(name).velocity
    jump = np.abs(velocity(TIMES[1:-1] - 1e-9) - velocity(TIMES[1:-1])).max()
    assert jump < 1e-6


@pytest.mark.feature("A1")
@pytest.mark.parametrize("name", ["cubic", "b-spline"])
def test_acceleration_is_continuous_where_promised(name):
    a = vectors(name).acceleration
    assert np.abs(a(TIMES[1:-1] - 1e-9) - a(TIMES[1:-1])).max() < 1e-5
    assert np.abs(vectors("catmull-rom").acceleration(TIMES[1:-1] - 1e-9) - a(TIMES[1:-1])).max() > 1


@pytest.mark.parametrize(("ends", "boundary"), [("natural", "natural"), ("rest", "clamped")])
def test_cubic_is_the_spline_of_the_books(ends, boundary):
    assert (vectors("cubic", ends=ends)(INSIDE) == CubicSpline(TIMES, POINTS, bc_type=boundary)(INSIDE)).all()


def test_monotone_agrees_with_scipy():
    expected = PchipInterpolator(TIMES, POINTS)(INSIDE)
    assert vectors("monotone")(INSIDE) == pytest.approx(expected, abs=1e-14)


def test_monotone_never_leaves_the_range_of_two_keys():
    t = np.linspace(0, 2.4, 4001)
    i = np.clip(np.searchsorted(TIMES, t, side="right") - 1, 0, 3)
    low, high = np.minimum(POINTS[i], POINTS[i + 1]), np.maximum(POINTS[i], POINTS[i + 1])
    for ends in ("natural", "rest"):
        x = vectors("monotone", ends=ends)(t)
        assert (x >= low - 1e-12).all()
        assert (x <= high + 1e-12).all()
    x = vectors("cubic")(t)
    assert (x > high + 0.01).any()


@pytest.mark.parametrize("name", ["catmull-rom", "overhauser", "cubic", "monotone", "b-spline"])
def test_cyclic_ends_join_smoothly_even_when_each_cycle_adds_something(name):
    track = vectors(name, ends="cyclic")
    round_ = track.cycle(offset=True)
    seam = TIMES[-1]
    assert track.velocity(seam) == pytest.approx(track.velocity(0.0), abs=1e-12)
    assert round_(seam - 1e-9) == pytest.approx(round_(seam + 1e-9), abs=1e-7)


def test_overhauser_blends_the_parabolas_at_real_key_times():
    """C = (1 − u) p + u q, p through keys i−1, i, i+1 and q through i, i+1, i+2 (T-F13)."""
    track = vectors("overhauser")
    for t in INSIDE:
        i = int(np.searchsorted(TIMES, t)) - 1
        u = (t - TIMES[i]) / (TIMES[i + 1] - TIMES[i])
        p, q = max(i - 1, 0), min(i, len(TIMES) - 3)
        parabolas = [
            np.array([np.polyval(np.polyfit(TIMES[k : k + 3], POINTS[k : k + 3, c], 2), t) for c in range(3)])
            for k in (p, q)
        ]
        assert track(t) == pytest.approx((1 - u) * parabolas[0] + u * parabolas[1], abs=1e-12)


def test_overhauser_and_catmull_rom_on_even_times_are_the_uniform_formula():
    """½[(−u+2u²−u³)P₀ + (2−5u²+3u³)P₁ + (u+4u²−3u³)P₂ + (−u²+u³)P₃]."""
    P, u = POINTS[:4], 0.3
    weights = (
        np.array([-u + 2 * u**2 - u**3, 2 - 5 * u**2 + 3 * u**3, u + 4 * u**2 - 3 * u**3, -(u**2) + u**3]) / 2
    )
    for name in ("overhauser", "catmull-rom"):
        assert keys(dict(enumerate(P)), interpolate=name)(1.3) == pytest.approx(weights @ P, abs=1e-14)


def test_b_spline_on_even_times_is_the_uniform_formula():
    """⅙[(1−u)³P₀ + (3u³−6u²+4)P₁ + (−3u³+3u²+3u+1)P₂ + u³P₃]  (T-F14)."""
    P, u = POINTS[:4], 0.3
    w = np.array([(1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, -3 * u**3 + 3 * u**2 + 3 * u + 1, u**3]) / 6
    track = keys(dict(enumerate(P)), interpolate="b-spline")
    assert track(1.3) == pytest.approx(w @ P, abs=1e-14)
    assert track([0, 3]) == pytest.approx(P[[0, 3]], abs=1e-14)


def test_jumping_ball():
    """T-D01: y = 2 − 2((f − 54)/24)² by parabolas, lines give y(42) = 1; ry(54) = 537.46° after the slide."""
    height = {30: 0.0, 54: 2.0, 78: 0.0}
    assert keys(height, interpolate="overhauser")([42, 36, 48]) == pytest.approx(
        [1.5, 0.875, 1.875], abs=1e-14
    )
    assert keys(height, interpolate="linear")(42) == 1.0
    turn = keys({1: 0.0, 96: 720.0}, interpolate="linear")
    assert turn.velocity(50) == pytest.approx(7.579, abs=5e-4)
    slid = turn.move_key(96, -24)
    assert slid.velocity(50) == pytest.approx(10.141, abs=5e-4)
    assert slid(54) == pytest.approx(537.46, abs=5e-3)


def test_circle_through_the_unit_points():
    center, normal = circle_through(*np.eye(3))
    assert center == pytest.approx([1 / 3] * 3)
    assert np.linalg.norm(center - [1, 0, 0]) == pytest.approx(0.8165, abs=5e-5)
    assert np.abs(normal) == pytest.approx([3**-0.5] * 3)


def test_arc_stays_on_its_circle_and_keeps_its_speed():
    A, B, C = np.eye(3)
    track = keys({0: A, 0.5: B, 2: C}, interpolate="arc")
    t = np.linspace(0, 2, 41)
    assert np.linalg.norm(track(t) - 1 / 3, axis=1) == pytest.approx(np.sqrt(2 / 3), abs=1e-14)
    third = np.sqrt(2 / 3) * 2 * np.pi / 3
    assert np.linalg.norm(track.velocity([0.1, 0.4, 0.6, 2]), axis=1) == pytest.approx(
        [third / 0.5, third / 0.5, third / 1.5, third / 1.5]
    )


def test_arc_through_keys_on_a_line_is_the_line():
    track = keys({0: (0, 0, 0), 1: (1, 1, 0), 3: (4, 4, 0)}, interpolate="arc")
    assert track([0.5, 2]) == pytest.approx(np.array([(0.5, 0.5, 0), (2.5, 2.5, 0)]))


def test_arcs_take_a_run_of_intervals_two_by_two():
    """Half circles about (1, 0) and (3, 0), then a straight line."""
    points = {0: (0, 0), 1: (1, 1), 2: (2, 0), 3: (3, -1), 4: (4, 0), 5: (5, 5)}
    track = keys(points, interpolate=["arc"] * 4 + ["linear"])
    assert np.linalg.norm(track([0.3, 1.6]) - (1, 0), axis=1) == pytest.approx(1)
    assert np.linalg.norm(track([2.3, 3.6]) - (3, 0), axis=1) == pytest.approx(1)
    shifted = keys(points, interpolate=["linear", "linear", "arc", "arc", "linear"])
    assert np.linalg.norm(shifted([2.3, 3.6]) - (3, 0), axis=1) == pytest.approx(1)


@pytest.mark.feature("EM-42", "SD-12")
def test_each_interval_may_have_its_own():
    track = keys({0: 0.0, 1: 1.0, 2: 3.0, 3: 4.0}, interpolate=["linear", "step", swing])
    assert track([0.5, 1.5, 2.0, 2.25]) == pytest.approx([0.5, 1.0, 3.0, 3.0 + swing(0.25)])


def test_hermite_matches_the_slopes_of_its_neighbors():
    """BB-46: between two straight intervals it leaves and arrives with their slopes."""
    track = keys({0: 0.0, 1: 2.0, 2: 2.5, 3: 2.0}, interpolate=["linear", "hermite", "cosine"])
    assert track.velocity(1.0) == pytest.approx(2.0)
    assert track.velocity(2 - 1e-12) == pytest.approx(0.0, abs=1e-9)


def test_given_slopes_and_handles():
    track = keys({0: 0.0, 1: 1.0}, interpolate="hermite", slopes={0: 3.0, 1: (-1.0, 0.0)})
    assert track.velocity([0, 1]) == pytest.approx([3, -1])
    curve = keys({0: 0.0, 2: 1.0}, interpolate="bezier", handles=[[0.5, 2.0]])
    u = 0.3
    assert curve(2 * u) == pytest.approx(3 * (1 - u) ** 2 * u * 0.5 + 3 * (1 - u) * u**2 * 2.0 + u**3)


def test_pace_formulas():
    """BB-48."""
    u = np.linspace(0, 1, 11)
    track = {
        name: keys({0: 0.0, 1: 1.0}, interpolate=name) for name in ("cosine", "accelerate", "decelerate")
    }
    assert track["cosine"](u) == pytest.approx((1 - np.cos(np.pi * u)) / 2)
    assert track["accelerate"](u) == pytest.approx(1 - np.cos(np.pi * u / 2))
    assert track["decelerate"](u) == pytest.approx(np.sin(np.pi * u / 2))


def test_defaults_start_and_end_at_rest_and_do_not_overshoot():
    strength = keys({1.7: 1, 2.1: 0})
    assert strength(1.9) == pytest.approx(0.5)
    assert strength.velocity([1.7, 2.1]) == pytest.approx([0, 0], abs=1e-12)
    for track in (strength, vectors(None), turns(None)):
        ends = track.velocity([track.start, track.end])
        assert ends == pytest.approx(np.zeros_like(ends), abs=1e-12)


def test_switches_and_notes_step():
    lamp = keys({0: True, 1: False})
    assert lamp.kind == "switch"
    assert lamp([-1, 0.99, 1, 2]).tolist() == [True, True, False, False]
    assert keys({0: "ready", 1: "go"})(0.5) == "ready"


def test_shapes_move_vertex_by_vertex():
    flat, tall = np.zeros((4, 3)), np.ones((4, 3))
    track = keys({0: flat, 1: tall}, interpolate="linear")
    assert track.kind == "shape"
    assert track([0.25, 0.5]).shape == (2, 4, 3)
    assert (track(0.25) == 0.25).all()


def test_one_key_is_a_constant():
    for track in (keys({1: 5.0}), keys({1: (1, 2, 3)}), rotation_keys({1: (0, 0, 0, 1)})):
        assert (track(7) == track.values[0]).all()
        assert (track.velocity([0, 1, 2]) == 0).all()


def test_result_shapes_follow_the_times():
    track = vectors("cubic")
    assert track(0.3).shape == (3,)
    assert track(np.zeros((2, 5))).shape == (2, 5, 3)
    assert track([]).shape == (0, 3)
    assert Track.sampled([0, 1], [0.0, 1.0])(np.zeros((2, 5))).shape == (2, 5)


def test_b_spline_refuses_to_miss_its_ends():
    with pytest.raises(InputError, match="use ease_in and ease_out"):
        vectors("b-spline", ends="rest")


def test_catmull_rom_ends_without_acceleration():
    assert vectors("catmull-rom").acceleration([0, 2.4]) == pytest.approx(np.zeros((2, 3)), abs=1e-12)


def test_arc_goes_the_long_way_round_when_its_keys_do():
    """From 0° to 300° by way of 270°."""
    corner = np.radians([0.0, 270.0, 300.0])
    track = keys(dict(enumerate(np.stack([np.cos(corner), np.sin(corner)], axis=1))), interpolate="arc")
    assert track([0.5, 1.5]) == pytest.approx(
        np.stack([np.cos(np.radians([135, 285])), np.sin(np.radians([135, 285]))], axis=1)
    )
