"""OBJ, PLY and STL in: order kept, names kept, damage named by line."""

import numpy as np
import pytest

from supple.errors import FileError, InputError, UnknownNameError
from supple.io import AssetWarning, load, load_take

PYRAMID = """# a pyramid
o pyramid
v 0 0 0
v 1 0 0
v 1 0 1
v 0 0 1
v 0.5 2 0.5
f 1 2 3 4
f 1 5 2
f 2 5 3
f 3 5 4
f -2 -1 -5
"""


def written(tmp_path, text, name="model.obj"):
    (tmp_path / name).write_text(text)
    return tmp_path / name


def test_obj_keeps_the_order_of_the_file(tmp_path):
    scene = load(written(tmp_path, PYRAMID))
    mesh = scene["model"].mesh
    np.testing.assert_array_equal(mesh.vertices[4], [0.5, 2, 0.5])
    assert len(mesh.vertices) == 5
    assert mesh.faces.tolist()[:2] == [[0, 1, 2], [0, 2, 3]]
    assert mesh.faces.tolist()[-1] == [3, 4, 0]
    assert mesh.watertight
    assert mesh.volume == pytest.approx(2 / 3)
    assert [p.name for p in mesh.parts] == ["pyramid"]


def test_obj_with_coordinates_materials_and_groups(tmp_path):
    (tmp_path / "skin.png").write_bytes(b"\x89PNG")
    written(tmp_path, "newmtl red\nKd 1 0 0\nd 0.5\nnewmtl skin\nmap_Kd skin.png\nPr 0.25\n", "m.mtl")
    text = """mtllib m.mtl
v 0 0 0 1 0 0
v 1 0 0 0 1 0
v 0 1 0 0 0 1
v 1 1 0 1 1 1
vt 0 0
vt 1 0.25
vt 0 1
vn 0 0 2
usemtl red
g left both
f 1/1/1 2/2/1 3/3/1
usemtl skin
g right both
f 3/3/1 2/2/1 \\
  4/2/1
"""
    mesh = load(written(tmp_path, text))["model"].mesh
    red, skin = mesh.parts
    assert (red.name, skin.name) == ("red", "skin")
    assert red.look.color == (1, 0, 0, 0.5)
    assert skin.look.texture.data == b"\x89PNG"
    assert skin.look.roughness == 0.25
    assert red.uv.tolist() == [[0, 1], [1, 0.75], [0, 0]]
    assert red.normals.tolist() == [[0, 0, 1]] * 3
    assert red.colors.tolist() == np.eye(3).tolist()
    assert {k: v.tolist() for k, v in mesh.groups.items()} == {
        "left": [0, 1, 2],
        "both": [0, 1, 2, 3, 4, 5],
        "right": [3, 4, 5],
    }


def test_obj_whose_materials_stayed_at_home(tmp_path):
    with pytest.warns(AssetWarning, match=r"model\.obj: its materials 'gone\.mtl' are not there"):
        load(written(tmp_path, "mtllib gone.mtl\n" + PYRAMID))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("f 1 2 9", r"model\.obj, line 13: index 9, but the file has only 5 vertices \(v\)"),
        ("f 1/4 2/1 3/1", r"model\.obj, line 13: index 4, but the file has only 0 texture coordinates"),
        (
            "f 0 1 2",
            r"model\.obj, line 13: 'f 0 1 2': index 0 where 5 are defined so far; indices start at 1",
        ),
        ("f -6 1 2", r"model\.obj, line 13: 'f -6 1 2': index -6"),
        ("f 1 2", r"model\.obj, line 13: 'f 1 2': a face needs at least three corners, got 2"),
        ("v 1 zwei 3", r"model\.obj, line 13: 'v 1 zwei 3': could not convert"),
    ],
)
def test_obj_damage_is_named_by_its_line(tmp_path, line, message):
    with pytest.raises(FileError, match=message):
        load(written(tmp_path, PYRAMID + line + "\n"))


def test_obj_without_faces(tmp_path):
    with pytest.raises(FileError, match="no faces"):
        load(written(tmp_path, "v 0 0 0\n"))


def test_ply_keeps_order_and_colors(tmp_path):
    text = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
    text += "property uchar red\nproperty uchar green\nproperty uchar blue\nelement face 1\n"
    text += "property list uchar int vertex_indices\nend_header\n"
    text += "5 5 5 0 0 0\n1 0 0 255 0 0\n0 1 0 0 255 0\n0 0 1 0 0 255\n3 1 2 3\n"
    part = load(written(tmp_path, text, "scan.ply"))["scan"].mesh.parts[0]
    np.testing.assert_array_equal(part.vertices[:2], [[5, 5, 5], [1, 0, 0]])
    assert part.faces.tolist() == [[1, 2, 3]]
    np.testing.assert_allclose(part.colors[1, :3], [1, 0, 0])


def test_stl_is_joined(tmp_path):
    import trimesh

    trimesh.creation.box().export(tmp_path / "box.stl")
    mesh = load(tmp_path / "box.stl")["box"].mesh
    assert len(mesh.vertices) == 8
    assert mesh.volume == pytest.approx(1)


@pytest.mark.parametrize("name", ["bad.ply", "bad.stl"])
def test_damaged_scans(tmp_path, name):
    with pytest.raises(FileError, match=rf"{name}: "):
        load(written(tmp_path, "nonsense", name))


def test_height_up_and_unit(tmp_path):
    file = written(tmp_path, PYRAMID)
    np.testing.assert_allclose(load(file, height=0.5).bounds, [[0, 0, 0], [0.25, 0.5, 0.25]])
    np.testing.assert_allclose(load(file, unit="cm").bounds[1], [0.01, 0.02, 0.01])
    np.testing.assert_allclose(load(file, unit=3).bounds[1], [3, 6, 3])
    np.testing.assert_allclose(load(file, up="z").bounds, [[0, 0, -2], [1, 1, 0]], atol=1e-15)
    np.testing.assert_allclose(load(file, up="x").bounds, [[-2, 0, 0], [0, 1, 1]], atol=1e-15)
    assert load(file, up="z", height=3).nodes[0].mesh.volume == pytest.approx(2 / 3 * 27)


def test_wrong_words(tmp_path):
    file = written(tmp_path, PYRAMID)
    with pytest.raises(
        UnknownNameError, match=r"unknown file type '\.dae'.*\.glb, \.gltf, \.mjcf, \.obj, \.ply, \.stl"
    ):
        load(tmp_path / "a.dae")
    with pytest.raises(
        UnknownNameError, match=r"unknown file type '\.obj'.*There are: \.bvh, \.glb, \.gltf, \.mjcf"
    ):
        load_take(file)
    with pytest.raises(UnknownNameError, match=r"unknown unit 'inch'"):
        load(file, unit="inch")
    with pytest.raises(UnknownNameError, match="unknown axis for up 'w'"):
        load(file, up="w")
    with pytest.raises(InputError, match="height is -1; expected a positive number"):
        load(file, height=-1)
    with pytest.raises(InputError, match="the model is flat"):
        load(written(tmp_path, "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n", "flat.obj"), height=1)
    with pytest.raises(FileError, match="there is no such file"):
        load(tmp_path / "none.obj")
