"""A take written and read back equals itself to float32."""

from dataclasses import fields, replace

import numpy as np
import pytest
from handmade import Opened

from supple.errors import UnknownNameError
from supple.io import glb_bytes, load, load_take, save_glb
from supple.scene import Camera, CameraMotion, Look, Mesh, Node, NodeMotion, Scene, Take, record

FLOAT32 = 4e-7
"""A few roundings of numbers about 1 to 24 bits."""


def assert_same(a, b, path="take"):
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        assert np.shape(a) == np.shape(b), path
        np.testing.assert_allclose(
            a, b, rtol=FLOAT32, atol=FLOAT32 * max(1.0, np.abs(b).max(initial=0)), err_msg=path
        )
    elif isinstance(a, dict):
        assert list(a) == list(b), path
        for key in a:
            assert_same(a[key], b[key], f"{path}.{key}")
    elif isinstance(a, list | tuple):
        assert len(a) == len(b), path
        for k, (x, y) in enumerate(zip(a, b, strict=True)):
            assert_same(x, y, f"{path}[{k}]")
    elif isinstance(a, Node) or hasattr(a, "__dataclass_fields__"):
        for name in [field.name for field in fields(a)] if not isinstance(a, Node) else vars(a):
            if name not in ("parent", "source", "clip"):
                assert_same(getattr(a, name), getattr(b, name), f"{path}.{name}")
    elif isinstance(a, float):
        assert a == pytest.approx(b, rel=FLOAT32), path
    else:
        assert a == b, path


@pytest.mark.parametrize("base", ["normalized", "rest"])
def test_everything_returns(jelly, base, tmp_path):
    back = load_take(save_glb(jelly, tmp_path / "jelly.glb", base=base))
    assert_same(back, jelly)
    assert back.scene["ghost"].mesh is back.scene["twin"].mesh


def test_the_comparison_can_fail(jelly, tmp_path):
    back = load_take(save_glb(jelly, tmp_path / "jelly.glb"))
    moved = replace(jelly.motions["body"], weights=jelly.motions["body"].weights + 1e-5)
    with pytest.raises(AssertionError, match="weights"):
        assert_same(back, replace(jelly, motions={**jelly.motions, "body": moved}))


def test_given_normals_return(jelly, tmp_path):
    node = jelly.scene["body"]
    parts = [replace(p, normals=p.shading_normals) for p in node.mesh.parts]
    node.mesh = replace(node.mesh, parts=tuple(parts))
    back = load_take(save_glb(jelly, tmp_path / "jelly.glb"))
    for mine, theirs in zip(back.scene["body"].mesh.parts, parts, strict=True):
        np.testing.assert_allclose(mine.normals, theirs.normals, atol=1e-5)


def test_same_take_same_bytes(jelly):
    assert glb_bytes(jelly) == glb_bytes(jelly)
    assert glb_bytes(jelly) != glb_bytes(jelly.shifted(0.1))


def test_a_written_take_loads_as_scene_with_clip(jelly, tmp_path):
    scene = load(save_glb(jelly, tmp_path / "jelly.glb"))
    assert scene.clip["body.position"](jelly.times[7]) == pytest.approx(jelly.motions["body"].translation[7])
    assert scene.clip["body.weights"](jelly.times[9]) == pytest.approx(
        jelly.motions["body"].weights[9], abs=1e-6
    )
    assert bool(scene.clip["flag.visible"](1.5)) is True
    played = record(scene, scene.clip, fps=20, seconds=2.5)
    np.testing.assert_allclose(played.camera.eye[40], jelly.camera.at(jelly.frame(2.0)).eye)
    frame = played.frame(1.5)
    np.testing.assert_allclose(played.shape("flag", frame), jelly.shape("flag", jelly.frame(1.5)), atol=1e-6)


def test_fps_resamples(jelly, tmp_path):
    back = load_take(save_glb(jelly, tmp_path / "a.glb", fps=10))
    assert back.fps == 10
    np.testing.assert_allclose(back.shape("body", 5), jelly.shape("body", jelly.frame(1.0)), atol=1e-6)


def test_one_sample_and_no_motion(tmp_path):
    node = Node("stone", Mesh.of([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
    take = Take(Scene([node]), np.array([0.0]), {"stone": NodeMotion(translation=np.array([[1.0, 2, 3]]))})
    assert_same(load_take(save_glb(take, tmp_path / "stone.glb")), take)
    empty = Take(Scene(), np.array([1.0]))
    assert_same(load_take(save_glb(empty, tmp_path / "empty.glb")), empty)


def test_take_camera_without_scene_camera(tmp_path):
    t = np.array([0.0, 1.0])
    camera = CameraMotion(np.array([[0, 1, 5], [0, 2, 5.0]]), np.zeros((2, 3)), np.zeros(2), np.full(2, 0.6))
    back = load_take(save_glb(Take(Scene(), t, camera=camera), tmp_path / "c.glb"))
    assert back.scene.camera is None
    assert_same(back.camera, camera)


def test_camera_on_a_node_that_looks_along_its_axis(tmp_path):
    scene = Scene([Node("eye", camera=Camera(eye=(0, 0, 0), center=(0, 0, -1), angle=0.7))])
    data = load_take(save_glb(Take(scene, np.array([0.0])), tmp_path / "c.glb"))
    assert_same(data.scene["eye"].camera, scene["eye"].camera)


def test_save_goes_through_the_take(jelly, tmp_path):
    assert jelly.save(tmp_path / "deep" / "jelly.glb", base="rest").exists()
    with pytest.raises(UnknownNameError, match=r"unknown base 'rset'; did you mean 'rest'\?"):
        glb_bytes(jelly, base="rset")


def test_a_cache_on_a_mesh_that_has_targets_of_its_own(tmp_path):
    rng = np.random.default_rng(4)
    mesh = Mesh.of(rng.normal(size=(6, 3)), [[0, 1, 2], [3, 4, 5]])
    mesh = replace(mesh, targets={"smile": rng.normal(size=(6, 3))})
    motion = NodeMotion(vertices=rng.normal(size=(9, 6, 3)))
    take = Take(Scene([Node("face", mesh)]), np.arange(9.0), {"face": motion})
    assert_same(load_take(save_glb(take, tmp_path / "face.glb")), take)


def test_nodes_that_share_a_mesh_but_not_its_weights(tmp_path):
    rng = np.random.default_rng(5)
    mesh = replace(Mesh.of(rng.normal(size=(3, 3)), [[0, 1, 2]]), targets={"smile": rng.normal(size=(3, 3))})
    motions = {name: NodeMotion(weights=rng.normal(size=(4, 1)) * k) for k, name in enumerate("abc")}
    scene = Scene([Node(name, mesh) for name in "abcd"])
    take = Take(scene, np.arange(4.0), motions)
    back = load_take(save_glb(take, tmp_path / "faces.glb"))
    assert_same(back, take)
    assert back.scene["d"].mesh.targets["smile"] == pytest.approx(mesh.targets["smile"], abs=1e-6)


def test_what_glows_more_than_white(tmp_path):
    look = Look("lava", emission=(4.0, 1.0, 0.0))
    take = Take(Scene([Node("a", Mesh.of(np.eye(3), [[0, 1, 2]], look=look))]), np.array([0.0]))
    back = load_take(save_glb(take, tmp_path / "lava.glb"))
    assert back.scene["a"].mesh.parts[0].look == look
    assert max(Opened((tmp_path / "lava.glb").read_bytes()).json["materials"][0]["emissiveFactor"]) == 1
