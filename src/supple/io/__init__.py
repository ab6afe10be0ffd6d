"""Files: meshes and glTF in, takes in and out. Importing this folder teaches `Take.save` to write .glb and .npz."""

from supple.io.gltf.reduction import Reduced, reduce_targets
from supple.io.gltf.scene_writer import save_scene
from supple.io.gltf.writer import glb_bytes, save_glb
from supple.io.loading import load, load_take
from supple.io.npz import save_npz
from supple.io.warning import AssetWarning
from supple.scene import Scene, Take

Take.writers[".glb"] = save_glb
Take.writers[".npz"] = save_npz
Scene.writers |= {".glb": save_scene, ".gltf": save_scene}

__all__ = [
    "AssetWarning",
    "Reduced",
    "glb_bytes",
    "load",
    "load_take",
    "reduce_targets",
    "save_glb",
    "save_npz",
    "save_scene",
]
