"""Every kind of body with every other, joined, touching, nailed, on springs: all hold the same laws."""

import numpy as np
import pytest

import supple
from supple.dynamics.bodies.materials import Material
from supple.dynamics.legacy.forces.spring import Spring

KINDS = ("rigid", "affine", "cloud", "quadratic")
STUFF = Material("stuff", hz=20, settle=0.2, volume=1, density=600, friction=0.5)
G = 9.81
PAIRS = [(a, b) for i, a in enumerate(KINDS) for b in KINDS[i:]]


def put(world, kind, name, at=(0, 0, 0), stuff=STUFF, **more):
    """A box of 0.4 m, rigid or affine, or as an affine torus of that size, which is not convex."""
    if kind == "cloud":
        return world.add(supple.models.torus(), kind="affine", material=stuff, at=at, name=name, **more)
    return world.add(supple.models.box(), kind=kind, material=stuff, at=at, name=name, **more)


def space(**more):
    return supple.World(gravity=(0, 0, 0), floor=None, collide=True, **more)


def momentum(world):
    """Linear and angular momentum about the origin."""
    both = [body.momentum(*world.coordinates(body)) for body in world.bodies]
    return np.array([sum(linear for linear, _ in both), sum(angular for _, angular in both)])


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_what_is_joined_keeps_momentum_and_its_joint(a, b):
    world = space()
    one = put(world, a, "one", (-0.4, 0, 0), velocity=(0, 1, 0), spin=(0, 0, 1))
    two = put(world, b, "two", (0.4, 0, 0), velocity=(0.5, 0, 0.3), spin=(0.5, 1, 0))
    ends = one.point((0, 0, 0), outside=True), two.point((0, 0, 0), outside=True)
    world.attach(*ends)
    assert world.runs_on_one_step
    before, energy = momentum(world), world.energy()
    world.step(1)
    kept = world.energy()
    assert kept <= energy
    for _ in range(20):
        world.step(round(0.05 / world.step_size))
        assert np.abs(world.position(ends[0]) - world.position(ends[1])).max() < 1e-14
        now = momentum(world)
        np.testing.assert_allclose(now[0], before[0], atol=1e-12 * np.abs(before[0]).max())
        np.testing.assert_allclose(now[1], before[1], atol=2e-3 * np.abs(before).max())
        assert world.energy() < kept + 5e-3 * energy


@pytest.mark.parametrize(("a", "b"), PAIRS)
@pytest.mark.parametrize("bounce", [0.0, 0.5])
def test_what_collides_keeps_momentum_and_gains_no_energy(a, b, bounce):
    stuff = Material("stuff", hz=40, settle=0.1, volume=1, density=600, friction=0.3, bounce=bounce)
    world = space()
    one = put(world, a, "one", (-0.6, 0.05, 0.02), stuff, velocity=(1.5, 0, 0))
    two = put(world, b, "two", (0.6, 0, 0), stuff, velocity=(-0.5, 0, 0), spin=(0.2, 0, 0.4))
    before, energy = momentum(world), world.energy()
    for _ in range(40):
        world.step(round(0.05 / world.step_size))
        np.testing.assert_allclose(momentum(world)[0], before[0], atol=1e-11 * np.abs(before[0]).max())
        assert world.energy() < energy * (1 + 1e-3)
        deepest = min((contact.gap for contact in world.contacts()), default=0.0)
        assert deepest > -3e-3
    assert world.velocity(one)[0] < 1.4, "they have met"
    if "cloud" not in (a, b):  # two rings without a bounce slide round each other
        assert world.velocity(one)[0] < world.velocity(two)[0] + 1e-2, "they do not go through each other"
        assert world.position(one)[0] < world.position(two)[0] - 0.1
    assert world.energy() < 0.95 * energy


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_nailed_hangs_with_its_weight_on_the_nail(kind):
    world = supple.World(floor=None, collide=True)
    body = put(world, kind, "hung", tilt=20)
    rod = put(world, "rigid", "beside", (3, 0, 0))
    nail = world.nail(body.point("top"))
    world.nail(rod.point("top"))
    place = world.position(body.point("top"))
    for _ in range(30):
        world.step(round(0.4 / world.step_size))
        for each in world.bodies:
            _, v = world.coordinates(each)
            v *= 0.8  # a hand that calms it
    assert np.abs(world.position(body.point("top")) - place).max() < 1e-14
    assert nail.force == pytest.approx((0, body.mass * G, 0), abs=2e-2 * body.mass * G)
    assert np.hypot(*(world.position(body) - place)[[0, 2]]) < 5e-3


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_a_spring_between_centers_swings_as_it_should(a, b):
    """ω² = k (1/m + 1/M), and no momentum comes of it."""
    world = space()
    one, two = put(world, a, "one", (-1, 0, 0)), put(world, b, "two", (1, 0, 0))
    ends = one.point(world.position(one), outside=True), two.point(world.position(two), outside=True)
    k = (2 * np.pi) ** 2 / (1 / one.mass + 1 / two.mass)
    world.push(Spring(*ends, stiffness=k, length=1.9))
    apart = []
    for _ in range(200):
        world.step(round(0.01 / world.step_size))
        apart.append(np.linalg.norm(world.position(one) - world.position(two)))
    t = 0.01 * np.arange(1, 201) * round(0.01 / world.step_size) * world.step_size / 0.01
    np.testing.assert_allclose(apart, 1.9 + 0.1 * np.cos(2 * np.pi * t), atol=4e-3)
    assert np.abs(momentum(world)[0]).max() < 1e-11


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("share", "slides"), [(0.97, False), (1.03, True)])
def test_what_lies_on_a_slope_sticks_below_its_angle_and_slides_above(kind, share, slides):
    angle = np.arctan(STUFF.friction) * share
    world = supple.World(gravity=(G * np.sin(angle), -G * np.cos(angle), 0), collide=True)
    body = put(world, kind, "body", (0, 0.2 if kind != "cloud" else 0, 0))
    low = body.node.surface.vertices[:, 1].min() + body.node.translation[1]
    world.floor = float(low) - 1e-4
    world.step(round(1 / world.step_size))
    before, speed = world.position(body)[0], world.velocity(body)[0]
    world.step(round(1 / world.step_size))
    wanted = G * (np.sin(angle) - STUFF.friction * np.cos(angle)) if slides else 0.0
    if slides:
        assert world.velocity(body)[0] - speed == pytest.approx(wanted, rel=0.02)
    else:
        assert world.position(body)[0] - before == pytest.approx(0, abs=1e-3)
