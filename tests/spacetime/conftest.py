"""Shots that several tests look at: a hop of a lamp made of rods over three phases, solved once."""

import pytest

from supple.characters import Base, Muscle, SymbolicCharacter
from supple.kinematics import Link
from supple.kinematics.symbolic import Mechanism
from supple.spacetime import Fly, Shot, Stand

FAR = 0.4


def rods():
    """Base, two arms and a head: 2.5 kg, 1.2 m of arms, muscles of 20 N m."""
    arm = {"to": (0, 0.6, 0), "mass": 0.5}
    links = [
        Link("base", mass=1.0, inertia=0.0225),
        Link.rod("lower", "base", limits=(-1.5, 1.5), rest=0.7, **arm),
        Link.rod("upper", "lower", offset=(0, 0.6, 0), limits=(-2.7, -0.15), rest=-1.5, **arm),
        Link.rod(
            "head", "upper", offset=(0, 0.6, 0), limits=(-2.2, 0.4), rest=-1.0, to=(0, 0.25, 0), mass=0.5
        ),
    ]
    points = {"front": ("base", (0.15, 0, 0)), "back": ("base", (-0.15, 0, 0)), "tip": ("head", (0, 0.25, 0))}
    return SymbolicCharacter(
        "rods",
        Mechanism(links, points=points, name="rods"),
        muscles=[Muscle(joint, 20.0) for joint in ("lower", "upper", "head")],
        base=Base("base", "front", "back"),
    )


def hop(to=FAR, samples=26, seconds=(0.6, 0.3, 0.6), **options):
    """A plain hop: rest, crouch, fly, land, rest."""
    body = rods()
    first, air, last = seconds
    shot = Shot(
        body,
        [Stand(seconds=first), Fly(seconds=air), Stand(at=(to, 0, 0), seconds=last)],
        samples=samples,
        **options,
    )
    for end in ("start", "end"):
        shot.pose(body.rest_pose, at=end)
        shot.still(at=end)
    for point in ("front", "back"):
        shot.require(lambda s, p=point: s.point(p)[1], at_least=0, during="fly", name=f"{point} up", unit="m")
    shot.minimize(power=1e-2, torque=2e-3, acceleration=1e-3)
    return shot


@pytest.fixture(scope="session")
def make_rods():
    return rods


@pytest.fixture(scope="session")
def make_hop():
    return hop


@pytest.fixture(scope="session")
def solved():
    """A hop that is solved and that no test may change."""
    shot = hop()
    shot.taken = shot.solve()
    return shot


@pytest.fixture
def own():
    """A hop for one test alone, solved."""
    shot = hop()
    shot.solve()
    return shot
