"""Meshes as USD has them: triangles, a subset and a material for each part, and the color that viewers show."""

from typing import Any

import numpy as np

from supple.io.usd.opening import pxr
from supple.scene import Look, Mesh


def write_mesh(prim: Any, mesh: Mesh) -> None:
    """Points, faces, colors and materials of a mesh."""
    vt, geom = pxr("Vt"), pxr("UsdGeom")
    prim.CreatePointsAttr(vt.Vec3fArray.FromNumpy(mesh.vertices.astype(np.float32)))
    prim.CreateFaceVertexCountsAttr([3] * len(mesh.faces))
    prim.CreateFaceVertexIndicesAttr(vt.IntArray.FromNumpy(mesh.faces.astype(np.int32).ravel()))
    prim.CreateSubdivisionSchemeAttr("none")
    _show_colors(prim, mesh)
    start = 0
    for number, part in enumerate(mesh.parts):
        rows = np.arange(start, start + len(part.faces), dtype=np.int32)
        start += len(part.faces)
        name = pxr("Tf").MakeValidIdentifier(part.name or f"part{number}") + (f"_{number}" if number else "")
        subset = geom.Subset.CreateGeomSubset(
            prim,
            name,
            geom.Tokens.face,
            vt.IntArray.FromNumpy(rows),
            "materialBind",
            geom.Tokens.nonOverlapping,
        )
        subset.GetPrim().SetDisplayName(part.name)
        _material(subset.GetPrim(), part.look)


def _show_colors(prim: Any, mesh: Mesh) -> None:
    """The display color of each vertex, where vertices have colors, else of each face."""
    vt, geom = pxr("Vt"), pxr("UsdGeom")
    colored = [part.colors[:, :3] * part.look.color[:3] for part in mesh.parts if part.colors is not None]
    if len(colored) == len(mesh.parts):
        values, kind = np.concatenate(colored), geom.Tokens.vertex
    else:
        values = np.concatenate([np.tile(part.look.color[:3], (len(part.faces), 1)) for part in mesh.parts])
        kind = geom.Tokens.uniform
    primvar = prim.CreateDisplayColorPrimvar(kind)
    primvar.Set(vt.Vec3fArray.FromNumpy(values.astype(np.float32)))


def _material(prim: Any, look: Look) -> None:
    shade, sdf, gf = pxr("UsdShade"), pxr("Sdf"), pxr("Gf")
    stage, path = prim.GetStage(), prim.GetPath().AppendChild("Material")
    material = shade.Material.Define(stage, path)
    material.GetPrim().SetDisplayName(look.name)
    surface = shade.Shader.Define(stage, path.AppendChild("Surface"))
    surface.CreateIdAttr("UsdPreviewSurface")
    r, g, b, opacity = look.color
    surface.CreateInput("diffuseColor", sdf.ValueTypeNames.Color3f).Set(gf.Vec3f(r, g, b))
    for name, value in (("roughness", look.roughness), ("metallic", look.metallic), ("opacity", opacity)):
        surface.CreateInput(name, sdf.ValueTypeNames.Float).Set(float(value))
    material.CreateSurfaceOutput().ConnectToSource(surface.ConnectableAPI(), "surface")
    shade.MaterialBindingAPI.Apply(prim).Bind(material)
