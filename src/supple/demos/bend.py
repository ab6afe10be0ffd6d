"""A second-order body bends when its upper edge is pulled to the left; an affine one beside it can only stretch."""

import numpy as np

import supple
from supple.dynamics import Body

LENGTH, THICK = 1.0, 0.4
"""Of each bar [m]."""
PULL, HELD, FREE = 0.3, 1.5, 2.3
"""How far to the left [m], by when, and until when [s]."""
SOFT = supple.materials.wobble(hz=6, settle=0.5, volume=1.0, density=300)
"""Its volume may give: held at one end, a body of ten terms cannot get thinner evenly, and would rather twist."""
SECONDS, SHORT = 5.0, {"seconds": 2.5}
HEIGHTS = {"quadratic": (1.4, "#e07a5f"), "affine": (0.5, "#81b29a")}


def demo(seconds: float = SECONDS) -> supple.Take:
    """Held at its right-hand corners, pulled to the left, without weight (Witkin & Welch 1990, fig. 1)."""
    world = supple.World(floor=None, gravity=(0, 0, 0), drag=2.0)
    sags: dict[str, float] = {}
    for kind, (y, color) in HEIGHTS.items():
        bar = supple.models.box(width=LENGTH, height=THICK, depth=THICK, color=color)
        _hold(world, world.add(bar, material=SOFT, kind=kind, at=(0, y, 0), name=kind), y)

    def look() -> None:
        sags.update({f"sag_{body.name}_m": _sag(world, body) for body in world.bodies})

    world.at(FREE - 0.1, look)
    gauge = supple.dynamics.Gauge(world)
    words = {
        0.0: "held at the right",
        0.9: "pulled to the left",
        2.2: "one bends",
        2.4: "let go",
        SECONDS: "at rest",
    }
    take = world.run(seconds, name="bend").with_notes(words)[:seconds]
    return take.with_report(**gauge.report(), **sags)


def _hold(world: supple.World, body: Body, y: float) -> None:
    """Nail the right-hand corners, and lead the upper ones at the left; up and down they are free.

    Three corners say where the end of an affine body is, and one where its edge is; the others follow.
    """
    t, x = THICK / 2, LENGTH / 2
    right = [(x, y + dy, dz) for dy in (-t, t) for dz in (-t, t)]
    rest, far = (-x, 0, 0), (-x - PULL, 0, 0)
    pull = supple.keys({0: rest, 0.3: rest, HELD: far, FREE: far}, interpolate="monotone")
    affine = body.name == "affine"
    for corner in right[:3] if affine else right:
        world.nail(body.point(corner))
    for z in (t,) if affine else (-t, t):
        lead = world.slide(body.point((-x, y + t, z)), (0, 1, 0), pull.translate((0, 0, z)))
        world.at(FREE, lead.release)


def _sag(world: supple.World, body: Body) -> float:
    """How far the middle of a bar is from the straight line between its ends [m]."""
    left, middle, right = (world.position(body.point(where)) for where in _along(body))
    return float(np.linalg.norm(middle - (left + right) / 2))


def _along(body: Body) -> list[tuple[float, float, float]]:
    """Left end, middle and right end of a bar as it was put [m]."""
    return [(x, HEIGHTS[body.name][0], 0.0) for x in (-LENGTH / 2, 0.0, LENGTH / 2)]
