"""Vertices over a clip against three.js, which reads the same files without us.

What came in and what went out again are played by both; three.js runs in the browser, from web/node_modules.
"""

import base64
from pathlib import Path

import numpy as np
import pytest
from handmade import creature

import supple
from supple.io import load

THREE = Path(__file__).parents[2] / "web" / "node_modules" / "three"
SITE = "http://three.test/"
PAGE = """<!doctype html><script type="importmap">{"imports": {
  "three": "/build/three.module.js", "three/addons/": "/examples/jsm/"}}</script>
<script type="module">
import { AnimationMixer, LoadingManager, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { DRACOLoader } from "three/addons/loaders/DRACOLoader.js";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
const text = (numbers) => {
  let letters = "";
  for (const byte of new Uint8Array(numbers.buffer)) letters += String.fromCharCode(byte);
  return btoa(letters);
};
const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const loader = new GLTFLoader();
const draco = new DRACOLoader().setDecoderPath("/examples/jsm/libs/draco/gltf/");
loader.setDRACOLoader(draco.setDecoderConfig({ type: "js" }));
loader.setMeshoptDecoder(MeshoptDecoder);
window.played = async (file, clip, times) => {
  const gltf = await loader.parseAsync(bytes(file).buffer, "");
  const mixer = new AnimationMixer(gltf.scene);
  if (clip !== null) {
    for (const track of gltf.animations[clip].tracks) { // turns kept in 16 bits have not quite the length 1
      if (!track.name.endsWith(".quaternion") || track.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline)
        continue;
      for (let i = 0; i < track.values.length; i += 4) {
        const length = Math.hypot(...track.values.subarray(i, i + 4));
        for (let k = 0; k < 4; k++) track.values[i + k] /= length;
      }
    }
    gltf.animations[clip].duration += 10;
    mixer.clipAction(gltf.animations[clip]).play();
  }
  const found = {}, point = new Vector3();
  for (const time of times) {
    mixer.setTime(time);
    gltf.scene.updateMatrixWorld(true);
    gltf.scene.traverse((mesh) => {
      if (!mesh.isMesh) return;
      const { nodes, primitives } = gltf.parser.associations.get(mesh);
      const owner = nodes ?? gltf.parser.associations.get(mesh.parent).nodes;
      const { count } = mesh.geometry.getAttribute("position");
      const at = new Float64Array(3 * count);
      for (let i = 0; i < count; i++) mesh.localToWorld(mesh.getVertexPosition(i, point)).toArray(at, 3 * i);
      ((found[owner] ??= {})[primitives ?? 0] ??= []).push(text(at));
    });
  }
  return found;
};
window.loaded = true;
</script>"""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not THREE.is_dir(), reason="needs `npm ci` in web/; CI always has it"),
    pytest.mark.filterwarnings("ignore::supple.io.AssetWarning"),
]


def _answer(route):
    place = THREE / route.request.url.removeprefix(SITE)
    if route.request.url == SITE:
        route.fulfill(body=PAGE, content_type="text/html")
    elif place.is_file():
        kind = "text/javascript" if place.suffix == ".js" else "application/octet-stream"
        route.fulfill(body=place.read_bytes(), content_type=kind)
    else:
        route.abort()


def _points(rows):
    return np.stack([np.frombuffer(base64.b64decode(row), "<f8").reshape(-1, 3) for row in rows])


@pytest.fixture(scope="module")
def three(browser):
    """played(file, clip, times) → world vertices (T, n, 3) of each node by its number in the file."""
    page = browser.new_page()
    page.route(SITE + "**", _answer)
    page.goto(SITE)
    page.wait_for_function("window.loaded === true")

    def played(path, clip, times):
        found = page.evaluate(
            "([file, clip, times]) => played(file, clip, times)",
            [base64.b64encode(path.read_bytes()).decode(), clip, list(times)],
        )
        return {
            int(node): np.concatenate([_points(parts[k]) for k in sorted(parts, key=int)], axis=1)
            for node, parts in found.items()
        }

    yield played
    page.close()


def ours(path, name, times):
    """The same by Supple, by the number of the node."""
    scene = load(path)
    clip = scene.clips[name] if name is not None else scene.clip
    end = float(times[-1])
    take = supple.record(scene, clip, seconds=end, fps=(len(times) - 1) / end)
    np.testing.assert_allclose(take.times, times, atol=1e-12)
    seen = [node for node in take.scene.walk() if node.mesh is not None]
    return {node.source.index: take.world_vertices(node.name) for node in seen}


def assert_same(found, expected, height):
    assert found.keys() == expected.keys()
    for node, points in expected.items():
        assert np.abs(found[node] - points).max() < 1e-6 * height, node


def tall(points):
    return float(np.ptp(np.concatenate([rows[0][:, 1] for rows in points.values()])))


def round_trip(three, path, tmp_path):
    """In and out again, each clip at five moments."""
    scene = load(path, height=0.6)
    out = scene.save(tmp_path / "out.glb")
    for k, (name, clip) in enumerate(scene.clips.items()):
        times = np.arange(5) / 4 * clip.end
        came = three(path, k, times)
        assert_same(three(out, k, times), came, tall(came))
        assert_same(ours(out, name, times), came, tall(came))
    return scene


def test_a_character_made_by_code(three, tmp_path):
    path = tmp_path / "creature.glb"
    path.write_bytes(creature().glb())
    scene = round_trip(three, path, tmp_path)
    scene.clips["Walk"] = scene.clips["Walk"].stretch(2)
    edited = scene.save(tmp_path / "edited.glb")
    times = np.arange(13) / 12
    slow, fast = three(edited, 0, 2 * times), three(path, 0, times)
    assert_same(slow, fast, tall(fast))
    nod = three(path, 1, times)
    assert_same(three(edited, 1, times), nod, tall(nod))


def test_a_figure_bound_here(three, tmp_path):
    """A skin with weights by heat, on a chain of joints that all turn."""
    joints = [supple.Node("hip")]
    for k in range(3):
        joints.append(joints[-1].add(supple.Node(f"joint {k}", translation=(0, 0.25, 0))))
    body = supple.scene.bind(supple.models.cylinder(height=1.0).mesh, joints[0], influences=4, name="body")
    bend = {0: (0, 0, 0, 1), 0.5: (0, 0, 0.6, 0.8), 1: (0.6, 0, 0, 0.8)}
    clip = supple.Clip(
        {f"joint {k}.rotation": supple.keys(bend, "linear", kind="rotation") for k in range(3)}
    )
    scene = supple.Scene([joints[0], body], clips={"bend": clip})
    round_trip(three, scene.save(tmp_path / "bound.glb"), tmp_path)


FILES = ["Fox", "RiggedFigure", "RobotExpressive", "Character_HumanoidRig", "Fox-meshopt"]


@pytest.mark.parametrize("name", FILES)
def test_files_of_others(three, models_folder, tmp_path, name):
    path = models_folder / "gltf" / f"{name}.glb"
    scene = round_trip(three, path, tmp_path)
    if not scene.clips:
        assert_same(three(tmp_path / "out.glb", None, [0.0]), three(path, None, [0.0]), 1.0)


def test_draco_of_others(three, models_folder, tmp_path):
    """Taken into one file, since the page cannot read what lies beside it."""
    scene = load(models_folder / "gltf" / "RiggedFigure-Draco" / "RiggedFigure.gltf")
    round_trip(three, scene.save(tmp_path / "whole.glb"), tmp_path)
