"""Khronos' validator has nothing to say: no error, no warning."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from handmade import asset, creature

from supple.io import load, save_glb
from supple.motion import Clip, keys
from supple.scene import Mesh, Node, NodeMotion, Scene, Take, bind, models

WEB = Path(__file__).parents[2] / "web"
READY = shutil.which("node") is not None and (WEB / "node_modules" / "gltf-validator").exists()

pytestmark = pytest.mark.skipif(
    not READY and not os.environ.get("CI"), reason="needs node and `npm ci` in web/; CI always has them"
)


def validate(*files):
    command = ["node", str(WEB / "validate.mjs"), *map(str, files)]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("0 errors, 0 warnings") == len(files)


def test_takes_are_valid(jelly, tmp_path):
    options = {"plain": {}, "rest": {"base": "rest"}, "few": {"max_targets": 2}, "slow": {"fps": 12}}
    files = [save_glb(jelly, tmp_path / f"{name}.glb", **o) for name, o in options.items()]
    t = np.array([0.0])
    files.append(save_glb(Take(Scene(), t), tmp_path / "empty.glb"))
    cloud = Mesh.of(np.eye(3), np.zeros((0, 3), int))
    still = Take(Scene([Node("cloud", cloud)]), t, {"cloud": NodeMotion(translation=np.ones((1, 3)))})
    files.append(save_glb(still, tmp_path / "cloud.glb"))
    rng = np.random.default_rng(0)
    mesh = Mesh.of(rng.normal(size=(50, 3)), rng.integers(0, 50, size=(30, 3)))
    frames = mesh.vertices + rng.normal(size=(20, 50, 3)) * (rng.uniform(size=(20, 50, 1)) > 0.8)
    files.append(
        save_glb(
            Take(
                Scene([Node("cache", mesh)]), -1 + np.arange(20) / 24, {"cache": NodeMotion(vertices=frames)}
            ),
            tmp_path / "cache.glb",
        )
    )
    validate(*files)


def test_assets_are_valid(tmp_path):
    (tmp_path / "asset.glb").write_bytes(asset().glb())
    scene = load(tmp_path / "asset.glb", height=2)
    turn = NodeMotion(rotation=np.array([[0, 0, 0, 1.0], [0, 1, 0, 0]]))
    take = Take(scene, np.array([0.0, 1]), {"root": turn})
    validate(tmp_path / "asset.glb", save_glb(take, tmp_path / "again.glb"))


def complaints(*files):
    """How many errors and warnings each file has."""
    command = ["node", str(WEB / "validate.mjs"), *map(str, files)]
    said = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False).stdout
    return [tuple(map(int, pair)) for pair in re.findall(r": (\d+) errors, (\d+) warnings", said)]


def no_worse(path, tmp_path):
    """Saved untouched, and with its first clip stretched and another added."""
    scene = load(path, height=0.6)
    files = [path, scene.save(tmp_path / "same.glb")]
    for name, clip in list(scene.clips.items())[:1]:
        scene.clips[name] = clip.stretch(1.5)
        scene.clips["twice"] = clip.repeat(2)
    scene.add(models.sphere(radius=0.01), name="a new ball")
    before, *after = complaints(*files, scene.save(tmp_path / "more.glb"))
    assert len(after) == 2
    assert all(e <= before[0] and w <= before[1] for e, w in after), (before, after)


@pytest.mark.filterwarnings("ignore::supple.io.AssetWarning")
def test_patched_files_are_no_worse_than_they_came(tmp_path):
    (tmp_path / "creature.glb").write_bytes(creature().glb())
    no_worse(tmp_path / "creature.glb", tmp_path)
    assert complaints(tmp_path / "creature.glb")[0][0] > 0, "its weights do not sum to 1"


def test_scenes_with_clips_are_valid(tmp_path):
    joints = Node("hip", children=[Node("knee", translation=(0, 0.5, 0))])
    leg = bind(models.cylinder(radius=0.1, height=1).mesh, joints, name="leg")
    hop = keys({0: (0, 0, 0), 0.4: (0, 1, 0), 1: (0, 0, 0)})
    clips = {"hop": Clip({"hip.position": hop}), "jump": Clip({"hip.position": hop.repeat(2)})}
    validate(Scene([joints, leg], clips=clips).save(tmp_path / "leg.glb"))


@pytest.mark.filterwarnings("ignore::supple.io.AssetWarning")
@pytest.mark.parametrize(
    "name", ["Fox", "RiggedFigure", "RobotExpressive", "Character_HumanoidRig", "Fox-meshopt"]
)
def test_files_of_others_are_no_worse_than_they_came(models_folder, tmp_path, name):
    no_worse(models_folder / "gltf" / f"{name}.glb", tmp_path)
