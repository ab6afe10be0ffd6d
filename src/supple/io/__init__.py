"""Files: meshes, glTF, captures and robots in, scenes and takes out.

Importing this folder teaches `Take.save` to write .glb, .npz, .bvh and .usd, and `Scene.save` .glb, .gltf, .bvh,
.urdf and .usd.
"""

from supple.io.bvh.writer import save_scene as save_scene_bvh
from supple.io.bvh.writer import save_take as save_take_bvh
from supple.io.gltf.reduction import Reduced, reduce_targets
from supple.io.gltf.scene_writer import save_scene
from supple.io.gltf.writer import glb_bytes, save_glb
from supple.io.loading import load, load_take
from supple.io.npz import save_npz
from supple.io.robots.urdf_writer import save_urdf
from supple.io.usd.writer import save_scene as save_scene_usd
from supple.io.usd.writer import save_take as save_take_usd
from supple.io.warning import AssetWarning
from supple.scene import Scene, Take

Take.writers[".glb"] = save_glb
Take.writers[".npz"] = save_npz
Take.writers[".bvh"] = save_take_bvh
for suffix in (".usd", ".usda", ".usdc"):
    Take.writers[suffix], Scene.writers[suffix] = save_take_usd, save_scene_usd
Scene.writers |= {".glb": save_scene, ".gltf": save_scene, ".bvh": save_scene_bvh, ".urdf": save_urdf}

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
