"""The readers that are fuzzed, each with valid files made by code and the ways in which they are damaged.

A new reader is one line in `READERS`: the suffix of its files, a function that makes some, how they are damaged, and
how they are read.
"""

import base64
import json
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import supple
from benchmarks.mutants import (
    Mutation,
    bytes_changed,
    glb,
    glb_changed,
    json_changed,
    markup_changed,
    words_changed,
)
from supple.io.gltf.glb import unpacked
from supple.io.robots.collada import read_collada
from supple.scene import Mesh, Node, NodeMotion, Scene, Take

DRACO, MESHOPT = "KHR_draco_mesh_compression", "EXT_meshopt_compression"


@dataclass(frozen=True)
class Reader:
    """Files of one kind: valid ones, ways to damage them, and what reads them."""

    suffix: str
    seeds: Callable[[], list[bytes]]
    mutations: tuple[Mutation, ...]
    read: Callable[[Path], object]


def scene_and_take(path: Path) -> None:
    """Load a file as a scene and as a take."""
    scene = supple.load(path)
    repr(scene)
    supple.load_take(path, fps=5)
    if scene.source is not None:
        with tempfile.TemporaryDirectory() as folder:
            scene.save(Path(folder) / "out.glb")


def clip(path: Path) -> None:
    """Load a clip and play it."""
    found = supple.Clip.load(path)
    for name in found:
        found[name]([-1.0, 0.5, 1e6])


def _written(save: Callable[[Path], object], suffix: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"seed{suffix}"
        save(path)
        return path.read_bytes()


def _mesh() -> Mesh:
    mesh = supple.models.sphere(radius=0.5).mesh
    x = mesh.vertices
    sparse = np.where(x[:, :1] > 0.4, x, 0)
    return replace(mesh, targets={"squash": x * [0.3, -0.4, 0.3], "dent": sparse})


def glb_files() -> list[bytes]:
    """A skinned scene with clips, and a take with everything that a take may hold."""
    root = Node("hip", children=[Node("knee", translation=(0, 0.5, 0))])
    leg = supple.scene.bind(supple.models.cylinder(radius=0.1, height=1).mesh, root, name="leg")
    bend = {0: (0, 0, 0, 1), 0.5: (0, 0, 0.6, 0.8), 1: (0, 0, 0, 1)}
    hop = {0: (0, 0, 0), 0.4: (0, 1, 0), 1: (0, 0, 0)}
    kick = supple.Clip(
        {
            "knee.rotation": supple.keys(bend, "linear", kind="rotation"),
            "hip.position": supple.keys(hop),
            "ball.weights": supple.keys({0: (0, 0), 1: (1, 0.5)}, "step"),
        }
    )
    scene = Scene([root, leg, Node("ball", _mesh(), translation=(1, 0, 0))])
    scene.clips = {"kick": kick, "slow": kick.stretch(2)}
    times = np.linspace(0, 1, 6)
    motion = NodeMotion(
        translation=np.outer(times, (1, 0, 0)),
        weights=np.stack([times, 1 - times], axis=1),
        visible=times < 0.5,
    )
    take = Take(Scene([Node("ball", _mesh())]), times, {"ball": motion}, name="roll").with_trail("ball")
    return [_written(scene.save, ".glb"), _written(take.save, ".glb")]


def draco_files() -> list[bytes]:
    """A mesh compressed by Draco."""
    import DracoPy

    mesh = _mesh()
    packed = DracoPy.encode(mesh.vertices.astype("f4"), mesh.faces.astype("u4"), quantization_bits=12)
    points = DracoPy.decode(packed).points
    document = {
        "asset": {"version": "2.0"},
        "extensionsRequired": [DRACO],
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "ball"}],
        "accessors": [{"componentType": 5126, "count": len(points), "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": len(packed)}],
        "buffers": [{"byteLength": len(packed)}],
    }
    said = {DRACO: {"bufferView": 0, "attributes": {"POSITION": 0}}}
    document["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}, "extensions": said}]}]
    return [glb(document, packed)]


def meshopt_files() -> list[bytes]:
    """A mesh compressed by meshoptimizer, and an accessor through each of its filters."""
    from meshoptimizer import encoder

    mesh, rng = _mesh(), np.random.default_rng(0)
    corners = encoder.encode_index_buffer(mesh.faces.reshape(-1).astype("u4"))
    points = encoder.encode_vertex_buffer(mesh.vertices.astype("f4"))
    count = len(mesh.vertices)
    odd = [
        rng.integers(-100, 100, size=(count, width)).astype(kind)
        for width, kind in ((4, "i1"), (4, "i2"), (3, "i4"))
    ]
    packed = [corners, points, *(encoder.encode_vertex_buffer(rows) for rows in odd)]
    said = [("TRIANGLES", 4, "NONE"), ("ATTRIBUTES", 12, "NONE"), ("ATTRIBUTES", 4, "OCTAHEDRAL")]
    said += [("ATTRIBUTES", 8, "QUATERNION"), ("ATTRIBUTES", 12, "EXPONENTIAL")]
    binary, views = b"", []
    for data, (mode, stride, kind) in zip(packed, said, strict=True):
        items = mesh.faces.size if mode == "TRIANGLES" else count
        place = {"buffer": 0, "byteOffset": len(binary), "byteLength": len(data), "byteStride": stride}
        extension = {**place, "count": items, "mode": mode, "filter": kind}
        views.append({"buffer": 1, "byteLength": items * stride, "extensions": {MESHOPT: extension}})
        binary += bytes(data)
    types = [(5125, "SCALAR"), (5126, "VEC3"), (5120, "VEC3"), (5122, "VEC4"), (5126, "VEC3")]
    accessors = [
        {"bufferView": k, "componentType": kind, "count": mesh.faces.size if k == 0 else count, "type": shape}
        for k, (kind, shape) in enumerate(types)
    ]
    attributes = {"POSITION": 1, "NORMAL": 2, "_TURN": 3, "_PLACE": 4}
    document = {
        "asset": {"version": "2.0"},
        "extensionsRequired": [MESHOPT],
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "ball"}],
        "meshes": [{"primitives": [{"attributes": attributes, "indices": 0}]}],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [
            {"byteLength": len(binary)},
            {"byteLength": 0, "extensions": {MESHOPT: {"fallback": True}}},
        ],
    }
    return [glb(document, binary)]


def gltf_files() -> list[bytes]:
    """The same as text, with the binary inside."""
    found = []
    for data in glb_files():
        document, binary = unpacked(data, "seed")
        document["buffers"][0]["uri"] = f"data:;base64,{base64.b64encode(binary).decode()}"
        found.append(json.dumps(document).encode())
    return found


def triangle_files(kind: str) -> Callable[[], list[bytes]]:
    """A box by trimesh, in each of the encodings that a kind of file has."""

    def made() -> list[bytes]:
        import trimesh

        box = trimesh.creation.box()
        box.visual.vertex_colors = np.tile([200, 100, 50, 255], (len(box.vertices), 1))
        encodings = {"ply": ("ascii", "binary"), "stl": ("stl", "stl_ascii")}[kind]
        if kind == "stl":
            exported = [box.export(file_type=name) for name in encodings]
        else:
            exported = [box.export(file_type="ply", encoding=name) for name in encodings]
        return [data.encode() if isinstance(data, str) else data for data in exported]

    return made


def obj_files() -> list[bytes]:
    """Faces of all spellings, with parts and groups."""
    lines = ["mtllib none.mtl", "o body", "v 0 0 0", "v 1 0 0", "v 1 1 0", "v 0 1 0 1", "vt 0 0", "vt 1 0 0"]
    lines += ["vt 1 1", "vn 0 0 1", "g side front", "usemtl red", "f 1 2 3", "f 1/1 2/2 3/3 4/1", "o top"]
    lines += ["f 1//1 2//1 3//1", "f -4 -3 \\", "-2", "s 1", "f 1/1/1 2/2/1 3/3/1"]
    return ["\n".join(lines).encode()]


def clip_files() -> list[bytes]:
    """Tracks of every kind, and tracks made of tracks."""
    walk = supple.keys({0: (0, 0, 0), 1: (1, 0, 0), 2: (1, 2, 0)})
    turn = supple.keys({0: (0, 0, 0, 1), 1: (0, 1, 0, 0)}, kind="rotation")
    made = supple.Clip(
        {
            "a.position": walk,
            "b.position": walk.crop(0.5, 1).cycle().stretch(2),
            "c.position": walk.blend(walk.shift(1), 0.5),
            "a.rotation": turn,
            "b.rotation": supple.motion.euler_keys("ZXY", x={0: 0, 1: 1}),
            "a.visible": supple.keys({0: True, 1: False}),
            "notes": supple.keys({0: "up", 1: "down"}),
            "a.color": supple.keys({0: (1, 0, 0), 1: (0, 1, 0)}, kind="color", ease_in=0.1),
            "d.position": supple.keys({0: 0, 1: 2}, "hermite", slopes={0: 1}),
        }
    )
    return [_written(made.save, ".json")]


def bvh_files() -> list[bytes]:
    """A capture with several orders, sliding joints and a last bone."""
    lines = ["HIERARCHY", "ROOT Hips", "{", "\tOFFSET 0 90 0"]
    lines += ["\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"]
    for name, channels in (("Spine", "3 Zrotation Yrotation Xrotation"), ("Head", "2 Yposition Xrotation")):
        lines += [f"\tJOINT {name}", "\t{", "\t\tOFFSET 0 30 2.5", f"\t\tCHANNELS {channels}"]
    lines += ["\t\tEnd Site", "\t\t{", "\t\t\tOFFSET 0 1.5e1 0", "\t\t}", "\t}", "\t}", "}"]
    lines += ["MOTION", "Frames: 6", "Frame Time: .0083333"]
    frames = np.random.default_rng(1).normal(0, 40, (6, 11)).round(3)
    return ["\n".join([*lines, *(" ".join(map(str, row)) for row in frames.tolist())]).encode()]


def mjcf_files() -> list[bytes]:
    """Joints of all kinds, shapes, a mesh, motors, a tendon and an equality."""
    text = """<mujoco model="m"><compiler angle="degree"/><default><joint damping=".5" armature=".01"/></default>
<asset><mesh name="t" vertex="0 0 0 .3 0 0 0 .2 0 0 0 .4"/><material name="b" rgba=".1 .2 .9 1"/></asset>
<worldbody><body name="torso" pos="0 0 1" euler="20 30 40"><freejoint name="root"/><geom type="box" size=".1 .2 .3"/>
<body name="neck" pos="0 0 .35"><joint name="nod" type="ball" range="0 40" stiffness="3"/><geom size=".1"/></body>
<replicate count="3" euler="0 0 120"><body name="leg" pos="0 .2 0"><joint name="hip" axis="1 0 0" range="-90 60"/>
<geom type="capsule" fromto="0 0 0 .3 .05 0" size=".04" material="b"/><geom type="mesh" mesh="t"/></body></replicate>
</body><body name="door"><joint name="a" axis="0 0 1" ref="10"/><joint name="b" type="slide" pos="1 0 0"/>
<geom type="cylinder" size=".1 .2"/></body></worldbody>
<equality><joint joint1="a" joint2="b" polycoef=".1 3 0 0 0"/></equality>
<actuator><motor joint="a" gear="40" ctrlrange="-1 1"/><position joint="b" kp="50"/></actuator></mujoco>"""
    return [text.encode()]


def urdf_files() -> list[bytes]:
    """Joints of all kinds, shapes, and one that mimics another."""
    text = """<robot name="r"><material name="red"><color rgba="0.9 0.1 0.1 1"/></material>
<link name="base"><inertial><mass value="3"/><origin xyz="0 0 .1" rpy=".1 .2 .3"/>
<inertia ixx=".02" ixy=".001" ixz="0" iyy=".03" iyz="-.002" izz=".04"/></inertial>
<visual><geometry><box size=".4 .3 .2"/></geometry><material name="red"/></visual>
<collision><origin xyz=".1 0 0"/><geometry><cylinder radius=".05" length=".6"/></geometry></collision></link>
<link name="arm"><visual><geometry><mesh filename="package://p/none.stl" scale="1 1 -1"/></geometry></visual></link>
<link name="tool"><collision><geometry><sphere radius=".1"/></geometry></collision></link><link name="finger"/>
<joint name="swing" type="revolute"><parent link="base"/><child link="arm"/><origin xyz=".1 .2 .3" rpy=".4 -.5 1"/>
<axis xyz="1 2 -2"/><limit lower="-1" upper="2" effort="30" velocity="2"/><dynamics damping=".7"/></joint>
<joint name="frame" type="planar"><parent link="arm"/><child link="tool"/><axis xyz="0 1 0"/></joint>
<joint name="grip" type="continuous"><parent link="tool"/><child link="finger"/>
<mimic joint="swing" offset=".1"/></joint>
</robot>"""
    return [text.encode()]


def collada_files() -> list[bytes]:
    """A tetrahedron with a color, in a node of its own."""
    corners, faces = "0 0 0 1 0 0 0 2 0 0 0 3", "0 2 1 0 1 3 0 3 2 1 2 3"
    text = f"""<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>
<created>2026-01-01</created><modified>2026-01-01</modified>
<unit name="u" meter="0.5"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="s"><float_array id="a" count="12">{corners}</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices><triangles count="4">
<input semantic="VERTEX" source="#v" offset="0"/><p>{faces}</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node id="n"><matrix>1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1</matrix>
<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>"""
    return [text.encode()]


def figure(path: Path) -> None:
    """Load a capture or a robot, as a scene and as a take, and write it as a capture."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scene = supple.load(path)
        repr(scene)
        take = supple.load_take(path)
    with tempfile.TemporaryDirectory() as folder:
        take.save(Path(folder) / "out.bvh")


READERS: dict[str, Reader] = {
    "GLB": Reader(".glb", glb_files, (glb_changed,), scene_and_take),
    "Draco": Reader(".glb", draco_files, (glb_changed,), scene_and_take),
    "meshopt": Reader(".glb", meshopt_files, (glb_changed,), scene_and_take),
    "glTF": Reader(".gltf", gltf_files, (json_changed, bytes_changed), scene_and_take),
    "OBJ": Reader(".obj", obj_files, (words_changed, bytes_changed), supple.load),
    "PLY": Reader(".ply", triangle_files("ply"), (words_changed, bytes_changed), supple.load),
    "STL": Reader(".stl", triangle_files("stl"), (words_changed, bytes_changed), supple.load),
    "BVH": Reader(".bvh", bvh_files, (words_changed, bytes_changed), figure),
    "MJCF": Reader(
        ".mjcf", mjcf_files, (markup_changed, markup_changed, words_changed, bytes_changed), figure
    ),
    "URDF": Reader(
        ".urdf", urdf_files, (markup_changed, markup_changed, words_changed, bytes_changed), figure
    ),
    "COLLADA": Reader(
        ".dae", collada_files, (markup_changed, markup_changed, words_changed, bytes_changed), read_collada
    ),
    "clip": Reader(".json", clip_files, (json_changed, bytes_changed), clip),
}
"""By the name that the report calls it."""
