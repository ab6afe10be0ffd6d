"""The cast: models made by code, each a function that returns a `Node`.

Sizes are keywords in metres. Primitives (sphere, box, cylinder, capsule, cone, torus, superquadric, plane) are
centered at the origin. Everything else stands on the floor: lowest point at y = 0, middle at x = z = 0, facing +Z,
left at +X.
The teapot is seen from its side, spout to +X, with the axis of its body at x = z = 0; the lamp looks to +X and has
its base there. Articulated models (car, lamp, marionette) are a plain node, which places them, over a tree of
bodies with `Joint` data. All are watertight except the plane.

>>> names()[:3]
('sphere', 'box', 'cylinder')
>>> make("teapot", height=0.2).mesh.watertight
True
"""

from collections.abc import Callable

from supple.errors import UnknownNameError
from supple.scene.models.apple import apple
from supple.scene.models.block import box
from supple.scene.models.capsule import capsule
from supple.scene.models.car import car
from supple.scene.models.glass import glass
from supple.scene.models.lamp import lamp
from supple.scene.models.marionette import marionette
from supple.scene.models.mushroom import mushroom
from supple.scene.models.plane import plane
from supple.scene.models.round import cone, cylinder, torus
from supple.scene.models.sphere import sphere, superquadric
from supple.scene.models.table import table
from supple.scene.models.teapot import teapot
from supple.scene.node import Node

_MODELS: tuple[Callable[..., Node], ...] = (
    sphere, box, cylinder, capsule, cone, torus, superquadric, plane,
    table, glass, apple, mushroom, teapot, car, lamp, marionette,
)  # fmt: skip


def names() -> tuple[str, ...]:
    """The names of all models, primitives first."""
    return tuple(model.__name__ for model in _MODELS)


def make(name: str, **sizes: object) -> Node:
    """The model of that name."""
    for model in _MODELS:
        if model.__name__ == name:
            return model(**sizes)
    raise UnknownNameError("model", name, names())


__all__ = [
    "apple", "box", "capsule", "car", "cone", "cylinder", "glass", "lamp", "make", "marionette", "mushroom", "names",
    "plane", "sphere", "superquadric", "table", "teapot", "torus",
]  # fmt: skip
