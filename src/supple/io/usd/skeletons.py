"""Skeletons of UsdSkel as joints under a node, their animation as tracks, and what meshes hang on them.

x = Σ w J_j B_j⁻¹ G p in the skeleton's own frame: J_j a joint's place there, B_j its place at binding, G the place of
the mesh at binding.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from supple.arrays import Array
from supple.errors import FileError
from supple.io.usd.meshes import Influences
from supple.io.usd.opening import pxr
from supple.scene import Joint, Node, Skin
from supple.spatial import decompose

if TYPE_CHECKING:
    from supple.io.usd.reader import _Reader


class Joints(NamedTuple):
    """The joints of a skeleton by their paths in it, and the inverse of where each was at binding."""

    nodes: dict[str, Node]
    inverse_binds: dict[str, Array]


class Bound(NamedTuple):
    """What a mesh hangs on: a skin, joints and weights of its points, and the matrix that they go through."""

    skin: Skin
    influences: Influences
    place: Array


def joints_of(skeleton: Any, node: Node, reader: "_Reader") -> Joints:
    """Nodes for the joints of a skeleton, under its own node, with tracks of its animation."""
    paths = [str(path) for path in skeleton.GetJointsAttr().Get() or []]
    named = [str(name) for name in skeleton.GetJointNamesAttr().Get() or []]
    rest, bind = (
        np.array(attribute.Get() or [], dtype=np.float64).reshape(-1, 4, 4).transpose(0, 2, 1)
        for attribute in (skeleton.GetRestTransformsAttr(), skeleton.GetBindTransformsAttr())
    )
    if len(bind) != len(paths):
        raise FileError(
            f"skeleton {skeleton.GetPath()}: {len(paths)} joints, but {len(bind)} bind transforms"
        )
    if len(rest) != len(paths):
        rest = _from_bind(paths, bind)
    nodes: dict[str, Node] = {}
    for k, path in enumerate(paths):
        place, turn, size = decompose(rest[k])
        name = named[k] if len(named) == len(paths) else path.rpartition("/")[2]
        above = nodes.get(path.rpartition("/")[0], node)
        kind = Joint("free" if above is node else "ball")
        nodes[path] = above.add(
            Node(reader.named(name), translation=place, rotation=turn, scale=size, joint=kind)
        )
    reader.joints.extend(nodes.values())
    _animated(skeleton, nodes, reader)
    return Joints(nodes, dict(zip(paths, np.linalg.inv(bind), strict=True)))


def _from_bind(paths: list[str], bind: Array) -> Array:
    """Local places of joints that stand as they were bound."""
    rows = {path: k for k, path in enumerate(paths)}
    above = [rows.get(path.rpartition("/")[0]) for path in paths]
    return np.stack(
        [b if p is None else np.linalg.inv(bind[p]) @ b for b, p in zip(bind, above, strict=True)]
    )


def _animated(skeleton: Any, nodes: dict[str, Node], reader: "_Reader") -> None:
    """Tracks of the joints that an animation drives; what it does not sample is the rest pose."""
    skel, usd = pxr("UsdSkel"), pxr("Usd")
    source = skel.BindingAPI(skeleton.GetPrim()).GetInheritedAnimationSource()
    if not source or not source.IsA(skel.Animation):
        return
    animation = skel.Animation(source)
    driven = [str(path) for path in animation.GetJointsAttr().Get() or []]
    attributes = (animation.GetTranslationsAttr(), animation.GetRotationsAttr(), animation.GetScalesAttr())
    codes = sorted({code for attribute in attributes for code in attribute.GetTimeSamples()})
    codes = codes or [reader.start]
    columns = []
    for attribute, width in zip(attributes, (3, 4, 3), strict=True):
        sampled = [attribute.Get(usd.TimeCode(code)) for code in codes]
        if any(values is None or len(values) != len(driven) for values in sampled):
            raise FileError(
                f"animation {source.GetPath()}: not as many values as the {len(driven)} joints it drives"
            )
        columns.append(np.array([_numbers(values, width) for values in sampled]))
    times = reader.seconds(np.array(codes))
    for k, path in enumerate(driven):
        if path in nodes:
            reader.keyed(nodes[path], times, *(column[:, k] for column in columns))


def _numbers(values: Any, width: int) -> Array:
    if width == 4:
        return np.array([[*quaternion.GetImaginary(), quaternion.GetReal()] for quaternion in values])
    return np.array(values, dtype=np.float64).reshape(-1, width)


def skin_of(prim: Any, skeletons: dict[str, Joints]) -> Bound | None:
    """What a mesh hangs on; None if it hangs on nothing."""
    skel = pxr("UsdSkel")
    binding = skel.BindingAPI(prim.GetPrim())
    skeleton = binding.GetInheritedSkeleton()
    indices, weights = binding.GetJointIndicesPrimvar(), binding.GetJointWeightsPrimvar()
    if (
        not skeleton
        or str(skeleton.GetPath()) not in skeletons
        or not (indices.HasValue() and weights.HasValue())
    ):
        return None
    joints = skeletons[str(skeleton.GetPath())]
    count, k = len(prim.GetPointsAttr().Get() or []), indices.GetElementSize()
    own = [str(path) for path in binding.GetJointsAttr().Get() or []] or list(joints.nodes)
    j, w = (np.array(v.ComputeFlattened()).reshape(-1, k) for v in (indices, weights))
    if indices.GetInterpolation() == "constant":
        j, w = np.tile(j, (count, 1)), np.tile(w, (count, 1))
    if len(j) != count or len(w) != count or (j < 0).any() or (j >= len(own)).any():
        raise FileError(
            f"mesh {prim.GetPath()}: {len(j)} × {k} joints, up to {j.max(initial=0)}, of {len(own)} that there are, "
            f"for {count} points"
        )
    whole = w.sum(axis=1, keepdims=True)
    w = np.where(whole > 0, w / np.where(whole > 0, whole, 1.0), np.eye(k)[0])
    placed = binding.GetGeomBindTransformAttr().Get()
    place = np.eye(4) if placed is None else np.array(placed).T
    skin = Skin(
        tuple(joints.nodes[path] for path in own), np.stack([joints.inverse_binds[path] for path in own])
    )
    return Bound(skin, (j.astype(np.int64), w.astype(np.float64)), place)
