"""A second-order body bends when its end is pulled aside; an affine one beside it can only shear."""

import supple

LENGTH, THICK = 1.2, 0.24
"""Of each bar [m]; three corners say where the end of an affine one is, the fourth follows."""
SOFT = supple.materials.wobble(hz=5, settle=0.25, volume=6.0, density=300)


def demo() -> supple.Take:
    """Held at the corners of the right end, led at the left by a moving point (Witkin & Welch 1990, fig. 1)."""
    world = supple.World(floor=None)
    for kind, y, color in (("quadratic", 1.1, "#e07a5f"), ("affine", 0.4, "#81b29a")):
        bar = supple.models.box(width=LENGTH, height=THICK, depth=THICK, color=color)
        body = world.add(bar, material=SOFT, kind=kind, at=(0, y, 0), name=kind)
        t = THICK / 2
        corners = [(LENGTH / 2, y + dy, dz) for dy in (-t, t) for dz in (-t, t)]
        for corner in corners if kind == "quadratic" else corners[:3]:
            world.nail(body.point(corner))
        x = -LENGTH / 2
        path = {0: (x, y, 0), 0.8: (x + 0.04, y + 0.3, 0), 1.7: (x + 0.04, y - 0.3, 0), 2.3: (x, y + 0.3, 0)}
        lead = world.follow(body.point((x, y, 0)), supple.keys(path))
        world.at(2.3, lead.release)
    gauge = supple.dynamics.Gauge(world)
    words = {
        0.0: "held at the right",
        0.8: "pulled up",
        1.7: "and down",
        2.3: "up, and let go",
        2.5: "swinging",
        4.0: "sagging",
    }
    return world.run(4, name="bend").with_notes(words).with_report(**gauge.report())
