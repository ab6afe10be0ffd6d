"""Twenty different bodies dropped on each other: rigid ones, soft ones, some that bend, two that sway by modes."""

from dataclasses import replace

import numpy as np

import supple
from supple.arrays import Array
from supple.dynamics import lattice_body
from supple.dynamics.legacy.contact.overlap import deepest_overlap
from supple.dynamics.legacy.contact.shapes import Box
from supple.scene import CameraMotion
from supple.spatial import rotate

CAST = (
    ("box", "rigid", "wood", "#a47551"), ("apple", "quadratic", "rubber", "#d1495b"),
    ("cylinder", "affine", "rubber", "#6c8ebf"), ("teapot", "lattice", "rubber", "#e8c547"),
    ("torus", "affine", "rubber", "#8c5a3c"), ("superquadric", "rigid", "wood", "#d9b382"),
    ("cone", "affine", "rubber", "#feceab"), ("mushroom", "quadratic", "rubber", "#c06c84"),
    ("table", "rigid", "wood", "#a47551"), ("sphere", "affine", "leather", "#99b898"),
    ("glass", "rigid", "wood", "#cfe8ef"), ("cylinder", "affine", "jelly", "#9b5de5"),
    ("box", "affine", "jelly", "#ef476f"), ("torus", "affine", "leather", "#355c7d"),
    ("apple", "quadratic", "rubber", "#8ac926"), ("superquadric", "affine", "jelly", "#06d6a0"),
    ("teapot", "lattice", "rubber", "#5e60ce"), ("cone", "affine", "leather", "#ff924c"),
    ("mushroom", "quadratic", "rubber", "#f67280"), ("sphere", "affine", "jelly", "#ffd166"),
)  # fmt: skip
"""Shape, kind of body, material and color, from the lowest to the highest: what is softest comes down last."""
MODES = ("squash.y", "bend.x", "bend.z", "twist.y")
"""Of those that sway."""
SAG, CONTACTS = 0.01, 100
"""Share of their height by which these sink under their own weight, and how many of their points may touch."""
SIZE, LAYER, APART = 0.3, 0.5, 0.55
"""Of a body, between layers, and between the four of a layer [m]."""

ROOM, WALL, THICK, GLASS = 0.65, 0.85, 0.06, (0.7, 0.82, 0.9, 0.1)
"""They fall into a box of glass, so that nothing rolls away: half its width inside, height, thickness [m], color."""
AIR = 0.3
"""Share of its speed that everything loses to the air in a second [1/s]."""

EYE, CENTER = {0.0: (3.0, 3.2, 4.4), 1.2: (1.7, 2.6, 2.6)}, {0.0: (0.0, 1.15, 0.0), 1.2: (0.0, 0.28, 0.0)}
"""Keys of the camera [m]: all of the fall at first, then the heap alone."""
ANGLE = np.radians(30)
"""Its own, vertical and full."""
SECONDS, SHORT = 6.0, {"seconds": 1.0}


def dropped(seed: int = 0) -> supple.World:
    """The world before it all comes down; the seed turns and shifts the bodies."""
    world = supple.World(collide=True, integrator="implicit", step=1 / 240, drag=AIR)
    for axis in (0, 2):
        for side in (-1, 1):
            _wall(world, axis, side)
    rng = np.random.default_rng(seed)
    for i, (shape, kind, material, color) in enumerate(CAST):
        model = supple.models.make(shape)
        low, high = model.bounds
        scale = SIZE / float((high - low).max())
        model.place(scale=scale)
        corner = np.array([i % 2 - 0.5, 0.0, i // 2 % 2 - 0.5])
        turn, name = rng.normal(size=4), f"{shape} {i + 1}"
        at = APART * corner + (0.0, SIZE + LAYER * (i // 4), 0.0) + rng.uniform(-0.04, 0.04, 3)
        turn /= np.linalg.norm(turn)
        at -= rotate(turn, scale * (low + high) / 2)
        if kind == "lattice":
            model.mesh = model.surface.painted(color)
            world.add(
                lattice_body(
                    model,
                    MODES,
                    sag=SAG,
                    contacts=CONTACTS,
                    material=material,
                    at=at,
                    rotation=turn,
                    name=name,
                )
            )
        else:
            world.add(model, kind=kind, material=material, color=color, at=at, rotation=turn, name=name)
    return world


def _wall(world: supple.World, axis: int, side: int) -> None:
    """One side of the box that they fall into; two of them reach around the corners."""
    at, extent = np.array([0.0, WALL / 2, 0.0]), np.full(3, 2 * ROOM + axis * THICK)
    at[axis], extent[axis], extent[1] = side * (ROOM + THICK / 2), THICK, WALL
    world.obstacle(Box(*extent.tolist()), at=at, color=GLASS, name=f"wall {'x z'[axis]}{side:+d}")


def fastest(world: supple.World) -> float:
    """The center of mass that moves most [m/s]."""
    return max(float(np.linalg.norm(b.momentum(*world.coordinates(b))[0])) / b.mass for b in world.bodies)


def escaped(world: supple.World) -> int:
    """How many have left the box."""
    centers = np.array([body.center(world.coordinates(body)[0]) for body in world.bodies])
    return int((np.abs(centers[:, [0, 2]]) > ROOM).any(axis=1).sum())


def _camera(t: Array) -> CameraMotion:
    still = np.zeros(len(t))
    return CameraMotion(supple.keys(EYE)(t), supple.keys(CENTER)(t), still, still + ANGLE)


def demo(seed: int = 9, seconds: float = SECONDS) -> supple.Take:
    """All of them, until they lie still."""
    world = dropped(seed)
    words = {0.0: "let go", 0.5: "the first are down", 1.5: "a heap", 4.0: "at rest"}
    take = world.run(seconds, name="crowd").with_notes(words)[:seconds]
    take = replace(take, camera=_camera(take.times)).with_data(t=take.times)
    overlap = deepest_overlap(world).depth / SIZE
    return take.with_report(
        overlap_max=overlap, speed_last_m_s=fastest(world), escaped=escaped(world), seed=seed
    )
