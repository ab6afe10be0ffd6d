"""Scenes of things that fall and pile up, as data: places, turns and shapes, for Supple and its peers alike."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy.spatial import ConvexHull

from supple.arrays import Array

EDGE, DENSITY, STEP = 0.5, 600.0, 2e-3
"""Of a box [m], of everything [kg/m³], of time [s]."""


class Thing(NamedTuple):
    """A body: "box" of half sizes, "sphere" of radius, "capsule" of radius and half length, "hull" of points."""

    shape: str
    size: tuple[float, ...]
    at: tuple[float, float, float]
    turn: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    mass: float | None = None
    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)
    spin: tuple[float, float, float] = (0.0, 0.0, 0.0)
    points: Array | None = None


def places(
    n: int, seed: int
) -> Iterator[tuple[tuple[float, float, float], tuple[float, float, float, float]]]:
    """Where n things of half a meter start in layers, and how they are turned (xyzw).

    Hardly any overlap: of boxes one pair in 300 and in 1000 of seed 0 by 2.3 mm, and one in 30 of seed 14 by 0.1 mm.
    """
    r, side = np.random.default_rng(seed), math.ceil(math.sqrt(n / 4))
    for i in range(n):
        layer, k = divmod(i, side * side)
        x = 0.9 * (k % side - (side - 1) / 2) + r.uniform(-0.05, 0.05)
        y = 0.6 + 0.95 * layer
        z = 0.9 * (k // side - (side - 1) / 2) + r.uniform(-0.05, 0.05)
        q = r.normal(size=4)
        q /= np.linalg.norm(q)
        yield (x, y, z), tuple(q.tolist())  # type: ignore[misc]


def pile(n: int, seed: int = 0) -> list[Thing]:
    """Boxes that fall into a heap."""
    half = (EDGE / 2,) * 3
    return [Thing("box", half, at, turn) for at, turn in places(n, seed)]


def mixed(n: int, seed: int = 0) -> list[Thing]:
    """Spheres, capsules and hulls at the places of a pile."""
    r = np.random.default_rng([seed, 1])
    return [
        _mixed(i % 3, float(r.uniform(0.1, 0.25)), at, turn, r)
        for i, (at, turn) in enumerate(places(n, seed))
    ]


def _mixed(
    which: int, size: float, at: tuple[float, ...], turn: tuple[float, ...], r: np.random.Generator
) -> Thing:
    if which == 0:
        return Thing("sphere", (size,), at, turn)  # type: ignore[arg-type]
    if which == 1:
        return Thing("capsule", (0.6 * size, 0.7 * size), at, turn)  # type: ignore[arg-type]
    points = r.normal(size=(12, 3))
    points *= size / np.linalg.norm(points, axis=1, keepdims=True)
    return Thing("hull", (), at, turn, points=points)  # type: ignore[arg-type]


def stack(n: int) -> list[Thing]:
    """Boxes one over the other, a little apart."""
    return [Thing("box", (EDGE / 2,) * 3, (0, 0.3 + 0.6 * i, 0)) for i in range(n)]


def dominoes(n: int = 50) -> list[Thing]:
    """A row of dominoes, the first of which is pushed."""
    row = [Thing("box", (0.05, 0.25, 0.125), (0.25 * i, 0.25, 0)) for i in range(n)]
    row[0] = row[0]._replace(velocity=(0.5, 0, 0), spin=(0, 0, -2))
    return row


def mass_ratio(ratio: float = 100.0) -> list[Thing]:
    """A heavy box on a light one of 1 kg."""
    half = (EDGE / 2,) * 3
    return [Thing("box", half, (0, 0.25, 0), mass=1.0), Thing("box", half, (0, 0.755, 0), mass=ratio)]


def volume(thing: Thing) -> float:
    """[m³]"""
    if thing.shape == "box":
        return 8 * math.prod(thing.size)
    if thing.shape == "sphere":
        return 4 / 3 * math.pi * thing.size[0] ** 3
    if thing.shape == "capsule":
        radius, half = thing.size
        return math.pi * radius**2 * (2 * half + 4 / 3 * radius)
    return float(ConvexHull(thing.points).volume)


def weight(thing: Thing) -> float:
    """Its mass [kg]."""
    return thing.mass if thing.mass is not None else DENSITY * volume(thing)
