"""A rope of sixty links is let down from a wide arc to a narrow one, swings, and hangs as a catenary."""

import numpy as np

import supple
from supple.kinematics import Link, Passive, Shape, Skeleton
from supple.spatial import from_axis_angle

LINKS, LENGTH, RADIUS, MASS = 60, 0.05, 0.016, 0.03
"""Of the rope and of a link [m, kg]."""
HEIGHT, WIDE, NARROW = 2.2, 2.7, 1.6
"""Where the ends are, and how far apart in the beginning and in the end [m]."""
LED = 0.3, 1.8
"""From when to when one end is led [s]."""
SECONDS, SHORT = 9.0, {"seconds": 2.5}


def demo(seconds: float = SECONDS) -> supple.Take:
    """One end is fixed, the other led by a track; joints rub a little."""
    world = supple.World(floor=0.0, step=1 / 960, drag=1.2)
    rope = world.add(rope_of_links(), at=(-WIDE / 2, HEIGHT, 0), color="#b5651d")
    q, _ = world.coordinates(rope.body)
    q[:] = np.diff(slopes(WIDE), prepend=0.0)
    end = rope.point("end")
    begin = world.position(end)
    there = (-WIDE / 2 + NARROW, HEIGHT, 0)
    way = supple.keys({0: begin, LED[0]: begin, LED[1]: there, SECONDS: there}, interpolate="monotone")
    world.follow(end, way, after="hold")
    take = world.run(seconds, name="rope")
    links = np.array([world.position(rope.point(link.name)) for link in rope.skeleton.links])
    x = links[:, 0] - links[0, 0]
    hanging = catenary(x, world.position(end)[0] - links[0, 0])
    sag = float(np.abs(hanging).max())
    notes = {0.1: "held wide", 1.0: "led in", 2.2: "swings", 4.0: "swings less", SECONDS: "a catenary"}
    return take.with_notes({t: text for t, text in notes.items() if t <= seconds}).with_report(
        catenary_error=float(np.abs(links[:, 1] - links[0, 1] - hanging).max()) / sag,
        rest_speed=float(np.abs(rope.v).max()) * LENGTH,
        gap_max_m=take.report["gap_max_m"],
    )


def rope_of_links() -> Skeleton:
    """Rods end to end along x on hinges about z."""
    turn = from_axis_angle((0, 0, 1), np.pi / 2)
    shape = Shape("capsule", (RADIUS, LENGTH / 2), offset=(LENGTH / 2, 0, 0), rotation=turn)
    rods = [
        Link.rod(str(k), str(k - 1) if k else None, to=(LENGTH, 0, 0), mass=MASS, radius=RADIUS,
                 offset=(LENGTH if k else 0, 0, 0)).but(shapes=[shape], passive=Passive(damping=6e-4))
        for k in range(LINKS)
    ]  # fmt: skip
    others = [(a.name, b.name) for a in rods for b in rods if int(a.name) + 1 < int(b.name) < int(a.name) + 4]
    return Skeleton(rods, points={"end": (rods[-1].name, (LENGTH, 0, 0))}, exclusions=others, name="rope")


def parameter(span: float) -> float:
    """a of y = a cosh(x/a) whose length over a span is that of the rope: 2 a sinh(s/2a) = L, by Newton's method."""
    a, length = span / 3, LINKS * LENGTH
    for _ in range(100):
        u = span / (2 * a)
        a -= (2 * a * np.sinh(u) - length) / (2 * np.sinh(u) - 2 * u * np.cosh(u))
    return float(a)


def slopes(span: float) -> np.ndarray:
    """The angle of each link on the catenary of a span [rad]."""
    along = (np.arange(LINKS) + 0.5) * LENGTH - LINKS * LENGTH / 2
    return np.asarray(np.arctan(along / parameter(span)))


def catenary(x: np.ndarray, span: float) -> np.ndarray:
    """How far below its ends it hangs at x from the first."""
    a = parameter(span)
    return np.asarray(a * np.cosh((x - span / 2) / a) - a * np.cosh(span / (2 * a)))
