"""Robots out: what was read comes back, what came from elsewhere moves the same."""

import numpy as np
import pytest
import test_mjcf
import test_urdf

import supple
from supple.io.markup import read_markup
from supple.kinematics import Link, Shape, Skeleton


def moves_the_same(one, other, poses=10):
    """Frames of all links of the first at random angles."""
    rng = np.random.default_rng(8)
    for _ in range(poses):
        turns = rng.uniform(-1, 1, one.nv)
        frames, q = one.frames(one.from_angles(turns)), other.rest.copy()
        for name, value in zip(one.freedoms, turns, strict=True):
            link = next(each for each in one.links if name in each.freedom_names)
            k = link.freedom_names.index(name)
            called = link.name if k == link.joint.nv - 1 else f"{link.name}_{k}"
            q[other.in_q(called)] = value
        again = other.frames(q)
        for row, link in enumerate(one.links):
            assert again[other.index(link.name)] == pytest.approx(frames[row], abs=1e-9)


def same_bodies(one, other):
    for link in one.links:
        twin = other.link(link.name)
        assert twin.mass == pytest.approx(link.mass, rel=1e-11)
        assert twin.body.center == pytest.approx(link.body.center, abs=1e-11)
        assert twin.body.moments == pytest.approx(link.body.moments, rel=1e-10, abs=1e-11)


def test_a_robot_comes_back_with_all_that_it_said(tmp_path):
    text = test_urdf.ROBOT.replace(
        '</joint>\n  <joint name="turn"', '<safety_controller k_velocity="3"/></joint>\n  <joint name="turn"'
    )
    scene = supple.load(test_urdf.saved(tmp_path, text))
    again = supple.load(scene.save(tmp_path / "out" / "again.urdf"))
    one, other = scene.skeleton, again.skeleton
    moves_the_same(one, other)
    same_bodies(one, other)
    assert [link.name for link in other.links] == [link.name for link in one.links]
    assert again.source.joints == scene.source.joints
    assert np.array_equal(other.limits, one.limits)
    assert (other.couplings, np.array_equal(other.damping, one.damping)) == (one.couplings, True)
    assert [(m.name, m.gear, m.force) for m in other.motors] == [
        (m.name, m.gear, m.force) for m in one.motors
    ]
    root = read_markup(tmp_path / "out" / "again.urdf")
    assert [each.tag for each in root.children].count("gazebo") == 1
    assert root.first("transmission").first("actuator").attributes == {"name": "m"}
    swing = next(each for each in root.all("joint") if each.attributes["name"] == "swing")
    assert swing.first("safety_controller").attributes == {"k_velocity": "3"}
    assert swing.first("limit").attributes["velocity"] == "2"
    assert len(again["base"].mesh.vertices) == len(scene["base"].mesh.vertices)
    test_urdf.check_kinematics(again, test_urdf.in_mujoco((tmp_path / "out" / "again.urdf").read_text()))


@pytest.mark.filterwarnings("ignore::supple.io.AssetWarning")
@pytest.mark.parametrize(
    ("folder", "file"),
    [("hyq_description", "robots/hyq_no_sensors.urdf"), ("urdf_tutorial", "urdf/07-physics.urdf")],
)
def test_robots_of_others_come_back(models_folder, tmp_path, folder, file):
    search = models_folder / "urdf" / folder
    scene = supple.load(search / file, search=search)
    again = supple.load(scene.save(tmp_path / "again.urdf"), search=search)
    moves_the_same(scene.skeleton, again.skeleton, poses=3)
    same_bodies(scene.skeleton, again.skeleton)
    assert again.source.joints == scene.source.joints
    assert again.bounds == pytest.approx(scene.bounds, abs=1e-9)


@pytest.mark.filterwarnings("ignore::supple.io.AssetWarning")
def test_a_figure_of_mujoco_becomes_a_robot(tmp_path):
    """Balls, general joints and several roots become chains of hinges and slides on one root."""
    scene = supple.load(test_mjcf.opened(tmp_path))
    again = supple.load(scene.save(tmp_path / "robot.urdf"))
    one = scene.skeleton
    floating = Skeleton(
        [link.but(joint="fixed", rest=None) if link.joint.kind == "free" else link for link in one.links]
    )
    held = Skeleton(
        [
            link.but(joint="fixed", rest=None) if link.joint.kind == "free" else link
            for link in again.skeleton.links
        ]
    )
    moves_the_same(floating, held)
    same_bodies(one, again.skeleton)
    assert again.skeleton.link("torso").joint.kind == "free"
    assert again.skeleton.links[0].name == "world"
    tip = next(s for s in again.skeleton.link("forearm").shapes if s.name == "tip")
    assert tip.mesh.volume == pytest.approx(0.3 * 0.2 * 0.4 / 6, rel=1e-6)
    assert again.skeleton.link("forearm").shapes[0].size == pytest.approx(one.link("forearm").shapes[0].size)
    assert again.skeleton.couplings == one.couplings
    neck = next(shape for shape in again.skeleton.link("neck").shapes)
    assert neck.mesh.volume == pytest.approx(4 / 3 * np.pi * 0.08 * 0.09 * 0.12, rel=0.05)
    assert again["torso"].mesh.parts[0].look.color == pytest.approx(
        scene["torso"].mesh.parts[0].look.color, abs=1e-6
    )


def test_a_skeleton_made_by_code_is_written(tmp_path):
    arm = Link.rod("arm", to=(0, -1, 0), mass=1, radius=0.05, offset=(0, 2, 0), limits=(-1, 1))
    hand = Link(
        "hand",
        "arm",
        joint="universal",
        offset=(0, -1, 0),
        mass=0.5,
        inertia=0.01,
        shapes=[Shape("sphere", 0.1)],
    )
    scene = supple.Scene()
    with pytest.raises(supple.errors.InputError, match="the scene has no skeleton; give it one"):
        scene.save(tmp_path / "arm.urdf")
    scene.skeleton = Skeleton([arm, hand], name="arm")
    again = supple.load(scene.save(tmp_path / "arm.urdf"))
    moves_the_same(scene.skeleton, again.skeleton)
    same_bodies(scene.skeleton, again.skeleton)
    assert again.skeleton.link("arm").limits.tolist() == [[-1, 1]]
