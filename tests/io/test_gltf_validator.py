"""Khronos' validator has nothing to say: no error, no warning."""

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from handmade import asset

from supple.io import load, save_glb
from supple.scene import Mesh, Node, NodeMotion, Scene, Take

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
