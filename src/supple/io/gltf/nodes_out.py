"""A scene's nodes put back into the document they came from: what has not changed is not touched."""

from collections.abc import Mapping

import numpy as np

from supple.errors import InputError
from supple.io.gltf.glb import Json
from supple.io.gltf.nodes import VISIBILITY, NodeWriter
from supple.io.gltf.original import NodeAsRead, Original
from supple.scene import Node, Scene

_NEUTRAL = {"translation": (0, 0, 0), "rotation": (0, 0, 0, 1), "scale": (1, 1, 1)}


def numbered(scene: Scene, original: Original) -> dict[int, int]:
    """The number of every node of a scene, by its id: as it was, or after the last for one that came later."""
    order: dict[int, int] = {}
    taken: set[int] = set()
    count = len(original.document.items("nodes"))
    for node in scene.walk():
        known = original.node(node)
        if known is not None and known.index not in taken:
            order[id(node)] = known.index
            taken.add(known.index)
        else:
            order[id(node)] = count
            count += 1
    return order


def known_skins(scene: Scene, original: Original) -> dict[int, int]:
    """The numbers of the skins, by their id, that are what they were."""
    nodes = original.document.items("nodes")
    worn = [(node.skin, original.node(node)) for node in scene.walk() if node.skin is not None]
    return {
        id(skin): nodes[known.index]["skin"]
        for skin, known in worn
        if known is not None and known.skin is not None and original.same_skin(skin, known.skin)
    }


class NodesOut:
    """Patches the nodes of a document, and its scene's roots."""

    def __init__(
        self, scene: Scene, original: Original, order: Mapping[int, int], writer: NodeWriter
    ) -> None:
        self._scene = scene
        self._original = original
        self._order = order
        self._writer = writer
        writer.nodes = list(original.document.items("nodes"))

    def nodes(self, moved: set[int]) -> list[Json]:
        """All nodes; those that are `moved` by an animation stand by translation, rotation and scale."""
        self._check_joints()
        nodes = self._writer.nodes
        fresh = [n for n in self._scene.walk() if self._order[id(n)] >= len(nodes)]
        nodes += [{} for _ in fresh]
        for node in self._scene.walk():
            k = self._order[id(node)]
            known = None if node in fresh else self._original.node(node)
            nodes[k] = self._new(node) if known is None else self._patched(nodes[k], node, known)
            if "matrix" in nodes[k] and k in moved:
                nodes[k] = self._placed(nodes[k], node)
        return nodes

    def roots(self, written: list[int]) -> list[int]:
        """The roots of the document's scene: as written, without those that are gone, with those that came."""
        now = [self._order[id(root)] for root in self._scene.nodes]
        came = [k for k in now if k not in self._original.roots]
        gone = set(self._original.roots) - set(now)
        return [k for k in written if k not in gone] + came

    def _new(self, node: Node) -> Json:
        written = self._placed(self._writer.written(node), node)
        below = [self._order[id(child)] for child in node.children]
        if node.camera is not None:
            below += self._writer.mounted(node.camera, written)
        return {**written, "children": below} if below else written

    def _patched(self, written: Json, node: Node, known: NodeAsRead) -> Json:
        was_root, is_root = known.root, node.parent is None
        same = all(np.array_equal(getattr(node, k), getattr(known, k)) for k in _NEUTRAL)
        if not same or was_root != is_root:
            written = self._placed(written, node)
        if node.name != known.name:
            written = {**written, "name": node.name}
        if node.visible != known.visible:
            extensions = {**written.get("extensions", {}), VISIBILITY: {"visible": node.visible}}
            written = {**written, "extensions": extensions}
            self._writer.extensions.add(VISIBILITY)
        return self._rehung(self._dressed(written, node, known), node, known)

    def _placed(self, written: Json, node: Node) -> Json:
        """With the node's place in the units of the file, for a root without what placed it in the scene."""
        written = {k: v for k, v in written.items() if k != "matrix" and k not in _NEUTRAL}
        for path, neutral in _NEUTRAL.items():
            value = getattr(node, path)
            if node.parent is None:
                value = self._original.placing.undone(path, value)
            if not np.array_equal(value, neutral):
                written[path] = value.tolist()
        return written

    def _dressed(self, written: Json, node: Node, known: NodeAsRead) -> Json:
        """With another mesh or skin, where it has one now; weights at rest go with the mesh."""
        if node.mesh is known.mesh and self._original.same_skin(node.skin, known.skin):
            return written
        made = self._writer.written(node)
        dressed = {k: v for k, v in made.items() if k in ("mesh", "skin")}
        meshes = self._writer.meshes
        weights = written.get(
            "weights", meshes[written["mesh"]].get("weights") if "mesh" in written else None
        )
        if weights and "mesh" in made and len(weights) == len(meshes[made["mesh"]].get("weights", [])):
            dressed["weights"] = weights
        return {**{k: v for k, v in written.items() if k not in ("mesh", "skin", "weights")}, **dressed}

    def _rehung(self, written: Json, node: Node, known: NodeAsRead) -> Json:
        now = [self._order[id(child)] for child in node.children]
        if now == list(known.children):
            return written
        kept = [k for k in written.get("children", []) if k not in known.children]
        children = [k for k in written.get("children", []) if k in now]
        children += [k for k in now if k not in children] + kept
        rest = {k: v for k, v in written.items() if k != "children"}
        return {**rest, "children": children} if children else rest

    def _check_joints(self) -> None:
        """Joints that skins of the scene hang on must be in it."""
        for node in self._scene.walk():
            lost = [j.name for j in node.skin.joints if id(j) not in self._order] if node.skin else []
            if lost:
                raise InputError(
                    f"{node.name!r} hangs on joint {lost[0]!r}, which is not in the scene; add the node of that joint"
                )
