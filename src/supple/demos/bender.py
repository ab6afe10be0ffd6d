"""Bars that bend, twist and taper by Barr's deformations, and one by a deformation of its own: four lines of it."""

import supple
from supple.dynamics.legacy.bodies.deformable import Spring, deformable
from supple.mechanics.barr import bend, taper, twist
from supple.mechanics.symbols import vector

LENGTH, THICK = 0.9, 0.17
"""Of a bar [m]."""
CLEAR = 2e-3
"""What is held does not rest on the floor as well [m]."""
CANDY = supple.materials.Material("candy", density=300.0, friction=0.6)
WAXED = supple.materials.Material("waxed candy", density=300.0, friction=0.12)
"""For feet that slide apart when the arch gives way, and back."""
SECONDS, SHORT = 4.0, {"seconds": 1.5}


def barr(r, bending, twisting, tapering):  # type: ignore[no-untyped-def]
    """Barr's three, one after the other, of a bar along Y."""
    return bend(twist(taper(r, tapering, LENGTH), twisting, LENGTH), bending, LENGTH)


def squash(r, stretch, lean):  # type: ignore[no-untyped-def]
    """Tall and thin or low and wide at the same volume, and leaning over: squash and stretch."""
    tall, wide = 4.0**stretch, 0.5**stretch
    return vector(wide * r[0] + lean * r[1], tall * r[1], wide * r[2])


def demo(seconds: float = SECONDS) -> supple.Take:
    """A reed plucked, an arch dropped on its feet, a ball that squashes (Witkin & Welch 1990, §2.1)."""
    world = supple.World()
    bar = supple.models.superquadric(
        width=THICK, height=LENGTH, depth=THICK, north_south=0.25, east_west=0.25, color="#d1495b"
    )
    reed = supple.Node("reed", bar.surface.transformed(supple.spatial.compose((0, LENGTH / 2, 0))))
    plucked = {
        "bending": Spring(hz=1.1, settle=6.0, start=-1.5),
        "twisting": Spring(hz=1.9, settle=5.0, start=1.8),
        "tapering": Spring(hz=2.8, settle=4.0, rest=-0.5, start=0.3),
    }
    world.add(deformable(reed, barr, plucked, at=(-0.85, CLEAR, 0.0), held=True, material=CANDY))
    arch = supple.Node("arch", bar.surface.painted("#edae49"))
    sprung = {
        "bending": Spring(hz=4.0, settle=2.0, rest=2.0),
        "twisting": Spring(hz=5.0, settle=1.5, start=0.8),
        "tapering": Spring(hz=8.0, settle=1.0),
    }
    world.add(deformable(arch, barr, sprung, at=(0.0, 1.2, 0.0), turn=(0.3, 0.0, -1.4), material=WAXED))
    ball = supple.Node("ball", supple.models.sphere(radius=0.22, color="#66a182").surface)
    bouncy = {
        "stretch": Spring(hz=8.0, settle=1.2, start=0.15),
        "lean": Spring(hz=7.0, settle=1.5, start=-0.25),
    }
    world.add(deformable(ball, squash, bouncy, at=(0.85, 1.1, 0.0), material=CANDY))
    gauge = supple.dynamics.Gauge(world)
    words = {
        0.0: "plucked, dropped",
        0.3: "falling",
        0.48: "squash",
        0.72: "and up",
        1.4: "again",
        SECONDS: "almost still",
    }
    return world.run(seconds, name="bender").with_notes(words)[:seconds].with_report(**gauge.report())
