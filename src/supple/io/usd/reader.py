"""A USD file as a scene: prims as nodes, skeletons as joints, skins, one clip; Y up, in meters.

The stage's unit and axis are a turn and a scale of a node above all others; time codes are seconds from its start.
"""

import warnings
from pathlib import Path
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.errors import FileError
from supple.io.usd.meshes import parts_of
from supple.io.usd.opening import opened, pxr
from supple.io.usd.skeletons import Joints, joints_of, skin_of
from supple.io.warning import AssetWarning
from supple.motion import Clip, Track
from supple.scene import Figure, Mesh, Node, Scene
from supple.spatial import aligned, decompose, from_axis_angle

UPRIGHT = {"Y": (0.0, 0.0, 0.0, 1.0), "Z": tuple(from_axis_angle((1.0, 0.0, 0.0), -np.pi / 2))}
LEFT = ("BlendShape", "Camera", "PointInstancer")
"""Prims beside shapes that are no meshes which are not read."""
USUAL = 24.0
"""Time codes a second where a file says nothing."""


def read_usd(path: Path, unit: float | None = None, up: str | None = None) -> Scene:
    """The scene of a file; `unit` [m] and `up` ("y", "z") instead of what it says."""
    stage = opened(path)
    reader = _Reader(stage, path.stem)
    reader.read()
    if reader.left:
        warnings.warn(f"{path.name}: not read: {', '.join(sorted(reader.left))}", AssetWarning, stacklevel=4)
    geom = pxr("UsdGeom")
    size = unit if unit is not None else float(geom.GetStageMetersPerUnit(stage))
    axis = (up or str(geom.GetStageUpAxis(stage))).upper()
    if axis not in UPRIGHT:
        raise FileError(f"{path.name}: {axis!r} is no axis that is up; it is Y or Z")
    top = Node(reader.named(path.stem), rotation=UPRIGHT[axis], scale=size)
    for root in reader.roots:
        top.add(root)
    scene = Scene([top], clips={path.stem: reader.clip} if len(reader.clip) else {}, playing=path.stem)
    if reader.joints:
        scene.figure = Figure.of(scene, reader.joints, path.stem)
    return scene


class _Reader:
    """Prims read one after another, parents first."""

    def __init__(self, stage: Any, name: str) -> None:
        self.stage, self.name = stage, name
        self.names: set[str] = set()
        self.nodes: dict[str, Node] = {}
        self.roots: list[Node] = []
        self.joints: list[Node] = []
        self.clip = Clip()
        self.left: set[str] = set()
        """What is there and not read."""
        self.start = float(stage.GetStartTimeCode()) if stage.HasAuthoredTimeCodeRange() else 0.0
        self.rate = float(stage.GetTimeCodesPerSecond() or USUAL)

    def named(self, name: str) -> str:
        """A name that no node has yet."""
        found, count = name, 1
        while found in self.names:
            count += 1
            found = f"{name}_{count}"
        self.names.add(found)
        return found

    def seconds(self, codes: Array) -> Array:
        """Time codes as times [s] since the start."""
        return np.asarray((np.asarray(codes) - self.start) / self.rate)

    def read(self) -> None:
        """Every prim that has a place, then the meshes' skins."""
        geom, skel = pxr("UsdGeom"), pxr("UsdSkel")
        skeletons: dict[str, Joints] = {}
        for prim in self.stage.Traverse():
            if not prim.IsA(geom.Xformable):
                continue
            node = self._node(geom.Xformable(prim))
            if prim.IsA(skel.Skeleton):
                skeletons[str(prim.GetPath())] = joints_of(skel.Skeleton(prim), node, self)
        for prim in self.stage.Traverse():
            if prim.IsA(geom.Mesh):
                self._mesh(geom.Mesh(prim), skeletons)
            elif prim.IsA(geom.Gprim) or prim.GetTypeName() in LEFT:
                self.left.add(str(prim.GetTypeName()))

    def _node(self, prim: Any) -> Node:
        path = prim.GetPath()
        shown = prim.GetPrim().GetDisplayName() or path.name
        usd = pxr("Usd")
        rest = decompose(np.array(prim.GetLocalTransformation(usd.TimeCode(self.start))).T)
        node = Node(self.named(shown), translation=rest[0], rotation=rest[1], scale=rest[2])
        visible = prim.GetVisibilityAttr().Get(usd.TimeCode(self.start))
        node.visible = visible != "invisible"
        above = self.nodes.get(str(path.GetParentPath()))
        self.nodes[str(path)] = node
        if above is None:
            self.roots.append(node)
        else:
            above.add(node)
        codes = prim.GetTimeSamples()
        if len(codes) > 1:
            local = np.array([np.array(prim.GetLocalTransformation(usd.TimeCode(c))).T for c in codes])
            self.keyed(node, self.seconds(np.array(codes)), *decompose(local))
        return node

    def keyed(self, node: Node, times: Array, place: Array, turn: Array, size: Array) -> None:
        """Tracks of what changes of a node's placement (T, ·)."""
        rest = (
            ("position", "vector", place),
            ("rotation", "rotation", aligned(turn)),
            ("scale", "vector", size),
        )
        for channel, kind, values in rest:
            if np.ptp(values, axis=0).max() > 0:
                self.clip[f"{node.name}.{channel}"] = Track.sampled(times, values, kind)
            else:
                own = {"position": "translation", "rotation": "rotation", "scale": "scale"}[channel]
                node.place(**{own: values[0]})

    def _mesh(self, prim: Any, skeletons: dict[str, Joints]) -> None:
        node = self.nodes[str(prim.GetPath())]
        bound = skin_of(prim, skeletons)
        parts = parts_of(
            prim, None if bound is None else bound.influences, None if bound is None else bound.place
        )
        if parts:
            node.mesh = Mesh(parts, node.name)
            node.skin = None if bound is None else bound.skin
        if len(prim.GetPointsAttr().GetTimeSamples()) > 1:
            self.left.add("points that move")
