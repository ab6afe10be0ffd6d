"""Draco, meshopt and quantized attributes: the same scene as without, or the line that installs what reads it."""

import sys

import numpy as np
import pytest
from handmade import HandMade, Opened, creature, turned

from supple.errors import FileError, MissingToolError
from supple.io import load

pytestmark = pytest.mark.filterwarnings("ignore:.*do not sum to 1")
MESHOPT, DRACO = "EXT_meshopt_compression", "KHR_draco_mesh_compression"


def written(tmp_path, g, name="x.glb"):
    (tmp_path / name).write_bytes(g.glb())
    return tmp_path / name


def unfolded(g, index):
    """The rows of an accessor by hand, as they lie in the file."""
    view = g.json["bufferViews"][g.json["accessors"][index]["bufferView"]]
    return g.data[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]


def with_meshopt(g):
    """Every view of vertices compressed by meshoptimizer, in a second buffer that is not there."""
    from meshoptimizer import encoder

    g.json["buffers"].append({"byteLength": 0, "extensions": {MESHOPT: {"fallback": True}}})
    indices = {p["indices"] for m in g.json["meshes"] for p in m["primitives"]}
    for k, accessor in enumerate(list(g.json["accessors"])):
        view = g.json["bufferViews"][accessor["bufferView"]]
        stride, raw = view["byteLength"] // accessor["count"], unfolded(g, k)
        if k in indices:
            corners = np.frombuffer(raw, "<u2").astype("<u4")
            packed, mode = encoder.encode_index_buffer(corners), "TRIANGLES"
        elif stride % 4 == 0:
            rows = np.frombuffer(raw, "u1").reshape(accessor["count"], stride)
            packed, mode = encoder.encode_vertex_buffer(rows, accessor["count"], stride), "ATTRIBUTES"
        else:
            continue
        held = g.json["bufferViews"][g.view(bytes(packed))]
        said = {"buffer": 0, "byteOffset": held["byteOffset"], "byteLength": held["byteLength"]}
        view["extensions"] = {
            MESHOPT: {**said, "byteStride": stride, "count": accessor["count"], "mode": mode}
        }
        view |= {"buffer": 1, "byteOffset": 0}
    g.json["extensionsRequired"] = [MESHOPT]
    return g


def with_draco(g, **more):
    """The skinned primitive compressed by Draco; its accessors lie nowhere."""
    import DracoPy

    primitive = g.json["meshes"][0]["primitives"][0]
    del primitive["targets"], g.json["meshes"][0]["weights"]
    g.json["animations"][1]["channels"].pop()
    numbers = {k: Opened(g.glb()).numbers(i) for k, i in primitive["attributes"].items()}
    corners = np.frombuffer(unfolded(g, primitive["indices"]), "<u2").reshape(-1, 3)
    packed = DracoPy.encode(
        numbers["POSITION"].astype("f4"),
        corners.astype("u4"),
        quantization_bits=20,
        generic_attributes={
            7: numbers["JOINTS_0"].astype("u1"),
            8: numbers["WEIGHTS_0"].astype("f4"),
            9: numbers["NORMAL"].astype("f4"),
        },
        **more,
    )
    decoded = DracoPy.decode(packed)
    places = {a["attribute_type"]: a["unique_id"] for a in decoded.attributes}
    ids = {"POSITION": places[0], "JOINTS_0": 7, "WEIGHTS_0": 8, "NORMAL": 9}
    primitive["extensions"] = {DRACO: {"bufferView": g.view(packed), "attributes": ids}}
    for index in [*primitive["attributes"].values(), primitive["indices"]]:
        del g.json["accessors"][index]["bufferView"]
    for index in primitive["attributes"].values():
        g.json["accessors"][index]["count"] = len(decoded.points)
    g.json["extensionsRequired"] = [DRACO]
    return g


def surface(scene):
    """The skinned triangles in the world, in an order that does not depend on that of the vertices."""
    body = scene["body"]
    corners = body.rest_vertices[body.mesh.faces]
    middle = corners.mean(axis=1)
    return corners, middle


def assert_same_surface(scene, plain, tolerance):
    for found, expected in ((scene, plain), (plain, scene)):
        a, b = surface(found)[1], surface(expected)[1]
        assert np.linalg.norm(a[:, None] - b, axis=2).min(axis=1).max() < tolerance
    assert len(scene["body"].mesh.faces) == len(plain["body"].mesh.faces)


def test_meshopt_is_the_same_to_the_bit(tmp_path):
    plain, scene = (
        load(written(tmp_path, creature(), "plain.glb")),
        load(written(tmp_path, with_meshopt(creature()))),
    )
    for node in ("body", "hat"):
        a, b = plain[node].mesh, scene[node].mesh
        np.testing.assert_array_equal(a.vertices, b.vertices)
        np.testing.assert_array_equal(np.sort(a.faces, axis=1), np.sort(b.faces, axis=1))
    np.testing.assert_array_equal(plain["body"].rest_vertices, scene["body"].rest_vertices)
    for name, track in plain.clips["Nod"].items():
        np.testing.assert_array_equal(track.values, scene.clips["Nod"][name].values)


def test_meshopt_goes_out_as_it_came(tmp_path):
    path = written(tmp_path, with_meshopt(creature()))
    scene = load(path, height=0.6)
    scene.clips["Walk"] = scene.clips["Walk"].stretch(2)
    out, came = Opened(scene.save(tmp_path / "out.glb").read_bytes()), Opened(path.read_bytes())
    assert out.json["buffers"][1] == came.json["buffers"][1]
    assert out.json["bufferViews"][: len(came.json["bufferViews"])] == came.json["bufferViews"]
    assert out.binary[: len(came.binary)] == came.binary
    assert load(tmp_path / "out.glb").clips["Walk"].end == 2
    apart = load(scene.save(tmp_path / "out.gltf"))
    np.testing.assert_array_equal(apart["body"].mesh.vertices, scene["body"].mesh.vertices)


def test_draco_is_the_same_surface(tmp_path):
    plain = load(written(tmp_path, creature(), "plain.glb"))
    scene = load(written(tmp_path, with_draco(creature())))
    assert_same_surface(scene, plain, 2 * 100 / 2**20)  # 2 m in steps of 20 bits, under a scale of 100
    again = load(scene.save(tmp_path / "again.glb"))
    np.testing.assert_array_equal(again["body"].rest_vertices, scene["body"].rest_vertices)


def test_accessors_are_read_where_draco_is_only_offered(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "DracoPy", None)
    g = creature()
    g.json["meshes"][0]["primitives"][0]["extensions"] = {DRACO: {"bufferView": 0, "attributes": {}}}
    assert len(load(written(tmp_path, g))["body"].mesh.vertices) == 108


@pytest.mark.parametrize(
    ("package", "made", "what"),
    [("DracoPy", with_draco, "Draco"), ("meshoptimizer", with_meshopt, "meshopt")],
)
def test_a_package_that_is_missing_is_named(tmp_path, monkeypatch, package, made, what):
    path = written(tmp_path, made(creature()))
    monkeypatch.setitem(sys.modules, package, None)
    says = (
        rf"x\.glb: {what} compression is read by the package {package}, .*; pip install 'supple\[formats\]'"
    )
    with pytest.raises(MissingToolError, match=says):
        load(path)


@pytest.mark.parametrize(
    ("made", "change", "says"),
    [
        (with_meshopt, {"byteStride": 260}, "by 260 bytes"),
        (with_meshopt, {"count": 10**9}, "would take"),
        (with_meshopt, {"byteLength": 7}, "cannot be decompressed"),
        (with_meshopt, {"filter": "OCTAHEDRAL"}, "with filter OCTAHEDRAL, which cannot be"),
        (with_draco, {"attributes": {"POSITION": 77}}, "no attribute 77 for POSITION"),
        (with_draco, {"bufferView": 0}, "cannot be decompressed by Draco"),
    ],
)
def test_damage_is_named(tmp_path, made, change, says):
    g = made(creature())
    first = g.json["meshes"][0]["primitives"][0]
    view = g.json["bufferViews"][g.json["accessors"][first["attributes"]["POSITION"]].get("bufferView", 0)]
    (first["extensions"][DRACO] if made is with_draco else view["extensions"][MESHOPT]).update(change)
    with pytest.raises(FileError, match=rf"x\.glb: .*{says}"):
        load(written(tmp_path, g))


def quantized():
    """A square by unsigned shorts that are no fractions, signed bytes for normals, its node scaling it back."""
    g = HandMade()
    corners = np.array([[0, 0, 0], [16383, 0, 0], [16383, 16383, 0], [0, 16383, 0]])
    wide = g.accessor(np.pad(corners, ((0, 0), (0, 1))), "u2")
    g.json["accessors"][wide] |= {"type": "VEC3"}
    g.json["bufferViews"][-1]["byteStride"] = 8
    up = g.accessor(np.tile([0, 0, 127, 0], (4, 1)), "i1", normalized=True)
    g.json["accessors"][up] |= {"type": "VEC3"}
    g.json["bufferViews"][-1]["byteStride"] = 4
    half = [int(32767 * x) for x in turned([0, 0, 1], 1.0)]
    turns = g.accessor(np.array([[0, 0, 0, 32767], half]), "i2", normalized=True)
    sampler = {"input": g.accessor([0.0, 1.0], bounds=True), "output": turns}
    channel = {"sampler": 0, "target": {"node": 0, "path": "rotation"}}
    primitive = {
        "attributes": {"POSITION": wide, "NORMAL": up},
        "indices": g.accessor(np.array([0, 1, 2, 0, 2, 3]), "u1"),
    }
    g.json |= {
        "extensionsUsed": ["KHR_mesh_quantization"],
        "extensionsRequired": ["KHR_mesh_quantization"],
        "meshes": [{"primitives": [primitive]}],
        "nodes": [{"name": "square", "mesh": 0, "scale": [2 / 16383] * 3, "translation": [-1, -1, 0]}],
        "animations": [{"samplers": [sampler], "channels": [channel]}],
    }
    return g


def test_quantized_attributes(tmp_path):
    scene = load(written(tmp_path, quantized()))
    np.testing.assert_allclose(scene.bounds, [[-1, -1, 0], [1, 1, 0]], atol=1e-12)
    np.testing.assert_allclose(scene["square"].mesh.parts[0].normals, np.tile([0, 0, 1], (4, 1)), atol=1e-7)
    np.testing.assert_allclose(scene.clip["square.rotation"](1.0), turned([0, 0, 1], 1.0), atol=1e-4)


def test_files_of_others(models_folder):
    """Each beside its plain twin: positions to the bits they were quantized by."""
    folder = models_folder / "gltf"
    fox, packed = load(folder / "Fox.glb"), load(folder / "Fox-meshopt.glb")
    assert list(packed.clips) == list(fox.clips)
    np.testing.assert_allclose(packed.bounds, fox.bounds, atol=2e-2)
    plain, draco = (
        load(folder / "RiggedFigure.glb"),
        load(folder / "RiggedFigure-Draco" / "RiggedFigure.gltf"),
    )
    np.testing.assert_allclose(draco.bounds, plain.bounds, atol=2e-3)
    assert len(draco["Proxy"].mesh.faces) == len(plain["Proxy"].mesh.faces)
    assert len(draco["Proxy"].mesh.vertices) == 367
