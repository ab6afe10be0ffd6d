"""How a take shows a lattice body: a frame, and its modes as morph targets where they are exactly that.

Global modes are linear in their amplitudes: one target each, its weight the amplitude. Where lattices ride on
lattices they are not, and the vertices themselves are kept.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.arrays import lattice_arrays, point_arrays
from supple.dynamics.legacy.bodies.lattice.embedding import shapes
from supple.dynamics.legacy.bodies.lattice.map import carried
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice
from supple.scene import Node, NodeMotion
from supple.spatial import aligned, to_matrix


class Seen:
    """The surface of a lattice body over time."""

    def __init__(self, node: Node, lattices: Sequence[ModalLattice], center: Array) -> None:
        self._node, self._lattices, self._center = node, lattices, center

    @property
    def linear(self) -> bool:
        """Whether there are global modes only."""
        return len(self._lattices) == 1

    def shown(self) -> Node:
        """What a take shows."""
        mesh = self._node.surface
        if self.linear:
            whole = self._lattices[0]
            fields = whole.field(mesh.vertices).transpose(2, 0, 1)
            mesh = replace(mesh, targets=dict(zip(whole.names, fields, strict=True)))
        return Node(self._node.name, mesh)

    def motions(self, q: Array) -> dict[str, NodeMotion]:
        """How it moves over states q (T, nq)."""
        rotation = q[:, 3:7] / np.linalg.norm(q[:, 3:7], axis=1, keepdims=True)
        origin = q[:, :3] - to_matrix(rotation) @ self._center
        frame = NodeMotion(translation=np.asarray(origin), rotation=aligned(rotation))
        if self.linear:
            motion = replace(frame, weights=q[:, 7:].copy()) if q.shape[1] > 7 else frame
            return {self._node.name: motion}
        arrays = lattice_arrays(self._lattices)
        points = point_arrays(self._lattices, self._node.surface.vertices)
        vertices = shapes(arrays, points, np.ascontiguousarray(q[:, 7:]), carried(arrays))
        return {self._node.name: replace(frame, vertices=vertices)}
