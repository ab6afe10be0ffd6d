"""Cameras: moves about their own axes and about any center, two senses, tracking; rows BB-19 to BB-23."""

import numpy as np
import pytest

import supple
import supple.demos
from supple.errors import InputError, UnknownNameError
from supple.scene import Camera, Node, Scene, Take
from supple.spatial import from_axis_angle, multiply, rotate

X, Y, Z = np.eye(3)


@pytest.fixture(params=range(3))
def camera(request):
    rng = np.random.default_rng(request.param)
    return Camera(rng.normal(size=3) * 2, rng.normal(size=3), rng.uniform(-1, 1))


def same_turn(a, b):
    """Quaternions that turn alike: q and −q do."""
    return abs(a @ b) > 1 - 1e-12


@pytest.mark.feature("BB-19")
@pytest.mark.parametrize(("move", "axis"), [("tilted", X), ("panned", Y), ("rolled", Z)])
def test_a_camera_turns_about_its_own_axes(camera, move, axis):
    """R ↦ R exp(θ a): the eye stays, and so does that axis of the camera."""
    moved = getattr(camera, move)(0.3)
    np.testing.assert_allclose(moved.eye, camera.eye)
    assert same_turn(moved.rotation, multiply(camera.rotation, from_axis_angle(axis, 0.3)))
    np.testing.assert_allclose(rotate(moved.rotation, axis), rotate(camera.rotation, axis), atol=1e-12)
    assert same_turn(getattr(moved, move)(-0.3).rotation, camera.rotation)


@pytest.mark.feature("BB-20")
def test_a_crane_swings_eye_and_gaze_together(camera):
    """About the origin, as bbop has it: distances stay, and a whole round comes back."""
    swung = camera.craned(0.7, 0.2)
    for what in ("eye", "center"):
        assert np.linalg.norm(getattr(swung, what)) == pytest.approx(np.linalg.norm(getattr(camera, what)))
    round_trip = camera.craned(np.pi).craned(np.pi)
    np.testing.assert_allclose(round_trip.eye, camera.eye, atol=1e-12)
    level = Camera(eye=(0, 0, 5), center=(0, 0, 0)).craned(0.4, 0.5)
    assert level.eye[1] == pytest.approx(5 * np.sin(0.5)), "a raised arm"
    assert np.arctan2(level.eye[0], level.eye[2]) == pytest.approx(0.4)
    assert level.roll == pytest.approx(0), "its horizon stays level"


@pytest.mark.feature("BB-21")
def test_any_axis_through_any_point(camera):
    """Relative to the pivot, everything is turned by one rotation."""
    axis, pivot = np.array([1.0, 2.0, -0.5]), np.array([0.3, -1.0, 2.0])
    moved, turn = camera.turned(axis, 0.9, about=pivot), from_axis_angle(axis, 0.9)
    np.testing.assert_allclose(moved.eye - pivot, rotate(turn, camera.eye - pivot))
    assert same_turn(moved.rotation, multiply(turn, camera.rotation))


@pytest.mark.feature("BB-21")
def test_a_camera_rides_a_path_and_keeps_what_moves_in_the_middle():
    t = np.linspace(0, 2, 25)
    path = np.stack([np.sin(t), 1 + 0 * t, np.cos(3 * t)], axis=1)
    take = Take(Scene([Node("ball")]), t, {"ball": supple.scene.NodeMotion(translation=path)})
    ride = supple.keys({0: (4, 1, 4), 1: (0, 3, 6), 2: (-4, 1, 4)})
    shot = take.with_camera("ride", lambda t: Camera(eye=ride(t), center=(0, 0, 0)), track="ball").cameras[
        "ride"
    ]
    np.testing.assert_allclose(shot.eye, ride(t))
    for frame in range(len(t)):
        gaze = rotate(shot.at(frame).rotation, -Z)
        toward = path[frame] - shot.eye[frame]
        np.testing.assert_allclose(gaze, toward / np.linalg.norm(toward), atol=1e-12)
    with pytest.raises(UnknownNameError, match="'ball'"):
        take.with_camera("ride", Camera(), track="bal")
    with pytest.raises(InputError, match="center are both"):
        take.with_camera("inside", Camera(eye=path[0]), track="ball")


@pytest.mark.feature("BB-22")
def test_an_airplane_goes_where_it_is_pushed():
    """Forward: nose down. Sideways: the right wing down, so its up leans to the right."""
    level = Camera(eye=(0, 0, 5), center=(0, 0, 0))
    assert rotate(level.pushed(0.2, 0).rotation, -Z)[1] == pytest.approx(-np.sin(0.2))
    assert level.pushed(0, 0.2).up[0] == pytest.approx(np.sin(0.2))


@pytest.mark.feature("BB-23")
@pytest.mark.feature("A5")
def test_the_world_goes_the_other_way():
    """Equal but for the sign: what one sense does, the other undoes, one stick at a time."""
    level = Camera(eye=(0, 0, 5), center=(0, 0, 0))
    for stick in ((0.2, 0.0), (0.0, 0.2)):
        back = level.pushed(*stick).pushed(*stick, sense="world")
        assert same_turn(back.rotation, level.rotation)
        opposite = level.pushed(-stick[0], -stick[1])
        assert same_turn(level.pushed(*stick, sense="world").rotation, opposite.rotation)
    with pytest.raises(UnknownNameError, match="airplane"):
        level.pushed(0.1, 0, sense="car")


def test_cameras_go_with_the_take(tmp_path):
    """Through cuts, resampling, joins and a file."""
    take = supple.record(
        Scene([Node("ball")]), supple.Clip({"ball.position.x": supple.keys({0: 0, 1: 2})}), fps=10
    )
    take = take.with_camera("left", Camera(eye=(-3, 1, 0))).with_camera("close", Camera(), track="ball")
    assert len(take[0.2:0.5].cameras["close"].center) == 4
    assert len(take.resample(20).cameras["close"].center) == 21
    assert len((take + take).cameras["left"].eye) == 22
    again = supple.load_take(take.save(tmp_path / "ball.glb"))
    np.testing.assert_array_equal(again.cameras["close"].center, take.cameras["close"].center)
    with pytest.raises(InputError, match="same cameras"):
        take + supple.load_take(tmp_path / "ball.glb").with_camera("more", Camera())


@pytest.mark.feature("BB-D7")
def test_the_demo_of_cameras():
    """Both senses mirror each other while they turn by degrees, the crane keeps its reach, the ride its car."""
    report = supple.demos.run("cameras").report
    assert report["mirror_error_rad"] < 1e-12 < 8 < report["pushed_deg"]
    assert report["crane_reach_error_m"] < 1e-12
    assert report["crane_swing_deg"] > 80
    assert report["track_error_rad"] < 1e-7
    assert report["cameras"] == 4
