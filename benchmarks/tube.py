"""A character made by code that is as large as one asks: a tube on a chain of joints, which sways like a plant."""

import numpy as np

import supple
from supple.scene import Look, Mesh, Node, Part, Scene, Skin, Take
from supple.spatial import from_axis_angle


def tube(rows: int, around: int, joints: int, influences: int = 4) -> Scene:
    """A tube of height 1 m on a chain of joints, each vertex on several; it bulges by a morph target."""
    turn, level = 2 * np.pi * np.arange(around) / around, np.linspace(0, 1, rows)
    ring = np.stack([np.cos(turn), 0 * turn, np.sin(turn)], axis=1)
    vertices = (0.08 * ring + level[:, None, None] * [0, 1, 0]).reshape(-1, 3)
    k, j = np.meshgrid(np.arange(rows - 1), np.arange(around), indexing="ij")
    a, b = k * around + j, k * around + (j + 1) % around
    faces = np.stack([a, a + around, b, b, a + around, b + around], axis=-1).reshape(-1, 3)
    near = np.abs(vertices[:, 1:2] - np.arange(joints) / joints)
    numbers = np.argsort(near, axis=1)[:, :influences]
    weights = 1 / (0.5 / joints + np.take_along_axis(near, numbers, axis=1)) ** 3
    weights /= weights.sum(axis=1, keepdims=True)
    red = Look("red", color=(0.9, 0.02, 0.02, 1.0), two_sided=True)
    part = Part(vertices, faces, "tube", look=red, joints=numbers, weights=weights)
    chain = [Node("joint 0")]
    for n in range(1, joints):
        chain.append(chain[-1].add(Node(f"joint {n}", translation=(0, 1 / joints, 0))))
    bulge = vertices * [1, 0, 1] * np.sin(np.pi * vertices[:, 1:2])
    body = Node("body", Mesh((part,), "tube", targets={"bulge": bulge}), translation=(7, 0, 0))
    body.skin = Skin.bound(chain)
    return Scene([chain[0], body])


def swaying(scene: Scene, seconds: float = 2.0) -> Take:
    """Each joint turns a little, so that the whole bends; the morph swells and goes."""
    clip = supple.Clip()
    joints = [node.name for node in scene.walk() if node.name.startswith("joint")]
    most = 1.6 / len(joints)
    for k, name in enumerate(joints):
        angle = {
            t: from_axis_angle((0.3, 0, 1), most * np.sin(2 * t + 0.1 * k))
            for t in np.arange(0, seconds + 0.01, 0.1)
        }
        clip[f"{name}.rotation"] = supple.keys(angle, "linear", kind="rotation")
    clip["body.weights"] = supple.keys({0: [0.0], 1: [1.0], seconds: [0.0]}, "linear", kind="vector")
    return supple.record(scene, clip, fps=30, name="sway")
