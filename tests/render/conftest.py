"""A ball that hops: small enough to be drawn in milliseconds, with everything that a picture can show."""

import numpy as np
import pytest

from supple.scene import Channel, Look, Mark, Mesh, Node, NodeMotion, Note, Part, Scene, Take, rgba

RADIUS = 0.3


def ball(look: Look, around: int = 24, down: int = 12) -> Mesh:
    u, v = np.meshgrid(np.linspace(0, 2 * np.pi, around + 1), np.linspace(0, np.pi, down + 1))
    normals = np.stack([np.sin(v) * np.sin(u), np.cos(v), np.sin(v) * np.cos(u)], axis=-1).reshape(-1, 3)
    a = (np.arange(down)[:, None] * (around + 1) + np.arange(around)).ravel()
    b, c, d = a + around + 1, a + around + 2, a + 1
    faces = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    uv = np.stack([u / (2 * np.pi), v / np.pi], axis=-1).reshape(-1, 2)
    vertices = RADIUS * normals
    part = Part(vertices, faces, "ball", look, normals=normals, uv=uv)
    return Mesh((part,), "ball", targets={"squash": vertices * [0.35, -0.6, 0.35]})


@pytest.fixture
def hop() -> Take:
    """Half a second at 24 frames a second: squashed on the floor, up 0.4 m, down again."""
    times = np.arange(13) / 24
    height = 0.4 * np.sin(np.pi * times / times[-1])
    weights = np.clip(1 - height / 0.1, 0, 1)[:, None] * 0.6
    path = np.stack([0.3 * times, RADIUS * (1 - 0.6 * weights[:, 0]) + height, 0 * times], axis=1)
    scene = Scene([Node("ball", ball(Look(color=rgba("tomato"), roughness=0.4)))])
    return Take(
        scene,
        times,
        {"ball": NodeMotion(translation=path, weights=weights)},
        notes=(Note(0.0, "take-off"), Note(0.25, "apex"), Note(0.5, "landing")),
        channels={"height": Channel(height, "m")},
        marks={"path": Mark("trail", path[:, None, :])},
        report={"height": 0.4},
        name="hop",
    )
