import numpy as np
import pytest

from supple.errors import InputError, UnknownNameError
from supple.scene import CameraMotion, Channel, Mark, Mesh, Node, NodeMotion, Note, Scene, Take
from supple.scene.framing import HEIGHT_SHARE, WIDTH_SHARE, view_axes
from supple.spatial import from_axis_angle

CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float) / 2


def box(name="box", size=1.0):
    return Node(name, Mesh.of(CORNERS * size, [[0, 1, 3]], name=name))


def rolling(seconds=2.0, fps=50.0):
    """A box that travels along x and turns about z, with everything a take can carry."""
    t = np.arange(round(seconds * fps) + 1) / fps
    path = np.stack([t, 0.5 + 0 * t, 0 * t], 1)
    turn = from_axis_angle(np.tile([0, 0, 1.0], (len(t), 1)), -t)
    return Take(
        Scene([box()]),
        t,
        {"box": NodeMotion(translation=path, rotation=turn, visible=t < 1.5)},
        camera=CameraMotion(path + [0, 0, 5.0], path, 0 * t, 0 * t + 0.6),
        notes=(Note(0.5, "half"), Note(1.5, "gone")),
        channels={"speed": Channel(1 + 0 * t, "m/s")},
        marks={"corner": Mark("trail", path[:, None, :] + 0.5)},
    )


@pytest.mark.feature("BB-1", "SD-11")
def test_world_is_the_product_down_the_tree():
    parent = Node("parent", translation=(0, 1, 0), scale=2.0)
    parent.add(box("child"))
    t = np.linspace(0, 1, 5)
    take = Take(Scene([parent]), t, {"child": NodeMotion(translation=np.outer(t, [1, 0, 0]))})
    np.testing.assert_allclose(take.position("child", (0, 0.5, 0)), np.stack([2 * t, 2 + 0 * t, 0 * t], 1))


def test_resampling_is_exact_where_the_motion_is_linear():
    take = rolling(fps=50).resample(24)
    assert take.fps == 24
    np.testing.assert_allclose(take.position("box")[:, 0], take.times, atol=1e-12)
    expected = from_axis_angle(np.tile([0, 0, 1.0], (len(take.times), 1)), -take.times)
    np.testing.assert_allclose(np.abs((take.motions["box"].rotation * expected).sum(1)), 1, atol=1e-12)
    assert take.camera.eye.shape == take.marks["corner"].positions[:, 0].shape == (49, 3)


def test_a_slice_in_seconds_keeps_samples_and_notes_inside():
    part = rolling()[0.4:1.2]
    assert (part.times[0], part.times[-1]) == (pytest.approx(0.4), pytest.approx(1.2))
    assert [n.text for n in part.notes] == ["half"]
    assert len(part.channels["speed"].values) == len(part.times) == 41
    with pytest.raises(InputError, match=r"no samples from 5 s"):
        rolling()[5:6]


def test_concatenation_goes_on_one_step_later_and_cutting_gives_it_back():
    take = rolling()
    twice = take + take
    assert twice.fps == take.fps
    assert len(twice.times) == 2 * len(take.times)
    np.testing.assert_array_equal(twice.position("box")[len(take.times) :], take.position("box"))
    assert [n.text for n in twice.notes] == ["half", "gone"] * 2


def test_concatenation_fills_what_did_not_move_with_rest():
    t = np.linspace(0, 1, 3)
    still = Take(Scene([Node("a", translation=(0, 7, 0))]), t)
    moving = Take(Scene([Node("a")]), t, {"a": NodeMotion(translation=np.outer(t, [1, 0, 0]))})
    np.testing.assert_allclose((still + moving).position("a")[:, 1], [7, 7, 7, 0, 0, 0])
    with pytest.raises(InputError, match=r"same channels; only one has \['speed'\]"):
        rolling() + moving


def test_visibility_is_inherited():
    parent = Node("parent")
    parent.add(box("child"))
    t = np.linspace(0, 1, 3)
    take = Take(Scene([parent]), t, {"parent": NodeMotion(visible=np.array([True, False, True]))})
    np.testing.assert_array_equal(take.visible("child"), [True, False, True])


@pytest.mark.parametrize("aspect", [16 / 9, 9 / 16])
@pytest.mark.parametrize("travel", [0.0, 1.0, 30.0])
def test_the_subject_stays_inside_the_frame_and_is_not_lost_in_it(aspect, travel):
    t = np.linspace(0, 3, 91)
    path = np.stack([travel * t / 3, 0.5 + 0.2 * np.sin(7 * t), 0 * t], 1)
    take = Take(Scene([box()]), t, {"box": NodeMotion(translation=path)})
    shares = []
    for k in range(len(t)):
        camera = take.framing.camera(k, aspect)
        seen = (CORNERS + path[k] - camera.eye) @ view_axes(
            (camera.eye - camera.center) / np.linalg.norm(camera.eye - camera.center)
        ).T
        slope = np.tan(camera.angle / 2)
        up, right = seen[:, 1] / -seen[:, 2] / slope, seen[:, 0] / -seen[:, 2] / slope / aspect
        assert max(np.abs(up).max() / HEIGHT_SHARE, np.abs(right).max() / WIDTH_SHARE) <= 1 + 1e-9
        shares.append(np.ptp(up) / 2)
    if aspect > 1:
        assert 0.25 <= np.median(shares) <= 0.7


def test_what_comes_toward_the_eye_stays_inside_too():
    wall = Node("wall", Mesh.of(CORNERS * [0.1, 1, 6], [[0, 1, 3]]))
    camera = Take(Scene([wall]), [0.0]).framing.camera(0, 16 / 9)
    axes = view_axes((camera.eye - camera.center) / np.linalg.norm(camera.eye - camera.center))
    _, up, toward = ((CORNERS * [0.1, 1, 6] - camera.eye) @ axes.T).T
    share = np.abs(up / toward).max() / np.tan(camera.angle / 2)
    assert share == pytest.approx(HEIGHT_SHARE, rel=1e-6)


def test_a_loop_is_found_mended_and_reported():
    t = np.arange(0, 5.0, 1 / 60)
    phase = 2 * np.pi * t / 1.25
    path = np.stack([0.8 * t, 0.3 + 0.2 * np.cos(phase), 0.02 * np.sin(phase)], 1)
    turn = from_axis_angle(np.tile([0, 0, 1.0], (len(t), 1)), 0.3 * np.sin(phase) + 0.01 * t)
    take = Take(
        Scene([box()]), t, {"box": NodeMotion(translation=path, rotation=turn)}, notes=(Note(0.1, "start"),)
    )
    loop = take.loop()
    assert loop.report["loop"]["period_s"] == pytest.approx(1.25, abs=1 / 60)
    assert loop.report["loop"]["gap_m"] == pytest.approx(0.8 * loop.duration, rel=1e-6)
    np.testing.assert_allclose(loop.position("box")[0], loop.position("box")[-1], atol=1e-12)
    first, last = loop.motions["box"].rotation[[0, -1]]
    assert abs(first @ last) == pytest.approx(1, abs=1e-12)
    turns = loop.motions["box"].rotation
    steps = np.arccos(np.clip(np.abs((turns[1:] * turns[:-1]).sum(axis=1)), 0, 1))
    assert steps[-1] == pytest.approx(steps[-2], abs=2e-3)
    heights = loop.position("box")[:, 1]
    assert np.ptp(heights) == pytest.approx(0.4, rel=0.01)
    seam = np.diff(np.concatenate([heights[-2:], heights[1:2]]))
    assert abs(seam[1] - seam[0]) < 3e-3
    with pytest.raises(InputError, match=r"period is 9 s; the take lasts"):
        take.loop(period=9)


def test_a_loop_is_whole_periods_of_a_take_that_says_its_own():
    """Nodding three times as fast as it travels up and down, it nearly returns after a third of a period."""
    t = np.arange(0, 6.0, 1 / 60)
    path = np.stack(
        [0 * t, 0.5 + 0.01 * np.sin(2 * np.pi * t / 1.5) + 0.2 * np.cos(6 * np.pi * t / 1.5), 0 * t], 1
    )
    take = Take(Scene([box()]), t, {"box": NodeMotion(translation=path)})
    assert take.loop().duration == pytest.approx(0.5)
    beating = take.with_report(period_s=1.5)
    assert beating.loop().duration == pytest.approx(1.5)
    assert beating.loop().loop().duration == pytest.approx(1.5)
    with pytest.raises(InputError, match=r"no loop of 1\.\d+ s fits into a take of 1 s"):
        beating[0:1.0].loop()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (dict(times=[0, 0.5, 0.5]), "strictly increase"),
        (dict(times=[0, np.nan, 1]), r"entry \[1\] is nan"),
        (dict(motions={"ball": NodeMotion()}), "unknown node 'ball'"),
        (
            dict(motions={"box": NodeMotion(translation=np.zeros((2, 3)))}),
            "translation has 2 samples, but the take has 3",
        ),
        (dict(motions={"box": NodeMotion(translation=np.full((3, 3), np.nan))}), "not finite at sample 0"),
        (dict(channels={"speed": Channel(np.zeros(2))}), "channel 'speed': values has 2 samples"),
    ],
)
def test_bad_takes_say_what_is_wrong(change, message):
    arguments = {"scene": Scene([box()]), "times": [0, 0.5, 1.0], **change}
    with pytest.raises((InputError, UnknownNameError), match=message):
        Take(**arguments)


def test_an_unknown_suffix_lists_the_known_ones(tmp_path):
    with pytest.raises(UnknownNameError, match=r"unknown file type '.fbx'"):
        rolling().save(tmp_path / "x.fbx")
    assert list(tmp_path.iterdir()) == []
