"""A skin in the memory of the graphics card: which joints each vertex hangs on, and where the joints are."""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.render.context import context, set_uniforms
from supple.scene.mesh import Mesh
from supple.scene.skinning import influences

WIDTH = 1024
"""Texels in a row of the influences."""
JOINT_ROWS, INFLUENCES = 5, 6
"""Texture units."""
NEAREST = (0x2600, 0x2600)


class DrawnSkin:
    """Textures of any number of influences and joints; `hangs` says for each vertex where its influences are."""

    def __init__(self, mesh: Mesh, count: int) -> None:
        joints, weights = influences(mesh, count)
        used = weights != 0
        counts = used.sum(axis=1)
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        rows = max(-(-int(counts.sum()) // WIDTH), 1)
        texels = np.zeros((rows * WIDTH, 2), "f4")
        texels[: counts.sum()] = np.stack([joints[used], weights[used]], axis=1)
        self.hangs = context().buffer(np.stack([starts, counts], axis=1).astype("f4").tobytes())
        self._influences = context().texture((WIDTH, rows), 2, texels.tobytes(), dtype="f4")
        self._rows = context().texture((3, count), 4, dtype="f4")
        self._influences.filter = self._rows.filter = NEAREST

    def pose(self, matrices: Array) -> None:
        """Put the joints where matrices W B (j, 4, 4) say."""
        self._rows.write(np.ascontiguousarray(matrices[:, :3], "f4").tobytes())

    def attend(self, shader: Any) -> None:
        """Let a program read this skin when it draws next."""
        self._rows.use(JOINT_ROWS)
        self._influences.use(INFLUENCES)
        set_uniforms(shader, joint_rows=JOINT_ROWS, influences=INFLUENCES)
