"""The container, the buffer and the arrays inside: what is written, and what damage is told of."""

import json
import struct

import numpy as np
import pytest
from handmade import HandMade, Opened, asset
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from supple.errors import FileError, SuppleError
from supple.io import load, load_take
from supple.io.gltf.buffer import Buffer
from supple.io.gltf.document import Document
from supple.io.gltf.glb import packed, unpacked


def opened(buffer, tmp_path):
    document = {
        "asset": {"version": "2.0"},
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": len(buffer.data)}],
    }
    data = packed(document, bytes(buffer.data))
    return Opened(data), Document.parse(data, "test.glb", tmp_path)


def test_chunks_are_aligned_and_padded():
    data = packed({"asset": {"version": "2.0"}, "x": "é"}, b"12345")
    length = struct.unpack_from("<I", data, 12)[0]
    assert length % 4 == 0
    assert data[20 : 20 + length].rstrip(b" ").decode().endswith('"é"}')
    assert struct.unpack_from("<I4s", data, 20 + length) == (8, b"BIN\0")
    assert unpacked(data, "x") == ({"asset": {"version": "2.0"}, "x": "é"}, b"12345\0\0\0")


@given(arrays("<f4", st.tuples(st.integers(1, 9), st.integers(2, 4)), elements=st.floats(-9, 9, width=32)))
def test_accessors_hold_what_was_put_in(values):
    buffer = Buffer()
    buffer.view(b"odd")
    index = buffer.accessor(values, bounds=True)
    record = buffer.accessors[index]
    view = buffer.views[record["bufferView"]]
    assert view["byteOffset"] % 8 == 0
    raw = bytes(buffer.data[view["byteOffset"] :])
    np.testing.assert_array_equal(np.frombuffer(raw, "<f4", values.size).reshape(values.shape), values)
    assert record["min"] == values.min(axis=0).tolist()
    assert record["max"] == values.max(axis=0).tolist()


def test_vertex_rows_are_aligned_to_four_bytes(tmp_path):
    buffer, rows = Buffer(), np.arange(15, dtype="u1").reshape(5, 3)
    index = buffer.attribute(rows)
    assert buffer.views[0]["byteStride"] == 4
    for reader in opened(buffer, tmp_path):
        np.testing.assert_array_equal(reader.numbers(index), rows)


@pytest.mark.parametrize(("moved", "sparse"), [(3, True), (7, True), (8, False), (20, False), (0, False)])
def test_targets_are_sparse_above_six_tenths_of_zeros(tmp_path, moved, sparse):
    shift = np.zeros((20, 3))
    shift[20 - moved :] = np.random.default_rng(0).normal(size=(moved, 3))
    buffer = Buffer()
    index = buffer.target(shift, bounds=True)
    assert ("sparse" in buffer.accessors[index]) == sparse
    for reader in opened(buffer, tmp_path):
        np.testing.assert_array_equal(reader.numbers(index), shift.astype("f4"))


@pytest.mark.parametrize(("largest", "component"), [(65534, 5123), (65535, 5125)])
def test_indices_take_the_smallest_type(largest, component):
    buffer = Buffer()
    assert buffer.accessors[buffer.indices(np.array([[0, 1, largest]]))]["componentType"] == component


@given(arrays("<f8", array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=4), elements=st.floats(-1, 1)))
def test_plain_arrays(values):
    buffer = Buffer()
    record = json.loads(json.dumps(buffer.array(values, "f8")))
    document = Document(
        {"bufferViews": buffer.views, "buffers": [{}]},
        (bytes(buffer.data),),
        "test",
        __import__("pathlib").Path(),
    )
    np.testing.assert_array_equal(document.array(record), values)


def test_normalized_integers_and_matrices(tmp_path):
    g = HandMade()
    signed = g.accessor(np.array([[-128, 127, 0]]), "i1", normalized=True)
    matrix = g.accessor(np.arange(16.0).reshape(1, 4, 4))
    document = Document.parse(g.glb(), "x", tmp_path)
    np.testing.assert_allclose(document.numbers(signed), [[-1, 1, 0]])
    np.testing.assert_array_equal(document.numbers(matrix)[0], np.arange(16.0).reshape(4, 4).T)


def triangle():
    g = HandMade()
    attributes = {"POSITION": g.accessor(np.eye(3), bounds=True)}
    g.json |= {
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": attributes}]}],
    }
    return g


def broken(tmp_path, data):
    (tmp_path / "bad.glb").write_bytes(data)
    with pytest.raises(FileError) as caught:
        load(tmp_path / "bad.glb")
    return str(caught.value)


def test_truncated(tmp_path):
    data = triangle().glb()
    message = broken(tmp_path, data[:-10])
    assert (
        message
        == f"bad.glb: truncated, {len(data) - 10} of {len(data)} bytes are there; copy or download the file again"
    )


@given(cut=st.integers(0, 200))
def test_cut_anywhere(tmp_path_factory, cut):
    broken(tmp_path_factory.mktemp("cut"), triangle().glb()[:cut])


def test_accessor_past_its_buffer(tmp_path):
    g = triangle()
    g.json["accessors"][0]["count"] = 4
    assert broken(tmp_path, g.glb()).startswith(
        "bad.glb: accessor 0 needs bytes 0…48 of bufferView 0, which has 36; the file is damaged"
    )


def test_view_past_its_buffer(tmp_path):
    g = triangle()
    g.json["bufferViews"][0]["byteOffset"] = 4
    assert "bufferView 0 is bytes 4…40 of buffer 0, which has 36" in broken(tmp_path, g.glb())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda j: j["nodes"][0].update(mesh=7),
            r"nodes[0].mesh is 7; expected the number of one of its 1 meshes",
        ),
        (lambda j: j["nodes"][0].update(children=[0]), r"node 0 is below itself"),
        (lambda j: j.update(extensionsRequired=["EXT_mesh_gpu_instancing"]), r"with instances as nodes"),
        (lambda j: j["meshes"][0].pop("primitives"), r"meshes[0] has no 'primitives'"),
        (
            lambda j: j["accessors"][0].update(componentType=1),
            r"accessors[0].componentType is 1; expected one of 5120",
        ),
        (lambda j: j.pop("asset"), r"has no 'asset'"),
        (
            lambda j: j.update(extras={"supple": {"format": 99}}),
            r"a take of format 99; this version of Supple reads",
        ),
    ],
)
def test_other_damage_is_named(tmp_path, change, message):
    g = triangle()
    change(g.json)
    assert message in broken(tmp_path, g.glb())


def test_not_a_glb(tmp_path):
    assert broken(tmp_path, b"hello world, no").startswith("bad.glb: not a GLB file (it starts with b'hell'")
    assert "expected 2" in broken(tmp_path, struct.pack("<4sII", b"glTF", 1, 12))
    with pytest.raises(FileError, match="no such file"):
        load_take(tmp_path / "none.glb")


def places(value, path=()):
    """Every place in a JSON document."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield (*path, key)
        yield from places(inner, (*path, key))


def test_whatever_is_wrong_it_is_the_file_that_is_blamed(tmp_path):
    rng = np.random.default_rng(0)
    everywhere = list(places(asset().json))
    outcomes = {True: 0, False: 0}
    for k in rng.choice(len(everywhere), 150, replace=False):
        g = asset()
        inner = g.json
        for key in everywhere[k][:-1]:
            inner = inner[key]
        inner[everywhere[k][-1]] = [-1, 10**6, "x", None, []][rng.integers(5)]
        (tmp_path / "odd.glb").write_bytes(g.glb())
        try:
            load(tmp_path / "odd.glb")
            outcomes[True] += 1
        except SuppleError:
            outcomes[False] += 1
    assert min(outcomes.values()) > 20
