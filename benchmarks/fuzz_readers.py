"""The readers that are fuzzed, each with valid files made by code and the ways in which they are damaged.

A new reader is one line in `READERS`: the suffix of its files, a function that makes some, how they are damaged, and
how they are read.
"""

import base64
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import supple
from benchmarks.mutants import Mutation, bytes_changed, glb_changed, json_changed, words_changed
from supple.io.gltf.glb import unpacked
from supple.scene import Mesh, Node, NodeMotion, Scene, Take


@dataclass(frozen=True)
class Reader:
    """Files of one kind: valid ones, ways to damage them, and what reads them."""

    suffix: str
    seeds: Callable[[], list[bytes]]
    mutations: tuple[Mutation, ...]
    read: Callable[[Path], object]


def scene_and_take(path: Path) -> None:
    """Load a file as a scene and as a take."""
    scene = supple.load(path)
    repr(scene)
    supple.load_take(path, fps=5)
    if scene.source is not None:
        with tempfile.TemporaryDirectory() as folder:
            scene.save(Path(folder) / "out.glb")


def clip(path: Path) -> None:
    """Load a clip and play it."""
    found = supple.Clip.load(path)
    for name in found:
        found[name]([-1.0, 0.5, 1e6])


def _written(save: Callable[[Path], object], suffix: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"seed{suffix}"
        save(path)
        return path.read_bytes()


def _mesh() -> Mesh:
    mesh = supple.models.sphere(radius=0.5).mesh
    x = mesh.vertices
    sparse = np.where(x[:, :1] > 0.4, x, 0)
    return replace(mesh, targets={"squash": x * [0.3, -0.4, 0.3], "dent": sparse})


def glb_files() -> list[bytes]:
    """A skinned scene with clips, and a take with everything that a take may hold."""
    root = Node("hip", children=[Node("knee", translation=(0, 0.5, 0))])
    leg = supple.scene.bind(supple.models.cylinder(radius=0.1, height=1).mesh, root, name="leg")
    bend = {0: (0, 0, 0, 1), 0.5: (0, 0, 0.6, 0.8), 1: (0, 0, 0, 1)}
    hop = {0: (0, 0, 0), 0.4: (0, 1, 0), 1: (0, 0, 0)}
    kick = supple.Clip(
        {
            "knee.rotation": supple.keys(bend, "linear", kind="rotation"),
            "hip.position": supple.keys(hop),
            "ball.weights": supple.keys({0: (0, 0), 1: (1, 0.5)}, "step"),
        }
    )
    scene = Scene([root, leg, Node("ball", _mesh(), translation=(1, 0, 0))])
    scene.clips = {"kick": kick, "slow": kick.stretch(2)}
    times = np.linspace(0, 1, 6)
    motion = NodeMotion(
        translation=np.outer(times, (1, 0, 0)),
        weights=np.stack([times, 1 - times], axis=1),
        visible=times < 0.5,
    )
    take = Take(Scene([Node("ball", _mesh())]), times, {"ball": motion}, name="roll").with_trail("ball")
    return [_written(scene.save, ".glb"), _written(take.save, ".glb")]


def gltf_files() -> list[bytes]:
    """The same as text, with the binary inside."""
    found = []
    for data in glb_files():
        document, binary = unpacked(data, "seed")
        document["buffers"][0]["uri"] = f"data:;base64,{base64.b64encode(binary).decode()}"
        found.append(json.dumps(document).encode())
    return found


def triangle_files(kind: str) -> Callable[[], list[bytes]]:
    """A box by trimesh, in each of the encodings that a kind of file has."""

    def made() -> list[bytes]:
        import trimesh

        box = trimesh.creation.box()
        box.visual.vertex_colors = np.tile([200, 100, 50, 255], (len(box.vertices), 1))
        encodings = {"ply": ("ascii", "binary"), "stl": ("stl", "stl_ascii")}[kind]
        if kind == "stl":
            exported = [box.export(file_type=name) for name in encodings]
        else:
            exported = [box.export(file_type="ply", encoding=name) for name in encodings]
        return [data.encode() if isinstance(data, str) else data for data in exported]

    return made


def obj_files() -> list[bytes]:
    """Faces of all spellings, with parts and groups."""
    lines = ["mtllib none.mtl", "o body", "v 0 0 0", "v 1 0 0", "v 1 1 0", "v 0 1 0 1", "vt 0 0", "vt 1 0 0"]
    lines += ["vt 1 1", "vn 0 0 1", "g side front", "usemtl red", "f 1 2 3", "f 1/1 2/2 3/3 4/1", "o top"]
    lines += ["f 1//1 2//1 3//1", "f -4 -3 \\", "-2", "s 1", "f 1/1/1 2/2/1 3/3/1"]
    return ["\n".join(lines).encode()]


def clip_files() -> list[bytes]:
    """Tracks of every kind, and tracks made of tracks."""
    walk = supple.keys({0: (0, 0, 0), 1: (1, 0, 0), 2: (1, 2, 0)})
    turn = supple.keys({0: (0, 0, 0, 1), 1: (0, 1, 0, 0)}, kind="rotation")
    made = supple.Clip(
        {
            "a.position": walk,
            "b.position": walk.crop(0.5, 1).cycle().stretch(2),
            "c.position": walk.blend(walk.shift(1), 0.5),
            "a.rotation": turn,
            "b.rotation": supple.motion.euler_keys("ZXY", x={0: 0, 1: 1}),
            "a.visible": supple.keys({0: True, 1: False}),
            "notes": supple.keys({0: "up", 1: "down"}),
            "a.color": supple.keys({0: (1, 0, 0), 1: (0, 1, 0)}, kind="color", ease_in=0.1),
            "d.position": supple.keys({0: 0, 1: 2}, "hermite", slopes={0: 1}),
        }
    )
    return [_written(made.save, ".json")]


READERS: dict[str, Reader] = {
    "GLB": Reader(".glb", glb_files, (glb_changed,), scene_and_take),
    "glTF": Reader(".gltf", gltf_files, (json_changed, bytes_changed), scene_and_take),
    "OBJ": Reader(".obj", obj_files, (words_changed, bytes_changed), supple.load),
    "PLY": Reader(".ply", triangle_files("ply"), (words_changed, bytes_changed), supple.load),
    "STL": Reader(".stl", triangle_files("stl"), (words_changed, bytes_changed), supple.load),
    "clip": Reader(".json", clip_files, (json_changed, bytes_changed), clip),
}
"""By the name that the report calls it."""
