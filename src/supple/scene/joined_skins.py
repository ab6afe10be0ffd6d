"""Several meshes of one character, body and hair and clothes, as one.

A mesh with a skin keeps its joints, x = W_j B_j p. One that rides on a node hangs on that node alone, with B = 1.
Where meshes were bound to the same joint with other B, one of them is moved: B' p = B (B⁻¹ B') p.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from supple.arrays import Array, Indices
from supple.errors import InputError
from supple.scene.mesh import Mesh, Part
from supple.scene.node import Node
from supple.scene.skin import Skin

SAME = 1e-6
"""Matrices that differ by less, over their size, are the same."""


def one_skin(nodes: Iterable[Node], name: str) -> Node:
    """All meshes of the nodes as one skinned mesh on their joints; targets and groups are left behind.

    >>> from supple.scene import bind, models
    >>> hip = Node("hip", children=[Node("tip", translation=(0, 0.5, 0))])
    >>> body, coat = (bind(models.box(height=h).mesh, hip, name="m") for h in (1.0, 0.5))
    >>> whole = one_skin([body, coat], "man")
    >>> len(whole.mesh.vertices) // len(body.mesh.vertices), [joint.name for joint in whole.skin.joints]
    (2, ['hip', 'tip'])
    """
    worn = [node for node in nodes if node.mesh is not None and len(node.mesh.vertices)]
    if not worn:
        raise InputError(f"{name!r} has no mesh to make one of")
    joints: dict[int, Node] = {}
    binds: dict[int, Array] = {}
    for node in worn:
        own = [(node, np.eye(4))] if node.skin is None else zip(*_of(node.skin), strict=True)
        for joint, bind in own:
            joints.setdefault(id(joint), joint)
            binds.setdefault(id(joint), bind)
    rows = {key: row for row, key in enumerate(joints)}
    parts = tuple(part for node in worn for part in _hung(node, rows, binds))
    return Node(
        name, Mesh(parts, name), skin=Skin(tuple(joints.values()), np.stack(list(binds.values())), name)
    )


def _of(skin: Skin) -> tuple[tuple[Node, ...], Array]:
    return skin.joints, skin.inverse_binds


def _hung(node: Node, rows: dict[int, int], binds: dict[int, Array]) -> list[Part]:
    """The parts of a node's mesh, on the rows of the common joints."""
    if node.skin is None:
        mesh = node.surface.transformed(np.linalg.inv(binds[id(node)]))
        row = rows[id(node)]
        return [
            replace(
                part, joints=np.full((len(part.vertices), 1), row), weights=np.ones((len(part.vertices), 1))
            )
            for part in mesh.parts
        ]
    joints, own = _of(node.skin)
    moves = np.stack([np.linalg.inv(binds[id(j)]) @ bind for j, bind in zip(joints, own, strict=True)])
    if np.abs(moves - moves[0]).max() > SAME * max(float(np.abs(moves).max()), 1.0):
        raise InputError(
            f"mesh {node.name!r} was bound to the same joints in another pose than the others; they are not one skin"
        )
    mesh = node.surface if np.allclose(moves[0], np.eye(4), atol=SAME) else node.surface.transformed(moves[0])
    numbers: Indices = np.array([rows[id(joint)] for joint in joints], dtype=np.int64)
    return [
        replace(part, joints=None if part.joints is None else numbers[part.joints]) for part in mesh.parts
    ]
