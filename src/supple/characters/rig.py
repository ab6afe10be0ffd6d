"""A tree of joints from a list of bones, with helpers that turn half way at bends, and the skin that hangs on it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from supple.arrays import Array, Indices
from supple.scene import Joint, Mesh, Node, Scene, Share, Skin
from supple.scene.binding import to_segment
from supple.scene.joint import Axis

FLIP = np.array([-1.0, 1.0, 1.0])
INFLUENCES = 4


@dataclass(frozen=True, eq=False)
class Bone:
    """A joint of a rig: its place in the world [m] and what it can do.

    thick [m]: about the radius of its limb; bend [m]: how far from the joint the skin gives way where it bends, 0
    leaves it to how far the weights of neighbors have spread.
    half: whether a helper turns half way there. A bone without a joint is an end: a point for the skin's weights.
    """

    name: str
    parent: str | None
    place: Array
    joint: Joint | None = None
    thick: float = 0.05
    bend: float = 0.0
    half: bool = False


def sided(bones: Iterable[Bone]) -> list[Bone]:
    """All bones, and for those of the left (`.L`) their mirror images on the right."""
    found = []
    for bone in bones:
        found.append(bone)
        if bone.name.endswith(".L"):
            found.append(_mirrored(bone))
    return found


def _mirrored(bone: Bone) -> Bone:
    parent = bone.parent[:-2] + ".R" if bone.parent and bone.parent.endswith(".L") else bone.parent
    joint = bone.joint and mirrored_joint(bone.joint)
    return replace(bone, name=bone.name[:-2] + ".R", parent=parent, place=bone.place * FLIP, joint=joint)


def mirrored_joint(joint: Joint) -> Joint:
    """The joint of the other side, which by the same angles moves as in a mirror at x = 0."""
    if joint.kind not in ("hinge", "universal"):
        return joint
    axis, second = (_turned(axis) for axis in (joint.axis, joint.second))
    limits = tuple(freedom.limits for freedom in joint.freedoms)
    return Joint(joint.kind, axis, limits, second=second)


def _turned(axis: Axis) -> Axis:
    return axis[0], -axis[1], -axis[2]


def tree(bones: Sequence[Bone]) -> Node:
    """The bones as nodes whose axes are the world's; the helper of a bone is called after it, with .half."""
    nodes: dict[str, Node] = {}
    places = {bone.name: bone.place for bone in bones}
    for bone in bones:
        away = bone.place - (0 if bone.parent is None else places[bone.parent])
        nodes[bone.name] = Node(bone.name, translation=away, joint=bone.joint)
        if bone.parent is None:
            continue
        if bone.half:
            nodes[bone.parent].add(Node(f"{bone.name}.half", translation=away, share=Share(bone.name)))
        nodes[bone.parent].add(nodes[bone.name])
    return nodes[bones[0].name]


def skinned(mesh: Mesh, root: Node, bones: Sequence[Bone], name: str, *, evenings: int = 40) -> Node:
    """The mesh, which fits the rig as it stands, as a node that hangs on its joints and helpers.

    evenings: how often weights are averaged over neighbors before the bends are made.
    """
    nodes = {node.name: node for node in root.walk()}
    points, which = np.unique(np.round(mesh.vertices, 9), axis=0, return_inverse=True)
    which = which.reshape(-1)
    shares = _bent(points, _even(_nearest(points, bones), which[mesh.faces], evenings), bones)
    joints = [bone.name for bone in bones if bone.joint is not None]
    joints += [f"{bone.name}.half" for bone in bones if bone.half]
    table = np.stack([shares.get(joint, np.zeros(len(points))) for joint in joints], axis=1)[which]
    order = np.argsort(-table, axis=1, kind="stable")[:, :INFLUENCES]
    kept = np.take_along_axis(table, order, axis=1)
    kept = np.where(kept > 1e-3, kept, 0.0)
    kept /= kept.sum(axis=1, keepdims=True)
    runs = zip(mesh.parts, np.split(order, mesh.starts[1:]), np.split(kept, mesh.starts[1:]), strict=True)
    parts = tuple(replace(part, joints=j, weights=w) for part, j, w in runs)
    return Node(name, replace(mesh, parts=parts), skin=Skin.bound([nodes[joint] for joint in joints], name))


def _nearest(points: Array, bones: Sequence[Bone]) -> Array:
    """1 for the bone that is nearest to a point, measured in the thickness of its limb, (n, bones)."""
    away = np.empty((len(points), len(bones)))
    for k, bone in enumerate(bones):
        ends = [other.place for other in bones if other.parent == bone.name] or [bone.place]
        away[:, k] = np.min([to_segment(points, bone.place, end) for end in ends], axis=0) / bone.thick
        away[:, k] += np.inf if bone.joint is None else 0.0
    return np.asarray(np.eye(len(bones))[np.argmin(away, axis=1)])


def _even(weights: Array, faces: Indices, rounds: int) -> Array:
    """Weights (n, bones) evened out over the neighbors, again and again."""
    n = len(weights)
    pairs = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    links = sparse.coo_array((np.ones(len(pairs)), pairs.T), shape=(n, n)).tocsr() + sparse.eye_array(n)
    mean = sparse.diags_array(1 / np.asarray(links.sum(axis=1))) @ links
    for _ in range(rounds):
        weights = mean @ weights
    return weights


def _bent(points: Array, weights: Array, bones: Sequence[Bone]) -> dict[str, Array]:
    """Weights by joint and helper, divided anew at each bend: above it, half way, below it."""
    row = {bone.name: k for k, bone in enumerate(bones)}
    found = {bone.name: weights[:, k].copy() for k, bone in enumerate(bones)}
    for bone in bones:
        if bone.parent is None or not (bone.half or bone.bend):
            continue
        above, below = found[bone.parent], found[bone.name]
        whole = above + below
        near = _near(points, bones, bone) if bone.bend else np.ones(len(points))
        if bone.bend:
            way = _way(bones, row, bone)
            along = np.clip((points - bone.place) @ way / bone.bend, -1.0, 1.0)
        else:
            along = np.clip(2 * below / np.maximum(whole, 1e-12) - 1, -1.0, 1.0)
        if bone.half:
            down, up = _smooth(along), _smooth(-along)
            found[f"{bone.name}.half"] = (
                whole * (1 - down - up) * (_near(points, bones, bone) if bone.bend else 1.0)
            )
        else:
            down = _smooth((along + 1) / 2)
            up = 1 - down
        found[bone.name] = below + near * (whole * down - below)
        found[bone.parent] = above + near * (whole * up - above)
    return found


def _near(points: Array, bones: Sequence[Bone], bone: Bone) -> Array:
    """1 within twice the thickness of a limb from its line, 0 far away: a bend leaves other limbs alone."""
    way = _way(bones, {b.name: k for k, b in enumerate(bones)}, bone)
    ends = [b.place for b in bones if b.parent == bone.name] or [bone.place + bone.bend * way]
    away = np.min([to_segment(points, bone.place - bone.bend * way, end) for end in ends], axis=0)
    return 1 - _smooth(away / bone.thick - 2)


def _way(bones: Sequence[Bone], row: dict[str, int], bone: Bone) -> Array:
    """Along the limb at a bend, half way between the bone above and the one below."""
    parent = bones[row[bone.parent or bone.name]].place
    child = next((b.place for b in bones if b.parent == bone.name), 2 * bone.place - parent)
    a, b = bone.place - parent, child - bone.place
    way = a / np.linalg.norm(a) + b / np.linalg.norm(b)
    return np.asarray(way / np.linalg.norm(way))


def _smooth(u: Array) -> Array:
    v = np.clip(u, 0.0, 1.0)
    return np.asarray(v * v * (3 - 2 * v))


def scaled(scene: Scene, size: float) -> Scene:
    """A copy of a rig and its skin, `size` times as large."""
    twin = scene.copy()
    grow = np.diag([size, size, size, 1.0])
    for node in twin.walk():
        node.place(translation=node.translation * size)
    for node in twin.walk():
        if node.mesh is not None and node.skin is not None:
            node.mesh = node.surface.transformed(grow)
            node.skin = Skin.bound(node.skin.joints, node.skin.name)
    return twin
