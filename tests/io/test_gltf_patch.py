"""Out by patching: what has not been touched in a scene stays in its file as it came."""

import base64
import copy
import json

import numpy as np
import pytest
from handmade import PNG, Opened, asset, creature, turned

import supple
from supple.errors import FileError, InputError, UnknownNameError
from supple.io import AssetWarning, load
from supple.scene import Node, Scene
from supple.spatial import to_matrix

pytestmark = pytest.mark.filterwarnings("ignore:.*do not sum to 1")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "creature.glb"
    path.write_bytes(creature().glb())
    return path


def saved(scene, path):
    """The document written, and that it holds the binary of what came in."""
    return Opened(scene.save(path).read_bytes())


def differences(a, b, place=""):
    """Where two documents differ, in order of members."""
    if type(a) is not type(b) or not isinstance(a, dict | list):
        return [] if a == b else [place]
    if isinstance(a, list):
        if len(a) != len(b):
            return [f"{place}: {len(a)} and {len(b)}"]
        return [
            d for k, (x, y) in enumerate(zip(a, b, strict=True)) for d in differences(x, y, f"{place}/{k}")
        ]
    if list(a) != list(b):
        return [f"{place}: {list(a)} and {list(b)}"]
    return [d for k in a for d in differences(a[k], b[k], f"{place}/{k}")]


def test_untouched_is_as_it_came(file, tmp_path):
    for how in ({}, {"height": 0.6}, {"up": "z", "unit": "cm"}):
        out = saved(load(file, **how), tmp_path / "out.glb")
        came = Opened(file.read_bytes())
        assert differences(came.json, out.json) == []
        assert out.binary == came.binary


def test_a_copy_of_the_scene_is_patched_too(file, tmp_path):
    scene = load(file, height=0.6).copy()
    assert differences(Opened(file.read_bytes()).json, saved(scene, tmp_path / "out.glb").json) == []


def test_one_clip_is_stretched(file, tmp_path):
    scene = load(file, height=0.6)
    scene.clips["Walk"] = scene.clips["Walk"].stretch(1.2)
    came, out = Opened(file.read_bytes()), saved(scene, tmp_path / "out.glb")
    changed = {d.split("/")[1] for d in (d.split(":")[0] for d in differences(came.json, out.json))}
    assert changed == {"animations", "accessors", "bufferViews", "buffers"}
    assert out.binary[: len(came.binary)] == came.binary
    for kind in ("accessors", "bufferViews"):
        assert out.json[kind][: len(came.json[kind])] == came.json[kind]
    assert out.json["animations"][1:] == came.json["animations"][1:]
    walk, before = out.json["animations"][0], came.json["animations"][0]
    assert [c["target"] for c in walk["channels"]] == [c["target"] for c in before["channels"]]
    assert walk["channels"][1]["extras"] == {"layer": 2}
    assert walk["extras"] == {"loop": True}
    assert walk["samplers"][0]["extras"] == {"by": "mocap"}
    times, old = (x.numbers(a["samplers"][0]["input"]) for x, a in ((out, walk), (came, before)))
    np.testing.assert_array_equal(times, (1.2 * old).astype("f4"))
    for k in range(2):
        rows = [x.numbers(a["samplers"][k]["output"]) for x, a in ((out, walk), (came, before))]
        np.testing.assert_allclose(rows[0], rows[1], atol=1e-7)


def test_the_root_is_written_in_the_units_of_the_file(file, tmp_path):
    scene = load(file, height=0.6, up="z")
    name = list(scene.clips)[2]
    scene.clips[name] = scene.clips[name].shift(1)
    with pytest.warns(AssetWarning, match="1 of its channels move what Supple does not read"):
        out = saved(scene, tmp_path / "out.glb")
    came = Opened(file.read_bytes())
    new, old = (x.json["animations"][2] for x in (out, came))
    np.testing.assert_allclose(
        out.numbers(new["samplers"][new["channels"][0]["sampler"]]["output"]),
        came.numbers(old["samplers"][0]["output"]),
        rtol=1e-6,
        atol=1e-7,
    )
    assert new["samplers"][new["channels"][1]["sampler"]] == old["samplers"][0], (
        "the pointer keeps its sampler"
    )
    assert "name" not in new


def test_a_node_that_was_moved(file, tmp_path):
    scene = load(file, height=0.6)
    scene["head.L"].place(rotation=turned([0, 1, 0], 0.25))
    scene["armature"].place(translation=(0.3, 0, 0))
    scene["spine"].place(translation=scene["spine"].translation * 2)
    came, out = Opened(file.read_bytes()), saved(scene, tmp_path / "out.glb")
    nodes = out.json["nodes"]
    assert nodes[1] == came.json["nodes"][1]
    assert nodes[4:] == came.json["nodes"][4:]
    np.testing.assert_allclose(nodes[3]["rotation"], turned([0, 1, 0], 0.25))
    size = scene["armature"].scale[0] / 100
    np.testing.assert_allclose(nodes[0]["translation"], [0.3 / size, 0, 0])
    np.testing.assert_allclose(nodes[0]["scale"], [100, 100, 100])
    assert "matrix" not in nodes[2]
    np.testing.assert_allclose(nodes[2]["translation"], [0, 0.02, 0])
    np.testing.assert_allclose(to_matrix(nodes[2]["rotation"])[0], [0.8, -0.6, 0], atol=1e-9)
    again = load(tmp_path / "out.glb")
    np.testing.assert_allclose(again["body"].rest_vertices * size, scene["body"].rest_vertices, atol=1e-6)


def test_clips_are_added_renamed_and_removed(file, tmp_path):
    scene = load(file)
    scene.clips["Stroll"] = scene.clips.pop("Walk")
    scene.clips["Bow"] = supple.Clip(
        {"spine.rotation": supple.keys({0: (0, 0, 0, 1), 1: turned([1, 0, 0], 1)}, "linear", kind="rotation")}
    )
    del scene.clips["Nod"]
    came, out = Opened(file.read_bytes()), saved(scene, tmp_path / "out.glb")
    stroll, unnamed, bow = out.json["animations"]
    assert stroll == {**came.json["animations"][0], "name": "Stroll"}
    assert unnamed == came.json["animations"][2]
    assert bow["name"] == "Bow"
    assert bow["channels"] == [{"sampler": 0, "target": {"node": 2, "path": "rotation"}}]
    assert "matrix" not in out.json["nodes"][2], "what moves stands by translation, rotation and scale"
    assert list(load(tmp_path / "out.glb").clips) == ["Stroll", "1", "Bow"]
    scene.clips.clear()
    assert "animations" not in saved(scene, tmp_path / "none.glb").json


def test_tracks_are_added_and_removed(file, tmp_path):
    scene = load(file)
    clip = scene.clips["Nod"].copy()
    del clip["head.L.rotation"]
    clip["hips.position.y"] = supple.keys({0: 0, 1: 0.01}, "linear")
    scene.clips["Nod"] = clip
    came, out = Opened(file.read_bytes()), saved(scene, tmp_path / "out.glb")
    nod, old = out.json["animations"][1], came.json["animations"][1]
    paths = [(c["target"]["node"], c["target"]["path"]) for c in nod["channels"]]
    assert paths == [(5, "scale"), (4, "weights"), (1, "translation")]
    assert nod["samplers"][:2] == old["samplers"][1:], "steps and splines stay as they were"
    rises = load(tmp_path / "out.glb").clips["Nod"]["hips.position"]
    np.testing.assert_allclose(rises(0.5), [0.001, 0.005, 0], atol=1e-8)


def test_the_way_between_keys_is_kept_where_it_can_be(file, tmp_path):
    scene = load(file)
    scene.clips["Nod"] = scene.clips["Nod"].stretch(2)
    out = saved(scene, tmp_path / "out.glb")
    assert [s["interpolation"] for s in out.json["animations"][1]["samplers"]] == [
        "CUBICSPLINE",
        "STEP",
        "CUBICSPLINE",
    ]
    again = load(tmp_path / "out.glb").clips["Nod"]
    times = np.linspace(0, 2, 77)
    for name, track in scene.clips["Nod"].items():
        error = np.abs(again[name](times) - track(times)).max()
        assert error < 1e-6, name


KEYS = {0: (0, 0, 0), 0.5: (1, 2, 0), 1.25: (3, 0, 1)}
LINES = supple.keys(KEYS, "linear")
EXACT, CLOSE = 1e-6, (1 / 60) ** 2 / 8  # of lines between samples, for an acceleration of 1
TRACKS = {
    "cubic": (supple.keys(KEYS), EXACT),
    "monotone": (supple.keys(KEYS, "monotone"), EXACT),
    "b-spline": (supple.keys(KEYS, "b-spline"), EXACT),
    "cosine": (supple.keys(KEYS, "cosine"), CLOSE),
    "eased": (supple.keys(KEYS, "linear", ease_in=0.1), CLOSE),
    "crop": (LINES.crop(0.2, 1.0), EXACT),
    "repeat": (LINES.repeat(3), EXACT),
    "blend": (LINES.blend(LINES.shift(0.3), 0.25), EXACT),
    "lines and steps": (supple.keys(KEYS, ("linear", "step")), EXACT),
}


@pytest.mark.parametrize("how", TRACKS)
def test_any_track_can_be_written(tmp_path, how):
    track, tolerance = TRACKS[how]
    scene = Scene([Node("ball")], clips={"go": supple.Clip({"ball.position": track})})
    again = load(scene.save(tmp_path / "ball.glb")).clips["go"]["ball.position"]
    times = np.linspace(track.start, track.end, 400)[1:-1]
    jumps = np.abs(times[:, None] - 1.25 * np.arange(4)).min(axis=1) < 1e-4
    error = np.abs(again(times) - track(times)).max(axis=1)
    bent = 1 if tolerance == EXACT else np.linalg.norm(track.acceleration(times), axis=1).max()
    assert error[~jumps].max() < tolerance * bent
    if tolerance == EXACT:
        assert len(again.times) <= 2 * len(track.times)


def test_turns_of_any_kind_can_be_written(tmp_path):
    squad = supple.keys(
        {0: (0, 0, 0, 1), 0.5: turned([1, 0, 0], 1), 1: turned([0, 1, 0], 2)}, kind="rotation"
    )
    euler = supple.motion.euler_keys("ZXY", z={0: 0, 1: 1}, x={0: 0, 0.5: 0.5})
    clip = supple.Clip({"a.rotation": squad, "b.rotation": euler})
    scene = Scene([Node("a"), Node("b")], clips={"go": clip})
    again = load(scene.save(tmp_path / "turns.glb")).clips["go"]
    times = np.linspace(0, 1, 99)
    for name in clip:
        dots = np.abs((again[name](times) * clip[name].to_rotation()(times)).sum(axis=1))
        assert 2 * np.arccos(dots.min()) < 2e-3


def test_nodes_are_added_taken_away_and_painted(file, tmp_path):
    scene = load(file, height=0.6)
    size = scene["armature"].scale[0] / 100
    scene["head.L"].add(supple.models.sphere(radius=0.001)).name = "nose"
    scene.add(supple.models.box(), name="crate", at=(1, 0, 0))
    scene["spine"].children[0].children.remove(scene["hat"])
    scene["body"].mesh = scene["body"].mesh.painted("red")
    came, out = Opened(file.read_bytes()), saved(scene, tmp_path / "out.glb")
    nodes = out.json["nodes"]
    assert len(nodes) == 9
    assert nodes[5:7] == came.json["nodes"][5:7], "nobody's number changes"
    assert nodes[3]["children"] == [7]
    assert out.json["scenes"][0]["nodes"] == [0, 8]
    assert nodes[4] == {**came.json["nodes"][4], "mesh": 2, "weights": [0.1]}
    again = load(tmp_path / "out.glb")
    for name in ("body", "nose", "crate"):
        np.testing.assert_allclose(again[name].rest_vertices * size, scene[name].rest_vertices, atol=1e-6)
    np.testing.assert_allclose(again["body"].mesh.parts[0].look.color, (1, 0, 0, 1))


def test_a_texture_stays_where_it_is_when_its_mesh_is_painted(tmp_path):
    (tmp_path / "asset.glb").write_bytes(asset().glb())
    scene = load(tmp_path / "asset.glb")
    scene["pole"].mesh = scene["flag.L"].mesh
    out = saved(scene, tmp_path / "out.glb")
    assert out.json["materials"] == asset().json["materials"]
    assert out.json["textures"] == asset().json["textures"]


def test_a_skin_that_was_bound_here_is_added(file, tmp_path):
    scene = load(file, height=2)
    sleeve = supple.scene.bind(
        supple.models.sphere(radius=0.2).mesh, [scene["hips"], scene["head.L"]], name="sleeve"
    )
    scene.add(sleeve)
    out = saved(scene, tmp_path / "out.glb")
    assert out.json["skins"][1]["joints"] == [1, 3]
    again = load(tmp_path / "out.glb", height=2)
    np.testing.assert_allclose(again["sleeve"].rest_vertices, sleeve.rest_vertices, atol=1e-5)
    scene.nodes.remove(scene["armature"])
    with pytest.raises(InputError, match="hangs on joint 'hips', which is not in the scene"):
        scene.save(tmp_path / "lost.glb")


def test_a_scene_made_here_holds_several_clips(tmp_path):
    root = Node("root", children=[Node("tip", translation=(0, 0.5, 0))])
    arm = supple.scene.bind(supple.models.cylinder(height=1.0).mesh, root)
    bend = supple.Clip(
        {
            "tip.rotation": supple.keys(
                {0: (0, 0, 0, 1), 1 / 120: turned([1, 0, 0], 1)}, "linear", kind="rotation"
            )
        }
    )
    scene = Scene([root, arm], clips={"bend": bend, "slow": bend.stretch(2)})
    again = load(scene.save(tmp_path / "arm.glb"))
    assert {name: clip.end for name, clip in again.clips.items()} == pytest.approx(
        {"bend": 1 / 120, "slow": 1 / 60}
    )
    np.testing.assert_allclose(again[arm.name].rest_vertices, arm.rest_vertices, atol=1e-6)
    assert "supple" not in Opened((tmp_path / "arm.glb").read_bytes()).json.get("extras", {})


def test_beside_and_back(file, tmp_path):
    """As .gltf with a buffer beside it, and from there as .glb again."""
    scene = load(file)
    scene.clips["Walk"] = scene.clips["Walk"].stretch(2)
    whole = Opened(scene.save(tmp_path / "whole.glb").read_bytes())
    apart = json.loads(scene.save(tmp_path / "apart" / "c.gltf").read_text())
    assert apart["buffers"][0].pop("uri") == "c.bin"
    assert differences(apart, whole.json) == []
    assert (tmp_path / "apart" / "c.bin").read_bytes() == whole.binary
    again = saved(load(tmp_path / "apart" / "c.gltf"), tmp_path / "again.glb")
    assert differences(again.json, whole.json) == []
    assert again.binary == whole.binary


def linked(tmp_path, folder="in"):
    """A .gltf whose buffer and one image are files, the other image a data URI."""
    g = asset()
    g.json["buffers"][0]["uri"] = "parts/numbers%20all.bin"
    g.json["images"] = [
        {"uri": "paint.png", "name": "paint"},
        {"uri": "data:image/png;base64," + base64.b64encode(PNG).decode()},
    ]
    folder = tmp_path / folder
    (folder / "parts").mkdir(parents=True)
    (folder / "parts" / "numbers all.bin").write_bytes(g.data)
    (folder / "paint.png").write_bytes(PNG)
    (folder / "flag.gltf").write_text(json.dumps(g.json))
    return g, folder / "flag.gltf"


def test_files_that_a_document_names_come_along(tmp_path):
    g, path = linked(tmp_path)
    scene = load(path)
    out = json.loads(scene.save(tmp_path / "out" / "flag.gltf").read_text())
    assert differences(g.json, out) == []
    assert (tmp_path / "out" / "parts" / "numbers all.bin").read_bytes() == g.data
    assert (tmp_path / "out" / "paint.png").read_bytes() == PNG
    scene.clips["wave"] = supple.Clip(
        {"flag.L.position": supple.keys({0: (0, 0, 0), 1: (1, 0, 0)}, "linear")}
    )
    out = json.loads(scene.save(tmp_path / "out" / "waving.gltf").read_text())
    assert out["buffers"][0] == g.json["buffers"][0]
    assert out["buffers"][1]["uri"] == "waving.bin"
    assert load(tmp_path / "out" / "waving.gltf").clips["wave"].end == 1
    whole = Opened(scene.save(tmp_path / "out" / "waving.glb").read_bytes())
    assert "uri" not in json.dumps([whole.json["buffers"], whole.json["images"][0]])
    assert whole.binary[: len(g.data)] == g.data
    assert load(tmp_path / "out" / "waving.glb")["flag.L"].mesh.parts[0].look.texture.data == PNG


def test_a_file_outside_the_folder_is_not_copied(tmp_path):
    g, path = linked(tmp_path)
    text = copy.deepcopy(g.json)
    text["images"][0]["uri"] = "../secret.png"
    (tmp_path / "secret.png").write_bytes(PNG)
    path.write_text(json.dumps(text))
    with pytest.raises(FileError, match=r"'\.\./secret\.png', which is outside its folder"):
        load(path).save(tmp_path / "out" / "flag.gltf")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda s: s.clips.update(x=supple.Clip({"nobody.position": supple.keys({0: (0, 0, 0)})})),
            "unknown node .*'nobody'",
        ),
        (lambda s: s.clips.update(x=supple.Clip()), "clip 'x' moves nothing"),
        (lambda s: s.clips.update(Walk=s.clips["Walk"].cycle()), "clip 'Walk', hips.position: .*crop it"),
    ],
)
def test_clips_that_cannot_be_written_are_named(file, tmp_path, change, says):
    scene = load(file)
    change(scene)
    with pytest.raises((InputError, UnknownNameError), match=says):
        scene.save(tmp_path / "x.glb")
    with pytest.raises(UnknownNameError, match=r"unknown file type '\.fbx'"):
        scene.save(tmp_path / "x.fbx")


def test_what_no_channel_says_is_named(tmp_path):
    scene = Scene([Node("ball")])
    scene.clip = supple.Clip(
        {"ball.position": LINES.shift(-1), "ball.visible": supple.keys({0: True, 1: False})}
    )
    with pytest.warns(AssetWarning) as said:
        scene.save(tmp_path / "ball.glb")
    assert "no channel for ball.visible" in str(said[0].message)
    assert "begins at -1 s" in str(said[1].message)
    assert load(tmp_path / "ball.glb").clip.start == 0


def test_the_joints_of_a_skin_are_a_figure(file):
    scene = load(file, height=0.6)
    assert scene.figure.names == ("hips", "spine", "head.L")
    assert scene.figure.name == "creature"
    assert scene.figure.clip is scene.clip
    assert scene.figure["spine"].names == ("spine", "head.L")
    twin = scene.copy()
    assert twin.figure.joints["hips"] is twin["hips"] is not scene["hips"]
