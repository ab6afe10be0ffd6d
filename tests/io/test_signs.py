"""Files are read by what they hold, whatever they are called."""

import shutil

import numpy as np
import pytest
from handmade import asset

import supple
from supple.errors import FileError, UnknownNameError
from supple.io import load
from supple.io.signs import kind_of

BVH = """HIERARCHY
ROOT Hips
{
OFFSET 0 90 0
CHANNELS 3 Zrotation Xrotation Yrotation
End Site
{
OFFSET 0 80 0
}
}
MOTION
Frames: 1
Frame Time: 0.1
0 0 0
"""
URDF = '<?xml version="1.0"?>\n<!-- <mujoco> -->\n<robot name="r"><link name="base"/></robot>'


def exported(kind):
    import trimesh

    data = trimesh.creation.box().export(file_type=kind)
    return data.encode() if isinstance(data, str) else data


def gltf():
    import base64
    import json

    g = asset()
    g.json["buffers"][0]["uri"] = "data:;base64," + base64.b64encode(g.data).decode()
    return b"\xef\xbb\xbf \n" + json.dumps(g.json).encode()


FILES = {
    ".glb": lambda: asset().glb(),
    ".gltf": gltf,
    ".ply": lambda: exported("ply"),
    ".stl": lambda: exported("stl"),
    ".stl, as text": lambda: exported("stl_ascii"),
    ".bvh": BVH.encode,
    ".urdf": URDF.encode,
    ".mjcf": lambda: b"<!-- <robot> -->\n<mujoco/>",
    ".fbx": lambda: b"Kaydara FBX Binary  \x00\x1a\x00",
}


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("name", ["x", "x.obj", "x.dat", "x.GLB"])
def test_content_tells(tmp_path, kind, name):
    (tmp_path / name).write_bytes(FILES[kind]())
    assert kind_of(tmp_path / name) == kind[:5].strip(",")


@pytest.mark.parametrize("kind", [".glb", ".gltf", ".ply", ".stl", ".stl, as text", ".bvh"])
@pytest.mark.filterwarnings("ignore::supple.io.AssetWarning")
def test_they_are_loaded_under_any_name(tmp_path, kind):
    (tmp_path / "a.dat").write_bytes(FILES[kind]())
    (tmp_path / f"b{kind[:5].strip(',')}").write_bytes(FILES[kind]())
    odd, plain = load(tmp_path / "a.dat"), load(tmp_path / f"b{kind[:5].strip(',')}")
    np.testing.assert_array_equal(odd.bounds, plain.bounds)


def test_the_name_counts_where_the_content_says_nothing(tmp_path):
    (tmp_path / "x.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    assert kind_of(tmp_path / "x.obj") == ".obj"
    shutil.copy(tmp_path / "x.obj", tmp_path / "x.txt")
    with pytest.raises(UnknownNameError, match=r"unknown file type '\.txt'"):
        load(tmp_path / "x.txt")
    (tmp_path / "x.dat").write_bytes(FILES[".fbx"]())
    with pytest.raises(FileError, match="Blender makes it a GLB"):
        supple.load(tmp_path / "x.dat")
