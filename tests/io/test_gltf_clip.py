"""Animations in a GLB load as a clip, each sampler as glTF defines it."""

import numpy as np
import pytest
from handmade import HandMade

import supple
from supple.errors import FileError, UnknownNameError
from supple.io import load, load_take
from supple.spatial import multiply

TIMES = np.array([0.0, 0.5, 2.0])
PLACES = np.array([[0, 0, 0], [1, 2, 0], [3, 0, 1.0]])
TURNS = np.array([[0, 0, 0, 1], [0, 0.6, 0, 0.8], [0, 1, 0, 0.0]])


def animated(tmp_path, path, values, interpolation, names=("walk",)):
    g = HandMade()
    sampler = {
        "input": g.accessor(TIMES, bounds=True),
        "output": g.accessor(values),
        "interpolation": interpolation,
    }
    animation = {"channels": [{"sampler": 0, "target": {"node": 0, "path": path}}], "samplers": [sampler]}
    g.json |= {"nodes": [{"name": "leg.L"}], "animations": [{**animation, "name": n} for n in names]}
    file = tmp_path / "walk.glb"
    file.write_bytes(g.glb())
    return file


def test_linear(tmp_path):
    track = load(animated(tmp_path, "translation", PLACES, "LINEAR")).clip["leg.L.position"]
    np.testing.assert_allclose(track([0.25, 0.5, 1.25]), [[0.5, 1, 0], [1, 2, 0], [2, 1, 0.5]])


def test_linear_rotation_is_a_great_arc(tmp_path):
    track = load(animated(tmp_path, "rotation", TURNS, "LINEAR")).clip["leg.L.rotation"]
    half = np.arctan2(0.6, 0.8) / 2
    np.testing.assert_allclose(track(0.25), [0, np.sin(half), 0, np.cos(half)], atol=1e-7)


def test_step(tmp_path):
    track = load(animated(tmp_path, "scale", PLACES + 1, "STEP")).clip["leg.L.scale"]
    np.testing.assert_allclose(track([0.49, 0.5, 1.99, 2.0]), PLACES[[0, 1, 1, 2]] + 1)


def hermite(t, k, values, into, out):
    """glTF 2.0 appendix C.5."""
    d = TIMES[k + 1] - TIMES[k]
    u = (t - TIMES[k]) / d
    h = (2 * u**3 - 3 * u**2 + 1, u**3 - 2 * u**2 + u, -2 * u**3 + 3 * u**2, u**3 - u**2)
    return h[0] * values[k] + h[1] * d * out[k] + h[2] * values[k + 1] + h[3] * d * into[k + 1]


def test_cubic_spline(tmp_path):
    rng = np.random.default_rng(3)
    into, out = rng.normal(size=(2, 3, 3))
    rows = np.stack([into, PLACES, out], axis=1).reshape(9, 3)
    track = load(animated(tmp_path, "translation", rows, "CUBICSPLINE")).clip["leg.L.position"]
    for t, k in ((0.1, 0), (0.4, 0), (0.7, 1), (1.9, 1)):
        np.testing.assert_allclose(track(t), hermite(t, k, PLACES, into, out), atol=1e-6)


def test_cubic_spline_of_rotations(tmp_path):
    slopes = np.tile([0.0, 0.3, 0.2, -0.1], (3, 1))
    rows = np.stack([slopes, TURNS, slopes], axis=1).reshape(9, 4)
    track = load(animated(tmp_path, "rotation", rows, "CUBICSPLINE")).clip["leg.L.rotation"]
    for t, k in ((0.1, 0), (1.3, 1)):
        exact = hermite(t, k, TURNS, slopes, slopes)
        np.testing.assert_allclose(track(t), exact / np.linalg.norm(exact), atol=1e-7)
    turned = track.rotate((0, 0.6, 0, 0.8)).stretch(2).shift(1)
    np.testing.assert_allclose(turned(3.6), multiply((0, 0.6, 0, 0.8), track(1.3)), atol=1e-12)


def test_sampled_into_a_take(tmp_path):
    take = load_take(animated(tmp_path, "translation", PLACES, "LINEAR"))
    np.testing.assert_array_equal(take.times, TIMES)
    np.testing.assert_allclose(take.motions["leg.L"].translation, PLACES)
    steps = load_take(animated(tmp_path, "translation", PLACES, "STEP"), fps=10)
    assert steps.fps == 10
    assert steps.times[-1] == 2
    np.testing.assert_allclose(steps.motions["leg.L"].translation[4], PLACES[0])


def test_choosing_an_animation(tmp_path):
    file = animated(tmp_path, "translation", PLACES, "LINEAR", names=("walk", "run"))
    assert list(load(file, animation="run").clip) == ["leg.L.position"]
    with pytest.raises(UnknownNameError, match=r"'rn'; did you mean 'run'\? There are: run, walk"):
        load(file, animation="rn")


def test_turned_and_scaled_with_its_root(tmp_path):
    file = animated(tmp_path, "translation", PLACES, "LINEAR")
    track = load(file, up="z", unit="cm").clip["leg.L.position"]
    np.testing.assert_allclose(track(2.0), [0.03, 0.01, 0.0], atol=1e-12)


def test_weights_and_weights_by_default(tmp_path):
    g = HandMade()
    corner, shift = g.accessor(np.eye(3), bounds=True), g.accessor(np.ones((3, 3)), bounds=True)
    primitive = {"attributes": {"POSITION": corner}, "targets": [{"POSITION": shift}, {"POSITION": corner}]}
    sampler = {"input": g.accessor([0.0, 1.0]), "output": g.accessor([0.0, 1, 0.5, 2])}
    g.json |= {
        "meshes": [
            {"primitives": [primitive], "weights": [0.25, 0], "extras": {"targetNames": ["up", "out"]}}
        ],
        "nodes": [{"name": "a", "mesh": 0}, {"name": "b", "mesh": 0}],
        "animations": [
            {"channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}], "samplers": [sampler]}
        ],
    }
    (tmp_path / "w.glb").write_bytes(g.glb())
    scene = load(tmp_path / "w.glb")
    assert list(scene["a"].mesh.targets) == ["up", "out"]
    np.testing.assert_allclose(scene.clip["a.weights"](0.5), [0.25, 1.5])
    np.testing.assert_allclose(scene.clip["b.weights"](0.5), [0.25, 0])


def test_keys_that_do_not_increase_are_named(tmp_path):
    g = HandMade()
    sampler = {"input": g.accessor([0.0, 1.0, 1.0]), "output": g.accessor(PLACES)}
    channel = {"sampler": 0, "target": {"node": 0, "path": "translation"}}
    g.json |= {"nodes": [{"name": "a"}], "animations": [{"channels": [channel], "samplers": [sampler]}]}
    (tmp_path / "w.glb").write_bytes(g.glb())
    with pytest.raises(
        FileError, match=r"w\.glb: animations\[0\]\.channels\[0\]: its key times do not increase"
    ):
        load(tmp_path / "w.glb")


@pytest.mark.parametrize("name", ["Bone..001", ".hidden", "../x", "a.", "x.position", "..."])
def test_nodes_may_be_called_anything(tmp_path, name):
    g, file = HandMade(), tmp_path / "x.glb"
    sampler = {"input": g.accessor(TIMES, bounds=True), "output": g.accessor(PLACES)}
    channel = {"sampler": 0, "target": {"node": 0, "path": "translation"}}
    g.json |= {"nodes": [{"name": name}], "animations": [{"channels": [channel], "samplers": [sampler]}]}
    file.write_bytes(g.glb())
    scene = load(file)
    np.testing.assert_allclose(scene.clip[f"{name}.position"](2.0), PLACES[-1])
    np.testing.assert_allclose(supple.record(scene, scene.clip, fps=2).position(name)[-1], PLACES[-1])
    scene.clips["0"] = scene.clips["0"].stretch(2)
    assert load(scene.save(tmp_path / "out.glb")).clip[f"{name}.position"].end == 4
