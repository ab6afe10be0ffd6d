"""What robots are seen by: shapes as surfaces, and skeletons with surfaces as scenes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from supple.arrays import Array
from supple.kinematics import Shape, Skeleton
from supple.scene import Figure, Look, Mesh, Node, Part, Scene
from supple.scene.look import Color, linear_from_srgb
from supple.scene.models.block import block
from supple.scene.models.capsule import capsule
from supple.scene.models.round import cylinder
from supple.scene.models.sphere import ball
from supple.spatial import compose, decompose

GRAY: Color = (0.5, 0.5, 0.52, 1.0)
AROUND = 24
"""Vertices around what is round."""
Surfaces = Mapping[str, Sequence[Part]]
"""By the name of a link what is seen of it, in its frame."""


def drawn(shape: Shape) -> list[Part]:
    """The surface of a shape in its link's frame; a plane has none."""
    return [part.transformed(compose(shape.offset, shape.rotation)) for part in _drawn_at_origin(shape)]


def _drawn_at_origin(shape: Shape) -> list[Part]:
    size = np.asarray(shape.size)
    if shape.mesh is not None:
        parts = list(shape.mesh.parts)
    elif shape.kind == "box":
        parts = [block(2 * size, float(2 * size.max()), name="box")]
    elif shape.kind in ("sphere", "ellipsoid"):
        x, y, z = np.broadcast_to(size, 3).tolist()
        parts = [ball((x, y, z), AROUND // 4)]
    elif shape.kind == "capsule":
        parts = _stretched(capsule(radius=size[0], length=size[0], resolution=AROUND), 2 * size[1] - size[0])
    elif shape.kind == "cylinder":
        parts = _stretched(cylinder(radius=size[0], height=size[0], resolution=AROUND), 2 * size[1] - size[0])
    else:
        parts = []
    if shape.color is None:
        return parts if shape.mesh is not None else [_painted(part, GRAY) for part in parts]
    return [_painted(part, shape.color) for part in parts]


def _stretched(node: Node, by: float) -> list[Part]:
    """A surface about the origin, longer along Y: its upper half goes up, its lower one down."""
    return [
        replace(part, vertices=part.vertices + np.sign(part.vertices * [0, 1, 0]) * by / 2)
        for part in node.surface.parts
    ]


def _painted(part: Part, color: Color) -> Part:
    return replace(part, look=Look(part.look.name, color, roughness=0.5))


def look_color(srgb: Iterable[float]) -> Color:
    """Red, green, blue and alpha as robots' files have them (sRGB), as looks have them."""
    r, g, b, a = np.clip(np.array(list(srgb), dtype=np.float64), 0.0, 1.0).tolist()
    red, green, blue = linear_from_srgb([r, g, b]).tolist()
    return red, green, blue, a


def staged(skeleton: Skeleton, surfaces: Surfaces, empty: Mapping[str, tuple[str, Array]]) -> Scene:
    """A scene with a node for each link, where it is at rest, and an empty one for each named point of a link.

    Links that hang on the world are roots; more than one stand on a node that is called as the skeleton.
    """
    frames = skeleton.frames(skeleton.rest)
    nodes: dict[str, Node] = {}
    for link, frame in zip(skeleton.links, frames, strict=True):
        above = np.eye(4) if link.parent is None else frames[skeleton.index(link.parent)]
        place, turn, _ = decompose(np.linalg.inv(above) @ frame)
        parts = tuple(surfaces.get(link.name, ()))
        mesh = Mesh(parts, link.name) if parts else None
        nodes[link.name] = Node(link.name, mesh, translation=place, rotation=turn, joint=link.joint)
        if link.parent is not None:
            nodes[link.parent].add(nodes[link.name])
    for name, (carrier, at) in empty.items():
        if name not in nodes:
            nodes[carrier].add(Node(name, translation=at))
    roots = [nodes[link.name] for link in skeleton.links if link.parent is None]
    top = roots[0] if len(roots) == 1 else Node(_unused(skeleton.name, nodes), children=roots)
    scene = Scene([top], skeleton=skeleton)
    scene.figure = Figure(top, clip=scene.clip, name=skeleton.name)
    return scene


def _unused(name: str, taken: Iterable[str]) -> str:
    """The name, or with a line behind it what is not taken yet."""
    names = set(taken)
    while name in names:
        name += "_"
    return name
