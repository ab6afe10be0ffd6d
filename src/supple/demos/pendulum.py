"""Three links of jelly joined end to end and nailed at the top: a pendulum that stretches as it swings."""

import supple

LINK = 0.5
"""Length of a link [m]."""
JELLY = supple.materials.wobble(hz=14, settle=0.5, volume=10.0)
COLORS = ("#d1495b", "#edae49", "#66a182")


def demo() -> supple.Take:
    """Triple affine pendulum (Witkin & Welch 1990, fig. 2), let go from the side; 10 s at a millisecond."""
    world = supple.World(floor=None, step=1e-3)
    top = (0.0, 2.0, 0.0)
    above = None
    for k, color in enumerate(COLORS):
        bar = supple.models.superquadric(
            width=LINK * 1.06, height=0.14, depth=0.14, north_south=0.5, east_west=0.5, color=color
        )
        link = world.add(bar, material=JELLY, at=(LINK * (k + 0.5), 2.0, 0), name=f"link {k + 1}")
        joint = (LINK * k, 2.0, 0.0)
        if above is None:
            world.nail(link.point(joint), at=top)
        else:
            world.attach(above.point(joint), link.point(joint))
        above = link
    gauge = supple.dynamics.Gauge(world)
    words = {
        0.0: "let go",
        0.3: "falling",
        0.55: "whip",
        0.9: "over",
        1.4: "and back",
        10.0: "ten seconds later",
    }
    take = world.run(10, name="pendulum").with_notes(words)
    return take.with_trail("link 3", (LINK / 2, 0, 0), name="tip").with_report(**gauge.report())
