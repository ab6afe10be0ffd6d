"""Scenes and takes out of glTF: our own files whole, everyone else's as far as glTF goes."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from supple.arrays import Array
from supple.errors import FileError
from supple.io.gltf.clip_reader import (
    TRACK_OF,
    ChannelOf,
    ClipReader,
    animation_names,
    chosen_animation,
    default_weights,
)
from supple.io.gltf.deformation import undone
from supple.io.gltf.document import Document
from supple.io.gltf.extras import read_extras, take_fields
from supple.io.gltf.glb import Json
from supple.io.gltf.morphs import stacked
from supple.io.gltf.node_reader import Tree, read_tree
from supple.io.gltf.normals import reshaped
from supple.io.gltf.original import UNPLACED, remember
from supple.motion import Clip, Track
from supple.scene import Figure, Node, NodeMotion, Scene, Take
from supple.scene.look import Color
from supple.scene.recording import key_times

LONGEST = 1_000_000
"""Frames that one take may be sampled at."""


def read_scene(document: Document, animation: str | None = None) -> Scene:
    """The scene of a document at rest, with every animation as a clip; the one of that name, or the first, plays."""
    record, index = read_extras(document), chosen_animation(document, animation)
    if record is not None:
        take = _own_take(document, record)
        take.scene.playing = take.name
        take.scene.clips[take.name] = _sampled_clip(take)
        take.scene.figure = _figure(take.scene, take.name)
        return take.scene
    tree, reader, names = read_tree(document), ClipReader(document), animation_names(document)
    tree.scene.clips = {name: reader.clip(k, tree.nodes) for k, name in enumerate(names)}
    if index is None:
        tree.scene.clip = Clip(default_weights(document, tree.nodes))
    else:
        tree.scene.playing = names[index]
    tree.scene.figure = _figure(tree.scene, Path(document.name).stem)
    remember(tree.scene, document, tree.nodes, UNPLACED)
    return tree.scene


def _figure(scene: Scene, name: str) -> Figure | None:
    """The joints that skins of the scene hang on, as one figure; None if there are none."""
    hung = {id(joint) for node in scene.walk() if node.skin is not None for joint in node.skin.joints}
    joints = [node for node in scene.walk() if id(node) in hung]
    return Figure.of(scene, joints, name) if joints else None


def read_take(document: Document, name: str, fps: float, animation: str | None = None) -> Take:
    """A take as it was written; a file of others is played and sampled, at its own keys if all share them."""
    record, index = read_extras(document), chosen_animation(document, animation)
    if record is not None:
        return _own_take(document, record)
    tree, reader = read_tree(document), ClipReader(document)
    channels = [] if index is None else reader.channels(index)
    clip = Clip(default_weights(document, tree.nodes)) if index is None else reader.clip(index, tree.nodes)
    times = _times(channels, fps, document.name)
    motions: dict[str, dict[str, Array]] = {}
    fields = {track: field for field, track in TRACK_OF.items()}
    for track, curve in clip.items():
        node, _, what = track.rpartition(".")
        motions.setdefault(node, {})[fields[what]] = curve(times)
    sampled = {k: NodeMotion(**m) for k, m in motions.items()}
    return Take(tree.scene, times, sampled, keys=key_times(clip, times), name=name)


def _times(channels: list[ChannelOf], fps: float, name: str) -> Array:
    linear = [
        c.sampler.times for c in channels if c.sampler.interpolation == "LINEAR" and len(c.sampler.times) > 1
    ]
    if linear and len(linear) == len(channels) and all(np.array_equal(linear[0], t) for t in linear):
        return linear[0]
    end = max((float(c.sampler.times[-1]) for c in channels), default=0.0)
    count = int(np.floor(max(end, 0.0) * fps + 1e-6)) + 1
    if count > LONGEST:
        raise FileError(
            f"{name}: an animation ends at {end:.4g} s, {count} frames at {fps:g} a second; at most {LONGEST} are "
            "sampled. Give a smaller fps, or load() the file and cut its clip"
        )
    return np.arange(count) / fps


def _own_take(document: Document, record: Json) -> Take:
    tree = read_tree(document)
    if "background" in record:
        tree.scene.background = cast(Color, tuple(record["background"]))
    fields = take_fields(record, document)
    sampled: dict[int, dict[str, Array]] = {}
    first = chosen_animation(document, None)
    for channel in [] if first is None else ClipReader(document).channels(first):
        if channel.node in tree.nodes:
            sampled.setdefault(channel.node, {})[channel.path] = _at(channel, fields["times"])
    motions = _own_motions(document, record.get("nodes", {}), tree, sampled, len(fields["times"]))
    return Take(tree.scene, motions=motions, **fields)


def _at(channel: ChannelOf, times: Array) -> Array:
    """Samples of a channel at the times of the take (T,): its keys, unless another program has changed them."""
    values = channel.sampler.values
    if len(values) == len(times):
        return values
    if len(values) == 1:
        return np.repeat(values, len(times), axis=0)
    return np.asarray(channel.sampler.track("rotation" if channel.path == "rotation" else "vector")(times))


def _own_motions(
    document: Document, records: Json, tree: Tree, sampled: dict[int, dict[str, Array]], count: int
) -> dict[str, NodeMotion]:
    indices = {node.name: index for index, node in tree.nodes.items()}
    motions = {}
    for name, record in records.items():
        if name in indices:
            index = indices[name]
            motions[name] = _own_motion(document, tree.nodes[index], record, sampled.get(index, {}), count)
    return motions


def _own_motion(
    document: Document, node: Node, record: Json, found: dict[str, Array], count: int
) -> NodeMotion:
    rest = {"translation": node.translation, "rotation": node.rotation, "scale": node.scale}
    fields: dict[str, Any] = {path: found[path] for path in rest if path in found}
    fields |= {path: np.repeat(rest[path][None], count, axis=0) for path in record.get("still", [])}
    if "visible" in record:
        fields["visible"] = document.array(record["visible"]).astype(bool)
        if not fields["visible"].all():
            fields.pop("scale", None)
    for key in ("scale", "color"):
        if key in record:
            fields[key] = document.array(record[key]).astype(np.float64)
    if "weights" in record:
        fields |= _shape(node, record["weights"], found.get("weights"), count)
    return NodeMotion(**fields)


def _shape(node: Node, record: Json, weights: Array | None, count: int) -> dict[str, Array]:
    """Undo the normalisation of a node's mesh in place; returns its weights, or its vertices, over time."""
    mesh = node.surface
    targets = stacked(mesh.targets, len(mesh.vertices))
    if weights is None:
        scale, offset = np.array(record["scale"], dtype=float), np.array(record["offset"], dtype=float)
        at_rest = -offset[record["mode"]] / scale if len(scale) else scale
        weights = np.tile(at_rest, (count, 1))
    shape = undone(mesh.vertices, targets, weights, record)
    node.mesh = replace(reshaped(mesh, shape.rest), targets=shape.targets)
    return {"weights": shape.coefficients} if shape.frames is None else {"vertices": shape.frames}


def _sampled_clip(take: Take) -> Clip:
    """Every motion of a take, and of its camera, as recorded tracks."""
    kinds = {"rotation": "rotation", "vertices": "shape", "visible": "switch", "color": "color"}
    names = {**TRACK_OF, "vertices": "shape"}
    tracks = {
        f"{node}.{names.get(field, field)}": Track.sampled(take.times, rows, kinds.get(field, "vector"))
        for node, motion in take.motions.items()
        for field, rows in vars(motion).items()
        if rows is not None and rows.shape[1:] != (0,)
    }
    if take.camera is not None:
        tracks |= {
            f"camera.{field}": Track.sampled(take.times, rows) for field, rows in vars(take.camera).items()
        }
    return Clip(tracks)
