"""Robots from URDF: every link where MuJoCo's own reading of the file has it, and nothing read from elsewhere."""

import re
import struct

import mujoco
import numpy as np
import pytest

import supple
from supple.io import AssetWarning
from supple.kinematics import Coupling

TURN = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
"""x of ours = TURN x of the file, where Z is up."""
AS_IT_IS = (
    '<mujoco><compiler fusestatic="false" discardvisual="false" balanceinertia="true" boundmass="1e-6" '
    'boundinertia="1e-6"/></mujoco>'
)

ROBOT = """<?xml version="1.0"?>
<robot name="crane" xmlns:xacro="http://ros.org/wiki/xacro">
  <material name="red"><color rgba="0.9 0.1 0.1 1"/></material>
  <gazebo><plugin name="p"><joint name="swing"/></plugin></gazebo>
  <link name="base">
    <inertial><mass value="3"/><origin xyz="0 0 .1" rpy=".1 .2 .3"/>
      <inertia ixx=".02" ixy=".001" ixz="0" iyy=".03" iyz="-.002" izz=".04"/></inertial>
    <visual><geometry><box size=".4 .3 .2"/></geometry><material name="red"/></visual>
    <collision name="foot"><origin xyz=".1 0 0" rpy="0 0 .5"/><geometry><box size=".4 .3 .2"/></geometry></collision>
  </link>
  <link name="mast">
    <inertial><mass value="1"/><inertia ixx=".1" ixy="0" ixz="0" iyy=".1" iyz="0" izz=".1"/></inertial>
    <visual><origin xyz="0 0 .3" rpy="0 0 0"/><geometry><cylinder radius=".05" length=".6"/></geometry></visual>
    <collision><origin xyz="0 0 .3"/><geometry><cylinder radius=".05" length=".6"/></geometry></collision>
  </link>
  <link name="arm">
    <inertial><mass value=".5"/><inertia ixx=".01" ixy="0" ixz="0" iyy=".01" iyz="0" izz=".01"/></inertial>
    <visual><geometry><sphere radius=".1"/></geometry></visual>
  </link>
  <link name="tool0"/>
  <link name="left"><inertial><mass value=".1"/>
    <inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-3" iyz="0" izz="1e-3"/></inertial></link>
  <link name="right"><inertial><mass value=".1"/>
    <inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-3" iyz="0" izz="1e-3"/></inertial></link>
  <joint name="swing" type="revolute">
    <parent link="base"/><child link="mast"/>
    <origin xyz=".1 .2 .3" rpy=".4 -.5 1.2"/><axis xyz="1 2 -2"/>
    <limit lower="-1" upper="2" effort="30" velocity="2"/><dynamics damping=".7" friction=".2"/>
  </joint>
  <joint name="turn" type="continuous">
    <parent link="mast"/><child link="arm"/><origin xyz="0 0 .6" rpy="1.5707963267948966 0 0"/>
  </joint>
  <joint name="frame" type="fixed"><parent link="arm"/><child link="tool0"/><origin xyz=".3 0 0" rpy="0 1 0"/></joint>
  <joint name="grip" type="prismatic">
    <parent link="tool0"/><child link="left"/><axis xyz="0 1 0"/>
    <limit lower="0" upper=".05" effort="5" velocity="1"/>
  </joint>
  <joint name="grip2" type="prismatic">
    <mimic joint="grip" multiplier="-2" offset=".01"/>
    <parent link="tool0"/><child link="right"/><axis xyz="0 -1 0"/>
    <limit lower="-.2" upper=".2" effort="5" velocity="1"/>
  </joint>
  <transmission name="t"><joint name="swing"/><actuator name="m"/></transmission>
</robot>
"""


def saved(folder, text=ROBOT, name="crane.urdf"):
    folder.mkdir(exist_ok=True, parents=True)
    file = folder / name
    file.write_text(text)
    return file


def check_kinematics(scene, model, poses=20):
    """The frame of every link at random q, against MuJoCo reading the same file."""
    rng, data, skeleton = np.random.default_rng(4), mujoco.MjData(model), scene.skeleton
    angles = {name: found[0] for name, found in scene.source.joints.items() if len(found) == 1}
    compared = [
        link.name
        for link in skeleton.links
        if mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, link.name) > 0
    ]
    assert len(compared) >= len(skeleton.links) - 1
    for _ in range(poses):
        values = {name: rng.uniform(-2, 2) for name in angles}
        q = skeleton.rest.copy()
        for name, value in values.items():
            data.qpos[model.joint(name).qposadr[0]] = value
            q[skeleton._plain_column(angles[name])] = value
        mujoco.mj_kinematics(model, data)
        frames = skeleton.frames(q)
        for name in compared:
            frame, body = frames[skeleton.index(name)], data.body(name)
            assert frame[:3, 3] == pytest.approx(TURN @ body.xpos, abs=1e-9)
            assert frame[:3, :3] == pytest.approx(TURN @ body.xmat.reshape(3, 3) @ TURN.T, abs=1e-9)
    return compared


def in_mujoco(text):
    return mujoco.MjModel.from_xml_string(re.sub(r"(<robot[^>]*>)", rf"\1{AS_IT_IS}", text, count=1))


def test_links_are_where_mujoco_has_them(tmp_path):
    scene, model = supple.load(saved(tmp_path)), in_mujoco(ROBOT)
    compared = check_kinematics(scene, model)
    assert {"mast", "arm", "tool0", "left", "right"} <= set(compared)
    for name in compared:
        assert scene.skeleton.link(name).mass == pytest.approx(model.body(name).mass[0], abs=2e-6)
    link, body = (
        scene.skeleton.link("base"),
        in_mujoco(ROBOT.replace('name="base"', 'name="base"')).body("base"),
    )
    axes = np.zeros(9)
    mujoco.mju_quat2Mat(axes, body.iquat)
    moments = axes.reshape(3, 3) @ np.diag(body.inertia) @ axes.reshape(3, 3).T
    assert link.body.moments == pytest.approx(TURN @ moments @ TURN.T, abs=1e-12)
    assert link.body.center == pytest.approx((0, 0.1, 0))


@pytest.mark.filterwarnings("ignore::supple.io.AssetWarning")
@pytest.mark.parametrize(
    ("folder", "file"),
    [("hyq_description", "robots/hyq_no_sensors.urdf"), ("urdf_tutorial", "urdf/07-physics.urdf")],
)
def test_robots_of_others_are_where_mujoco_has_them(models_folder, folder, file):
    source = models_folder / "urdf" / folder / file
    scene = supple.load(source, search=models_folder / "urdf" / folder)
    bare = re.sub(r"<(visual|collision)>.*?</\1>", "", source.read_text(), flags=re.S)
    check_kinematics(scene, in_mujoco(bare))
    meshed = [node for node in scene.walk() if node.mesh is not None]
    assert len(meshed) >= len(scene.skeleton.links) * 2 // 3
    assert not scene.source.said or "no solid has" in scene.source.said[0]
    assert scene.skeleton.mass == pytest.approx(
        sum(float(m) for m in re.findall(r'<mass value="([^"]+)"', bare))
    )


@pytest.mark.filterwarnings("ignore::supple.io.AssetWarning")
def test_meshes_of_others_have_the_size_of_their_robot(models_folder):
    """The trunk is scaled by 0.001 in a node of its COLLADA scene; HyQ is one meter long and as high."""
    folder = models_folder / "urdf" / "hyq_description"
    take = supple.load_take(folder / "robots" / "hyq_no_sensors.urdf", search=folder)
    low, high = take.scene.bounds
    assert 1.0 < high[0] - low[0] < 1.5
    assert 0.8 < high[1] - low[1] < 1.4
    assert low[1] == pytest.approx(0, abs=1e-9)


def test_what_a_robot_says_stands_in_the_skeleton(tmp_path):
    scene = supple.load(saved(tmp_path))
    skeleton = scene.skeleton
    assert skeleton.link("mast").limits.tolist() == [[-1, 2]]
    assert not np.isfinite(skeleton.link("arm").limits).any()
    assert (skeleton.damping[0], skeleton.friction[0]) == (0.7, 0.2)
    assert skeleton.motors[0].gear == {"mast": 1.0}
    assert skeleton.motors[0].force == (-30, 30)
    assert [m.name for m in skeleton.motors] == ["swing", "grip", "grip2"]
    assert skeleton.couplings == (Coupling("right", "left", -2.0, 0.01),)
    q = skeleton.coupled(skeleton.pose(left=0.04))
    assert q[skeleton.in_q("right")] == pytest.approx(-0.07)
    foot = skeleton.link("base").shapes[0]
    assert (foot.name, foot.kind, foot.size.tolist()) == ("foot", "box", [0.2, 0.1, 0.15])
    assert skeleton.link("mast").shapes[0].size.tolist() == [0.05, 0.3]
    assert skeleton.link("tool0").mass == 0
    assert scene.source.joints["swing"] == ("mast",)
    assert scene["base"].mesh.parts[0].look.color[0] > 0.5
    assert np.ptp(scene["mast"].mesh.vertices[:, 1]) == pytest.approx(0.6)
    assert scene.source.document.first("transmission").first("actuator").attributes == {"name": "m"}


def test_planar_and_floating_joints(tmp_path):
    """A shift in the plane leaves the height along the axis alone, and the turn is about it; six freedoms float."""
    text = ROBOT.replace('type="continuous">', 'type="planar"><axis xyz="0 3 4"/>').replace(
        'name="frame" type="fixed"', 'name="frame" type="floating"'
    )
    skeleton = supple.load(saved(tmp_path, text)).skeleton
    assert skeleton.link("tool0").joint.kind == "free"
    rest, moved = (
        skeleton.frames(q)[skeleton.index("arm")]
        for q in (skeleton.rest, skeleton.pose(arm=(0.3, -0.4, 0.7)))
    )
    axis = rest[:3, :3] @ TURN @ [0, 0.6, 0.8]
    assert axis @ (moved[:3, 3] - rest[:3, 3]) == pytest.approx(0, abs=1e-12)
    assert np.linalg.norm(moved[:3, 3] - rest[:3, 3]) == pytest.approx(0.5)
    turn = moved[:3, :3] @ rest[:3, :3].T
    assert turn @ axis == pytest.approx(axis)
    assert np.trace(turn) == pytest.approx(1 + 2 * np.cos(0.7))


def test_moments_that_no_solid_has_are_made_round_and_said(tmp_path):
    text = ROBOT.replace('ixx=".02"', 'ixx="2"')
    scene = supple.load(saved(tmp_path, text))
    assert "link base: moments of inertia that no solid has, made round" in scene.source.said
    assert scene.skeleton.link("base").body.moments == pytest.approx((2.07 / 3) * np.eye(3))


# ---- meshes ----------------------------------------------------------------------------------------------

TETRA = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]], dtype=float)
FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]


def stl() -> bytes:
    rows = b"".join(struct.pack("<12fH", 0, 0, 0, *TETRA[face].ravel(), 0) for face in FACES)
    return bytes(80) + struct.pack("<I", 4) + rows


def obj(library: str = "") -> str:
    return (
        library
        + "".join(f"v {x} {y} {z}\n" for x, y, z in TETRA)
        + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in FACES)
    )


def dae(unit=1.0, up="Z_UP", matrix="1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", claim=12) -> str:
    return f"""<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><created>2026-01-01</created><modified>2026-01-01</modified>
    <unit name="u" meter="{unit}"/><up_axis>{up}</up_axis></asset>
  <library_effects><effect id="e"><profile_COMMON><technique sid="common"><lambert>
    <diffuse><color>0.1 0.8 0.1 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
  <library_materials><material id="m" name="m"><instance_effect url="#e"/></material></library_materials>
  <library_geometries><geometry id="g"><mesh>
    <source id="s"><float_array id="a" count="{claim}">{" ".join(map(str, TETRA.ravel()))}</float_array>
      <technique_common><accessor source="#a" count="{claim // 3}" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
        </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
    <triangles count="4" material="k"><input semantic="VERTEX" source="#v" offset="0"/>
      <p>{" ".join(str(k) for face in FACES for k in face)}</p></triangles></mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="scene"><node id="n"><matrix>{matrix}</matrix>
    <instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="k" target="#m"/>
    </technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>"""


def with_mesh(reference, scale="1 1 1"):
    return f"""<robot name="r"><link name="body">
<collision><geometry><mesh filename="{reference}" scale="{scale}"/></geometry></collision></link></robot>"""


def check_mesh(scene, scale=(1, 1, 1)):
    mesh = scene.skeleton.link("body").shapes[0].mesh
    corners = np.unique(mesh.vertices.round(9), axis=0)
    assert corners == pytest.approx(np.unique(((TETRA * scale) @ TURN.T).round(9), axis=0), abs=1e-6)
    assert mesh.volume == pytest.approx(np.prod(np.abs(scale)), rel=1e-6)


@pytest.mark.parametrize("scale", ["1 1 1", "0.001 0.001 0.001", "1 -2 1"])
@pytest.mark.parametrize("kind", ["stl", "obj", "dae"])
def test_meshes_are_turned_and_scaled(tmp_path, kind, scale):
    (tmp_path / f"part.{kind}").write_bytes(
        {"stl": stl(), "obj": obj().encode(), "dae": dae().encode()}[kind]
    )
    scene = supple.load(saved(tmp_path, with_mesh(f"part.{kind}", scale)))
    check_mesh(scene, np.array(scale.split(), dtype=float))


def test_collada_brings_unit_transforms_and_colors_and_keeps_its_axes(tmp_path):
    (tmp_path / "part.dae").write_text(dae(unit=0.5, up="Y_UP", matrix="0 -1 0 5 1 0 0 0 0 0 1 0 0 0 0 1"))
    mesh = supple.load(saved(tmp_path, with_mesh("part.dae"))).skeleton.link("body").shapes[0].mesh
    turned = 0.5 * (TETRA @ np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]).T + [5, 0, 0]) @ TURN.T
    assert np.unique(mesh.vertices.round(9), axis=0) == pytest.approx(
        np.unique(turned.round(9), axis=0), abs=1e-6
    )
    r, g, b, _ = mesh.parts[0].look.color
    assert g > 10 * r
    assert r == pytest.approx(b)
    scaled = supple.load(saved(tmp_path, with_mesh("part.dae", "2 2 2"))).skeleton.link("body").shapes[0].mesh
    assert scaled.volume == pytest.approx(
        8, rel=1e-6
    )  # the robot's own scale stands for the unit, as in RViz


def test_packages_are_searched_by_any_end_of_their_path(tmp_path):
    robot = saved(tmp_path / "robots", with_mesh("package://crane_description/meshes/part.stl"))
    saved(tmp_path / "elsewhere" / "meshes", "", "part.stl").write_bytes(stl())
    with pytest.warns(
        AssetWarning, match=r"1 meshes are not in its folder, such as 'package://crane.*\(search=\)"
    ):
        assert not supple.load(robot).skeleton.link("body").shapes
    check_mesh(supple.load(robot, search=tmp_path / "elsewhere"))
    check_mesh(supple.load(robot, search=[tmp_path / "none", str(tmp_path / "elsewhere" / "meshes")]))


@pytest.mark.parametrize(
    "reference",
    [
        "../part.stl",
        "package://../part.stl",
        "meshes/../../part.stl",
        "file:///tmp/../part.stl",
        "%2e%2e/part.stl",
    ],
)
def test_nothing_above_the_folder_is_read(tmp_path, reference):
    (tmp_path / "part.stl").write_bytes(stl())
    with pytest.raises(supple.errors.FileError, match=r"crane.urdf, line 2: .*leaves its folder with '\.\.'"):
        supple.load(saved(tmp_path / "robots", with_mesh(reference)), search=tmp_path)


def test_nothing_outside_the_folder_is_read(tmp_path):
    (tmp_path / "part.stl").write_bytes(stl())
    robots = tmp_path / "robots"
    for reference in (str(tmp_path / "part.stl"), f"file://{tmp_path}/part.stl"):
        with pytest.warns(AssetWarning, match="not in its folder"):
            assert not supple.load(saved(robots, with_mesh(reference))).skeleton.link("body").shapes
    (robots / "link.stl").symlink_to(tmp_path / "part.stl")
    with pytest.warns(AssetWarning, match="not in its folder"):
        supple.load(saved(robots, with_mesh("link.stl")))
    (robots / "part.obj").write_text(obj("mtllib ../../etc/passwd\n"))
    with pytest.raises(
        supple.errors.FileError, match=r"part.obj, line 1: '../../etc/passwd' leaves its folder"
    ):
        supple.load(saved(robots, with_mesh("part.obj")))


REFUSED = {
    "entities": ('<!DOCTYPE r [<!ENTITY a "aaaa">]><robot name="&a;"/>', "line 1: it declares a DOCTYPE"),
    "joint named twice": (
        ROBOT.replace('"turn"', '"swing"'),
        r"a <joint> is called 'swing' as in line 25 already",
    ),
    "link named twice": (
        ROBOT.replace('"arm">\n', '"mast">\n'),
        r"a <link> is called 'mast' as in line 11 already",
    ),
    "unknown link": (
        ROBOT.replace('<parent link="mast"/>', '<parent link="mats"/>'),
        "unknown link of joint 'turn': 'mats'; did you mean 'mast'",
    ),
    "reversed limits": (
        ROBOT.replace('lower="-1" upper="2"', 'lower="2" upper="-1"'),
        r"line 28: limits of joint 'swing' are reversed: lower 2, upper -1",
    ),
    "no limits": (
        ROBOT.replace('<limit lower="-1" upper="2" effort="30" velocity="2"/>', ""),
        r"line 25: joint 'swing' is revolute and needs <limit",
    ),
    "an axis of nothing": (ROBOT.replace("1 2 -2", "0 0 0"), r"line 27: axis xyz='0 0 0' points nowhere"),
    "infinity": (
        ROBOT.replace('xyz=".1 .2 .3"', 'xyz="1 inf 0"'),
        r"line 27: xyz='1 inf 0' of <origin>: expected 3 finite numbers",
    ),
    "two numbers": (ROBOT.replace('xyz=".1 .2 .3"', 'xyz="1 2"'), "expected 3 finite numbers"),
    "two parents": (
        ROBOT.replace('<child link="right"/>', '<child link="left"/>'),
        "'left' hangs on joint 'grip' already; robots are trees",
    ),
    "a loop": (
        ROBOT.replace(
            "</robot>",
            '<joint name="back" type="fixed"><parent link="arm"/><child link="base"/></joint></robot>',
        ),
        "hang on each other in a loop",
    ),
    "mimics nobody": (
        ROBOT.replace('mimic joint="grip"', 'mimic joint="grap"'),
        r"unknown joint that 'grip2' mimics: 'grap'; did you mean 'grip'",
    ),
    "mimics itself": (ROBOT.replace('mimic joint="grip"', 'mimic joint="grip2"'), r"right → right"),
    "a name of dots": (
        ROBOT.replace('"tool0"', '"../x"'),
        r"a <link> is called '\.\./x'; names do not begin",
    ),
    "negative mass": (ROBOT.replace('mass value="3"', 'mass value="-3"'), "has a mass of -3 kg"),
    "no size": (
        ROBOT.replace('<sphere radius=".1"/>', '<sphere radius="0"/>'),
        "radius='0' of <sphere> must be positive",
    ),
    "an unknown shape": (
        ROBOT.replace('<sphere radius=".1"/>', "<torus/>"),
        "<torus> is no shape; there are box",
    ),
    "an unknown joint": (
        ROBOT.replace('type="continuous"', 'type="screw"'),
        "type='screw' is no joint; there are revolute",
    ),
    "xacro": (
        ROBOT.replace('xyz=".1 .2 .3"', 'xyz="${x} 0 0"'),
        r"this is xacro.*xacro IN.urdf.xacro > OUT.urdf",
    ),
    "no links": ('<robot name="r"/>', "a robot needs a <link>"),
    "cut off": (ROBOT[:700], "no well-formed XML"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_robots_are_refused(tmp_path, case):
    text, message = REFUSED[case]
    with pytest.raises(supple.errors.FileError, match=message) as caught:
        supple.load(saved(tmp_path, text))
    assert str(caught.value).startswith("crane.urdf")


def test_bad_meshes_are_refused_by_robot_and_file(tmp_path):
    for text, message in (
        (dae().replace("<p>0", "<p>99"), "part.dae: cannot be read as COLLADA"),
        ("<svg/>", "part.dae: no triangles in it"),
        (dae(unit="inf"), "part.dae: its <unit> is inf m long"),
        (f"<!DOCTYPE x [<!ENTITY a 'b'>]>{dae()}", "DOCTYPE|not well-formed|no well-formed"),
    ):
        (tmp_path / "part.dae").write_text(text)
        with pytest.raises(supple.errors.FileError, match=message):
            supple.load(saved(tmp_path, with_mesh("part.dae")))
    (tmp_path / "part.abc").write_text("x")
    with pytest.warns(AssetWarning, match=r"meshes of a kind that is not read: part.abc; \.stl"):
        supple.load(saved(tmp_path, with_mesh("part.abc")))
