"""Meshes in the memory of the graphics card."""

from dataclasses import dataclass
from functools import cache, cached_property
from io import BytesIO
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.errors import FileError
from supple.render.context import context, program
from supple.render.normals import DeformedNormals
from supple.render.skin import DrawnSkin
from supple.scene.look import Look, Texture
from supple.scene.mesh import Mesh, Part
from supple.scene.skinning import skinned


@dataclass(frozen=True, eq=False)
class DrawnPart:
    """One part, ready for the surface program and for the depth program."""

    look: Look
    picture: Any
    surface: Any
    depth: Any


class DrawnMesh:
    """The buffers of a mesh; `move` gives it another shape, `pose` the matrices of the `joints` it hangs on.

    mirrored: for a place that turns it inside out.
    """

    def __init__(self, mesh: Mesh, *, mirrored: bool = False, joints: int = 0) -> None:
        self._mesh = mesh
        self._skin = DrawnSkin(mesh, joints) if joints else None
        self._order = [2, 1, 0] if mirrored else [0, 1, 2]
        count = len(mesh.vertices)
        self._positions = context().buffer(reserve=12 * count, dynamic=True)
        self._normals = context().buffer(reserve=12 * count, dynamic=True)
        self._wear = context().buffer(np.concatenate([_wear(p) for p in mesh.parts]).astype("f4").tobytes())
        self._write(mesh.vertices, np.concatenate([part.shading_normals for part in mesh.parts]))
        starts = zip(mesh.parts, mesh.starts, strict=True)
        self.parts = [self._part(part, start) for part, start in starts if len(part.faces)]

    def move(self, vertices: Array) -> None:
        """Show the mesh with other vertices (n, 3) [m], its normals made anew."""
        self._write(vertices, self._deformed_normals.of(vertices))

    def pose(self, matrices: Array, shape: Array) -> None:
        """Show the mesh on joints with matrices W B (j, 4, 4); `shape` (n, 3) [m] is what they move."""
        if self._skin is not None:
            self._skin.pose(matrices)
            points = skinned(self._mesh, matrices[None], shape)[0]
            self.bounds = np.stack([points.min(axis=0), points.max(axis=0)])

    def attend(self, shader: Any) -> None:
        """Let a program read the joints of this mesh when it is drawn next."""
        if self._skin is not None:
            self._skin.attend(shader)

    @cached_property
    def _deformed_normals(self) -> DeformedNormals:
        return DeformedNormals(self._mesh)

    def _write(self, vertices: Array, normals: Array) -> None:
        self._positions.write(vertices.astype("f4").tobytes())
        self._normals.write(normals.astype("f4").tobytes())
        self.bounds = np.stack([vertices.min(axis=0), vertices.max(axis=0)])

    def _part(self, part: Part, start: int) -> DrawnPart:
        faces = context().buffer((part.faces[:, self._order] + start).astype("u4").tobytes())
        whole = [
            (self._positions, "3f", "position"),
            (self._normals, "3f", "normal"),
            (self._wear, "2f 4f", "uv", "tint"),
        ]
        if self._skin is not None:
            whole.insert(1, (self._skin.hangs, "2f", "hangs"))
        deep = whole[: 1 + (self._skin is not None)]
        return DrawnPart(
            part.look,
            uploaded(part.look.texture) if part.look.texture and part.uv is not None else _blank(),
            context().vertex_array(program("surface", "surface"), whole, faces),
            context().vertex_array(program("depth", "depth"), deep, faces),
        )


def _wear(part: Part) -> Array:
    """Texture coordinates and vertex colors, (n, 6); white where there are none."""
    n = len(part.vertices)
    uv = np.zeros((n, 2)) if part.uv is None else part.uv
    uv = uv if part.look.texture is None else part.look.texture.placed(uv)
    colors = np.ones((n, 4))
    if part.colors is not None:
        colors[:, : part.colors.shape[1]] = part.colors
    return np.hstack([uv, colors])


@cache
def _blank() -> Any:
    return context().texture((1, 1), 4, b"\xff" * 4)


def uploaded(texture: Texture) -> Any:
    """The picture of a texture on the card, repeated beyond its edges; uv (0, 0) is its upper left."""
    from PIL import Image, UnidentifiedImageError

    try:
        image = Image.open(BytesIO(texture.data)).convert("RGBA")
    except UnidentifiedImageError as error:
        raise FileError(
            f"texture {texture.name!r} ({texture.media_type}) is not an image that can be read"
        ) from error
    picture = context().texture(image.size, 4, image.tobytes())
    picture.build_mipmaps()
    picture.anisotropy = 4.0
    return picture
