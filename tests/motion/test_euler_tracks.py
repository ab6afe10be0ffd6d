"""Tracks of Euler angles: components keyed apart, exact rotations and velocities, and the way back."""

from itertools import permutations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track, euler_keys, keys
from supple.scene import Node, Scene, record
from supple.spatial import from_euler, multiply, rotate, to_euler, unwound

ORDERS = ["".join(letters) for letters in permutations("XYZ")]
TIMES = np.linspace(0, 2, 41)


def swinging(order, seed=0):
    rng = np.random.default_rng(seed)
    turns = {a: dict(zip(np.sort(rng.uniform(0, 2, 5)), rng.uniform(-2, 2, 5), strict=True)) for a in "xyz"}
    return euler_keys(order, **turns)


@pytest.mark.parametrize("order", ORDERS)
def test_angles_act_in_their_order_about_moving_axes(order):
    """R = R_1 R_2 R_3 by SciPy, whose capitals mean the same."""
    track = swinging(order)
    angles = track(TIMES)
    by_letter = angles[:, ["XYZ".index(letter) for letter in order]]
    expected = Rotation.from_euler(order, by_letter).as_matrix()
    found = Rotation.from_quat(track.to_rotation()(TIMES)).as_matrix()
    np.testing.assert_allclose(found, expected, atol=1e-14)


@pytest.mark.parametrize("order", ORDERS)
def test_angular_velocity_and_acceleration_are_exact(order):
    """ω and ω̇ against central differences of q and ω; cubic spans are smooth away from their keys."""
    track = euler_keys(order, x=keys({0: 0, 2: 1.3}), y=keys({0: 0.4, 2: -1}), z=keys({0: 1, 2: -3}))
    turns = track.to_rotation()
    t, h = np.linspace(0.1, 1.9, 23), 1e-5
    step = multiply(turns(t + h), turns(t - h) * (-1, -1, -1, 1))
    np.testing.assert_allclose(turns.velocity(t), Rotation.from_quat(step).as_rotvec() / (2 * h), atol=1e-8)
    slope = (turns.velocity(t + h) - turns.velocity(t - h)) / (2 * h)
    np.testing.assert_allclose(turns.acceleration(t), slope, atol=1e-7)


@pytest.mark.parametrize("order", ORDERS)
def test_rotations_become_angles_and_come_back(order):
    t = np.linspace(0, 3, 90)
    turns = Track.sampled(
        t, Rotation.from_rotvec(np.stack([2 * np.sin(t), 3 * t, t**2], 1)).as_quat(), "rotation"
    )
    angles = turns.to_euler(order)
    assert angles.kind == f"euler.{order}"
    same = np.abs(np.sum(angles.to_rotation()(t) * turns(t), axis=1))
    np.testing.assert_allclose(same, 1, atol=1e-14)
    np.testing.assert_array_equal(angles.times, turns.times)


@pytest.mark.feature("BB-27")
def test_each_component_has_keys_of_its_own_and_can_be_replaced():
    track = euler_keys("ZXY", x={0: 0, 1: 1}, y={0: 0, 0.3: 2, 1: 0}, interpolate="linear")
    np.testing.assert_array_equal(track["x"].times, [0, 1])
    np.testing.assert_array_equal(track["y"].times, [0, 0.3, 1])
    np.testing.assert_array_equal(track.times, [0, 0.3, 1])
    clip = Clip({"arm.rotation": track})
    clip["arm.rotation.z"] = keys({0: 0.5})
    np.testing.assert_allclose(clip["arm.rotation"](0.3), [0.3, 2, 0.5])
    assert clip["arm.rotation"].kind == "euler.ZXY"
    np.testing.assert_array_equal(clip["arm.rotation.x"].times, [0, 1])


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.shift(0.4),
        lambda t: t.stretch(2),
        lambda t: t.crop(0.2, 0.9),
        lambda t: t.cycle(True),
        lambda t: t.scale(0.5),
        lambda t: t.blend(t.scale(2), 0.5),
        lambda t: t.extend(),
        lambda t: t.resample(rate=30),
        lambda t: t.reverse(),
    ],
)
def test_operators_work_on_each_angle(change):
    """A whole track changed, and its three scalar tracks changed alike, are the same angles."""
    track = euler_keys("YZX", x={0: 0, 1: 1}, y={0: 1, 1: -2}, z={0: 0, 1: 0.5})
    whole = change(track)
    t = np.linspace(0, 1, 13)
    for k, letter in enumerate("xyz"):
        np.testing.assert_allclose(whole(t)[:, k], change(track[letter])(t), atol=1e-12)
    assert whole.kind == "euler.YZX"


def test_a_saved_clip_keeps_the_parts(tmp_path):
    clip = Clip({"hip.rotation": swinging("ZXY", 3), "knee.rotation": swinging("XYZ", 4).to_rotation()})
    clip.save(tmp_path / "clip.json")
    back = Clip.load(tmp_path / "clip.json")
    for name in clip:
        assert np.array_equal(back[name](TIMES), clip[name](TIMES))
    np.testing.assert_array_equal(back["hip.rotation.y"].times, clip["hip.rotation.y"].times)


def test_a_scene_plays_euler_tracks():
    track = swinging("XZY", 5)
    take = record(Scene([Node("arm")]), Clip({"arm.rotation": track}), seconds=2, fps=20)
    point = rotate(track.to_rotation()(take.times), [1.0, 2.0, 3.0])
    np.testing.assert_allclose(take.position("arm", (1, 2, 3)), point, atol=1e-12)


@pytest.mark.parametrize("order", [*ORDERS, "ZXZ", "XYX", "yzy"])
def test_unwound_angles_are_the_same_rotations_without_jumps(order):
    t = np.linspace(0, 4, 400)
    turns = np.stack([5 * t, 2 * np.sin(t) + 0.5, -3 * t], axis=1)
    q = from_euler(turns, order)
    found = unwound(to_euler(q, order), order)
    np.testing.assert_allclose(np.abs(np.sum(from_euler(found, order) * q, axis=1)), 1, atol=1e-12)
    assert np.abs(np.diff(found, axis=0)).max() < 0.2


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: euler_keys("XYX"), "order of turns 'XYX'"),
        (lambda: euler_keys("ZXY", x=keys({0: (0, 1, 2)})), "x is one angle, a scalar track; got a vector"),
        (lambda: keys({0: (0, 1)}, kind="euler.ZXY"), "Euler angles are three"),
        (lambda: keys({0: 0.0}).to_rotation(), "expected Euler angles, got a scalar"),
        (lambda: keys({0: (0, 0, 0)}, kind="euler.ZYX").to_euler("ABC"), "order of turns 'ABC'"),
    ],
)
def test_what_are_no_angles_is_refused(make, words):
    with pytest.raises((InputError, UnknownNameError), match=words):
        make()
