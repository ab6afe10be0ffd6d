"""Animations out of glTF as tracks: `node.position`, `node.rotation`, `node.scale`, `node.weights`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.errors import FileError, UnknownNameError
from supple.io.gltf.document import Document
from supple.io.gltf.glb import Json
from supple.motion import Clip, Track, keys
from supple.scene import Node
from supple.spatial import normalize

TRACK_OF = {"translation": "position", "rotation": "rotation", "scale": "scale", "weights": "weights"}
_WAYS = {"LINEAR": "linear", "STEP": "step", "CUBICSPLINE": "hermite"}
_SUBDIVISIONS = 8
"""Great arcs that stand for one span of a cubic through quaternions."""


@dataclass(frozen=True, eq=False)
class Sampler:
    """Keys (n,) [s], values (n, k), and for a cubic spline the slopes (n, 2, k) arriving and leaving."""

    times: Array
    values: Array
    interpolation: str
    slopes: Array | None = None

    def track(self, kind: str) -> Track:
        """The same curve as a track."""
        if len(self.times) == 1:
            return self._keyed("step", kind)
        if self.slopes is not None and kind == "rotation":
            return self._arcs()
        return self._keyed(_WAYS[self.interpolation], kind)

    def _keyed(self, way: str, kind: str) -> Track:
        times = self.times.tolist()
        slopes = (
            dict(zip(times, self.slopes, strict=True))
            if way == "hermite" and self.slopes is not None
            else None
        )
        return keys(dict(zip(times, self.values, strict=True)), way, kind, slopes=slopes)

    def _arcs(self) -> Track:
        """A cubic through quaternions, normalized (glTF 2.0 appendix C.5), by great arcs between points on it."""
        count = len(self.times)
        steps = np.arange((count - 1) * _SUBDIVISIONS + 1) / _SUBDIVISIONS
        times = np.interp(steps, np.arange(count), self.times)
        return Track.sampled(times, normalize(self._keyed("hermite", "vector")(times)), kind="rotation")


@dataclass(frozen=True, eq=False)
class ChannelOf:
    """One animated thing of one node."""

    node: int
    path: str
    sampler: Sampler


def animation_channels(document: Document, name: str | None = None) -> list[ChannelOf]:
    """The channels of an animation: the first of the file, or the one of that name."""
    animations = document.items("animations")
    if not animations:
        if name is not None:
            raise UnknownNameError(f"animation of {document.name}:", name, [])
        return []
    names = [a.get("name", str(k)) for k, a in enumerate(animations)]
    if name is not None and name not in names:
        raise UnknownNameError(f"animation of {document.name}:", name, names)
    return list(_channels(document, animations[names.index(name) if name is not None else 0]))


def read_clip(document: Document, channels: list[ChannelOf], nodes: Mapping[int, Node]) -> Clip:
    """Channels as tracks of the nodes they move; weights that a mesh has by default are a track of one key."""
    tracks: dict[str, Track] = {}
    for index, node in nodes.items():
        weights = _default_weights(document, index)
        if weights.any():
            tracks[f"{node.name}.weights"] = keys({0.0: weights}, "step", "vector")
    for channel in channels:
        node_moved = nodes.get(channel.node)
        if node_moved is not None:
            kind = "rotation" if channel.path == "rotation" else "vector"
            tracks[f"{node_moved.name}.{TRACK_OF[channel.path]}"] = channel.sampler.track(kind)
    return Clip(tracks)


def _channels(document: Document, animation: Json) -> Iterator[ChannelOf]:
    for channel in animation["channels"]:
        target = channel["target"]
        if "node" in target and target["path"] in TRACK_OF:
            sampler = animation["samplers"][channel["sampler"]]
            width = _width(document, target["node"], target["path"])
            if width:
                yield ChannelOf(target["node"], target["path"], _sampler(document, sampler, width))


def _sampler(document: Document, written: Json, width: int) -> Sampler:
    times, values = document.floats(written["input"]), document.floats(written["output"])
    if (np.diff(times) <= 0).any():
        raise FileError(f"{document.name}: the key times of an animation do not increase; export it again")
    interpolation = written.get("interpolation", "LINEAR")
    rows = 3 if interpolation == "CUBICSPLINE" else 1
    if values.size != len(times) * rows * width:
        raise FileError(
            f"{document.name}: a sampler has {values.size} numbers for {len(times)} keys of {rows} × {width}; "
            "the file is damaged"
        )
    if rows == 1:
        return Sampler(times, values.reshape(len(times), width), interpolation)
    arriving, middle, leaving = values.reshape(len(times), 3, width).transpose(1, 0, 2)
    return Sampler(times, middle, interpolation, np.stack([arriving, leaving], axis=1))


def _width(document: Document, node: int, path: str) -> int:
    if path != "weights":
        return 4 if path == "rotation" else 3
    return _target_count(document, document.item("nodes", node))


def _target_count(document: Document, node: Json) -> int:
    if "mesh" not in node:
        return 0
    return max(len(p.get("targets", [])) for p in document.item("meshes", node["mesh"])["primitives"])


def _default_weights(document: Document, index: int) -> Array:
    node = document.item("nodes", index)
    mesh = document.item("meshes", node["mesh"]) if "mesh" in node else {}
    return np.array(node.get("weights", mesh.get("weights", [])), dtype=np.float64)
