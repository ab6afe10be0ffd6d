"""A take as one GLB file."""

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from supple.files import written_beside
from supple.io.gltf.animation import AnimationWriter
from supple.io.gltf.buffer import Buffer
from supple.io.gltf.deformation import Deformation, deformation
from supple.io.gltf.extras import plain, take_extras
from supple.io.gltf.glb import Json, packed
from supple.io.gltf.looks import LookWriter
from supple.io.gltf.meshes import MeshWriter
from supple.io.gltf.morphs import Base
from supple.io.gltf.motions import write_camera, write_motions
from supple.io.gltf.names import FileNames
from supple.io.gltf.nodes import LIGHTS, NodeWriter
from supple.io.gltf.reduction import reduced
from supple.scene import Take


def glb_bytes(
    take: Take,
    *,
    fps: float | None = None,
    base: Base = "normalized",
    max_targets: int | None = None,
    tolerance: float | None = None,
) -> bytes:
    """A take as the bytes of a GLB file; the same take gives the same bytes.

    fps: resample first; by default the take's own samples are written.
    base: "normalized" moves the base shape so that one target a mode does with weights in [0, 1];
    "rest" keeps the rest shape as base, and gives modes of both signs two targets.
    max_targets: at most so many targets a mesh, by SVD; the error [m] is in the report of the file.
    tolerance [m]: how exactly a vertex cache must be met if a few targets replace one a frame; float32 by default.

    >>> import numpy as np
    >>> from supple.scene import Mesh, Node, Scene
    >>> square = Mesh.of([[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 1, 2]])
    >>> glb_bytes(Take(Scene([Node("square", square)]), np.array([0.0])))[:4]
    b'glTF'
    """
    take = take if fps is None else take.resample(fps)
    if max_targets is not None:
        take = reduced(take, max_targets, base)
    json, binary = document_of(take, base, tolerance)
    return packed(json, binary)


def document_of(
    take: Take, base: Base = "normalized", tolerance: float | None = None, *, recorded: bool = True
) -> tuple[Json, bytes]:
    """A take as JSON and binary; `recorded`: with all that a take knows and glTF has no word for."""
    buffer = Buffer()
    looks = LookWriter(buffer)
    names = FileNames(node.name for node in take.scene.walk())
    meshes = MeshWriter(buffer, looks, names)
    nodes = NodeWriter(meshes)
    animation = AnimationWriter(buffer, take.times)

    deformed = _deformations(take, base, tolerance)
    nodes.scene(take.scene, deformed, {n for n, m in take.motions.items() if m.visible is not None})
    records = write_motions(take, deformed, animation, buffer)
    write_camera(take, nodes, animation)
    extras = dict(plain(take.scene.extras))
    if recorded:
        extras["supple"] = take_extras(take, records, buffer)
    document = _document(take, names, buffer, looks, meshes, nodes, animation, extras)
    return document, bytes(buffer.data)


def save_glb(take: Take, path: str | Path, **options: Any) -> Path:
    """Write a take as a GLB file, with the options of `glb_bytes`; returns the path. `take.save` ends here.

    >>> import tempfile
    >>> import numpy as np
    >>> from supple.scene import Node, NodeMotion, Scene
    >>> rising = NodeMotion(translation=np.array([[0, 0, 0], [0, 1, 0]]))
    >>> take = Take(Scene([Node("balloon")]), np.array([0.0, 1.0]), {"balloon": rising})
    >>> take.save(Path(tempfile.mkdtemp()) / "balloon.glb").name
    'balloon.glb'
    """
    data = glb_bytes(take, **options)
    with written_beside(path) as draft:
        draft.write_bytes(data)
    return Path(path)


def generator() -> str:
    """What wrote the file: Supple and its version."""
    try:
        return f"Supple {version('supple')}"
    except PackageNotFoundError:
        return "Supple"


def _deformations(take: Take, base: Base, tolerance: float | None) -> dict[str, Deformation]:
    found = {}
    for node in take.scene.walk():
        motion = take.motions.get(node.name)
        if node.mesh is not None and motion is not None:
            shaped = deformation(node.mesh, motion, base, tolerance)
            if shaped.weights is not None:
                found[node.name] = shaped
    return found


def _document(
    take: Take,
    names: FileNames,
    buffer: Buffer,
    looks: LookWriter,
    meshes: MeshWriter,
    nodes: NodeWriter,
    animation: AnimationWriter,
    extras: Json,
) -> Json:
    """The JSON, empty lists left out as glTF asks."""
    scene = names.claim(take.name, f"{take.name} take")
    document: Json = {
        "asset": {"version": "2.0", "generator": generator()},
        "extensionsUsed": sorted(looks.extensions | nodes.extensions),
        "extensionsRequired": sorted(looks.required),
        "extensions": {LIGHTS: {"lights": nodes.lights}} if nodes.lights else {},
        "scene": 0,
        "scenes": [{"name": scene, **({"nodes": nodes.roots} if nodes.roots else {})}],
        "nodes": nodes.nodes,
        "cameras": nodes.cameras,
        "meshes": meshes.meshes,
        "skins": nodes.skins,
        **looks.lists,
        "animations": animation.animation(take.name),
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": len(buffer.data)}] if buffer.data else [],
        "extras": extras,
    }
    return {key: value for key, value in document.items() if value not in ([], {})}
