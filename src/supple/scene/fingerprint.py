"""A hash of everything that went into a take, so that a stale one is noticed and an equal one recognised."""

import hashlib
from collections.abc import Mapping
from dataclasses import fields

import numpy as np

from supple.scene.samples import NodeMotion
from supple.scene.scene import Scene


def fingerprint(scene: Scene, times: np.ndarray, motions: Mapping[str, NodeMotion]) -> str:
    """SHA-256 over the tree, its meshes, and what its tracks say at every time; 16 hexadecimal digits of it."""
    digest = hashlib.sha256()

    def add(*arrays: np.ndarray | None) -> None:
        for array in arrays:
            digest.update(b"-" if array is None else np.ascontiguousarray(array).tobytes())

    add(np.asarray(times, dtype=np.float64))
    for node in scene.walk():
        digest.update(f"{node.name}<{node.parent.name if node.parent else ''}".encode())
        add(node.translation, node.rotation, node.scale)
        if node.mesh is not None:
            add(node.mesh.vertices, node.mesh.faces, *node.mesh.targets.values())
    for name, motion in sorted(motions.items()):
        digest.update(name.encode())
        add(*(getattr(motion, f.name) for f in fields(motion)))
    return digest.hexdigest()[:16]
