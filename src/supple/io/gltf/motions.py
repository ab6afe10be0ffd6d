"""How nodes and camera move, as channels of the animation; what no channel can say goes into a record."""

from collections.abc import Mapping

import numpy as np

from supple.arrays import Array
from supple.io.gltf.animation import AnimationWriter
from supple.io.gltf.buffer import Buffer
from supple.io.gltf.deformation import Deformation
from supple.io.gltf.glb import Json
from supple.io.gltf.nodes import NodeWriter
from supple.scene import CameraMotion, Node, NodeMotion, Take
from supple.spatial import from_axis_angle, look_at, multiply


def write_motions(
    take: Take, deformed: Mapping[str, Deformation], animation: AnimationWriter, buffer: Buffer
) -> dict[str, Json]:
    """Animate every node that moves; returns for each what it adds to `extras.supple.nodes`."""
    records = {}
    for index, node in enumerate(take.scene.walk()):
        if node.name in take.motions:
            motion = take.motions[node.name]
            record = _places(index, node, motion, animation) | _switches(
                index, node, motion, animation, buffer
            )
            if node.name in deformed:
                record |= _shapes(index, deformed[node.name], animation)
            records[node.name] = record
    return records


def write_camera(take: Take, nodes: NodeWriter, animation: AnimationWriter) -> None:
    """A node for the camera of the take, moving, or for that of the scene, at rest."""
    rest, motion = take.scene.camera, take.camera
    if motion is not None:
        index = nodes.scene_camera(motion.at(0), rest)
        animation.channel(index, "translation", motion.eye, np.array(nodes.nodes[index]["translation"]))
        animation.channel(index, "rotation", _gaze(motion), np.array(nodes.nodes[index]["rotation"]))
    elif rest is not None:
        nodes.scene_camera(rest, rest)


def _places(index: int, node: Node, motion: NodeMotion, animation: AnimationWriter) -> Json:
    """Translation, rotation and scale; the record lists those that were sampled but never leave their rest."""
    channels = {
        "translation": (motion.translation, node.translation),
        "rotation": (motion.rotation, node.rotation),
        "scale": (None if _hides(motion) else motion.scale, node.scale),
    }
    still = [
        path
        for path, (values, rest) in channels.items()
        if values is not None and not animation.channel(index, path, values, rest)
    ]
    return {"still": still} if still else {}


def _switches(index: int, node: Node, motion: NodeMotion, animation: AnimationWriter, buffer: Buffer) -> Json:
    """Hidden is scale zero, which every viewer understands; the record keeps the truth, and the colors."""
    record: Json = {}
    if motion.visible is not None:
        record["visible"] = buffer.array(motion.visible, "u1")
        if _hides(motion):
            count = len(motion.visible)
            scale = np.tile(node.scale, (count, 1)) if motion.scale is None else motion.scale
            animation.switched(index, scale, motion.visible)
            if motion.scale is not None:
                record["scale"] = buffer.array(motion.scale, "f4")
    if motion.color is not None:
        record["color"] = buffer.array(motion.color, "f4")
    return record


def _shapes(index: int, deformed: Deformation, animation: AnimationWriter) -> Json:
    if deformed.weights is not None and deformed.names:
        animation.channel(index, "weights", deformed.weights, deformed.rest)
    return {"weights": deformed.record}


def _hides(motion: NodeMotion) -> bool:
    return motion.visible is not None and not motion.visible.all()


def _gaze(camera: CameraMotion) -> Array:
    return multiply(look_at(camera.eye, camera.center), from_axis_angle((0, 0, 1), camera.roll))
