"""Files that claim, nest or repeat too much are refused at once, by a sentence, without the memory."""

import json
import logging
import time
import tracemalloc

import numpy as np
import pytest
from handmade import HandMade, creature

import supple
from benchmarks import fuzz
from supple.errors import FileError
from supple.io import load, load_take

SECONDS, BYTES = 3.0, 200 * 2**20


def scene_of(mesh):
    g = HandMade()
    g.json |= {
        "meshes": [{"primitives": [mesh(g)]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
        "scene": 0,
    }
    return g.json, g


def triangle(g):
    return {"attributes": {"POSITION": g.accessor(np.eye(3), bounds=True)}}


def claimed(count, **more):
    document, g = scene_of(triangle)
    document["accessors"][0] |= {"count": count, **more}
    return g.glb()


def unbacked(count):
    document, g = scene_of(triangle)
    del document["accessors"][0]["bufferView"]
    document["accessors"][0]["count"] = count
    return g.glb()


def sparse(index):
    document, g = scene_of(triangle)
    where, values = g.view(np.array([index], "<u4").tobytes()), g.view(np.zeros(3, "<f4").tobytes())
    document["accessors"][0]["sparse"] = {
        "count": 1,
        "indices": {"bufferView": where, "componentType": 5125},
        "values": {"bufferView": values},
    }
    return g.glb()


def chain(depth, close=False):
    g = HandMade()
    nodes = [{"children": [k + 1]} for k in range(depth)] + [{"children": [0]} if close else {}]
    g.json |= {"nodes": nodes, "scenes": [{"nodes": [0]}], "scene": 0}
    return g.glb()


def text(document):
    return json.dumps({"asset": {"version": "2.0"}}).encode()[:-1] + b"," + document + b"}"


def changed(change):
    g = creature()
    change(g.json)
    return g.glb()


CASES = {
    "10^8 vertices": (claimed(10**8), r"accessor 0"),
    "10^12 vertices": (claimed(10**12), r"accessor 0"),
    "10^8 vertices of nothing": (unbacked(10**8), r"accessor 0 would take 2400 MB"),
    "10^12 vertices of nothing": (unbacked(10**12), r"accessor 0 would take"),
    "sparse beyond": (sparse(3), r"accessor 0: sparse index 3 of 3"),
    "5,000 nodes deep": (chain(5000), r"nodes\[400\] stands 401 deep; at most 400"),
    "a circle of nodes": (chain(3, close=True), r"node 0 is below itself"),
    "JSON 100,000 deep": (text(b'"extras":' + b"[" * 100_000 + b"]" * 100_000), r"nested too deep"),
    "a million nodes": (text(b'"nodes":[' + b",".join([b"{}"] * 10**6) + b"]"), r"nodes has 1000000 items"),
    "infinity": (
        changed(lambda j: j["nodes"][0].update(scale=[1, 1, 1e400])),
        r"Infinity is no number of JSON",
    ),
    "1e999": (text(b'"nodes":[{"scale":[1,1,1e999]}]'), r"1e999 is no number of JSON"),
    "1e39": (
        changed(lambda j: j["nodes"][0].update(scale=[1, 1, 1e39])),
        r"nodes\[0\].scale is .* expected 3 finite",
    ),
    "a number for a name": (
        changed(lambda j: j["nodes"][1].update(name=7)),
        r"nodes\[1\].name is 7; expected a string",
    ),
    "an object for a name": (
        changed(lambda j: j["animations"][0].update(name={})),
        r"animations\[0\].name is {}",
    ),
    "a list for a mesh": (
        changed(lambda j: j["nodes"][4].update(mesh=[0])),
        r"nodes\[4\].mesh is \[0\]; expected the",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_refused_at_once(tmp_path, case):
    data, says = CASES[case]
    path = tmp_path / ("x.glb" if data[:4] == b"glTF" else "x.gltf")
    path.write_bytes(data)
    tracemalloc.start()
    started = time.process_time()
    try:
        with pytest.raises(FileError, match=rf"x\.gl.*{says}"):
            load(path)
        assert time.process_time() - started < SECONDS
        assert tracemalloc.get_traced_memory()[1] < BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("count", [10**8, 10**12, 10**30])
@pytest.mark.parametrize("kind", ["ascii", "binary_little_endian"])
def test_points_of_a_ply_that_are_not_there(tmp_path, kind, count):
    head = f"ply\nformat {kind} 1.0\nelement vertex {count}\nproperty float x\nend_header\n0 0 0\n"
    (tmp_path / "x.ply").write_text(head)
    with pytest.raises(FileError, match=r"x\.ply: announces 1000* of 'vertex' in \d+ bytes"):
        load(tmp_path / "x.ply")


@pytest.mark.parametrize("suffix", [".stl", ".ply"])
def test_peers_keep_their_tracebacks_to_themselves(tmp_path, suffix, caplog, capfd):
    path = tmp_path / f"x{suffix}"
    nothing = {".stl": b"solid x\nfacet normal 0 0 q\n", ".ply": b"ply\nformat ascii 1.0\nend_header\n"}
    path.write_bytes(nothing[suffix])
    says = rf"x\{suffix}: (cannot be read as|no triangles)"
    with caplog.at_level(logging.DEBUG), pytest.raises(FileError, match=says):
        load(path)
    assert caplog.text == ""
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("names", [[{}], 7, ["", "x"], None])
@pytest.mark.filterwarnings("ignore:.*do not sum to 1")
def test_names_of_targets_are_a_custom_and_no_rule(tmp_path, names):
    (tmp_path / "x.glb").write_bytes(changed(lambda j: j["meshes"][0]["extras"].update(targetNames=names)))
    assert list(load(tmp_path / "x.glb")["body"].mesh.targets) == ["target 0"]


def test_nan_in_a_mesh_names_the_file(tmp_path):
    box = supple.models.box().mesh
    rows = "\n".join(f"{x:g} {y:g} {z:g}" for x, y, z in box.vertices)
    rows = "nan" + rows[rows.index(" ") :]
    faces = "\n".join(f"3 {a} {b} {c}" for a, b, c in box.faces)
    counts = f"element vertex {len(box.vertices)}\nproperty float x\nproperty float y\nproperty float z\n"
    counts += f"element face {len(box.faces)}\nproperty list uchar int vertex_indices\n"
    (tmp_path / "x.ply").write_text(f"ply\nformat ascii 1.0\n{counts}end_header\n{rows}\n{faces}\n")
    with pytest.raises(FileError, match=r"x\.ply: part 'x' vertices: .* is nan; .* export it again"):
        load(tmp_path / "x.ply")


def test_an_endless_animation_names_its_file(tmp_path):
    g = HandMade()
    sampler = {"input": g.accessor([0.0, 1e9]), "output": g.accessor(np.eye(3)[:2]), "interpolation": "STEP"}
    channel = {"sampler": 0, "target": {"node": 0, "path": "translation"}}
    g.json |= {"nodes": [{}], "animations": [{"samplers": [sampler], "channels": [channel]}]}
    (tmp_path / "x.glb").write_bytes(g.glb())
    with pytest.raises(FileError, match=r"x\.glb: an animation ends at 1e\+09 s, .* at most 1000000"):
        load_take(tmp_path / "x.glb")


def test_damaged_files_are_refused_and_never_crash(capsys):
    assert fuzz.main(["--cases", "2000", "--seed", "7", "--processes", "2"]) == 0, capsys.readouterr().out
    assert ", 0 crash, 0 hang, 0 file not named" in capsys.readouterr().out


def test_equal_seeds_give_equal_cases():
    files = {"clip": [b'{"a": [1, 2, {"b": 3}]}'], "OBJ": [b"v 0 0 0\nf 1 1 1"]}
    first, again = ([fuzz.made(k, 3, files) for k in range(50)] for _ in range(2))
    assert first == again
    assert len(set(first)) > 40


def test_what_fails_is_found(monkeypatch, tmp_path):
    """A reader that crashes, one that hangs, one that ends its process, and one that refuses in other words."""

    def bad(path):
        content = path.read_bytes()
        if content == b"1":
            raise TypeError("oh")
        if content == b"2":
            time.sleep(60)
        if content == b"3":
            __import__("os")._exit(3)
        if content == b"4":
            raise FileError("something is wrong")
        if content == b"5":
            return np.zeros(2**28)  # 2 GB
        return None

    def digit(data, rng):
        return str(rng.integers(7)).encode()

    reader = fuzz.READERS["clip"].__class__(".x", lambda: [b"0"], (digit,), bad)
    monkeypatch.setattr(fuzz, "READERS", {"bad": reader})
    monkeypatch.setattr(fuzz, "SECONDS", 0.3)
    monkeypatch.chdir(tmp_path)
    found = {(o.what, o.words.split(":")[0]) for o in fuzz.outcomes(40, 0, 2)}
    names = {what for what, _ in found}
    assert names == {"accepted", "crash", "hang", "file not named"}
    assert ("crash", "the process died, exit code 3") in found
    assert any(words.endswith("MemoryError") for _, words in found)
    assert fuzz.main(["--cases", "10", "--processes", "1"]) == 1
    assert list((tmp_path / "out" / "fuzz").glob("bad-0-*.x"))
