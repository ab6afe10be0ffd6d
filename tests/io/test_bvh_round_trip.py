"""Captures out: what was read comes back, in its own conventions or in others; figures that were no captures, too."""

import re

import captures
import numpy as np
import pytest

import supple
from supple.io.bvh.layout import Layout
from supple.scene import Joint, Node, Scene, Skin, played
from supple.spatial import from_axis_angle, from_euler

BOUND = 1e-6
"""Of the height: how far joints may be from where they were."""


def places(take, names=None):
    """Where joints and ends are (T, n, 3)."""
    return np.stack([take.position(name) for name in names or [n.name for n in take.scene.walk()]], axis=1)


def height(take):
    return float(np.ptp(places(take)[..., 1]))


def channels(layout):
    return [[str(c) for c in joint.channels] for joint in layout.joints]


def check(source, folder, **placing):
    """Load, write, load: positions, channels and the time of a frame are those that were."""
    first = supple.load(source, **placing)
    saved = first.save(folder / "again.bvh")
    before = supple.load_take(source, **placing)
    after = supple.load_take(saved, up=first.source.up, unit=first.source.unit)
    assert len(after.times) == len(before.times)
    assert np.abs(places(after) - places(before)).max() < BOUND * height(before)
    assert channels(after.scene.source) == channels(first.source)
    assert after.scene.source.seconds == first.source.seconds
    assert [n.name for n in after.scene.walk()] == [n.name for n in before.scene.walk()]
    return first, before


@pytest.mark.filterwarnings("ignore::supple.io.AssetWarning")
@pytest.mark.parametrize("name", ["dab.bvh", "jumping_jacks.bvh", "rotation_first_root.bvh"])
def test_captures_of_others_come_back(models_folder, tmp_path, name):
    source = models_folder / "bvh" / name
    first, take = check(source, tmp_path)
    text = source.read_text()
    assert first.source.width == sum(int(n) for n in re.findall(r"CHANNELS (\d+)", text))
    for k in (0, len(take.times) // 2, len(take.times) - 1):
        told = captures.evaluated(text, k)
        turned = {"y": np.eye(3), "z": np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])}[first.source.up]
        gap = max(
            np.abs(take.position(joint)[k] - first.source.unit * turned @ at).max()
            for joint, at in told.items()
        )
        assert gap < 1e-9


@pytest.mark.parametrize("up", ["x", "y", "z"])
def test_a_capture_made_by_code_comes_back(tmp_path, up):
    file = tmp_path / "walk.bvh"
    file.write_text(captures.written(frames=captures.walk(), step=".03333"))
    check(file, tmp_path, up=up, unit="cm")


def test_angles_come_back_as_they_were_keyed(tmp_path):
    """Not only the same rotations: angles beyond ±90° about the middle axis, and several turns, too."""
    joints = [("Hips", None, (0, 90, 0), "Xp Yp Zp Zr Xr Yr")]
    frames = np.array([[0, 90, 0, 10, 100 + 5 * k, 20 * k] for k in range(40)], dtype=float)
    file = tmp_path / "spin.bvh"
    file.write_text(captures.written(joints, frames, {"Hips": (0, 10, 0)}))
    supple.load(file, unit="cm", up="z").save(file)
    rows = file.read_text().split("Frame Time: 0.0083333\n")[1].splitlines()
    assert np.array([row.split() for row in rows], dtype=float) == pytest.approx(frames, abs=1e-6)


@pytest.mark.parametrize(
    ("order", "up", "unit", "fps"), [("XYZ", "z", "m", None), ("YZX", "x", 0.3, 24), ("ZYX", "y", "mm", 240)]
)
def test_other_conventions_say_the_same_motion(tmp_path, order, up, unit, fps):
    file = tmp_path / "walk.bvh"
    file.write_text(captures.written(frames=captures.walk()))
    scene = supple.load(file, unit="cm", up="y")
    saved = scene.save(tmp_path / "other.bvh", order=order, up=up, unit=unit, fps=fps)
    after = supple.load_take(saved, up=up, unit=unit)
    before = played(scene, scene.clip, after.times)
    assert np.abs(places(after) - places(before)).max() < BOUND * height(before)
    orders = {joint.order for joint in after.scene.source.joints}
    assert orders <= {order, ""}
    assert after.fps == pytest.approx(fps or 120.0005, rel=1e-5)
    lowest = {"x": 0, "y": 1, "z": 2}[up]
    first = np.array([float(w) for w in saved.read_text().splitlines()[-1].split()])[:3]
    assert first.argmax() == lowest


def test_an_edited_clip_and_a_take_are_written(tmp_path):
    file = tmp_path / "walk.bvh"
    file.write_text(captures.written(frames=captures.walk()))
    scene = supple.load(file, unit="cm", up="y")
    scene.clips["walk"] = scene.clip.each(lambda track: track.shift(1.5))
    slow = scene.save(tmp_path / "later.bvh", clip="walk")
    take = supple.load_take(file, unit="cm", up="y")
    assert np.abs(places(supple.load_take(slow, unit="cm", up="y")) - places(take)).max() < BOUND
    again = supple.load_take(take.save(tmp_path / "take.bvh"), unit="cm", up="y")
    assert np.abs(places(again) - places(take)).max() < BOUND
    assert channels(again.scene.source) == channels(scene.source)
    half = supple.load_take(take.save(tmp_path / "half.bvh", fps=60), unit="cm", up="y")
    assert half.fps == pytest.approx(60, rel=1e-6)
    with pytest.raises(supple.errors.SuppleError, match=r"unknown clip 'run'. There are: walk"):
        scene.save(file, clip="run")


def figure():
    """A figure whose joints stand askew and scaled, as Blender and FBX make them, under a node that is no joint."""
    hand = Node("hand.end", translation=(0, 0.2, 0))
    arm = Node(
        "arm L",
        translation=(0, 0.5, 0.1),
        rotation=from_euler([0.4, 1.0, -0.7]),
        joint=Joint("ball"),
        children=[hand],
    )
    spine = Node(
        "spine",
        translation=(0.1, 0.3, 0),
        rotation=from_axis_angle((1, 2, 3), 2.0),
        joint=Joint("ball", order="XZY"),
        children=[arm],
    )
    root = Node(
        "root",
        translation=(0, 90, 0),
        rotation=from_axis_angle((1, 0, 0), -1.5),
        joint=Joint("free"),
        children=[spine],
    )
    wrapper = Node("wrapper", rotation=from_axis_angle((1, 0, 0), 1.5), scale=0.01, children=[root])
    root.scale = np.full(3, 100.0)
    return Scene([wrapper])


def test_a_figure_that_was_no_capture_is_written_from_its_rest_pose(tmp_path):
    scene = figure()
    turns = {0.0: (0, 0, 0, 1), 0.5: from_axis_angle((0, 1, 1), 1.2), 1.0: from_axis_angle((1, 0, 0), -2.0)}
    scene.clip = supple.Clip(
        {
            "arm L.rotation": supple.motion.rotation_keys(turns),
            "spine.rotation": supple.motion.rotation_keys({0: (0, 0, 0, 1), 1: (1, 0, 0, 0)}),
            "root.position": supple.keys({0: (0, 90, 0), 1: (30, 95, 5)}),
        }
    )
    saved = scene.save(tmp_path / "figure.bvh", fps=48)
    after = supple.load_take(saved, unit="cm", up="y")
    before = played(scene, scene.clip, after.times)
    names = ["root", "spine", "hand.end"]
    assert np.abs(places(after, ["root", "spine", "arm_L.end"]) - places(before, names)).max() < 1e-6
    assert np.abs(after.scene["spine"].world[:3, 3] - scene["spine"].world[:3, 3]).max() < 1e-6
    assert channels(after.scene.source)[0][:3] == ["Xposition", "Yposition", "Zposition"]
    assert after.scene["spine"].joint.order == "XZY"
    assert len(after.times) == 49


def test_joints_that_slide_get_positions(tmp_path):
    scene = figure()
    scene.clip = supple.Clip({"arm L.position": supple.keys({0: (0, 0.5, 0.1), 1: (0, 0.8, 0.1)})})
    after = supple.load_take(scene.save(tmp_path / "slide.bvh"), unit="cm", up="y")
    assert np.ptp(after.position("arm_L"), axis=0).max() > 0.2
    assert (
        np.abs(after.position("arm_L")[-1] - played(scene, scene.clip, [1.0]).position("arm L")[0]).max()
        < 1e-6
    )
    assert isinstance(after.scene.source, Layout)


def test_a_skinned_figure_has_the_joints_of_its_skin(tmp_path):
    knee = Node("knee", translation=(0, -0.5, 0))
    hip = Node("hip", translation=(0, 1, 0), children=[knee])
    scene = Scene([hip, Node("skin", skin=Skin.bound([hip, knee]))])
    assert supple.load(scene.save(tmp_path / "leg.bvh"), unit="cm", up="y").figure.names == ("hip", "knee")
    with pytest.raises(supple.errors.InputError, match="the scene has none; give its nodes joints"):
        Scene([Node("stone")]).save(tmp_path / "stone.bvh")


def test_uneven_frames_and_wrong_conventions_are_refused(tmp_path):
    scene = figure()
    uneven = played(scene, scene.clip, [0.0, 0.1, 0.3])
    with pytest.raises(supple.errors.InputError, match="frames evenly apart, the take has not; give fps="):
        uneven.save(tmp_path / "x.bvh")
    for wrong, message in [
        ({"up": "w"}, "unknown axis for up 'w'"),
        ({"order": "XYX"}, "unknown order of turns 'XYX'"),
        ({"unit": -1}, "positive number of meters"),
        ({"fps": 0}, "fps is 0"),
    ]:
        with pytest.raises(supple.errors.SuppleError, match=message):
            scene.save(tmp_path / "x.bvh", **wrong)
    assert not list(tmp_path.iterdir())
