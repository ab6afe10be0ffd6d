"""What a clip makes a node do: its tracks, by channel, at given times."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track
from supple.motion.curves import Keyed
from supple.motion.kinds import EULER
from supple.scene.camera import Camera
from supple.scene.look import rgba
from supple.scene.mesh import Mesh
from supple.scene.node import Node
from supple.scene.placement import Placement, transform
from supple.scene.samples import CameraMotion, NodeMotion, Note
from supple.scene.scene import Scene
from supple.scene.share import shared

Tracks = Mapping[str, Track]
"""Tracks of one node by channel: 'position', 'position.y', 'color' …"""

CHANNELS = ("position", "rotation", "scale", "visible", "color", "shape", "weights")
CAMERA = ("eye", "center", "roll", "angle")
AXES = "xyz"


def driven(scene: Scene, clip: Clip) -> dict[str, dict[str, Track]]:
    """Tracks by node and channel; the node '' carries the notes. Unknown names raise."""
    nodes = {node.name for node in scene.walk()}
    found: dict[str, dict[str, Track]] = {}
    for name, track in clip.items():
        node, channel = ("", name) if name == "notes" else _split(name, nodes | {"camera"})
        if node and channel.split(".")[0] not in (CAMERA if node == "camera" else CHANNELS):
            raise UnknownNameError(f"channel of {node!r}:", channel, CAMERA if node == "camera" else CHANNELS)
        found.setdefault(node, {})[channel] = track
    for name, track in shared(scene.walk(), found).items():
        found.setdefault(name, {})["rotation"] = track
    return found


def _split(name: str, nodes: set[str]) -> tuple[str, str]:
    """'hand.L.position.y' → ('hand.L', 'position.y'): the longest node name that fits."""
    words = name.split(".")
    for cut in range(len(words) - 1, 0, -1):
        if ".".join(words[:cut]) in nodes:
            return ".".join(words[:cut]), ".".join(words[cut:])
    raise UnknownNameError(f"node (in track {name!r}):", ".".join(words[:-1]) or name, nodes)


def placed(node: Node, tracks: Tracks, times: Array) -> Placement:
    """The node's own T R S and its rate at `times`."""
    return transform(
        _vector(tracks, "position", node.translation, times),
        _rotation(tracks, node.rotation, times),
        _vector(tracks, "scale", node.scale, times),
    )


def moved(node: Node, tracks: Tracks, times: Array) -> NodeMotion:
    """The samples of the places that a node's tracks drive; what they do not name stays None."""

    def has(channel: str) -> bool:
        return any(name.split(".")[0] == channel for name in tracks)

    return NodeMotion(
        translation=_vector(tracks, "position", node.translation, times)[0] if has("position") else None,
        rotation=_rotation(tracks, node.rotation, times)[0] if has("rotation") else None,
        scale=_vector(tracks, "scale", node.scale, times)[0] if has("scale") else None,
    )


def seen(node: Node, tracks: Tracks, times: Array, motion: NodeMotion) -> NodeMotion:
    """Adds what is seen: visibility, color, and the deformation of the mesh (whose targets may be new)."""
    if "visible" in tracks:
        motion = replace(motion, visible=np.asarray(tracks["visible"](times), dtype=bool))
    if "color" in tracks:
        motion = replace(motion, color=np.array([rgba(c) for c in np.clip(tracks["color"](times), 0, 1)]))
    if "weights" in tracks:
        motion = replace(motion, weights=np.asarray(tracks["weights"](times)).reshape(len(times), -1))
    if "shape" in tracks:
        node.mesh, shape = blended(node.surface, tracks["shape"], times)
        motion = replace(
            motion, weights=shape if shape.ndim == 2 else None, vertices=shape if shape.ndim == 3 else None
        )
    if motion.weights is not None and motion.weights.shape[1] != len(node.surface.targets):
        raise InputError(
            f"{node.name}.weights has {motion.weights.shape[1]} numbers, "
            f"but the mesh has {len(node.surface.targets)} targets: {', '.join(node.surface.targets)}"
        )
    return motion


def blended(mesh: Mesh, track: Track, times: Array) -> tuple[Mesh, Array]:
    """A shape track as morph targets and weights (T, k); as vertices (T, n, 3) if it does not blend linearly.

    Most interpolators are linear in the keyed shapes, x(t) = Σ w_k(t) x_k: playing the same keys with unit
    vectors for values gives the weights. A shape that is keyed more than once is one target.
    """
    keyed = np.asarray(track.values)
    if keyed.ndim != 3 or keyed.shape[1] != len(mesh.vertices):
        raise InputError(
            f"a shape track for mesh {mesh.name!r} needs values of shape {mesh.vertices.shape}, got {keyed.shape[1:]}"
        )
    shapes = np.asarray(track(times))
    if not isinstance(track.curve, Keyed) or track.curve.slopes is not None:
        return mesh, shapes
    weights = Track(replace(track.curve, kind="vector", values=np.eye(len(keyed))))(times)
    if np.abs(np.tensordot(weights, keyed, axes=1) - shapes).max() > 1e-9 * np.ptp(keyed):
        return mesh, shapes
    _, first, which = np.unique(keyed.reshape(len(keyed), -1), axis=0, return_index=True, return_inverse=True)
    of_shape = np.stack([weights[:, which.reshape(-1) == k].sum(axis=1) for k in range(len(first))], axis=1)
    rank = np.argsort(first)
    rest = keyed[0]
    targets = {f"shape{n}": keyed[first[k]] - rest for n, k in enumerate(rank) if n > 0}
    return replace(mesh.with_vertices(rest), targets=targets), of_shape[:, rank[1:]]


def camera(rest: Camera | None, tracks: Tracks, times: Array) -> CameraMotion | None:
    """The camera over time, if the scene has one or tracks drive it."""
    if rest is None and not tracks:
        return None
    rest = rest or Camera()
    n = len(times)
    return CameraMotion(
        eye=_vector(tracks, "eye", rest.eye, times)[0],
        center=_vector(tracks, "center", rest.center, times)[0],
        roll=np.asarray(tracks["roll"](times)) if "roll" in tracks else np.full(n, rest.roll),
        angle=np.asarray(tracks["angle"](times)) if "angle" in tracks else np.full(n, rest.angle),
    )


def notes(track: Track | None) -> tuple[Note, ...]:
    """The events of a note track."""
    if track is None:
        return ()
    return tuple(Note(float(t), str(text)) for t, text in zip(track.times, track.values, strict=True))


def _vector(tracks: Tracks, channel: str, rest: Array, times: Array) -> tuple[Array, Array]:
    """(value, velocity) of a vector channel (T, 3); its components may have tracks of their own."""
    value, rate = np.tile(rest, (len(times), 1)), np.zeros((len(times), 3))
    if channel in tracks:
        value, rate = np.array(tracks[channel](times)), np.array(tracks[channel].velocity(times))
    for axis, letter in enumerate(AXES):
        if (name := f"{channel}.{letter}") in tracks:
            value[:, axis], rate[:, axis] = tracks[name](times), tracks[name].velocity(times)
    if value.shape != (len(times), 3):
        raise InputError(f"a {channel} track gives three numbers, got {value.shape[1:]}")
    return value, rate


def _rotation(tracks: Tracks, rest: Array, times: Array) -> tuple[Array, Array]:
    if "rotation" not in tracks:
        return np.tile(rest, (len(times), 1)), np.zeros((len(times), 3))
    track = tracks["rotation"]
    if track.kind not in ("rotation", *EULER):
        raise InputError(
            f"a rotation needs a track of kind 'rotation', got {track.kind!r}: keys({{…}}, kind='rotation')"
        )
    track = track.to_rotation()
    return np.asarray(track(times)), np.asarray(track.velocity(times))
