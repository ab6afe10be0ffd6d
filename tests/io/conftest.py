"""Takes to write."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from supple.scene import (
    Camera,
    CameraMotion,
    Channel,
    Joint,
    Light,
    Look,
    Mark,
    Mesh,
    Node,
    NodeMotion,
    Note,
    Origin,
    Part,
    Scene,
    Take,
)
from supple.spatial import from_axis_angle

sys.path.insert(0, str(Path(__file__).parent))  # for handmade.py


def ball() -> Mesh:
    """A closed surface of two parts, (upper, lower), without given normals."""
    import trimesh

    sphere = trimesh.creation.icosphere(subdivisions=1)
    up = sphere.triangles_center[:, 1] > 0
    halves = [sphere.submesh([np.flatnonzero(side)], append=True) for side in (up, ~up)]
    looks = (Look("top", color=(1, 0.2, 0.1, 1)), Look("bottom", two_sided=True))
    parts = [
        Part(np.array(h.vertices), np.array(h.faces), name, look=look)
        for h, name, look in zip(halves, ("lid", "bottom"), looks, strict=True)
    ]
    return Mesh(tuple(parts), "ball", groups={"seam": np.array([0, 3, 5])})


@pytest.fixture
def jelly() -> Take:
    """One of everything: targets of all signs, a vertex cache, switches, camera, light, joint, marks, channels."""
    rng = np.random.default_rng(7)
    t = np.linspace(0.5, 2.5, 41)
    mesh = ball()
    x = mesh.vertices
    targets = {
        "squash": x * [0.3, -0.4, 0.3],
        "shear": x[:, [1, 2, 0]] * [0.4, 0, 0],
        "bend": x**2 * 0.3,
        "idle": x,
    }
    body = Node("body", replace(mesh, targets=targets), translation=(0, 1, 0))
    flag = Node(
        "flag",
        Mesh.of(rng.normal(size=(5, 3)), [[0, 1, 2], [0, 2, 3], [0, 3, 4]], name="flag"),
        scale=(1, 2, 1),
    )
    flag.joint = Joint("hinge", (0.0, 1.0, 0.0), (-1.0, 0.5))
    body.add(flag)
    scene = Scene(
        [body, Node("lamp", light=Light("point", (1, 0.5, 0.25, 1), 7.0), camera=Camera(angle=0.5))]
    )
    scene.nodes.append(Node("ghost", mesh, visible=False, extras={"mood": "shy"}))
    scene.nodes.append(Node("twin", mesh, translation=(3, 0, 0)))
    scene.camera, scene.background = Camera(eye=(1, 2, 6)), (0.1, 0.2, 0.3, 1.0)
    q = np.stack(
        [np.sin(5 * t), 0.5 + 0.3 * np.cos(4 * t), -np.abs(np.sin(3 * t)) - 0.1, np.zeros_like(t)], axis=1
    )
    motions = {
        "body": NodeMotion(
            translation=np.stack([t, np.abs(np.sin(6 * t)), 0 * t], axis=1),
            rotation=from_axis_angle((1, 2, 3), 7 * t),
            scale=np.ones((41, 3)),
            weights=q,
        ),
        "flag": NodeMotion(
            scale=1 + np.stack([t, t, t], axis=1),
            vertices=flag.mesh.vertices + rng.normal(size=(41, 5, 3)) * 0.2,
            visible=(t > 1) & (t < 1.7),
            color=rng.uniform(size=(41, 4)),
        ),
        "twin": NodeMotion(translation=np.tile([4.0, 5, 6], (41, 1))),
    }
    marks = {
        "path": Mark("trail", rng.normal(size=(41, 2, 3))),
        "cage": Mark(
            "cage",
            rng.normal(size=(41, 4, 3)),
            strength=rng.uniform(size=(41, 4)),
            edges=np.array([[0, 1], [2, 3]]),
        ),
        "push": Mark("force", rng.normal(size=(41, 1, 3)), vectors=rng.normal(size=(41, 1, 3))),
    }
    return Take(
        scene,
        t,
        motions,
        camera=CameraMotion(np.stack([t, t + 1, 5 + t], axis=1), np.zeros((41, 3)), 0.1 * t, 0.5 + 0.1 * t),
        notes=(Note(0.75, "squash"), Note(1.5, "flag → up")),
        channels={"speed": Channel(np.sin(t), "m/s"), "force": Channel(rng.normal(size=(41, 3)), "N")},
        marks=marks,
        report={"height_m": np.float64(1.25), "hops": 3, "limits": {"low": -1.0}},
        origin=Origin("0.1.0", 3, 1 / 240, "abc"),
        name="jelly",
    )
