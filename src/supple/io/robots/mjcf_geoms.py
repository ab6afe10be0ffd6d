"""The geoms of a compiled MuJoCo model: what collides, and what is seen."""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.io.robots import upright
from supple.io.robots.drawing import drawn, look_color
from supple.kinematics import Shape
from supple.scene import Mesh, Part
from supple.scene.look import Color

PLANE, HEIGHTS, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH = range(8)
"""mjtGeom."""
KINDS = {SPHERE: "sphere", CAPSULE: "capsule", ELLIPSOID: "ellipsoid", CYLINDER: "cylinder", BOX: "box", MESH: "mesh",
         PLANE: "plane"}  # fmt: skip
SEEN = 3
"""Groups from this one on are hidden in MuJoCo's viewer."""


class Geoms:
    """The geoms of a model by body."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self.meshes: dict[int, Mesh] = {}
        shown = [self._shown(g) for g in range(model.ngeom)]
        self.shown = shown if any(shown) else [True] * int(model.ngeom)

    def of(self, body: int) -> range:
        """The numbers of a body's geoms."""
        start = int(self.model.body_geomadr[body])
        return range(start, start + int(self.model.body_geomnum[body]))

    def shapes(self, body: int, origin: Array) -> list[Shape]:
        """What of a body collides, seen from `origin` in its frame."""
        touching = [g for g in self.of(body) if self.model.geom_contype[g] or self.model.geom_conaffinity[g]]
        return [shape for g in touching if (shape := self.shape(g, origin)) is not None]

    def surfaces(self, body: int, origin: Array) -> list[Part]:
        """What is seen of a body."""
        shapes = [self.shape(g, origin) for g in self.of(body) if self.shown[g]]
        return [part for shape in shapes if shape is not None for part in drawn(shape)]

    def shape(self, g: int, origin: Array) -> Shape | None:
        """One geom; None for a field of heights and others that have no counterpart here."""
        m, kind = self.model, int(self.model.geom_type[g])
        if kind not in KINDS:
            return None
        slide, spin, roll = m.geom_friction[g].tolist()
        return Shape(
            KINDS[kind],
            _size(kind, m.geom_size[g]),
            offset=upright.vector(m.geom_pos[g]) - origin,
            rotation=upright.rotation(m.geom_quat[g]),
            name=m.geom(g).name,
            mesh=self._mesh(int(m.geom_dataid[g])) if kind == MESH else None,
            friction=(slide, spin, roll),
            category=int(m.geom_contype[g]),
            mask=int(m.geom_conaffinity[g]),
            margin=float(m.geom_margin[g]),
            color=self.color(g),
        )

    def color(self, g: int) -> Color:
        """Of the geom itself, or of its material where it has none."""
        m = self.model
        own, material = m.geom_rgba[g], int(m.geom_matid[g])
        plain = np.allclose(own, [0.5, 0.5, 0.5, 1.0])
        return look_color(m.mat_rgba[material] if material >= 0 and plain else own)

    def _shown(self, g: int) -> bool:
        return (
            int(self.model.geom_group[g]) < SEEN and self.color(g)[3] > 0 and self.model.geom_type[g] != PLANE
        )

    def _mesh(self, k: int) -> Mesh:
        """A mesh as MuJoCo has it: about its center of mass, along its principal axes."""
        if k not in self.meshes:
            m = self.model
            vertices = m.mesh_vert[m.mesh_vertadr[k] : m.mesh_vertadr[k] + m.mesh_vertnum[k]]
            faces = m.mesh_face[m.mesh_faceadr[k] : m.mesh_faceadr[k] + m.mesh_facenum[k]]
            self.meshes[k] = Mesh.of(upright.vector(vertices), faces.astype(np.int64), name=m.mesh(k).name)
        return self.meshes[k]


def _size(kind: int, size: Array) -> Array:
    """As shapes have it: of a capsule and a cylinder radius and half length along Y, which is Z there."""
    if kind in (MESH, PLANE):
        return np.zeros(0)
    if kind in (BOX, ELLIPSOID):
        return upright.sizes(size)
    return np.array(size[: 1 if kind == SPHERE else 2])
