"""The tree of nodes out of glTF, with names made unique and what is not ours kept in their extras."""

import warnings
from dataclasses import dataclass
from typing import cast

import numpy as np

from supple.errors import FileError
from supple.io.gltf.document import Document
from supple.io.gltf.glb import Json
from supple.io.gltf.joints import read_joint, read_share
from supple.io.gltf.mesh_reader import MeshReader
from supple.io.gltf.nodes import LIGHTS, NODE_CAMERA, SCENE_CAMERA, VISIBILITY
from supple.io.gltf.skin import SkinReader, worn
from supple.io.warning import AssetWarning
from supple.scene import Camera, Light, Node, Scene
from supple.scene.look import Color
from supple.spatial import decompose

_ROLES = (SCENE_CAMERA, NODE_CAMERA)


@dataclass(frozen=True, eq=False)
class Tree:
    """A scene, and its nodes by their number in the file."""

    scene: Scene
    nodes: dict[int, Node]


def read_tree(document: Document) -> Tree:
    """The default scene of a document, at rest."""
    reader = _NodeReader(document)
    roots = [node for index in _roots(document) if (node := reader.node(index)) is not None]
    roots += [node for index in _missing(document, reader.nodes) if (node := reader.node(index)) is not None]
    skins = SkinReader(document, reader.nodes)
    for index, node in reader.nodes.items():
        written = document.items("nodes")[index]
        if "skin" in written and node.mesh is not None:
            node.skin = skins[written["skin"]]
            node.mesh = worn(document, node.mesh, node.skin, node)
    extras = document.json.get("extras")
    kept = {k: v for k, v in extras.items() if k != "supple"} if isinstance(extras, dict) else {}
    return Tree(Scene(roots, camera=reader.camera, extras=kept), reader.nodes)


class _NodeReader:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._meshes = MeshReader(document)
        self._names: set[str] = set()
        self._seen: set[int] = set()
        self.nodes: dict[int, Node] = {}
        self.camera: Camera | None = None

    def node(self, index: int) -> Node | None:
        """A node and everything below it; None for one that only holds a camera of ours."""
        written = self._document.item("nodes", index)
        if index in self._seen:
            raise FileError(
                f"{self._document.name}: node {index} is a root of the scene and a child; the file is damaged, "
                "export it again"
            )
        self._seen.add(index)
        extras = dict(written["extras"]) if isinstance(written.get("extras"), dict) else {}
        ours = extras.pop("supple", {})
        if ours.get("role") in _ROLES:
            if "rest" in ours:
                self.camera = self._camera(written["camera"])
            return None
        translation, rotation, scale = _placement(written)
        extensions = written.get("extensions", {})
        node = Node(
            self._name(written.get("name") or f"node {index}"),
            self._meshes[written["mesh"]] if "mesh" in written else None,
            translation=translation,
            rotation=rotation,
            scale=scale,
            visible=extensions.get(VISIBILITY, {}).get("visible", True) and ours.get("visible", True),
            camera=self._camera(written["camera"]) if "camera" in written else None,
            light=self._light(extensions[LIGHTS]["light"]) if LIGHTS in extensions else None,
            joint=read_joint(ours.get("joint")),
            share=read_share(ours.get("share")),
            extras=extras,
        )
        self.nodes[index] = node
        for child in written.get("children", []):
            self._child(node, child)
        return node

    def _child(self, node: Node, index: int) -> None:
        child = self.node(index)
        if child is not None:
            node.add(child)
        else:
            node.camera = self._camera(self._document.items("nodes")[index]["camera"])

    def _name(self, wanted: str) -> str:
        name, count = wanted, 1
        while name in self._names:
            name, count = f"{wanted}.{count:03d}", count + 1
        self._names.add(name)
        return name

    def _camera(self, index: int) -> Camera | None:
        written = self._document.item("cameras", index)
        if "perspective" not in written:
            warnings.warn(
                f"{self._document.name}: an orthographic camera is left out", AssetWarning, stacklevel=2
            )
            return None
        aim = {"eye": (0, 0, 0), "center": (0, 0, -1), "roll": 0.0}
        extras = written["extras"] if isinstance(written.get("extras"), dict) else {}
        aim.update(extras.get("supple", {}))
        return Camera(angle=written["perspective"]["yfov"], **aim)  # type: ignore[arg-type]

    def _light(self, index: int) -> Light:
        lights: list[Json] = self._document.json["extensions"][LIGHTS]["lights"]
        light = lights[index]
        if light["type"] == "spot":
            warnings.warn(
                f"{self._document.name}: a spot light is taken as a point", AssetWarning, stacklevel=2
            )
        color = cast(Color, (*map(float, light.get("color", (1, 1, 1))), 1.0))
        return Light("sun" if light["type"] == "directional" else "point", color, light.get("intensity", 1.0))


def _roots(document: Document) -> list[int]:
    if document.items("scenes"):
        roots: list[int] = document.item("scenes", document.json.get("scene", 0)).get("nodes", [])
        return roots
    below = {child for node in document.items("nodes") for child in node.get("children", [])}
    return [index for index in range(len(document.items("nodes"))) if index not in below]


def _missing(document: Document, nodes: dict[int, Node]) -> list[int]:
    """Roots, beside the scene's own, of the joints that skinned nodes of the scene hang on."""
    parents = {child: k for k, n in enumerate(document.items("nodes")) for child in n.get("children", [])}
    found: dict[int, None] = {}
    for index in nodes:
        skin = document.items("nodes")[index].get("skin")
        for joint in [] if skin is None else document.item("skins", skin)["joints"]:
            if joint not in nodes:
                while joint in parents:
                    joint = parents[joint]
                found[joint] = None
    return list(found)


def _placement(written: Json) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if "matrix" in written:
        return decompose(np.array(written["matrix"], dtype=np.float64).reshape(4, 4).T)
    translation = np.array(written.get("translation", (0, 0, 0)), dtype=np.float64)
    rotation = np.array(written.get("rotation", (0, 0, 0, 1)), dtype=np.float64)
    return translation, rotation, np.array(written.get("scale", (1, 1, 1)), dtype=np.float64)
