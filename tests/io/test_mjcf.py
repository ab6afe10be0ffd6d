"""Figures from MuJoCo: every body where MuJoCo's own kinematics has it, weighed as MuJoCo weighs it."""

import builtins
import re

import mujoco
import numpy as np
import pytest

import supple
from supple.io import AssetWarning
from supple.kinematics import Coupling

TURN = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
"""x of ours = TURN x of MuJoCo, whose Z is up."""

STRANGE = """<mujoco model="strange">
  <compiler angle="degree" eulerseq="XYZ"/>
  <option gravity="0 0 -9.81"/>
  <default>
    <joint damping=".5" armature=".01"/>
    <geom friction=".7 .01 .002" density="700"/>
    <default class="soft"><joint stiffness="20" springref="15" frictionloss=".3"/></default>
  </default>
  <asset>
    <material name="blue" rgba=".1 .2 .9 1"/>
    <mesh name="tetra" vertex="0 0 0  .3 0 0  0 .2 0  0 0 .4"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="torso" pos="0.1 0.2 1" euler="20 30 40">
      <freejoint name="root"/>
      <geom type="box" size=".1 .2 .3" pos=".05 0 0" material="blue"/>
      <site name="eye" pos=".1 0 .3"/>
      <body name="neck" pos="0 0 .35" euler="0 10 0">
        <joint name="nod" type="ball" pos="0 .02 -.05" range="0 40" stiffness="3"/>
        <geom type="ellipsoid" size=".08 .09 .12"/>
      </body>
      <frame pos="0 .2 .1" euler="0 0 15">
        <body pos="0 .05 0" euler="90 0 0">
          <joint name="shoulder" axis="1 2 -.5" pos=".01 .02 .03" range="-90 60" class="soft"/>
          <geom type="capsule" fromto="0 0 0 .3 .05 0" size=".04"/>
          <body name="forearm" pos=".3 .05 0">
            <joint name="elbow" axis="0 0 1" ref="30" range="-10 120"/>
            <joint name="twist" axis="1 0 0" range="-60 60"/>
            <joint name="reach" type="slide" axis="1 0 0" range="0 .1"/>
            <joint name="wrist" axis="0 1 0" pos=".2 0 0"/>
            <inertial pos=".1 .01 0" mass=".7" fullinertia=".004 .005 .006 .0004 .0003 .0002"/>
            <geom type="cylinder" size=".03 .1" pos=".1 0 0" euler="0 90 0"/>
            <geom name="tip" type="mesh" mesh="tetra" pos=".25 0 0" contype="2" conaffinity="4" margin=".003"/>
            <body name="glued" pos=".4 0 .1"><geom type="sphere" size=".03"/></body>
          </body>
        </body>
      </frame>
    </body>
    <body name="door" pos="2 0 0"><joint name="hinge" axis="0 0 1"/>
      <geom type="box" size=".4 .02 1" pos=".4 0 1"/></body>
    <body name="latch" pos="3 0 0"><joint name="bolt" type="slide" axis="0 1 0"/><geom size=".05"/></body>
  </worldbody>
  <contact><exclude body1="torso" body2="forearm"/></contact>
  <equality><joint joint1="hinge" joint2="bolt" polycoef=".1 3 0 0 0"/></equality>
  <tendon><fixed name="both"><joint joint="twist" coef="2"/><joint joint="wrist" coef="-1"/></fixed></tendon>
  <actuator>
    <motor name="push" joint="shoulder" gear="40" ctrlrange="-1 1"/>
    <position name="bend" joint="elbow" kp="50" gear="2" forcerange="-9 8"/>
    <motor name="pull" tendon="both" gear="3"/>
    <muscle name="muscle" joint="wrist" lengthrange="0 1"/>
    <motor name="jet" site="eye" gear="0 0 1 0 0 0"/>
  </actuator>
</mujoco>
"""


def opened(folder, text=STRANGE):
    file = folder / "strange.xml"
    file.write_text(text)
    return file


@pytest.fixture
def strange(tmp_path):
    file = opened(tmp_path)
    with pytest.warns(AssetWarning):
        return supple.load(file), mujoco.MjModel.from_xml_path(str(file))


def random_qpos(model, rng):
    qpos = model.qpos0 + rng.normal(size=model.nq)
    for j in np.flatnonzero(model.jnt_type < 2):
        at = model.jnt_qposadr[j] + (3 if model.jnt_type[j] == 0 else 0)
        qpos[at : at + 4] /= np.linalg.norm(qpos[at : at + 4])
    return qpos


def check_kinematics(scene, model, poses=10):
    """The origin, axes and center of mass of every body at random q, and sites, to 1e-9."""
    rng, data, skeleton = np.random.default_rng(1), mujoco.MjData(model), scene.skeleton
    linked = [
        body.name for body in map(model.body, range(1, model.nbody)) if body.name in scene.skeleton.places
    ]
    assert linked
    for _ in range(poses):
        data.qpos[:] = random_qpos(model, rng)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        q = scene.source.q(data.qpos)
        frames = skeleton.frames(q)
        for name in linked:
            link, frame, body = skeleton.link(name), frames[skeleton.index(name)], data.body(name)
            assert frame[:3, :3] == pytest.approx(TURN @ body.xmat.reshape(3, 3) @ TURN.T, abs=1e-9)
            center = frame[:3, :3] @ link.body.center + frame[:3, 3]
            assert center == pytest.approx(TURN @ body.xipos, abs=1e-9)
            joints = range(
                model.body(name).jntadr[0], model.body(name).jntadr[0] + model.body(name).jntnum[0]
            )
            anchor = data.xanchor[joints[-1]] if joints else body.xpos
            if link.joint.kind not in ("slide", "free"):
                assert frame[:3, 3] == pytest.approx(TURN @ anchor, abs=1e-9)
        for k in range(model.nsite):
            name = model.site(k).name
            if name and name not in {model.body(b).name for b in range(model.nbody)}:
                assert skeleton.position(name, q) == pytest.approx(TURN @ data.site_xpos[k], abs=1e-9)


def check_masses(scene, model):
    """Masses, and moments about the centers of mass in the frames of the bodies."""
    for b in range(1, model.nbody):
        name = model.body(b).name
        if name not in scene.skeleton.places:
            continue
        link = scene.skeleton.link(name)
        axes = np.zeros(9)
        mujoco.mju_quat2Mat(axes, model.body_iquat[b])
        moments = axes.reshape(3, 3) @ np.diag(model.body_inertia[b]) @ axes.reshape(3, 3).T
        assert link.mass == pytest.approx(model.body_mass[b], rel=1e-12)
        assert link.body.moments == pytest.approx(TURN @ moments @ TURN.T, abs=1e-12)
    assert scene.skeleton.mass == pytest.approx(model.body_mass.sum(), rel=1e-12)


@pytest.mark.filterwarnings("ignore::supple.io.AssetWarning")
@pytest.mark.parametrize("name", ["ant.xml", "dm_control/humanoid.xml", "umi_gripper/umi_gripper.xml"])
def test_figures_of_others_move_as_in_mujoco(models_folder, name):
    file = models_folder / "mjcf" / name
    scene, model = supple.load(file), mujoco.MjModel.from_xml_path(str(file))
    check_kinematics(scene, model)
    check_masses(scene, model)
    assert scene.skeleton.nv == model.nv
    assert np.array_equal(np.sort(scene.skeleton.damping), np.sort(model.dof_damping))
    seen = np.concatenate([node.rest_vertices for node in scene.walk() if node.mesh is not None])
    assert np.isfinite(seen).all()
    assert len(scene.figure) == len(scene.skeleton.links)


def test_a_strange_figure_moves_as_in_mujoco(strange):
    scene, model = strange
    check_kinematics(scene, model, poses=30)
    check_masses(scene, model)


def test_joints_at_one_anchor_are_one_and_others_are_links_of_their_own(strange):
    skeleton = strange[0].skeleton
    assert skeleton.link("shoulder").parent == "torso"
    assert skeleton.link("forearm.elbow").joint.names == ("elbow", "twist")
    assert skeleton.link("forearm").joint.names == ("reach", "wrist")
    assert skeleton.link("forearm").parent == "forearm.elbow"
    assert skeleton.link("forearm.elbow").mass == 0
    assert skeleton.link("glued").joint.kind == "fixed"
    assert strange[0].source.joints["twist"] == ("forearm.elbow.twist",)
    assert strange[0].source.joints["root"][:3] == ("torso.x", "torso.y", "torso.z")
    assert skeleton.links[0].rest[:3] == pytest.approx(TURN @ [0.1, 0.2, 1])


def test_limits_springs_and_friction_stand_by_joint(strange):
    skeleton = strange[0].skeleton
    shoulder, elbow = skeleton.link("shoulder"), skeleton.link("forearm.elbow")
    assert shoulder.limits[0] == pytest.approx(np.radians([-90, 60]))
    assert elbow.limits == pytest.approx(np.radians([[-40, 90], [-60, 60]]))
    assert skeleton.link("forearm").limits.tolist() == [[0, 0.1], [-np.inf, np.inf]]
    assert skeleton.stiffness[skeleton.freedom("shoulder")] == 20
    assert skeleton.spring_rest[skeleton.in_q("shoulder")] == pytest.approx(np.radians(15))
    assert skeleton.friction[skeleton.freedom("shoulder")] == 0.3
    assert skeleton.armature[skeleton.freedom("forearm.wrist")] == 0.01
    assert skeleton.damping[skeleton.in_v("neck")] == pytest.approx([0.5] * 3)
    assert skeleton.stiffness[skeleton.in_v("neck")] == pytest.approx([3.0] * 3)
    assert skeleton.link("neck").limits[0] == pytest.approx(np.radians([-40, 40]))


def test_motors_pull_with_the_force_of_mujoco(strange):
    """Generalized forces at random q, v and controls against MuJoCo's own."""
    scene, model = strange
    skeleton, data, rng = scene.skeleton, mujoco.MjData(model), np.random.default_rng(5)
    known = {motor.name: motor for motor in skeleton.motors}
    assert set(known) == {"push", "bend", "pull"}
    assert known["push"].control == (-1, 1)
    assert known["bend"].force == (-9, 8)
    for _ in range(20):
        data.qpos[:], data.qvel[:] = random_qpos(model, rng), rng.normal(size=model.nv)
        data.ctrl[:] = rng.uniform(-1, 1, model.nu) * [1, 1, 1, 0, 0]
        mujoco.mj_forward(model, data)
        q, told = scene.source.q(data.qpos), {}
        for name, motor in known.items():
            length = sum(g * q[skeleton._plain_column(f)] for f, g in motor.gear.items())
            speed = sum(g * data.qvel[_dof(model, scene, f)] for f, g in motor.gear.items())
            a, b, c = motor.bias
            force = motor.gain * data.ctrl[model.actuator(name).id] + a + b * length + c * speed
            told[name] = np.clip(force, *motor.force)
            assert told[name] == pytest.approx(data.actuator_force[model.actuator(name).id], abs=1e-9)


def _dof(model, scene, freedom):
    joint = next(j for j, found in scene.source.joints.items() if found == (freedom,))
    return int(model.joint(joint).dofadr[0])


def test_shapes_are_as_given(strange):
    skeleton = strange[0].skeleton
    box, capsule = skeleton.link("torso").shapes[0], skeleton.link("shoulder").shapes[0]
    assert (box.kind, box.size.tolist()) == ("box", [0.1, 0.3, 0.2])
    assert box.friction == (0.7, 0.01, 0.002)
    assert box.color[2] > 5 * box.color[0]
    assert capsule.kind == "capsule"
    assert 2 * capsule.size[1] == pytest.approx(np.hypot(0.3, 0.05))
    tip = next(s for s in skeleton.link("forearm").shapes if s.name == "tip")
    assert (tip.category, tip.mask, tip.margin) == (2, 4, 0.003)
    assert tip.volume == pytest.approx(0.3 * 0.2 * 0.4 / 6)
    volumes = {"torso": 8 * 0.006, "neck": 4 / 3 * np.pi * 0.08 * 0.09 * 0.12}
    for name, volume in volumes.items():
        assert skeleton.link(name).mass == pytest.approx(700 * volume)
    assert skeleton.excluded("torso", "forearm")
    mesh = strange[0]["torso"].mesh
    assert np.ptp(mesh.vertices, axis=0) == pytest.approx([0.2, 0.6, 0.4])


def test_a_joint_that_leads_another_is_a_coupling(strange):
    scene, _ = strange
    assert scene.skeleton.couplings == (Coupling("door", "latch", 3.0, 0.1),)
    q = scene.skeleton.coupled(scene.skeleton.pose(latch=0.2))
    assert q[scene.skeleton.in_q("door")] == pytest.approx(0.7)


def test_what_is_not_taken_over_is_listed_once(tmp_path):
    with pytest.warns(AssetWarning) as caught:
        scene = supple.load(opened(tmp_path))
    assert len(caught) == 1
    text = str(caught[0].message)
    assert re.match(r"strange\.xml: not taken over: ", text)
    for part in (
        "actuator muscle: it has a state",
        "actuator jet: it pulls at no hinge",
        "in the world: floor",
    ):
        assert text.count(part) == 1
    assert [f"not taken over: {part}" for part in text.split(": ", 2)[2].split("; ")] == list(
        scene.source.said
    )


def test_a_clip_of_the_skeleton_moves_the_nodes(strange):
    scene, model = strange
    skeleton, rng = scene.skeleton, np.random.default_rng(2)
    q = np.stack([scene.source.q(random_qpos(model, rng)) for _ in range(3)])
    take = supple.scene.played(scene, skeleton.clip([0, 1, 2], q), [0, 1, 2])
    for name in ("torso", "neck", "forearm", "glued", "door"):
        assert take.position(name) == pytest.approx(skeleton.position(name, q), abs=1e-9)
    assert skeleton.read(skeleton.clip([0, 1, 2], q), [0, 1, 2]).shape == q.shape


REFUSED = {
    "a claim that unfolds": (
        "<mujoco><worldbody>\n<replicate count='100000'><replicate count='1000'><geom size='1'/>"
        "</replicate></replicate></worldbody></mujoco>",
        r"strange.xml, line 2: <replicate> asks for 1e\+08 pieces; at most 1000000",
    ),
    "heights without end": (
        "<mujoco><asset><hfield name='h' nrow='1000000' ncol='1000000' size='1 1 1 1'/></asset></mujoco>",
        "asks for 1e",
    ),
    "entities": ("<!DOCTYPE m [<!ENTITY a 'aaaa'>]><mujoco model='&a;'/>", "line 1: it declares a DOCTYPE"),
    "cut off": (STRANGE[:900], r"line \d+: this is no well-formed XML: .*; it may be cut off"),
    "reversed limits": (
        STRANGE.replace('"-90 60"', '"60 -90" limited="true"'),
        r"strange.xml: MuJoCo's compiler refuses it: .*range\[0\] should be smaller.*'shoulder'",
    ),
    "nothing of a robot": (
        "<svg/>",
        r"line 1: expected <robot> or <mujoco>, got <svg>; this is no file of a robot",
    ),
    "deep": ("<mujoco>" + "<body>" * 3000, "more than 200 deep"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_files_are_refused(tmp_path, case):
    text, message = REFUSED[case]
    with pytest.raises(supple.errors.FileError, match=message):
        supple.load(opened(tmp_path, text))


def test_what_a_file_includes_is_looked_through_as_well(tmp_path):
    (tmp_path / "part.xml").write_text(
        "<mujocoinclude>\n<texture width='99999' height='99999'/></mujocoinclude>"
    )
    file = opened(tmp_path, "<mujoco><asset><include file='part.xml'/></asset></mujoco>")
    with pytest.raises(supple.errors.FileError, match=r"part\.xml, line 2: <texture> asks for 1e"):
        supple.load(file)
    (tmp_path / "part.xml").write_text("<mujocoinclude>\n<include file='part.xml'/></mujocoinclude>")
    with pytest.raises(supple.errors.FileError, match=r"part\.xml, line 2: 'part\.xml' includes itself"):
        supple.load(file)


def test_warnings_point_at_the_line_that_loads(tmp_path):
    with pytest.warns(AssetWarning) as caught:
        supple.load(opened(tmp_path))
    assert caught[0].filename == __file__


def test_a_missing_mujoco_is_named_with_its_line(tmp_path, monkeypatch):
    real = builtins.__import__

    def absent(name, *rest):
        if name == "mujoco":
            raise ImportError("no mujoco")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(supple.errors.MissingToolError, match=r"pip install 'supple\[robots\]'"):
        supple.load(opened(tmp_path))


def test_a_robot_has_its_own_units(tmp_path):
    with pytest.raises(supple.errors.InputError, match="height: a robot's file is in meters"):
        supple.load(opened(tmp_path), height=1.0)


def test_fbx_is_refused_with_the_line_that_converts_it(tmp_path):
    with pytest.raises(
        supple.errors.FileError, match=r"blender -b --python-expr .*import_scene\.fbx.*export_scene\.gltf"
    ):
        supple.load(tmp_path / "hero.fbx")
