"""A take laid out for drawing: where each thing is at each frame, the view onto it and the light."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from supple.arrays import Array
from supple.scene.camera import Camera
from supple.scene.framing import Framing
from supple.scene.mesh import Mesh
from supple.scene.samples import NodeMotion
from supple.scene.take import Take

KEY_TURN, KEY_HEIGHT = np.deg2rad(-42.0), np.deg2rad(54.0)
"""The key light stands to the left of the camera by this angle, and this high."""


@dataclass(frozen=True, eq=False)
class Prop:
    """One node with a mesh: world (T, 4, 4), visible (T,), and its color over time, if that moves.

    joints: matrices W B (T, j, 4, 4) of the skin that it wears; its own place has then no part in it.
    """

    name: str
    mesh: Mesh
    world: Array
    visible: np.ndarray
    deforms: bool
    color: Array | None
    joints: Array | None = None


class Staging:
    """Everything about a take that does not change from frame to frame, worked out once."""

    def __init__(self, take: Take) -> None:
        self.take = take
        self.props = tuple(self._props())

    def _props(self) -> Iterator[Prop]:
        for node in self.take.scene.walk():
            if node.mesh is None or not len(node.mesh.faces):
                continue
            motion = self.take.motions.get(node.name, NodeMotion())
            deforms = motion.weights is not None or motion.vertices is not None
            world, visible = self.take.world(node.name), self.take.visible(node.name)
            joints = None if node.skin is None else self.take.skin_matrices(node.name)
            if joints is not None:
                world = np.broadcast_to(np.eye(4), world.shape)
            yield Prop(node.name, node.mesh, world, visible, deforms, motion.color, joints)

    def camera(self, frame: int, aspect: float) -> Camera:
        """The take's own camera, or one that frames the subject."""
        return self.take.camera.at(frame) if self.take.camera else self._framing.camera(frame, aspect)

    @cached_property
    def key_direction(self) -> Array:
        """Unit vector towards the key: a sun of the scene, or a light that stands beside the camera."""
        for node in self.take.scene.walk():
            if node.light is not None and node.light.kind == "sun":
                toward = self.take.world(node.name)[0, :3, 2]
                if toward[1] > 0.05:
                    return np.asarray(toward / np.linalg.norm(toward))
        camera = self.camera(0, 1.0)
        x, _, z = camera.eye - camera.center
        turn = np.arctan2(x, z) + KEY_TURN
        flat = np.cos(KEY_HEIGHT)
        return np.array([flat * np.sin(turn), np.sin(KEY_HEIGHT), flat * np.cos(turn)])

    @cached_property
    def _framing(self) -> Framing:
        return self.take.framing
