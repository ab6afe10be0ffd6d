"""From tracks to a take."""

import numpy as np
import pytest

import supple
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track, keys, rotation_keys
from supple.scene import Camera, Mesh, Node, Scene, record

TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0.0]])


@pytest.fixture
def scene():
    return Scene([Node("ball", Mesh.of(TRIANGLE, [[0, 1, 2]]), translation=(1, 2, 3)), Node("hand.L")])


def test_a_component_alone_leaves_the_others_at_rest(scene):
    take = record(scene, Clip({"ball.position.y": keys({0: 5, 1: 6}, interpolate="linear")}), fps=4)
    np.testing.assert_allclose(take.position("ball"), [[1, 5 + t, 3] for t in take.times])


def test_what_no_track_names_does_not_move(scene):
    take = record(scene, Clip({"hand.L.position": keys({0: (0, 0, 0), 1: (0, 1, 0)})}), fps=4)
    assert list(take.motions) == ["hand.L"]
    np.testing.assert_allclose(take.position("ball"), np.tile([1, 2, 3.0], (5, 1)))


def test_a_shape_keyed_twice_is_one_target(scene):
    shapes = {0: TRIANGLE, 1: 2 * TRIANGLE, 2: 2 * TRIANGLE, 3: TRIANGLE}
    track = keys(shapes, interpolate="linear")
    take = record(scene, Clip({"ball.shape": track}), fps=8)
    assert len(take.scene["ball"].surface.targets) == 1
    for k, t in enumerate(take.times):
        np.testing.assert_allclose(take.shape("ball", k), track(t), atol=1e-14)


@pytest.mark.parametrize("way", ["linear", "cubic", "monotone", "catmull-rom"])
def test_any_shape_track_is_played_exactly(scene, way):
    rng = np.random.default_rng(3)
    track = keys({t: rng.normal(size=(3, 3)) for t in (0, 0.3, 1.0, 1.4)}, interpolate=way)
    take = record(scene, Clip({"ball.shape": track}), fps=30)
    for k in (0, 11, 42):
        np.testing.assert_allclose(take.shape("ball", k), track(take.times[k]), atol=1e-12)
    assert (take.motions["ball"].weights is None) == (way == "monotone")


@pytest.mark.feature("PDI-29", "SD-1", "G-F43")
def test_visibility_color_notes_and_camera(scene):
    scene.camera = Camera(eye=(0, 1, 9), center=(0, 1, 0))
    clip = Clip(
        {
            "ball.visible": keys({0: True, 0.5: False}),
            "ball.color": keys({0: (1, 0, 0), 1: (0, 0, 1)}, kind="color"),
            "camera.eye": keys({0: (0, 1, 9), 1: (0, 2, 5)}),
            "notes": keys({0: "start", 0.75: "late"}),
        }
    )
    take = record(scene, clip, seconds=1, fps=4)
    np.testing.assert_array_equal(take.visible("ball"), [True, True, False, False, False])
    np.testing.assert_allclose(take.motions["ball"].color[[0, -1]], [[1, 0, 0, 1], [0, 0, 1, 1]])
    np.testing.assert_allclose(take.camera.eye[-1], [0, 2, 5])
    np.testing.assert_allclose(take.camera.center, np.tile([0, 1, 0.0], (5, 1)))
    assert [(n.time, n.text) for n in take.notes] == [(0, "start"), (0.75, "late")]


def test_a_node_that_changes_hands_stands_in_the_world(scene):
    ball, hand = scene["ball"], scene["hand.L"]
    ball.couple(hand, at=0)
    ball.detach(at=0.5)
    take = record(
        scene, Clip({"hand.L.position": keys({0: (0, 0, 0), 1: (0, 4, 0)}, interpolate="linear")}), fps=4
    )
    np.testing.assert_allclose(take.position("ball"), [[1, 2, 3], [1, 3, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]])
    assert take.scene["ball"].parent is None
    assert scene["ball"].attachments, "the scene itself is not changed"


def test_a_take_becomes_a_clip_with_few_keys_and_back(scene):
    path = keys({0: (0, 0, 0), 0.4: (1, 2, 0), 1: (3, 0, 1)})
    turn = rotation_keys({0: (0, 0, 0, 1), 1: ((0, 1, 0), 2.0)})
    take = record(scene, Clip({"ball.position": path, "ball.rotation": turn}), fps=120)
    clip = take.clip(nodes=["ball"], tolerance=1e-3)
    assert len(clip["ball.position"].times) < 60
    again = record(scene, clip, fps=120)
    assert np.abs(again.position("ball") - take.position("ball")).max() <= 1e-3 + 1e-12
    with pytest.raises(UnknownNameError, match=r"moving node 'hand.L'.* There are: ball"):
        take.clip(nodes=["hand.L"])


@pytest.mark.parametrize(
    ("name", "track", "message"),
    [
        ("bell.position", keys({0: (0, 0, 0)}), "node .*'bell'; did you mean 'ball'"),
        ("ball.positon", keys({0: (0, 0, 0)}), "channel of 'ball': 'positon'; did you mean 'position'"),
        ("ball.rotation", keys({0: (0, 0, 0, 1)}), "a track of kind 'rotation', got 'vector'"),
        ("ball.position", keys({0: (0, 0)}), "three numbers, got"),
        ("ball.shape", keys({0: np.zeros((4, 3))}), r"needs values of shape \(3, 3\), got \(4, 3\)"),
        ("hand.L.shape", keys({0: np.zeros((4, 3))}), "node 'hand.L' has no mesh"),
        ("ball.weights", keys({0: (1, 2)}), "has 2 numbers, but the mesh has 0 targets"),
    ],
)
def test_tracks_that_do_not_fit_are_named(scene, name, track, message):
    with pytest.raises((InputError, UnknownNameError), match=message):
        record(scene, Clip({name: track}), seconds=1, fps=4)


@pytest.mark.parametrize(("seconds", "fps"), [(0, 24), (-1, 24), (1, 0), (float("nan"), 24)])
def test_no_time_no_take(scene, seconds, fps):
    with pytest.raises(InputError, match="both must be positive"):
        record(scene, Clip(), seconds=seconds, fps=fps)


def test_two_nodes_of_one_name_are_refused(scene):
    with pytest.raises(InputError, match="two nodes are called 'ball'"):
        scene.add(Node("ball"))


def test_procedural_tracks_play(scene):
    spin = Track.function(lambda t: np.stack([np.cos(t), np.sin(t), 0 * t], 1), kind="vector")
    take = record(scene, Clip({"ball.position": spin}), seconds=2, fps=10)
    np.testing.assert_allclose(np.linalg.norm(take.position("ball"), axis=1), 1, atol=1e-12)


def test_a_take_says_where_it_comes_from(scene):
    def made(height):
        return record(scene, Clip({"ball.position.y": keys({0: 0.0, 1: height})}), fps=24).origin

    assert made(1.0).version
    assert made(1.0).step == 1 / 24
    assert made(1.0).inputs == made(1.0).inputs != made(1.0 + 1e-12).inputs


def test_a_take_knows_the_keys_it_was_made_of(tmp_path):
    """They go with cuts, shifts and joins, and through a file."""
    rise = Track.function(np.sin, "scalar", 0, 2)
    clip = Clip({"ball.position.x": keys({0: 0, 0.5: 1, 2: 3}), "ball.position.y": rise})
    take = record(Scene([Node("ball")]), clip, fps=24)
    assert {name: times.tolist() for name, times in take.keys.items()} == {"ball.position.x": [0, 0.5, 2]}
    assert take[0.4:1.0].keys["ball.position.x"].tolist() == [0.5]
    assert "ball.position.x" not in take[0.6:1.0].keys
    assert take.shifted(1).keys["ball.position.x"].tolist() == [1, 1.5, 3]
    joined = (take + take).keys["ball.position.x"]
    np.testing.assert_allclose(joined, [0, 0.5, 2, 2 + 1 / 24, 2.5 + 1 / 24, 4 + 1 / 24])
    again = supple.load_take(take.save(tmp_path / "ball.glb"))
    assert again.keys["ball.position.x"].tolist() == [0, 0.5, 2]
    every = Clip({"ball.position.x": keys({k / 24: k for k in range(25)})})
    assert record(Scene([Node("ball")]), every, fps=24).keys == {}, "a key a frame is a recording"
