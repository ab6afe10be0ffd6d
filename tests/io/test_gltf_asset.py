"""A user's asset survives: what went in comes back, with animation and targets added."""

import json
from dataclasses import replace

import numpy as np
import pytest
from handmade import PNG, HandMade, Opened, asset

from supple.io import glb_bytes, load, save_glb
from supple.scene import NodeMotion, Take


@pytest.fixture
def loaded(tmp_path):
    (tmp_path / "asset.glb").write_bytes(asset().glb())
    return load(tmp_path / "asset.glb")


def rewritten(scene):
    """The asset, jumping, with a target on its flag."""
    flag = scene["flag.L"]
    flag.mesh = replace(flag.mesh, targets={"wave": np.ones_like(flag.mesh.vertices) * [0, 0, 0.1]})
    t = np.linspace(0, 1, 5)
    motions = {
        "root": NodeMotion(translation=np.outer(t, [0.0, 1, 0])),
        "flag.L": NodeMotion(weights=np.sin(9 * t)[:, None]),
    }
    return Opened(glb_bytes(Take(scene, t, motions)))


def textures(opened, material):
    """Every texture of a material by path: its image's name and bytes, its sampler, its own fields."""
    found = {}

    def visit(value, path):
        if isinstance(value, dict):
            if "index" in value:
                texture = dict(opened.json["textures"][value["index"]])
                image = opened.json["images"][texture.pop("source")]
                view = opened.json["bufferViews"][image["bufferView"]]
                data = opened.binary[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
                sampler = opened.json["samplers"][texture.pop("sampler")] if "sampler" in texture else None
                found[path] = (image["name"], image["mimeType"], data, sampler, texture)
            for key, inner in value.items():
                visit(inner, f"{path}.{key}")

    visit(material, material["name"])
    return found


def without_indices(value):
    if isinstance(value, dict):
        return {k: without_indices(v) for k, v in value.items() if k != "index"}
    return [without_indices(v) for v in value] if isinstance(value, list) else value


def test_nodes_names_places_and_extras(loaded):
    before, after = Opened(asset().glb()), rewritten(loaded)
    keep = ("name", "translation", "scale", "children", "extras")
    for old, new in zip(before.json["nodes"], after.json["nodes"], strict=True):
        assert {k: old.get(k) for k in keep} == {k: new.get(k) for k in keep}
        assert new.get("rotation", [0, 0, 0, 1]) == pytest.approx(old.get("rotation", [0, 0, 0, 1]))
    assert [m["name"] for m in after.json["meshes"]] == ["flag", "pole"]


def test_vertices_in_order_with_all_they_carry(loaded):
    before, after = Opened(asset().glb()), rewritten(loaded)
    for old_mesh, new_mesh in zip(before.json["meshes"], after.json["meshes"], strict=True):
        for old, new in zip(old_mesh["primitives"], new_mesh["primitives"], strict=True):
            assert set(old["attributes"]) == set(new["attributes"])
            for key in set(old["attributes"]) - {"COLOR_0", "POSITION"}:
                np.testing.assert_array_equal(
                    before.numbers(old["attributes"][key]), after.numbers(new["attributes"][key]), err_msg=key
                )
            np.testing.assert_array_equal(before.numbers(old["indices"]), after.numbers(new["indices"]))
    first = after.json["meshes"][0]["primitives"][0]["attributes"]
    old = before.json["meshes"][0]["primitives"][0]["attributes"]
    np.testing.assert_allclose(
        after.numbers(first["COLOR_0"]), before.numbers(old["COLOR_0"]) / 255, atol=1e-7
    )
    np.testing.assert_allclose(after.shape("flag.L", 0.0), before.shape("flag.L", 0.0), atol=1e-6)
    np.testing.assert_array_equal(after.shape("pole", 0.0), before.shape("pole", 0.0))


def test_materials_textures_samplers_and_extensions(loaded):
    before, after = Opened(asset().glb()), rewritten(loaded)
    assert without_indices(after.json["materials"]) == without_indices(before.json["materials"])
    for old, new in zip(before.json["materials"], after.json["materials"], strict=True):
        assert textures(after, new) == textures(before, old)
    assert after.json["extensionsUsed"] == ["KHR_materials_clearcoat", "KHR_texture_transform"]
    assert loaded["flag.L"].mesh.parts[0].look.texture.data == PNG


def test_animation_and_targets_are_added(loaded):
    after = rewritten(loaded)
    paths = [(c["target"]["node"], c["target"]["path"]) for c in after.json["animations"][0]["channels"]]
    assert paths == [(0, "translation"), (1, "weights")]
    assert after.json["meshes"][0]["extras"]["targetNames"] == ["wave"]


def test_a_look_that_was_changed_keeps_the_rest_of_its_material(loaded):
    flag = loaded["flag.L"]
    first, second = flag.mesh.parts
    flag.mesh = replace(flag.mesh, parts=(replace(first, look=replace(first.look, roughness=0.125)), second))
    material = rewritten(loaded).json["materials"][0]
    assert material["pbrMetallicRoughness"]["roughnessFactor"] == 0.125
    assert material["alphaCutoff"] == 0.3
    assert "KHR_texture_transform" in material["pbrMetallicRoughness"]["baseColorTexture"]["extensions"]


def test_scaled_through_the_root(tmp_path):
    (tmp_path / "asset.glb").write_bytes(asset().glb())
    scene = load(tmp_path / "asset.glb", height=8.0)
    assert np.ptp(scene.bounds[:, 1]) == pytest.approx(8.0)
    np.testing.assert_array_equal(scene["flag.L"].mesh.vertices[:2], [[0, 0, 0], [1, 0, 0]])
    assert scene["pole"].scale.tolist() == [1, 2, 3]


def test_matrix_nodes_and_names_that_repeat(tmp_path):
    g = HandMade()
    matrix = np.diag([2.0, 3, 4, 1])
    matrix[:3, 3] = 5, 6, 7
    g.json |= {"nodes": [{"name": "a", "matrix": matrix.T.ravel().tolist()}, {"name": "a"}, {}]}
    (tmp_path / "m.glb").write_bytes(g.glb())
    scene = load(tmp_path / "m.glb")
    assert [n.name for n in scene.walk()] == ["a", "a.001", "node 2"]
    np.testing.assert_allclose(scene["a"].world, matrix)


@pytest.mark.parametrize(
    ("mode", "corners", "faces"),
    [
        (5, [0, 1, 2, 3], [[0, 1, 2], [1, 3, 2]]),
        (6, [0, 1, 2, 3], [[0, 1, 2], [0, 2, 3]]),
        (0, [0, 1, 2, 3], []),
    ],
)
def test_strips_fans_and_points(tmp_path, mode, corners, faces):
    g = HandMade()
    position = g.accessor(np.random.default_rng(0).normal(size=(4, 3)), bounds=True)
    primitive = {
        "attributes": {"POSITION": position},
        "indices": g.accessor(np.array(corners), "u1"),
        "mode": mode,
    }
    g.json |= {"nodes": [{"name": "a", "mesh": 0}], "meshes": [{"primitives": [primitive]}]}
    (tmp_path / "m.glb").write_bytes(g.glb())
    scene = load(tmp_path / "m.glb")
    assert scene["a"].mesh.faces.tolist() == faces
    assert len(Opened(glb_bytes(Take(scene, np.array([0.0])))).shape("a", 0)) == 4


def test_skinned_input_hangs_on_its_joints(tmp_path):
    """Two joints, bound at x = 0 and x = 1, the second raised by 2: half of that for a vertex shared by both."""
    g = HandMade()
    square = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0.5, 0, 0]]
    bind = np.stack([np.eye(4), np.eye(4)])
    bind[1, 0, 3] = -1
    weights = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0.5, 0.5, 0, 0]]
    attributes = {
        "POSITION": g.accessor(square, bounds=True),
        "JOINTS_0": g.accessor(np.tile([0, 1, 0, 0], (4, 1)), "u1"),
        "WEIGHTS_0": g.accessor(weights),
    }
    g.json |= {
        "meshes": [{"primitives": [{"attributes": attributes, "indices": g.accessor([0, 1, 2], "u2")}]}],
        "skins": [{"joints": [1, 2], "inverseBindMatrices": g.accessor(bind.swapaxes(1, 2))}],
        "nodes": [
            {"name": "cloth", "mesh": 0, "skin": 0, "translation": [9, 9, 9]},
            {"name": "hip"},
            {"name": "knee", "translation": [1, 2, 0]},
        ],
    }
    (tmp_path / "skin.glb").write_bytes(g.glb())
    scene = load(tmp_path / "skin.glb")
    cloth = scene["cloth"]
    assert cloth.skin.joints == (scene["hip"], scene["knee"])
    np.testing.assert_allclose(cloth.rest_vertices, [[0, 0, 0], [1, 2, 0], [1, 3, 0], [0.5, 1, 0]], atol=1e-6)
    assert not cloth.mesh.parts[0].attributes


def test_a_gltf_with_files_beside_it(tmp_path):
    g = asset()
    g.json["buffers"][0]["uri"] = "numbers%20here.bin"
    (tmp_path / "numbers here.bin").write_bytes(g.data)
    (tmp_path / "paint.png").write_bytes(PNG)
    g.json["images"][0] = {"uri": "paint.png", "name": "paint"}
    (tmp_path / "asset.gltf").write_text(json.dumps(g.json))
    scene = load(tmp_path / "asset.gltf")
    after = rewritten(scene)
    assert textures(after, after.json["materials"][0]) == textures(
        Opened(asset().glb()), asset().json["materials"][0]
    )


def test_a_texture_that_is_moved(tmp_path):
    """KHR_texture_transform as three.js has it: u' = c sx u + s sy v + ox, v' = −s sx u + c sy v + oy."""
    g = asset()
    use = g.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]
    use["extensions"]["KHR_texture_transform"] = {"offset": [0.1, 0.2], "rotation": 0.3, "scale": [2, 3]}
    (tmp_path / "asset.glb").write_bytes(g.glb())
    scene = load(tmp_path / "asset.glb")
    texture = scene["flag.L"].mesh.parts[0].look.texture
    c, s, (u, v) = np.cos(0.3), np.sin(0.3), (0.25, 0.75)
    expected = [c * 2 * u + s * 3 * v + 0.1, -s * 2 * u + c * 3 * v + 0.2]
    np.testing.assert_allclose(texture.placed(np.array([[u, v]]))[0], expected)
    scene["flag.L"].mesh = scene["flag.L"].mesh.painted("red")
    again = load(save_glb(Take(scene, np.zeros(1)), tmp_path / "again.glb"))
    assert again["flag.L"].mesh.parts[0].look.texture == texture
