"""A human: 24 degrees of freedom, measured masses and lengths, and a skinned body made by code."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from supple.characters.character import Character
from supple.characters.human.face import regions
from supple.characters.human.joints import HEIGHT
from supple.characters.human.measures import BODY_MASS_INDEX, POINTS, POINTS_AND_JOINTS, SEGMENTS
from supple.characters.human.rigging import bones
from supple.characters.human.shape import FINEST, body, cells
from supple.characters.rig import scaled, skinned, tree
from supple.characters.segments import skeleton
from supple.errors import InputError
from supple.scene import Figure, Look, Mesh, Node, Scene, rgba
from supple.scene.sculpt import modeled

COLORS = {"skin": "#e0a98a", "hair": "#4a2f22", "shirt": "#c9543f", "trousers": "#3d5878", "shoes": "#3a3230"}
ROUGHNESS = {"skin": 0.55, "hair": 0.6, "shirt": 0.8, "trousers": 0.8, "shoes": 0.5}


def human(
    *,
    height: float = HEIGHT,
    mass: float | None = None,
    name: str = "human",
    skin: str = COLORS["skin"],
    hair: str = COLORS["hair"],
    shirt: str = COLORS["shirt"],
    trousers: str = COLORS["trousers"],
    shoes: str = COLORS["shoes"],
) -> Character:
    """A human [m, kg] that faces +Z, its left (L) at +X, arms a little raised; `mass` by default that of its height.

    `figure` has all joints that one keys, hands and fingers, too; its axes are the world's. `skeleton` has the 24
    degrees of freedom of the simple human; hands and feet are part of forearms and shins there.

    >>> man = human()
    >>> man.skeleton.nv, round(man.skeleton.mass, 1), len(man.figure)
    (24, 70.4, 41)
    """
    if not (np.isfinite(height) and height > 0):
        raise InputError(f"height={height}: how tall the human is [m], above 0")
    weight = BODY_MASS_INDEX * height**2 if mass is None else mass
    if not (np.isfinite(weight) and weight > 0):
        raise InputError(f"mass={mass}: what the human weighs [kg], above 0")
    root, worn = _rigged()
    colors = {"skin": skin, "hair": hair, "brows": hair, "shirt": shirt, "trousers": trousers, "shoes": shoes}
    scene = scaled(Scene([root, worn]), height / HEIGHT)
    clothed = scene[worn.name]
    clothed.mesh = _colored(clothed.surface, colors)
    figure = Figure(scene[root.name], name=name, scene=scene)
    links = skeleton(name, SEGMENTS, POINTS_AND_JOINTS, POINTS, weight, height / HEIGHT)
    return Character(name, figure, links)


def _colored(mesh: Mesh, colors: dict[str, str]) -> Mesh:
    parts = (replace(p, look=p.look.painted(colors[p.name])) if p.name in colors else p for p in mesh.parts)
    return replace(mesh, parts=tuple(parts))


@lru_cache(maxsize=1)
def _rigged() -> tuple[Node, Node]:
    """The joints and the body that hangs on them, at a height of 1.75 m."""
    looks = {name: Look(name, rgba(color), roughness=ROUGHNESS[name]) for name, color in COLORS.items()}
    mesh = modeled(
        "body", body(), looks, regions(COLORS["hair"]), bounds=[[-0.85, -0.02, -0.25], [0.85, 1.85, 0.25]],
        cells=cells, finest=FINEST,
    )  # fmt: skip
    rig = bones()
    root = tree(rig)
    return root, skinned(mesh, root, rig, "body")
