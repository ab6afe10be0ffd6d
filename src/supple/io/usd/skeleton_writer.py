"""Skins as UsdSkel: a skeleton for those that were bound alike, its animation, and what meshes hang on it.

Each joint is placed on the nearest joint above it, J_parent⁻¹ J; the first ones on what carries the skeleton.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from supple.arrays import Array
from supple.io.usd.opening import pxr
from supple.scene import Node, Skin
from supple.spatial import aligned, decompose

if TYPE_CHECKING:
    from supple.io.usd.writer import _Writer

SAME = 1e-9


@dataclass(eq=False)
class _Group:
    """A skeleton: its joints in the order of the tree, where each was bound, its prim's path."""

    joints: dict[str, Node] = field(default_factory=dict)
    binds: dict[str, Array] = field(default_factory=dict)
    path: str = ""
    tokens: dict[str, str] = field(default_factory=dict)

    def takes(self, skin: Skin) -> bool:
        """Whether a skin was bound as those that are there."""
        return all(
            np.allclose(self.binds.get(joint.name, bind), bind, atol=SAME)
            for joint, bind in zip(skin.joints, skin.inverse_binds, strict=True)
        )


class Skeletons:
    """The skeletons of a take, written with their motion."""

    def __init__(self, writer: "_Writer", nodes: list[Node]) -> None:
        self.writer = writer
        self._groups: list[_Group] = []
        self._of: dict[str, _Group] = {}
        for node in nodes:
            if node.skin is not None:
                self._of[node.name] = self._grouped(node.skin)
        self.joints = {name for group in self._groups for name in group.joints}
        """The names of all nodes that skins hang on."""
        order = {node.name: row for row, node in enumerate(nodes)}
        for group in self._groups:
            group.joints = dict(sorted(group.joints.items(), key=lambda item: order[item[0]]))
            self._write(group)

    def bind(self, prim: Any, node: Node) -> None:
        """Let a mesh hang on its skeleton."""
        skel, vt, mesh, skin = pxr("UsdSkel"), pxr("Vt"), node.surface, node.skin
        group = self._of[node.name]
        binding = skel.BindingAPI.Apply(prim.GetPrim())
        binding.CreateSkeletonRel().SetTargets([group.path])
        if skin is None or mesh.joints is None or mesh.weights is None:
            return
        rows = {name: row for row, name in enumerate(group.joints)}
        numbers = np.array([rows[joint.name] for joint in skin.joints], dtype=np.int32)
        k = mesh.joints.shape[1]
        binding.CreateJointIndicesPrimvar(False, k).Set(vt.IntArray.FromNumpy(numbers[mesh.joints].ravel()))
        weights = vt.FloatArray.FromNumpy(mesh.weights.astype(np.float32).ravel())
        binding.CreateJointWeightsPrimvar(False, k).Set(weights)

    def _grouped(self, skin: Skin) -> _Group:
        group = next((each for each in self._groups if each.takes(skin)), None)
        if group is None:
            group = _Group()
            self._groups.append(group)
        for joint, bind in zip(skin.joints, skin.inverse_binds, strict=True):
            group.joints[joint.name], group.binds[joint.name] = joint, bind
        return group

    def _write(self, group: _Group) -> None:
        skel, vt, gf = pxr("UsdSkel"), pxr("Vt"), pxr("Gf")
        writer, take = self.writer, self.writer.take
        group.path = writer.path("/World", "Skeleton")
        skeleton = skel.Skeleton.Define(writer.stage, group.path)
        carrier = self._carrier(group)
        writer.placed(skeleton, carrier[:1])
        above = {name: next((a.name for a in joint.ancestors() if a.name in group.joints), None)
                 for name, joint in group.joints.items()}  # fmt: skip
        worlds = {name: take.world(name) for name in group.joints}
        locals_ = {
            name: np.linalg.inv(worlds[up] if up else carrier) @ worlds[name] for name, up in above.items()
        }
        rest = {name: joint.world for name, joint in group.joints.items()}
        for name, up in above.items():
            plain = pxr("Tf").MakeValidIdentifier(name)
            group.tokens[name] = f"{group.tokens[up]}/{plain}" if up else plain
        skeleton.CreateJointsAttr(list(group.tokens.values()))
        skeleton.CreateJointNamesAttr(list(group.joints))

        def matrices(values: Iterable[Any]) -> Any:
            return vt.Matrix4dArray([gf.Matrix4d(*m.T.ravel().tolist()) for m in values])

        at_rest = [np.linalg.inv(rest[up] if up else carrier[0]) @ rest[name] for name, up in above.items()]
        skeleton.CreateRestTransformsAttr(matrices(at_rest))
        skeleton.CreateBindTransformsAttr(
            matrices([np.linalg.inv(group.binds[name]) for name in group.joints])
        )
        self._animate(skeleton, group, np.stack(list(locals_.values()), axis=1))

    def _carrier(self, group: _Group) -> Array:
        """What carries the first joints (1, 4, 4): one node above them that stands still, else the world."""
        tops = [j for j in group.joints.values() if not any(a.name in group.joints for a in j.ancestors())]
        parents = {id(joint.parent): joint.parent for joint in tops}
        node = next(iter(parents.values())) if len(parents) == 1 else None
        world = np.eye(4)[None] if node is None else self.writer.take.world(node.name)
        return world[:1] if np.ptp(world, axis=0).max() == 0 else np.eye(4)[None]

    def _animate(self, skeleton: Any, group: _Group, placed: Array) -> None:
        skel, vt, writer = pxr("UsdSkel"), pxr("Vt"), self.writer
        animation = skel.Animation.Define(writer.stage, f"{group.path}/Animation")
        animation.CreateJointsAttr(list(group.tokens.values()))
        place, turn, size = decompose(placed)
        turn = aligned(turn)
        for attribute, values, array, kind in (
            (animation.CreateTranslationsAttr(), place, vt.Vec3fArray, np.float32),
            (animation.CreateRotationsAttr(), turn, vt.QuatfArray, np.float32),
            (animation.CreateScalesAttr(), size, vt.Vec3hArray, np.float16),
        ):
            moves = np.ptp(values, axis=0).max() > 0
            for code, value in zip(writer.codes, values if moves else values[:1], strict=False):
                given = array.FromNumpy(value.astype(kind))
                attribute.Set(given, code) if moves else attribute.Set(given)
        binding = skel.BindingAPI.Apply(skeleton.GetPrim())
        binding.CreateAnimationSourceRel().SetTargets([animation.GetPath()])
