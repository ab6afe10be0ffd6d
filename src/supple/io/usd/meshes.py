"""Meshes of USD as parts: faces cut into triangles, colors of display or material."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from supple.arrays import Array, Indices, Truths
from supple.errors import FileError
from supple.io.usd.opening import pxr
from supple.scene import Look, Part

Influences = tuple[Indices, Array]
"""Joints and weights of vertices (n, k)."""


def parts_of(prim: Any, influences: Influences | None = None, place: Array | None = None) -> tuple[Part, ...]:
    """The mesh of a prim, a part for each subset with a material. `place`: a matrix that its points go through."""
    points = np.array(prim.GetPointsAttr().Get() or [], dtype=np.float64).reshape(-1, 3)
    counts = np.array(prim.GetFaceVertexCountsAttr().Get() or [], dtype=np.int64)
    corners = np.array(prim.GetFaceVertexIndicesAttr().Get() or [], dtype=np.int64)
    if not len(points) or not len(counts):
        return ()
    _check(prim, points, counts, corners)
    faces, polygons = _triangles(counts, corners)
    if prim.GetOrientationAttr().Get() == "leftHanded":
        faces = faces[:, ::-1]
    if place is not None:
        points = points @ place[:3, :3].T + place[:3, 3]
    joints, weights = influences if influences is not None else (None, None)
    shown = _display(prim, len(points), len(counts))
    colors = shown if shown is not None and len(shown) == len(points) > 1 else None
    found = []
    for name, owner, own in _subsets(prim, len(counts)):
        used, rows = np.unique(faces[own[polygons]], return_inverse=True)
        color = (
            None
            if colors is not None or shown is None
            else shown[own if len(shown) > 1 else [0]].mean(axis=0)
        )
        found.append(
            Part(
                points[used],
                rows.reshape(-1, 3),
                name,
                _look(owner, color, colored=colors is not None),
                colors=None if colors is None else colors[used],
                joints=None if joints is None else joints[used],
                weights=None if weights is None else weights[used],
            )
        )
    return tuple(part for part in found if len(part.faces))


def _check(prim: Any, points: Array, counts: Indices, corners: Indices) -> None:
    where = f"mesh {prim.GetPath()} of {prim.GetPrim().GetStage().GetRootLayer().GetDisplayName()}"
    if counts.sum() != len(corners) or (counts < 0).any():
        raise FileError(f"{where}: faces of {counts.sum()} corners, but {len(corners)} corners are there")
    if corners.min() < 0 or corners.max() >= len(points):
        raise FileError(
            f"{where}: corners name points {corners.min()}…{corners.max()}; there are {len(points)}"
        )
    if not np.isfinite(points).all():
        raise FileError(f"{where}: a point is not a number")


def _subsets(prim: Any, count: int) -> Iterator[tuple[str, Any, Truths]]:
    """The name, the prim that a material is bound to, and the polygons (count,) of each part."""
    geom = pxr("UsdGeom")
    left = np.ones(count, dtype=bool)
    for subset in geom.Subset.GetGeomSubsets(prim, geom.Tokens.face, "materialBind"):
        rows = np.array(subset.GetIndicesAttr().Get() or [], dtype=np.int64)
        if len(rows) and (rows.min() < 0 or rows.max() >= count):
            raise FileError(f"{subset.GetPath()}: names face {rows.max()}; the mesh has {count}")
        own = np.zeros(count, dtype=bool)
        own[rows] = True
        own &= left
        left &= ~own
        yield subset.GetPrim().GetDisplayName() or subset.GetPrim().GetName(), subset.GetPrim(), own
    if left.any():
        yield str(prim.GetPath().name), prim.GetPrim(), left


def _triangles(counts: Indices, corners: Indices) -> tuple[Indices, Indices]:
    """Polygons as fans of triangles (m, 3), and the polygon of each (m,)."""
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    fans = np.maximum(counts - 2, 0)
    first = np.repeat(starts, fans)
    step = np.arange(fans.sum()) - np.repeat(np.concatenate([[0], np.cumsum(fans)[:-1]]), fans)
    faces = np.stack([corners[first], corners[first + step + 1], corners[first + step + 2]], axis=1)
    return faces, np.repeat(np.arange(len(counts)), fans)


def _display(prim: Any, points: int, polygons: int) -> Array | None:
    """The display color: one (1, 4), one for each point, or one for each polygon."""
    primvar = prim.GetDisplayColorPrimvar()
    values = primvar.ComputeFlattened() if primvar.HasValue() else None
    if values is None or not len(values):
        return None
    colors = np.column_stack([np.array(values, dtype=np.float64), np.ones(len(values))])
    fits = {"vertex": points, "varying": points, "uniform": polygons}.get(str(primvar.GetInterpolation()))
    return colors if len(colors) == fits else colors.mean(axis=0)[None]


def _look(prim: Any, shown: Array | None, *, colored: bool) -> Look:
    """What a preview surface says, else the display color; white where vertices have colors."""
    material, _ = pxr("UsdShade").MaterialBindingAPI(prim).ComputeBoundMaterial()
    values: dict[str, Any] = {}
    surface: Any = material.ComputeSurfaceSource()[0] if material else None
    for name in ("diffuseColor", "roughness", "metallic", "opacity") if surface else ():
        given = surface.GetInput(name)
        if given and not given.HasConnectedSource() and given.Get() is not None:
            values[name] = given.Get()
    base = (1.0, 1.0, 1.0) if colored else (0.8, 0.8, 0.8) if shown is None else shown[:3]
    r, g, b = (float(c) for c in (base if colored else values.get("diffuseColor", base)))
    return Look(
        (material.GetPrim().GetDisplayName() or material.GetPrim().GetName()) if material else "",
        (r, g, b, float(values.get("opacity", 1.0))),
        metallic=float(values.get("metallic", 0.0)),
        roughness=float(values.get("roughness", 0.6)),
    )
