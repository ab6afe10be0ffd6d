"""What other programs see in the file: read with json and struct, and with trimesh."""

import io
from dataclasses import replace

import numpy as np
import pytest
from handmade import Opened

from supple.io import glb_bytes
from supple.scene import Look, Mesh, Node, NodeMotion, Part, Scene, Take, Texture
from supple.spatial import slerp


@pytest.mark.parametrize("base", ["normalized", "rest"])
def test_shapes_at_and_between_samples(jelly, base):
    seen = Opened(glb_bytes(jelly, base=base))
    for name in ("body", "flag"):
        for frame in (0, 3, 17, 40):
            np.testing.assert_allclose(
                seen.shape(name, jelly.times[frame]), jelly.shape(name, frame), atol=2e-6
            )
        middle = (jelly.times[8] + jelly.times[9]) / 2
        expected = (jelly.shape(name, 8) + jelly.shape(name, 9)) / 2
        np.testing.assert_allclose(seen.shape(name, middle), expected, atol=2e-6)


@pytest.mark.parametrize("base", ["normalized", "rest"])
def test_weights_stay_within_sliders_and_default_to_the_rest_shape(jelly, base):
    seen = Opened(glb_bytes(jelly, base=base))
    animation = seen.json["animations"][0]
    channel = next(c for c in animation["channels"] if c["target"]["path"] == "weights")
    weights = seen.numbers(animation["samplers"][channel["sampler"]]["output"])
    assert weights.min() == 0
    assert weights.max() == 1
    mesh = seen.json["meshes"][seen.json["nodes"][seen.node("body")]["mesh"]]
    rest = np.concatenate([seen.numbers(p["attributes"]["POSITION"]) for p in mesh["primitives"]])
    for w, k in zip(mesh["weights"], range(len(mesh["weights"])), strict=True):
        rest = rest + w * np.concatenate(
            [seen.numbers(p["targets"][k]["POSITION"]) for p in mesh["primitives"]]
        )
    np.testing.assert_allclose(rest, jelly.scene["body"].mesh.vertices, atol=1e-6)


def test_names_of_targets(jelly):
    def names(**options):
        seen = Opened(glb_bytes(jelly, **options))
        return seen.json["meshes"][seen.json["nodes"][seen.node("body")]["mesh"]]["extras"]["targetNames"]

    assert names() == ["squash", "shear", "bend", "idle"]
    assert names(base="rest") == ["squash+", "squash-", "shear", "bend", "idle"]


def test_rest_base_is_the_rest_shape(jelly):
    seen = Opened(glb_bytes(jelly, base="rest"))
    mesh = seen.json["meshes"][seen.json["nodes"][seen.node("body")]["mesh"]]
    base = np.concatenate([seen.numbers(p["attributes"]["POSITION"]) for p in mesh["primitives"]])
    np.testing.assert_array_equal(base, jelly.scene["body"].mesh.vertices.astype("f4"))


def test_node_motion(jelly):
    seen, motion, t = Opened(glb_bytes(jelly)), jelly.motions["body"], jelly.times
    between = (t[20] + t[21]) / 2
    np.testing.assert_allclose(
        seen.channel("body", "translation", between),
        (motion.translation[20] + motion.translation[21]) / 2,
        atol=1e-6,
    )
    turn = seen.channel("body", "rotation", between)
    assert abs(turn @ slerp(motion.rotation[20], motion.rotation[21], 0.5)) == pytest.approx(1, abs=1e-6)
    assert seen.channel("body", "scale", between) is None
    assert seen.channel("twin", "translation", 99) == pytest.approx([4, 5, 6])


def test_hidden_is_scale_zero_and_switches_at_a_sample(jelly):
    seen, t = Opened(glb_bytes(jelly)), jelly.times
    visible, scale = jelly.motions["flag"].visible, jelly.motions["flag"].scale
    first, last = np.flatnonzero(visible)[[0, -1]]
    assert not np.any(seen.channel("flag", "scale", t[first] - 1e-4))
    assert seen.channel("flag", "scale", t[first]) == pytest.approx(scale[first], rel=1e-3)
    assert seen.channel("flag", "scale", t[last + 1] - 1e-4) == pytest.approx(scale[last + 1], rel=1e-3)
    assert not np.any(seen.channel("flag", "scale", t[last + 1]))


def test_rotations_are_unit_and_take_the_short_way():
    turns = np.array([[0, 0, 0, 1.0], [0, -0.6, 0, -0.8], [0, 1.0, 0, 0]])
    take = Take(Scene([Node("a")]), np.arange(3.0), {"a": NodeMotion(rotation=turns)})
    seen = Opened(glb_bytes(take))
    written = seen.numbers(seen.json["animations"][0]["samplers"][0]["output"])
    assert np.linalg.norm(written, axis=1) == pytest.approx(1)
    assert ((written[1:] * written[:-1]).sum(axis=1) >= 0).all()


@pytest.mark.parametrize("start", [-1.0, 0.0, 5000.0])
def test_times_increase_in_float32_and_are_not_negative(start):
    t = start + np.arange(200) * 4e-4
    take = Take(Scene([Node("a")]), t, {"a": NodeMotion(translation=np.outer(t, [1.0, 0, 0]))})
    seen = Opened(glb_bytes(take))
    written = seen.numbers(seen.json["animations"][0]["samplers"][0]["input"])[:, 0]
    assert len(written) == 200
    assert written[0] >= 0
    assert (np.diff(written) > 0).all()
    assert np.abs(written - (t - min(start, 0))).max() < 0.05


def test_trimesh_sees_the_geometry(jelly):
    import trimesh

    scene = trimesh.load_scene(io.BytesIO(glb_bytes(jelly)), file_type="glb", process=False)
    seen = scene.to_geometry()
    shown = [n for n in jelly.scene.walk() if n.mesh is not None]
    assert len(seen.faces) == sum(len(n.mesh.faces) for n in shown)
    twin, _ = scene.graph["twin"]
    np.testing.assert_allclose(twin[:3, 3], [3, 0, 0])


def test_shared_meshes_are_written_once_unless_their_weights_move(jelly):
    seen = Opened(glb_bytes(jelly))
    mesh = {n["name"]: n.get("mesh") for n in seen.json["nodes"]}
    assert mesh["ghost"] == mesh["twin"] != mesh["body"]


def test_looks_are_not_metal_and_textures_need_coordinates():
    corners, face = np.eye(3), np.array([[0, 1, 2]])
    painted = Look("paint", texture=Texture(b"\x89PNG....", "image/png", "paint"))
    bare = Part(corners, face, "bare", painted)
    dressed = Part(corners + 1, face, "dressed", painted, uv=corners[:, :2])
    take = Take(Scene([Node("a", Mesh((bare, dressed, replace(bare, look=Look()))))]), np.array([0.0]))
    materials = Opened(glb_bytes(take)).json["materials"]
    surfaces = [m["pbrMetallicRoughness"] for m in materials]
    assert [s["metallicFactor"] for s in surfaces] == [0, 0, 0]
    assert ["baseColorTexture" in s for s in surfaces] == [False, True, False]


def test_vertex_cache_of_few_shapes_needs_few_targets():
    rng = np.random.default_rng(1)
    mesh = Mesh.of(rng.normal(size=(30, 3)), [[0, 1, 2]])
    t = np.linspace(0, 1, 60)
    shapes, weights = rng.normal(size=(4, 30, 3)), rng.normal(size=(60, 4))
    frames = mesh.vertices + np.tensordot(weights, shapes, axes=1)
    take = Take(Scene([Node("a", mesh)]), t, {"a": NodeMotion(vertices=frames)})
    seen = Opened(glb_bytes(take))
    assert len(seen.json["meshes"][0]["extras"]["targetNames"]) == 4
    np.testing.assert_allclose(seen.shape("a", np.float32(t[33])), frames[33], atol=5e-6)


def test_vertex_cache_that_is_not_linear_is_sparse_frames():
    rng = np.random.default_rng(2)
    mesh = Mesh.of(rng.normal(size=(60, 3)), [[0, 1, 2]])
    frames = np.repeat(mesh.vertices[None], 12, axis=0)
    for k in range(1, 12):
        frames[k, 5 * k : 5 * k + 5] += rng.normal(size=(5, 3))
    take = Take(Scene([Node("a", mesh)]), np.arange(12.0), {"a": NodeMotion(vertices=frames)})
    seen = Opened(glb_bytes(take))
    targets = seen.json["meshes"][0]["primitives"][0]["targets"]
    assert seen.json["meshes"][0]["extras"]["targetNames"] == [f"frame {k}" for k in range(1, 12)]
    assert all("sparse" in seen.json["accessors"][t["POSITION"]] for t in targets)
    np.testing.assert_allclose(seen.shape("a", 6.5), (frames[6] + frames[7]) / 2, atol=1e-6)


def test_every_primitive_has_all_targets_with_normals(jelly):
    seen = Opened(glb_bytes(jelly))
    mesh = seen.json["meshes"][seen.json["nodes"][seen.node("body")]["mesh"]]
    assert [len(p["targets"]) for p in mesh["primitives"]] == [4, 4]
    assert all(set(t) == {"POSITION", "NORMAL"} for p in mesh["primitives"] for t in p["targets"])


def test_the_record_of_the_take(jelly):
    seen = Opened(glb_bytes(jelly))
    ours = seen.json["extras"]["supple"]
    assert ours["format"] == 1
    assert ours["notes"][1] == {"time": 1.5, "text": "flag → up"}
    assert ours["report"] == {"height_m": 1.25, "hops": 3, "limits": {"low": -1.0}}
    array = ours["channels"]["force"]["values"]
    view = seen.json["bufferViews"][array["bufferView"]]
    assert view["byteOffset"] % 8 == 0
    raw = seen.binary[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
    np.testing.assert_array_equal(
        np.frombuffer(raw, "<f8").reshape(array["shape"]), jelly.channels["force"].values
    )
    assert set(ours["framing"]) == {"direction", "centers", "half_width", "half_height", "depth", "angle"}
    assert seen.json["asset"]["generator"].startswith("Supple")
