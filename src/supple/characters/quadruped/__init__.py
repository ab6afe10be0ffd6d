"""A quadruped: a horse with hooves, mane and tail, its skinned body made by code."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from supple.arrays import Array
from supple.characters.character import Character
from supple.characters.quadruped.head import EYE
from supple.characters.quadruped.joints import PLACES, WITHERS, bones
from supple.characters.quadruped.measures import DENSITY_OF_SIZE, POINTS, SEGMENTS
from supple.characters.quadruped.shape import FINEST, body, cells
from supple.characters.rig import scaled, skinned, tree
from supple.characters.segments import skeleton
from supple.errors import InputError
from supple.scene import Figure, Look, Mesh, Node, Scene, rgba
from supple.scene.sculpt import Region, modeled

COAT, MANE, HOOVES = "#8f5a34", "#2c1e17", "#43392f"


def quadruped(
    *,
    height: float = WITHERS,
    mass: float | None = None,
    name: str = "quadruped",
    coat: str = COAT,
    mane: str = MANE,
    hooves: str = HOOVES,
) -> Character:
    """A horse [m, kg] that faces +Z, its left (L) at +X; `height` at the withers, `mass` by default that of its size.

    >>> horse = quadruped()
    >>> horse.skeleton.nv, round(horse.skeleton.mass), len(horse.figure)
    (35, 484, 33)
    """
    if not (np.isfinite(height) and height > 0):
        raise InputError(f"height={height}: how high the withers are [m], above 0")
    weight = DENSITY_OF_SIZE * height**3 if mass is None else mass
    if not (np.isfinite(weight) and weight > 0):
        raise InputError(f"mass={mass}: what the quadruped weighs [kg], above 0")
    root, worn = _rigged()
    scene = scaled(Scene([root, worn]), height / WITHERS)
    colors = {"coat": coat, "mane": mane, "points": mane, "hooves": hooves}
    scene[worn.name].mesh = _colored(scene[worn.name].surface, colors)
    figure = Figure(scene[root.name], name=name, scene=scene)
    return Character(name, figure, skeleton(name, SEGMENTS, PLACES, POINTS, weight, height / WITHERS))


def _colored(mesh: Mesh, colors: dict[str, str]) -> Mesh:
    parts = (replace(p, look=p.look.painted(colors[p.name])) if p.name in colors else p for p in mesh.parts)
    return replace(mesh, parts=tuple(parts))


@lru_cache(maxsize=1)
def _rigged() -> tuple[Node, Node]:
    """The joints and the body that hangs on them, 1.55 m high."""
    looks = {
        n: Look(n, rgba(c), roughness=0.6) for n, c in (("coat", COAT), ("mane", MANE), ("hooves", HOOVES))
    }
    mesh = modeled(
        "body", body(), looks, _regions(), bounds=[[-0.45, -0.02, -1.15], [0.45, 2.2, 1.45]], cells=cells,
        finest=FINEST,
    )  # fmt: skip
    rig = bones()
    root = tree(rig)
    return root, skinned(mesh, root, rig, "body", evenings=16)


def _regions() -> list[Region]:
    """Dark lower legs and nose, white marks on forehead and one foot, and eyes."""
    dark = Look("points", rgba(MANE), roughness=0.6)
    white = Look("marks", rgba("#efe8dc"), roughness=0.6)
    return [
        Region("points", dark, _points),
        Region("marks", white, _marks),
        Region("eyes", Look("eyes", rgba("#1a110d"), roughness=0.12), _eyes),
    ]


def _points(p: Array) -> Array:
    legs = p[:, 1] - 0.50 - 0.03 * np.sin(9 * p[:, 2]) - 0.06 * (p[:, 2] < 0)
    hoof = 0.082 - p[:, 1]
    nose = 0.16 - np.linalg.norm(p - PLACES["muzzle"], axis=1)
    coat = np.maximum(legs, hoof)
    return np.asarray(np.where(p[:, 2] > 0.75, -nose, np.where(p[:, 1] < 0.7, coat, 1.0)))


def _marks(p: Array) -> Array:
    star = np.hypot(p[:, 0] / 0.024, (p[:, 1] - 1.765) / 0.050) - 1
    sock = np.maximum(p[:, 1] - 0.27 - 0.02 * np.sin(30 * p[:, 0]), 0.098 - p[:, 1])
    front = (p[:, 2] > 0.9) & (p[:, 1] > 1.62)
    foot = (p[:, 2] < 0) & (p[:, 0] > 0) & (p[:, 1] < 0.5)
    return np.asarray(np.where(front, 0.03 * star, np.where(foot, sock, 1.0)))


def _eyes(p: Array) -> Array:
    away = np.stack([np.abs(p[:, 0]), p[:, 1], p[:, 2]], axis=1) - EYE
    return np.asarray(
        np.hypot(away[:, 1] / 0.82, away[:, 2]) - 0.0180 + np.where(away[:, 0] < -0.02, 1.0, 0.0)
    )
