"""Nodes into glTF, with the cameras and lights they carry. Node k of the file is the k-th of `scene.walk()`."""

from collections.abc import Mapping

import numpy as np

from supple.io.gltf.deformation import Deformation
from supple.io.gltf.extras import plain
from supple.io.gltf.glb import Json
from supple.io.gltf.joints import joint_record
from supple.io.gltf.meshes import MeshWriter
from supple.io.gltf.skins import SkinWriter
from supple.scene import Camera, Light, Node, Scene

LIGHTS, VISIBILITY = "KHR_lights_punctual", "KHR_node_visibility"
SCENE_CAMERA, NODE_CAMERA = "camera of the scene", "camera of its parent"
"""Roles of nodes that exist in the file only, to hold a camera in its place."""

_NEAR = 0.01


class NodeWriter:
    """Collects nodes, cameras, lights and the extensions that they use."""

    def __init__(self, meshes: MeshWriter, skins: SkinWriter | None = None) -> None:
        self._meshes = meshes
        self._skins = skins or SkinWriter(meshes.buffer, {})
        self.nodes: list[Json] = []
        self.roots: list[int] = []
        self.cameras: list[Json] = []
        self.lights: list[Json] = []
        self.extensions: set[str] = set()

    @property
    def meshes(self) -> list[Json]:
        """The meshes that the nodes show."""
        return self._meshes.meshes

    @property
    def skins(self) -> list[Json]:
        """The skins that the nodes wear."""
        return self._skins.skins

    def scene(self, scene: Scene, deformed: Mapping[str, Deformation], switched: set[str]) -> None:
        """Write the whole tree; nodes in `switched` show and hide over time."""
        order = {id(node): index for index, node in enumerate(scene.walk())}
        self._skins = SkinWriter(self._meshes.buffer, order)
        self.nodes = [self.written(n, deformed.get(n.name), n.name in switched) for n in scene.walk()]
        for node, written in zip(scene.walk(), list(self.nodes), strict=True):
            below = [order[id(child)] for child in node.children]
            if node.camera is not None:
                below += self.mounted(node.camera, written)
            if below:
                written["children"] = below
        self.roots = [order[id(root)] for root in scene.nodes]

    def scene_camera(self, first: Camera, rest: Camera | None) -> int:
        """Index of a new root node that holds the camera of the take; `rest` is that of the scene."""
        index = self._holder(first if rest is None else rest, "take camera", SCENE_CAMERA)
        if rest is not None:
            self.nodes[index]["extras"]["supple"]["rest"] = True
        self.roots.append(index)
        return index

    def written(self, node: Node, deformed: Deformation | None = None, switched: bool = False) -> Json:
        """A node without its children and its camera."""
        written: Json = {"name": node.name} if node.name else {}
        for key, value, neutral in (
            ("translation", node.translation, (0, 0, 0)),
            ("rotation", node.rotation, (0, 0, 0, 1)),
            ("scale", node.scale, (1, 1, 1)),
        ):
            if not np.array_equal(value, neutral):
                written[key] = value.tolist()
        mesh = None if node.mesh is None else self._meshes.mesh(node.mesh, node.name, deformed)
        if mesh is not None:
            written["mesh"] = mesh
            if node.skin is not None:
                written["skin"] = self._skins.skin(node.skin, node.name)
        if node.light is not None:
            self._extend(written, LIGHTS, {"light": self._light(node.light)})
        if not node.visible and not switched:
            self._extend(written, VISIBILITY, {"visible": False})
        if extras := _node_extras(node, switched):
            written["extras"] = extras
        return written

    def _extend(self, written: Json, extension: str, value: Json) -> None:
        written.setdefault("extensions", {})[extension] = value
        self.extensions.add(extension)

    def _light(self, light: Light) -> int:
        kind = "directional" if light.kind == "sun" else "point"
        self.lights.append({"type": kind, "color": list(light.color[:3]), "intensity": light.intensity})
        return len(self.lights) - 1

    def mounted(self, camera: Camera, written: Json) -> list[int]:
        """The camera on its node if it looks along −Z from the origin, else on a child of its own."""
        if np.array_equal(camera.eye, np.zeros(3)) and np.array_equal(camera.rotation, (0, 0, 0, 1)):
            written["camera"] = self._camera(camera)
            return []
        return [self._holder(camera, f"{written.get('name', 'node')} camera", NODE_CAMERA)]

    def _holder(self, camera: Camera, name: str, role: str) -> int:
        place = {"translation": camera.eye.tolist(), "rotation": camera.rotation.tolist()}
        held = {"camera": self._camera(camera), "extras": {"supple": {"role": role}}}
        self.nodes.append({"name": name, **place, **held})
        return len(self.nodes) - 1

    def _camera(self, camera: Camera) -> int:
        lens = {"yfov": float(camera.angle), "znear": _NEAR}
        written: Json = {"type": "perspective", "perspective": lens}
        if not np.array_equal(camera.center, (0, 0, -1)) or camera.roll or camera.eye.any():
            aim = {"eye": camera.eye.tolist(), "center": camera.center.tolist(), "roll": float(camera.roll)}
            written["extras"] = {"supple": aim}
        self.cameras.append(written)
        return len(self.cameras) - 1


def _node_extras(node: Node, switched: bool) -> Json:
    extras: Json = dict(plain(node.extras))
    ours: Json = {}
    if node.joint is not None:
        ours["joint"] = joint_record(node.joint)
    if node.share is not None:
        ours["share"] = {"of": node.share.of, "amount": node.share.amount}
    if not node.visible and switched:
        ours["visible"] = False
    if ours:
        extras["supple"] = ours
    return extras
