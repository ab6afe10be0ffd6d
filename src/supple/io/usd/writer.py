"""Takes and scenes out as USD: one stage in meters, Y up, time codes at the frames of the take.

Nodes are Xforms, joints are those of skeletons; what rides on a joint stands under the root, placed in the world.
Meshes that deform have points at every frame, before any skin.
"""

from pathlib import Path
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.errors import UnknownNameError
from supple.files import written_beside
from supple.io.usd.mesh_writer import write_mesh
from supple.io.usd.opening import pxr
from supple.io.usd.skeleton_writer import Skeletons
from supple.motion.clip_frames import clip_frames
from supple.scene import Node, NodeMotion, Scene, Take, played

USUAL = 24.0
"""Time codes a second of a take without a rate."""
ROOT = "/World"


def save_scene(scene: Scene, path: str | Path, *, clip: str | None = None, fps: float | None = None) -> Path:
    """Write a scene with one of its clips, by default the one that plays; `fps` where its keys are no frames."""
    if clip is not None and clip not in scene.clips:
        raise UnknownNameError("clip", clip, scene.clips)
    chosen = scene.clip if clip is None else scene.clips[clip]
    return save_take(played(scene, chosen, clip_frames(chosen, fps), name=Path(path).stem), path)


def save_take(take: Take, path: str | Path) -> Path:
    """Write a take as .usda, .usdc or .usd: nodes, meshes, colors, skins and their motion."""
    stage = pxr("Usd").Stage.CreateInMemory()
    _Writer(take, stage).write()
    with written_beside(path) as draft:
        stage.GetRootLayer().Export(str(draft))
    return Path(path)


class _Writer:
    """A stage being written."""

    def __init__(self, take: Take, stage: Any) -> None:
        self.take, self.stage = take, stage
        self.rate = take.fps or USUAL
        self.codes = [float(time * self.rate) for time in take.times]
        self.paths: dict[str, str] = {}
        self.used: set[str] = set()

    def write(self) -> None:
        geom, skel = pxr("UsdGeom"), pxr("UsdSkel")
        geom.SetStageMetersPerUnit(self.stage, 1.0)
        geom.SetStageUpAxis(self.stage, geom.Tokens.y)
        self.stage.SetTimeCodesPerSecond(self.rate)
        self.stage.SetFramesPerSecond(self.rate)
        self.stage.SetStartTimeCode(self.codes[0])
        self.stage.SetEndTimeCode(self.codes[-1])
        nodes = list(self.take.scene.walk())
        worn = any(node.skin is not None for node in nodes)
        root = skel.Root.Define(self.stage, ROOT) if worn else geom.Xform.Define(self.stage, ROOT)
        self.stage.SetDefaultPrim(root.GetPrim())
        skeletons = Skeletons(self, nodes)
        for node in nodes:
            if node.name not in skeletons.joints:
                self._node(node, skeletons)

    def path(self, above: str, name: str) -> str:
        """A path for a node under another that nothing has yet."""
        plain = pxr("Tf").MakeValidIdentifier(name or "node")
        found, count = f"{above}/{plain}", 1
        while found in self.used:
            count += 1
            found = f"{above}/{plain}_{count}"
        self.used.add(found)
        return found

    def _node(self, node: Node, skeletons: Skeletons) -> None:
        geom = pxr("UsdGeom")
        rides = any(above.name in skeletons.joints for above in node.ancestors())
        free = rides or node.parent is None or node.parent.name not in self.paths
        path = self.path(ROOT if free else self.paths[node.parent.name], node.name)  # type: ignore[union-attr]
        self.paths[node.name] = path
        kind = geom.Xform if node.mesh is None else geom.Mesh
        prim = kind.Define(self.stage, path)
        if prim.GetPrim().GetName() != node.name:
            prim.GetPrim().SetDisplayName(node.name)
        if node.skin is None:
            self.placed(prim, self.take.world(node.name) if rides else self.take.local(node.name))
        self._seen(prim, node)
        if node.mesh is not None:
            write_mesh(prim, node.mesh)
            self._deformed(prim, node)
            if node.skin is not None:
                skeletons.bind(prim, node)

    def placed(self, prim: Any, matrices: Array) -> None:
        """The matrices (T, 4, 4) of a prim, once if it stands still."""
        gf = pxr("Gf")
        op = prim.AddTransformOp()
        still = len(matrices) == 1 or np.ptp(matrices, axis=0).max() == 0
        for code, matrix in zip(self.codes[:1] if still else self.codes, matrices, strict=False):
            value = gf.Matrix4d(*matrix.T.ravel().tolist())
            op.Set(value) if still else op.Set(value, code)

    def _seen(self, prim: Any, node: Node) -> None:
        motion = self.take.motions.get(node.name, NodeMotion())
        words = {True: "inherited", False: "invisible"}
        if motion.visible is None:
            if not node.visible:
                prim.GetVisibilityAttr().Set("invisible")
            return
        for code, visible in zip(self.codes, motion.visible, strict=True):
            prim.GetVisibilityAttr().Set(words[bool(visible)], code)

    def _deformed(self, prim: Any, node: Node) -> None:
        motion = self.take.motions.get(node.name, NodeMotion())
        if motion.weights is None and motion.vertices is None:
            return
        vt = pxr("Vt")
        for frame, code in enumerate(self.codes):
            points = vt.Vec3fArray.FromNumpy(self.take.shape(node.name, frame).astype(np.float32))
            prim.GetPointsAttr().Set(points, code)
