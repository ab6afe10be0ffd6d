"""Animations out of glTF as tracks: `node.position`, `node.rotation`, `node.scale`, `node.weights`."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.errors import FileError, UnknownNameError
from supple.io.gltf.document import Document
from supple.io.gltf.glb import Json
from supple.io.gltf.schema import LARGEST
from supple.motion import Clip, Track, keys
from supple.motion.curves import Normalized
from supple.scene import Node

TRACK_OF = {"translation": "position", "rotation": "rotation", "scale": "scale", "weights": "weights"}
_WAYS = {"LINEAR": "linear", "STEP": "step", "CUBICSPLINE": "hermite"}


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
            return Track(Normalized("rotation", self._keyed("hermite", "vector").curve))
        return self._keyed(_WAYS[self.interpolation], kind)

    def _keyed(self, way: str, kind: str) -> Track:
        times = self.times.tolist()
        slopes = (
            dict(zip(times, self.slopes, strict=True))
            if way == "hermite" and self.slopes is not None
            else None
        )
        return keys(dict(zip(times, self.values, strict=True)), way, kind, slopes=slopes)


@dataclass(frozen=True, eq=False)
class ChannelOf:
    """One animated thing of one node."""

    node: int
    path: str
    sampler: Sampler


def animation_names(document: Document) -> list[str]:
    """The names of all animations; one without a name is called by its number, one of two alike gets a number."""
    names: list[str] = []
    for k, animation in enumerate(document.items("animations")):
        wanted = name = animation.get("name") or str(k)
        count = 1
        while name in names:
            name, count = f"{wanted}.{count:03d}", count + 1
        names.append(name)
    return names


def chosen_animation(document: Document, name: str | None) -> int | None:
    """The number of the animation of that name, or the first; None if the file has none."""
    names = animation_names(document)
    if name is not None and name not in names:
        raise UnknownNameError(f"animation of {document.name}:", name, names)
    return None if not names else names.index(name) if name is not None else 0


class ClipReader:
    """Reads animations; key times that many channels share are read once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._known: dict[int, Array] = {}

    def channels(self, index: int) -> list[ChannelOf]:
        """The channels of an animation that move something which can be moved."""
        animation, found = self._document.item("animations", index), []
        for k, channel in enumerate(animation["channels"]):
            target = channel["target"]
            if "node" in target and target["path"] in TRACK_OF:
                width = _width(self._document, target["node"], target["path"])
                if width:
                    written = animation["samplers"][channel["sampler"]]
                    place = f"animations[{index}].channels[{k}]"
                    sampler = self._sampler(written, width, place)
                    found.append(ChannelOf(target["node"], target["path"], sampler))
        return found

    def clip(self, index: int, nodes: Mapping[int, Node]) -> Clip:
        """An animation as tracks of the nodes it moves, each key at its own time."""
        tracks = default_weights(self._document, nodes)
        for channel in self.channels(index):
            moved = nodes.get(channel.node)
            if moved is not None:
                kind = "rotation" if channel.path == "rotation" else "vector"
                tracks[f"{moved.name}.{TRACK_OF[channel.path]}"] = channel.sampler.track(kind)
        return Clip(tracks)

    def _numbers(self, index: int) -> Array:
        if index not in self._known:
            self._known[index] = self._document.floats(index)
        return self._known[index]

    def _sampler(self, written: Json, width: int, place: str) -> Sampler:
        times, values = self._numbers(written["input"]), self._numbers(written["output"])
        name = self._document.name
        if times.ndim != 1 or not len(times) or not (np.diff(times) > 0).all():
            raise FileError(f"{name}: {place}: its key times do not increase; export it again")
        if not np.isfinite(values).all() or np.abs(times).max() > LARGEST:
            raise FileError(f"{name}: {place}: a key is not finite; export it again")
        interpolation = written.get("interpolation", "LINEAR")
        rows = 3 if interpolation == "CUBICSPLINE" else 1
        if values.size != len(times) * rows * width:
            raise FileError(
                f"{name}: {place}: its sampler has {values.size} numbers for {len(times)} keys of {rows} × {width}; "
                "the file is damaged, export it again"
            )
        if rows == 1:
            return Sampler(times, values.reshape(len(times), width), interpolation)
        arriving, middle, leaving = values.reshape(len(times), 3, width).transpose(1, 0, 2)
        return Sampler(times, middle, interpolation, np.stack([arriving, leaving], axis=1))


def default_weights(document: Document, nodes: Mapping[int, Node]) -> dict[str, Track]:
    """Weights that meshes have when nothing moves them, as tracks of one key."""
    tracks = {}
    for index, node in nodes.items():
        weights = _default_weights(document, index)
        if weights.any():
            tracks[f"{node.name}.weights"] = keys({0.0: weights}, "step", "vector")
    return tracks


def _width(document: Document, node: int, path: str) -> int:
    if path != "weights":
        return 4 if path == "rotation" else 3
    written = document.item("nodes", node)
    if "mesh" not in written:
        return 0
    primitives = document.item("meshes", written["mesh"])["primitives"]
    return max((len(p.get("targets", [])) for p in primitives), default=0)


def _default_weights(document: Document, index: int) -> Array:
    node = document.item("nodes", index)
    mesh = document.item("meshes", node["mesh"]) if "mesh" in node else {}
    weights = np.array(node.get("weights", mesh.get("weights", [])), dtype=np.float64)
    count = _width(document, index, "weights")
    return weights if len(weights) == count else np.zeros(count)
