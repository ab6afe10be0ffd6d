"""The cast: the things of a take as they stand at one frame, in the memory of the graphics card."""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.render.geometry import DrawnMesh, DrawnPart
from supple.render.staging import Prop, Staging
from supple.scene.look import Color
from supple.scene.mesh import Mesh


@dataclass(frozen=True, eq=False)
class Placed:
    """A mesh in its shape and place (4, 4), and the color that all of it wears now, if that moves."""

    mesh: DrawnMesh
    world: Array
    color: Color | None

    def paint(self, part: DrawnPart) -> Color:
        """The color of a part, linear RGBA."""
        return part.look.color if self.color is None else self.color

    @property
    def corners(self) -> Array:
        """Of the box around the mesh, in the world, (8, 3) [m]."""
        choice = np.array(list(np.ndindex(2, 2, 2)))
        box = self.mesh.bounds[choice, [0, 1, 2]]
        return np.asarray(box @ self.world[:3, :3].T + self.world[:3, 3])


class Cast:
    """Buffers for every mesh met so far; what only moves shares them, what deforms has its own."""

    def __init__(self) -> None:
        self._meshes: dict[tuple[Mesh, str, bool], DrawnMesh] = {}

    def at(self, staging: Staging, frame: int) -> list[Placed]:
        """What is visible at a frame; shapes last until the next call."""
        return [self._placed(staging, prop, frame) for prop in staging.props if prop.visible[frame]]

    def _placed(self, staging: Staging, prop: Prop, frame: int) -> Placed:
        world = prop.world[frame]
        matrices = None if prop.joints is None else prop.joints[frame]
        turned = world if matrices is None else matrices[0]
        mirrored = bool(np.linalg.det(turned[:3, :3]) < 0)
        own = prop.deforms or matrices is not None
        key = (prop.mesh, prop.name if own else "", mirrored)
        if key not in self._meshes:
            joints = 0 if matrices is None else len(matrices)
            self._meshes[key] = DrawnMesh(prop.mesh, mirrored=mirrored, joints=joints)
        mesh, shape = self._meshes[key], prop.mesh.vertices
        if prop.deforms:
            shape = staging.take.shape(prop.name, frame)
            mesh.move(shape)
        if matrices is not None:
            mesh.pose(matrices, shape)
        return Placed(mesh, world, None if prop.color is None else _color(prop.color[frame]))


def _color(row: Array) -> Color:
    r, g, b, a = row.tolist()
    return r, g, b, a
