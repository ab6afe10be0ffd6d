"""Operators: their algebra, on every kind of curve."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from supple import spatial
from supple.errors import InputError
from supple.motion import INTERPOLATORS, Track, frames, keys, rotation_keys

T = np.linspace(-0.4, 3.1, 141) + 1e-4
POINTS = {0.0: (0.3, 1, 0), 0.5: (0.5, 1.6, 0.2), 1.25: (0.3, 1.2, 0.9), 2.5: (1, 0, 0.1)}
QUARTER = spatial.from_axis_angle((0, 1, 0), np.pi / 2)


def wave(t):
    return np.stack([np.sin(t), np.cos(2 * t), t], axis=-1)


TRACKS = {
    **{
        name: keys(POINTS, interpolate=name, ease_in=0.1, ease_out={1.25: 0.2})
        for name, each in INTERPOLATORS.items()
        if each.counts
    },
    "mixed": keys(POINTS, interpolate=["linear", lambda u: u**3, "arc"]),
    "slopes": keys(POINTS, interpolate="hermite", slopes={0.5: (1, 2, 3)}),
    "function": Track.function(wave, "vector", 0.0, 2.5),
    "driven": keys(POINTS).with_velocity(keys({1.0: (1, 0, 0), 2.5: (0, 3, 0)})),
}
each_track = pytest.mark.parametrize("track", TRACKS.values(), ids=TRACKS)


@each_track
def test_shift(track):
    later = track.shift(2)
    assert later(T + 2) == pytest.approx(track(T), abs=1e-12)
    assert later.velocity(T + 2) == pytest.approx(track.velocity(T), abs=1e-9)
    assert (later.start, later.end) == (track.start + 2, track.end + 2)
    assert (later.shift(-2)(T) == track(T)).all(), "2 s and these keys are exact in binary"


@pytest.mark.feature("SD-9")
@each_track
def test_stretch(track):
    slow = track.stretch(4, about=1)
    assert slow(1 + 4 * (T - 1)) == pytest.approx(track(T), abs=1e-12)
    assert slow.velocity(1 + 4 * (T - 1)) == pytest.approx(track.velocity(T) / 4, abs=1e-9)
    assert slow.acceleration(1 + 4 * (T - 1)) == pytest.approx(track.acceleration(T) / 16, abs=1e-6)
    assert slow.stretch(0.25, about=1)(T) == pytest.approx(track(T), abs=1e-12)


@each_track
def test_reverse(track):
    back = track.reverse()
    assert back(track.start + track.end - T) == pytest.approx(track(T), abs=1e-11)
    assert back.velocity(track.start + track.end - T) == pytest.approx(-track.velocity(T), abs=1e-8)
    assert back.reverse()(T) == pytest.approx(track(T), abs=1e-12)
    assert (back.reverse().values == track.values).all()


@each_track
def test_values_scale_move_and_turn(track):
    f, c = np.array([2.0, -1.0, 0.5]), np.array([1.0, 2.0, 3.0])
    assert track.scale(f, about=c)(T) == pytest.approx(c + f * (track(T) - c), abs=1e-12)
    assert track.scale(f).velocity(T) == pytest.approx(f * track.velocity(T), abs=1e-9)
    assert track.translate(c)(T) == pytest.approx(track(T) + c, abs=1e-12)
    askew = spatial.from_axis_angle((1, 2, 0.5), 0.8)
    turned = track.rotate(askew, about=c)
    assert turned(T) == pytest.approx(c + spatial.rotate(askew, track(T) - c), abs=1e-12)
    assert turned.velocity(T) == pytest.approx(spatial.rotate(askew, track.velocity(T)), abs=1e-9)


@each_track
def test_crop_changes_nothing_inside(track):
    part = track.crop(0.3, 1.7)
    inside = T[(T >= 0.3) & (T <= 1.7)]
    assert (part(inside) == track(inside)).all()
    assert (part.velocity(inside) == track.velocity(inside)).all()
    assert (part([-5.0, 5.0]) == track([0.3, 1.7])).all()
    assert (part.velocity([-5.0, 5.0]) == 0).all()


@pytest.mark.feature("BB-36")
@each_track
def test_cycle_with_offset_goes_on_where_it_ended(track):
    cut = track.crop(0.0, 2.5)
    endless, twice = cut.cycle(offset=True), cut.repeat(2, offset=True)
    drift = cut(2.5) - cut(0.0)
    inside = T[(T > 0) & (T < 2.5)]
    for k in (-2, 0, 3):
        assert endless(inside + 2.5 * k) == pytest.approx(cut(inside) + k * drift, abs=1e-11)
    if track is not TRACKS["step"]:
        assert endless(2.5 - 1e-9) == pytest.approx(endless(2.5 + 1e-9), abs=1e-6)
    assert twice([5.0, 9.0]) == pytest.approx(np.tile(cut(2.5) + drift, (2, 1)), abs=1e-12)
    assert (twice.start, twice.end) == (0.0, 5.0)
    assert cut.cycle()(inside + 2.5) == pytest.approx(cut(inside), abs=1e-11)


def test_cycle_of_rotations_turns_on():
    turn = rotation_keys({0: (0, 0, 0, 1), 1: ((0, 1, 0), 1.0)}, interpolate="linear").cycle(offset=True)
    assert turn.velocity([0.5, 3.5, -1.5]) == pytest.approx(np.tile([0, 1, 0], (3, 1)))
    twist = rotation_keys({0: (0, 0, 0, 1), 1: ((0, 1, 0), 1.0), 2: ((1, 0, 0), 0.7)}).cycle(offset=True)
    t, h = np.array([-2.6, 0.4, 5.3]), 1e-5
    step = spatial.multiply(twist(t + h), spatial.inverse(twist(t - h)))
    assert twist.velocity(t) == pytest.approx(spatial.log(step) / h, abs=1e-7)
    near = np.abs(turn(5.5) @ spatial.from_axis_angle((0, 1, 0), 5.5))
    assert near == pytest.approx(1)


def test_retime_by_a_curve():
    """BB-37: x(g(t)); a cosine clock plays to and fro."""
    track = TRACKS["cubic"]
    ramp = Track.sampled([0, 5], [0.0, 2.5])
    assert track.retime(ramp)(T) == pytest.approx(track(np.clip(T, 0, 5) / 2), abs=1e-12)
    swing = Track.function(
        lambda t: 1.25 * (1 - np.cos(t)), start=0, end=4 * np.pi, velocity=lambda t: 1.25 * np.sin(t)
    )
    played = track.retime(swing)
    assert played(2 * np.pi - 0.7) == pytest.approx(played(0.7))
    h = 1e-6
    assert played.velocity(0.7) == pytest.approx((played(0.7 + h) - played(0.7 - h)) / (2 * h), abs=1e-7)
    assert played.acceleration(0.7) == pytest.approx(
        (played.velocity(0.7 + h) - played.velocity(0.7 - h)) / (2 * h), abs=1e-5
    )


def test_blend_and_add():
    a, b = TRACKS["cubic"], TRACKS["function"]
    assert a.blend(b, 0.0)(T) == pytest.approx(a(T))
    assert a.blend(b, 1.0)(T) == pytest.approx(b(T), abs=1e-14)
    assert a.add(b, 2.0)(T) == pytest.approx(a(T) + 2 * b(T))
    fade = keys({0.2: 0, 1.9: 1})
    mix, h = a.blend(b, fade), 1e-5
    inside = np.array([0.33, 0.8, 1.4, 2.1])
    assert mix.velocity(inside) == pytest.approx((mix(inside + h) - mix(inside - h)) / (2 * h), abs=1e-7)
    slope = (mix.velocity(inside + h) - mix.velocity(inside - h)) / (2 * h)
    assert mix.acceleration(inside) == pytest.approx(slope, abs=1e-5)


@pytest.mark.parametrize("how", ["blend", "add"])
def test_rotations_blend_with_exact_derivatives(how):
    a = rotation_keys({0: (0, 0, 0, 1), 1: ((0, 1, 0), 1.0), 2: ((1, 0, 0), 0.7)})
    b = rotation_keys({0: ((0, 0, 1), 0.3), 2: ((1, 1, 0), 1.2)})
    mix, t, h = getattr(a, how)(b, keys({0: 0.1, 2: 0.9})), np.array([0.3, 0.9, 1.6]), 1e-5
    turn = spatial.multiply(mix(t + h), spatial.inverse(mix(t - h)))
    assert mix.velocity(t) == pytest.approx(spatial.log(turn) / h, abs=1e-7)
    slope = (mix.velocity(t + h) - mix.velocity(t - h)) / (2 * h)
    assert mix.acceleration(t) == pytest.approx(slope, abs=1e-6)
    if how == "blend":
        assert np.abs(np.sum(a.blend(b, 1.0)(t) * b(t), axis=1)) == pytest.approx(1)


def test_mirrored_ball():
    """G-D03: a bounce copied later and farther; the second ball is the first with Y times −1, at all times."""
    bounce = keys({0: (0, 0, 0), 0.5: (0.5, 1, 0), 1: (1, 0, 0)}, interpolate="overhauser")
    ball = bounce.repeat(3, offset=True)
    image = ball.scale((1, -1, 1))
    assert (image.y(T) == -ball.y(T)).all()
    assert ball(2.5) == pytest.approx([2.5, 1, 0])


def test_four_balls_leave_at_right_angles():
    """G-D04."""
    balls = [TRACKS["cubic"]]
    for _ in range(3):
        balls.append(balls[-1].rotate(QUARTER))
    flat = [ball(1.7)[[0, 2]] for ball in balls]
    assert flat[0] @ flat[1] == pytest.approx(0, abs=1e-14)
    assert flat[0] == pytest.approx(-flat[2])
    assert balls[3].rotate(QUARTER)(T) == pytest.approx(balls[0](T), abs=1e-13)


@pytest.mark.feature("G-F36")
def test_velocity_wins():
    """G-D02: positions 0 at frame 1 and 20 at frame 24, velocity 10/s from frame 1: x(24) = 9.583 at 24 fps."""
    for fps, expected in ((24, 9.583), (30, 7.667)):
        position = keys({frames(1, fps): 0.0, frames(24, fps): 20.0}, interpolate="linear")
        moved = position.with_velocity(keys({frames(1, fps): 10.0}))
        assert moved(frames(24, fps)) == pytest.approx(expected, abs=5e-4)
        assert moved.velocity(1.0) == 10.0
        assert position.velocity(0.5) * 24 / fps == pytest.approx(20.87, abs=5e-3)


@pytest.mark.parametrize(
    "velocity",
    [
        keys({0.5: 1.0, 1.0: 3.0, 2.0: -1.0}),
        keys({0.5: 1.0, 1.0: 3.0, 2.0: -1.0}, interpolate="cosine", ease_in=0.2),
        Track.function(lambda t: np.exp(t), start=0.5),
    ],
    ids=["polynomial", "quadrature", "function"],
)
def test_driven_value_is_the_integral_of_its_velocity(velocity):
    track = keys({0: 0.0, 1: 7.0}, interpolate="linear").with_velocity(velocity)
    assert track(0.25) == 1.75
    assert track(0.5) == 3.5
    t, h = np.array([0.61, 0.97, 1.43, 2.6]), 1e-5
    assert (track(t + h) - track(t - h)) / (2 * h) == pytest.approx(velocity(t), abs=1e-7)
    assert track.velocity(t) == pytest.approx(velocity(t))
    assert (track(1 + 1e-12) - track(1 - 1e-12)) == pytest.approx(0, abs=1e-10)


def test_rotation_driven_by_angular_velocity():
    spin = keys({1: (0, 0, 0), 2: (0, 2, 0), 3: (1, 0, 1)})
    track = rotation_keys({0: (0, 0, 0, 1), 1: ((1, 0, 0), 0.4)}).with_velocity(spin)
    t, h = np.array([1.3, 1.9, 2.55, 4.0]), 1e-4
    turn = spatial.multiply(track(t + h), spatial.inverse(track(t - h)))
    assert spatial.log(turn) / h == pytest.approx(spin(t), abs=1e-5)
    assert track(t[2:])[0] == pytest.approx(track(2.55), abs=1e-9)


def test_smooth_keeps_ends_and_straight_lines():
    line = Track.sampled([0, 1, 3], [(0, 0), (1, 2), (3, 6)])
    smooth = line.smooth(0.2)
    t = np.linspace(0, 3, 50)
    assert smooth(t) == pytest.approx(line(t), abs=1e-12)
    noisy = Track.sampled(np.linspace(0, 3, 91), np.sin(np.arange(91) * 2.0))
    assert noisy.smooth(0.3)([0, 3]) == pytest.approx(noisy([0, 3]), abs=1e-12)
    assert np.abs(noisy.smooth(0.3)(t[10:-10])).max() < 0.05


def test_smooth_damps_a_sine_by_the_bell_curve():
    """The bell of deviation s takes sin ωt to exp(−ω²s²/2) sin ωt."""
    sine = Track.function(np.sin, start=0, end=4 * np.pi)
    t = np.linspace(3, 9, 20)
    assert sine.smooth(0.4)(t) == pytest.approx(np.exp(-0.08) * np.sin(t), abs=1e-4)


def test_smooth_rotations():
    steady = rotation_keys({0: (0, 0, 0, 1), 1: ((0, 1, 0), 1.0)}, interpolate="linear")
    t = np.linspace(0, 1, 20)
    assert steady.smooth(0.1)(t) == pytest.approx(steady(t), abs=1e-12)


@pytest.mark.feature("BB-28", "BB-29", "A2")
def test_resample():
    track = TRACKS["cubic"].resample(rate=24)
    assert track.times == pytest.approx(np.arange(61) / 24)
    assert (track(track.times) == TRACKS["cubic"](track.times)).all()
    assert TRACKS["function"].resample(at=[0, 1]).values == pytest.approx(wave(np.array([0.0, 1.0])))


def test_extend_goes_on_with_the_velocity_of_the_ends():
    line = keys({0: 0.0, 1: 2.0, 2: 1.0}, interpolate="linear").extend()
    assert line([-1, 4]) == pytest.approx([-2, -1])
    assert line.velocity([-1, 4]) == pytest.approx([2, -1])
    assert keys({0: 0.0, 1: 2.0}, interpolate="accelerate").extend().acceleration(1.5) == 0
    turn = rotation_keys({0: (0, 0, 0, 1), 1: ((0, 0, 1), 1.0)}, interpolate="linear").extend()
    assert turn(2.5) == pytest.approx(spatial.from_axis_angle((0, 0, 1), 2.5))


@pytest.mark.feature("BB-33", "BB-34", "BB-D13")
def test_roll_and_ripple():
    """BB-34: rolling moves one key, rippling all later ones as well."""
    track = keys({0: 0.0, 1: 1.0, 2: 4.0, 3: 9.0}, interpolate="linear")
    assert track.move_key(1, 0.25).times.tolist() == [0, 1.25, 2, 3]
    assert track.move_key(1, 0.25, "ripple").times.tolist() == [0, 1.25, 2.25, 3.25]
    with pytest.raises(InputError, match="would pass its neighbor"):
        track.move_key(1, 1.5)


def test_keys_are_put_and_removed():
    track = keys({0: 0.0, 1: 1.0, 2: 4.0}, interpolate=["linear", "step"], ease_in=0.1)
    more = track.set_key(0.5, 3.0)
    assert more.times.tolist() == [0, 0.5, 1, 2]
    assert more(0.5) == 3.0
    assert more(1.5) == track(1.5)
    assert (more.remove_key(0.5)(T) == track(T)).all()
    assert track.set_key(1, 7.0).values.tolist() == [0, 7, 4]
    assert (track.values == [0, 1, 4]).all(), "the track itself never changes"


def test_components():
    track = TRACKS["cubic"]
    assert (track.y(T) == track(T)[:, 1]).all()
    assert (track["z"].velocity(T) == track.velocity(T)[:, 2]).all()
    assert (TRACKS["mixed"].x(T) == TRACKS["mixed"](T)[:, 0]).all()
    flat = track.with_component("y", keys({0: 5.0}))
    assert (flat.y(T) == 5).all()
    assert (flat.x(T) == track.x(T)).all()
    assert keys({0: (1, 0.5, 0)}, kind="color").g(0) == 0.5
    with pytest.raises(AttributeError):
        _ = track.colour


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.floats(-5, 5), min_size=3, max_size=40),
    st.sampled_from([1e-6, 0.1, 1.0]),
    st.sampled_from([None, "cubic", "monotone"]),
)
def test_reduce_holds_its_bound_at_every_sample(values, tolerance, interpolate):
    track = Track.sampled(np.arange(len(values)) / 24, values)
    fewer = track.reduce(tolerance, interpolate)
    assert np.abs(fewer(track.times) - track.values).max() <= tolerance + 1e-12
    assert set(fewer.times) <= set(track.times)


def test_reduce_finds_the_corners():
    t = np.linspace(0, 3, 301)
    corners = keys({0: 0.0, 1: 2.0, 3: -1.0}, interpolate="linear")
    assert corners.resample(at=t).reduce(1e-9).times.tolist() == [0, 1, 3]
    sine = Track.sampled(t, np.sin(t)).reduce(1e-3, interpolate="cubic")
    assert len(sine.times) < 12
    assert len(Track.sampled(t, np.sin(t)).reduce(1e-3).times) < 60
    still = keys({0: True, 1: True, 2: False, 3: False}).reduce(0)
    assert still.times.tolist() == [0, 2]


def test_reduce_of_keys_holds_between_them_too():
    track = keys(
        dict(zip(np.linspace(0, 3, 25), np.sin(np.linspace(0, 3, 25) * 3), strict=True)), interpolate="cubic"
    )
    fewer = track.reduce(1e-2)
    t = np.linspace(0, 3, 1000)
    assert len(fewer.times) < 20
    assert np.abs(fewer(t) - track(t)).max() < 1.05e-2


def test_reduce_measures_rotations_by_angle():
    t = np.linspace(0, 2, 101)
    wobble = spatial.from_rotation_vector(np.stack([np.sin(2 * t), 0.3 * t, 0 * t], axis=1))
    track = Track.sampled(t, wobble, kind="rotation")
    fewer = track.reduce(0.02)
    cosine = np.clip(np.abs(np.sum(fewer(t) * track(t), axis=1)), 0, 1)
    assert 2 * np.arccos(cosine).max() <= 0.02 + 1e-7
    assert len(fewer.times) < 30


def test_frames():
    assert frames(12, fps=24) == 0.5
    assert frames([24, 48]).tolist() == [1, 2]
    with pytest.raises(InputError, match="fps must be a positive number"):
        frames(1, fps=0)


def test_function_derivatives_are_of_the_documented_quality():
    track = Track.function(np.sin, start=0, end=3)
    t = np.linspace(0, 3, 61)
    assert track.velocity(t) == pytest.approx(np.cos(t), abs=1e-10)
    assert track.acceleration(t) == pytest.approx(-np.sin(t), abs=1e-7)
    assert (track.velocity([-1, 4]) == 0).all()
    turn = Track.function(lambda t: spatial.from_rotation_vector(np.outer(t**2, [0, 1, 0])), "rotation", 0, 2)
    assert turn.velocity(t[:40]) == pytest.approx(np.outer(2 * t[:40], [0, 1, 0]), abs=1e-9)
    assert turn.acceleration(t[:40]) == pytest.approx(np.tile([0, 2, 0], (40, 1)), abs=1e-6)


def test_tracks_never_change():
    times, values = np.array([0.0, 1.0]), np.array([0.0, 1.0])
    track = Track.sampled(times, values)
    values[1] = 9.0
    assert track(1) == 1.0
    for column in (track.times, track.values):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 5.0


def test_seams_of_a_cycle_have_the_velocity_of_the_round_that_begins():
    """Also where k P is not exact in binary."""
    saw = Track.sampled([0.1, 0.4], [0.0, 3.0]).cycle(offset=True)
    seams = 0.1 + 0.3 * np.arange(-40, 40)
    assert saw.velocity(seams) == pytest.approx(np.full(80, 10.0))
    assert saw(seams) == pytest.approx(3.0 * np.arange(-40, 40), abs=1e-11)
