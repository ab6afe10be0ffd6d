"""Ghosts: other motions of the same scene, seen through, beside the one that counts (Witkin & Kass 1988, fig. 3)."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from supple.scene import Look, Mesh, Take

OPACITY = 0.22


def with_ghosts(take: Take, others: Mapping[str, Take], opacity: float = OPACITY) -> Take:
    """The take, and in its scene every moving node of the others once more, translucent, named after its ghost.

    >>> from supple.scene import Node, NodeMotion, Scene
    >>> still = Take(Scene([Node("ball")]), np.array([0.0, 1.0]), {"ball": NodeMotion(translation=np.zeros((2, 3)))})
    >>> [node.name for node in with_ghosts(still, {"iterate 1": still}).scene.walk()]
    ['ball', 'iterate 1: ball']
    """
    scene, motions = take.scene.copy(), dict(take.motions)
    for label, other in others.items():
        shown = other.at(take.times)
        for root in shown.scene.copy().nodes:
            for node in root.walk():
                node.name = f"{label}: {node.name}"
                node.mesh = _faded(node.mesh, opacity) if node.mesh else None
            scene.add(root)
        motions |= {f"{label}: {name}": motion for name, motion in shown.motions.items()}
    return replace(take, scene=scene, motions=motions)


def chosen(count: int, most: int) -> list[int]:
    """Which of `count` iterates to show: the first ones, then fewer and fewer, never the last.

    >>> chosen(40, 5)
    [0, 1, 3, 8, 18]
    """
    steps = np.unique(np.geomspace(1, max(count - 1, 1), most + 1).round().astype(int))[:-1] - 1
    return [int(k) for k in steps if k < count - 1]


def _faded(mesh: Mesh, opacity: float) -> Mesh:
    return replace(mesh, parts=tuple(replace(p, look=_thin(p.look, opacity)) for p in mesh.parts))


def _thin(look: Look, opacity: float) -> Look:
    r, g, b, a = look.color
    return look.painted((r, g, b, a * opacity))
