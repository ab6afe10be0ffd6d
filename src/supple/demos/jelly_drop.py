"""A jelly teapot, a rubber box and a wooden apple fall: one wobbles, one bounces, one clatters."""

import numpy as np

import supple

CAST = (
    ("teapot", "jelly", "tomato", (-0.95, 1.1, 0.0), 14.0),
    ("box", "rubber", "#3d8fd1", (0.04, 1.15, -0.15), 2.0),
    ("apple", "wood", None, (0.78, 0.8, 0.2), -38.0),
)
"""Model, material, color, place [m], tilt [°]."""
SECONDS, SHORT = 4.0, {"seconds": 2.0}


def demo(seconds: float = SECONDS) -> supple.Take:
    """Three materials over one floor; the notes follow the teapot."""
    world = supple.World()
    for model, material, color, at, tilt in CAST:
        world.add(getattr(supple.models, model)(), material=material, at=at, tilt=tilt, color=color)
    gauge = supple.dynamics.Gauge(world)
    take = world.run(seconds, name="jelly-drop")
    pot = take.world_vertices("teapot")[..., 1]
    tall = np.ptp(pot, axis=1) / np.ptp(pot[0])
    touch = int(np.argmax(pot.min(axis=1) < 1e-3)) - 1
    squash = touch + int(tall[touch : touch + 15].argmin())
    rise = squash + int(pot[squash : squash + 30].min(axis=1).argmax())
    frames = {0: "let go", touch: "touch", squash: "squash", rise: "up again", rise + 24: "tumble"}
    notes = {float(take.times[frame]): text for frame, text in frames.items()} | {SECONDS: "at rest"}
    return take.with_notes(notes)[:seconds].with_report(squash=float(tall[squash]), **gauge.report())
