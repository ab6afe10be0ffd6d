"""The geometry of URDF: boxes, cylinders, spheres, capsules and meshes, as what collides and as what is seen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.errors import FileError
from supple.io.markup import Element
from supple.io.obj import read_obj
from supple.io.robots import upright
from supple.io.robots.collada import read_collada
from supple.io.robots.drawing import drawn, look_color
from supple.io.robots.references import References
from supple.io.triangles import read_triangles
from supple.kinematics import Shape
from supple.scene import Mesh, Part
from supple.scene.look import Color
from supple.spatial import from_euler

_READERS: dict[str, Callable[[Path], Mesh]] = {
    ".obj": read_obj,
    ".stl": read_triangles,
    ".ply": read_triangles,
}


def origin(element: Element) -> tuple[Array, Array]:
    """Where the <origin> inside an element puts it, upright: offset (3,) and rotation (4,).

    rpy is about fixed axes: R = Rz(yaw) Ry(pitch) Rx(roll).
    """
    found = element.first("origin") or Element("origin", file=element.file, line=element.line)
    roll_pitch_yaw = found.numbers("rpy", "0 0 0", 3)
    x, y, z, w = from_euler(roll_pitch_yaw, "xyz").tolist()
    if "quat_xyzw" in found.attributes:
        x, y, z, w = found.numbers("quat_xyzw", "0 0 0 1", 4).tolist()
    return upright.vector(found.numbers("xyz", "0 0 0", 3)), upright.rotation([w, x, y, z])


class Geometry:
    """Reads what is inside <visual> and <collision>; meshes once for each file and scale."""

    def __init__(self, root: Element, references: References) -> None:
        self.references = references
        self.meshes: dict[tuple[Path, tuple[float, ...]], Mesh] = {}
        self.unread: list[str] = []
        self.colors = {
            m.attributes.get("name", ""): color for m in root.all("material") if (color := _color(m))
        }

    def shape(self, element: Element) -> Shape | None:
        """What a <visual> or <collision> is; None where its mesh is not there."""
        geometry = element.first("geometry")
        solid = geometry.children[0] if geometry is not None and geometry.children else None
        if solid is None:
            element.wrong(f"<{element.tag}> needs a <geometry> with a box, cylinder, sphere, capsule or mesh")
        found = self._solid(solid)
        if found is None:
            return None
        offset, rotation = origin(element)
        return Shape(
            **found,
            offset=offset,
            rotation=rotation,
            name=element.attributes.get("name", ""),
            color=self.color(element),
        )

    def parts(self, element: Element) -> list[Part]:
        """What is seen of a <visual>."""
        shape = self.shape(element)
        return [] if shape is None else drawn(shape)

    def color(self, element: Element) -> Color | None:
        """Its material's, which may be one that the robot names."""
        material = element.first("material")
        if material is None:
            return None
        return _color(material) or self.colors.get(material.attributes.get("name", ""))

    def _solid(self, solid: Element) -> dict[str, Any] | None:
        """The kind and size of a shape, or its mesh."""
        if solid.tag == "box":
            return {"kind": "box", "size": upright.sizes(_sizes(solid, "size", 3)) / 2}
        if solid.tag == "sphere":
            return {"kind": "sphere", "size": _sizes(solid, "radius", 1)}
        if solid.tag in ("cylinder", "capsule"):
            radius, length = _sizes(solid, "radius", 1), _sizes(solid, "length", 1)
            return {"kind": solid.tag, "size": np.concatenate([radius, length / 2])}
        if solid.tag != "mesh":
            solid.wrong(f"<{solid.tag}> is no shape; there are box, cylinder, sphere, capsule and mesh")
        mesh = self._mesh(solid)
        return None if mesh is None else {"kind": "mesh", "mesh": mesh}

    def _mesh(self, element: Element) -> Mesh | None:
        scale = element.numbers("scale", "1 1 1", 3)
        if not scale.all():
            element.wrong("a mesh is scaled by 0, so that nothing is left of it")
        path = self.references.find(element, "filename")
        if path is None:
            return None
        key = (path, tuple(scale.tolist()))
        if key not in self.meshes:
            try:
                mesh = self._read(path, scaled=not np.allclose(scale, 1.0))
            except FileError as error:
                element.wrong(str(error))
            if mesh is None:
                return None
            turn = np.eye(4)
            turn[:3, :3] = upright.C @ np.diag(scale)
            self.meshes[key] = mesh.transformed(turn)
        return self.meshes[key]

    def _read(self, path: Path, *, scaled: bool) -> Mesh | None:
        """The mesh of a file. One that the robot scales itself is not scaled by a unit of its own, as in RViz."""
        suffix = path.suffix.lower()
        if suffix == ".dae":
            return read_collada(path, unit=not scaled)
        if suffix not in _READERS:
            self.unread.append(path.name)
            return None
        if suffix == ".obj":
            _stays_inside(path)
        return _READERS[suffix](path)


def _sizes(element: Element, name: str, count: int) -> Array:
    element.text_of(name)
    found = element.numbers(name, "", count)
    if (found <= 0).any():
        element.wrong(f"{name}={element.attributes[name]!r} of <{element.tag}> must be positive")
    return found


def _color(material: Element) -> Color | None:
    color = material.first("color")
    return None if color is None else look_color(color.numbers("rgba", "0.5 0.5 0.5 1", 4))


def _stays_inside(path: Path) -> None:
    """Refuse an OBJ whose materials, or their images, lie outside its folder."""
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        if line.lstrip().startswith("mtllib"):
            name = line.split(maxsplit=1)[-1].strip()
            if ".." in Path(name).parts or Path(name).is_absolute():
                raise FileError(
                    f"{path.name}, line {number}: {name[:200]!r} leaves its folder, which is not followed"
                )
            library = path.parent / name
            if library.is_file():
                _images_stay_inside(library)


def _images_stay_inside(library: Path) -> None:
    for number, line in enumerate(
        library.read_text(encoding="utf-8", errors="replace").splitlines(), start=1
    ):
        words = line.split(maxsplit=1)
        if len(words) == 2 and words[0].startswith(("map_", "bump", "disp", "norm")):
            name = words[1].strip()
            if ".." in Path(name).parts or Path(name).is_absolute():
                raise FileError(
                    f"{library.name}, line {number}: {name[:200]!r} leaves its folder, which is not followed"
                )
