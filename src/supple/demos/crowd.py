"""Twenty different bodies dropped on each other: rigid ones, soft ones, and some that bend."""

import numpy as np

import supple

CAST = (
    "box", "apple", "cylinder", "teapot", "torus", "superquadric", "cone", "mushroom", "table", "sphere",
    "glass", "cylinder", "box", "torus", "apple", "superquadric", "teapot", "cone", "mushroom", "sphere",
)  # fmt: skip
"""From the lowest to the highest."""
STUFF = (
    ("rigid", "wood", "#a47551"), ("affine", "rubber", "#6c8ebf"), ("affine", "leather", "#8c5a3c"),
    ("rigid", "wood", "#d9b382"), ("affine", "rubber", "#feceab"),
)  # fmt: skip
"""Kind of body, material and color, in turn; nothing so soft or light that it is crushed flat."""
BENDS = {"apple": "#d1495b", "mushroom": "#c06c84"}
"""What deforms by quadratics, of rubber, and its color."""
STIFF = ("glass", "table")
"""What is too thin to be soft."""
SIZE, LAYER, APART = 0.3, 0.45, 0.5
"""Of a body, between layers, and between the four of a layer [m]."""


def dropped(seed: int = 0) -> supple.World:
    """The world before it all comes down; the seed turns and shifts the bodies."""
    world = supple.World(collide=True, integrator="implicit", step=1 / 240)
    rng = np.random.default_rng(seed)
    for i, shape in enumerate(CAST):
        model = supple.models.make(shape)
        low, high = model.bounds
        kind, material, color = STUFF[i % len(STUFF)]
        if shape in BENDS:
            kind, material, color = "quadratic", "rubber", BENDS[shape]
        if shape in STIFF:
            kind, material, color = STUFF[0]
        corner = np.array([i % 2 - 0.5, 0.0, i // 2 % 2 - 0.5])
        at = APART * corner + (0.0, SIZE + LAYER * (i // 4), 0.0) + rng.uniform(-0.04, 0.04, 3)
        turn = rng.normal(size=4)
        world.add(
            model.place(scale=SIZE / float((high - low).max())), kind=kind, material=material, color=color, at=at,
            rotation=turn / np.linalg.norm(turn), name=f"{shape} {i + 1}",
        )  # fmt: skip
    return world


def demo(seed: int = 0, seconds: float = 20.0) -> supple.Take:
    """All of them, until they lie still."""
    world = dropped(seed)
    gauge = supple.dynamics.Gauge(world)
    words = {0.0: "let go", 0.5: "the first are down", 1.5: "a heap", 6.0: "at rest"}
    return world.run(seconds, name="crowd").with_notes(words).with_report(**gauge.report(), seed=seed)
