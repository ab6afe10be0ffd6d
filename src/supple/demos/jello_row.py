"""Twenty bodies in four shapes, from jello to wood, dropped side by side."""

import supple

SHAPES = {"torus": 0.46, "apple": 0.36, "teapot": 0.5, "box": 0.34}
"""From front to back, with a size each [m]."""
STUFF = {"jello": "#e84a5f", "jelly": "#ff847c", "sponge": "#feceab", "rubber": "#6c8ebf", "wood": "#a47551"}
"""Materials from left to right, with a color each."""
SECONDS, SHORT = 3.0, {"seconds": 1.0}


def demo(seconds: float = SECONDS) -> supple.Take:
    """Each column is one material, each row one shape; all fall at once from one height."""
    world = supple.World()
    for column, (material, color) in enumerate(STUFF.items()):
        for row, (shape, size) in enumerate(SHAPES.items()):
            model = getattr(supple.models, shape)()
            low, high = model.surface.bounds
            scale = size / float((high - low).max())
            at = (0.85 * (column - 2), 0.6 - scale * low[1], 0.85 * (1.5 - row))
            world.add(
                model.place(scale=scale),
                material=material,
                color=color,
                at=at,
                tilt=3,
                name=f"{material} {shape}",
            )
    gauge = supple.dynamics.Gauge(world)
    words = {0.0: "let go", 0.37: "touch", 0.42: "squash", 0.68: "bounce", 1.1: "wobble", SECONDS: "at rest"}
    return world.run(seconds, name="jello-row").with_notes(words)[:seconds].with_report(**gauge.report())
