"""Obstacles that move and push, against closed forms of one body: friction, blows, belts."""

import numpy as np
import pytest

import supple
from supple.dynamics import lattice_body, shapes
from supple.dynamics.bodies.materials import Material
from supple.errors import InputError
from supple.motion import Track
from supple.scene import Mesh, models
from supple.spatial import from_axis_angle

G, H, MU = 9.81, 1 / 480, 0.4
STUFF = Material("stuff", hz=60, settle=0.1, volume=1, density=600, friction=MU, bounce=0.0)
SMOOTH = Material("smooth", hz=60, settle=0.1, volume=1, density=600, friction=0.0, bounce=0.0)
SQUARE = Mesh.of([(-3, 0, -3), (-3, 0, 3), (3, 0, 3), (3, 0, -3)], [(0, 1, 2), (0, 2, 3)], name="square")
PLATFORMS = {"box": (shapes.Box(6, 0.2, 6), -0.1), "mesh": (SQUARE, 0.0), "plane": (shapes.Plane(), 0.0)}


def along(x):
    """A track at (x(t), y, 0)."""
    return lambda y: Track.function(lambda t: np.stack([x(t), np.full_like(t, y), 0 * t], axis=-1), "vector")


def on_platform(kind, x, **given):
    """A world with a box on a platform that moves along x(t)."""
    shape, y = PLATFORMS[kind]
    world = supple.World(floor=None, step=H)
    world.obstacle(shape, at=along(x)(y), **given)
    return world, world.add(models.box(), kind="rigid", material=STUFF, at=(0, 0.2, 0))


@pytest.mark.parametrize("kind", PLATFORMS)
def test_a_box_goes_with_a_platform_that_swings_below_the_friction_angle(kind):
    """x = A (1 − cos w t), A w² = 0.8 μ g: it goes as the platform does."""
    w = 6.0
    A = 0.8 * MU * G / w**2
    world, box = on_platform(kind, lambda t: A * (1 - np.cos(w * t)))
    for _ in range(40):
        world.step(12)
        assert world.position(box)[0] == pytest.approx(A * (1 - np.cos(w * world.time)), abs=2e-4)
    assert world.position(box)[1] == pytest.approx(0.2, abs=2e-5)


@pytest.mark.parametrize("kind", PLATFORMS)
@pytest.mark.parametrize("share", [0.9, 1.5])
def test_a_box_on_a_platform_that_speeds_up_slides_above_mu_g(kind, share):
    """v = min(a, μ g) t, within 0.5 % after half a second."""
    a = share * MU * G
    world, box = on_platform(kind, lambda t: a * t**2 / 2)
    world.step(int(0.5 / H))
    assert world.velocity(box)[0] == pytest.approx(min(a, MU * G) * 0.5, rel=5e-3)
    assert a * 0.5**2 / 2 - world.position(box)[0] == pytest.approx(max(a - MU * G, 0) * 0.5**2 / 2, abs=2e-3)


@pytest.mark.parametrize("kind", PLATFORMS)
def test_a_belt_carries_a_box_while_it_stays(kind):
    """x = v t − v²/2 μ g once it goes with the belt."""
    shape, y = PLATFORMS[kind]
    world = supple.World(floor=None, step=H)
    belt = world.obstacle(shape, at=(0, y, 0), belt=(1.0, 0, 0))
    box = world.add(models.box(), kind="rigid", material=STUFF, at=(-1, 0.2, 0))
    world.step(int(1.0 / H))
    assert world.velocity(box) == pytest.approx([1, 0, 0], abs=1e-6)
    assert world.position(box)[0] == pytest.approx(-1 + 1.0 - 1 / (2 * MU * G), abs=2e-3)
    assert belt.pose(1.0)[:3] == pytest.approx([0, y, 0])


@pytest.mark.parametrize("bounce", [0.0, 0.6])
def test_a_paddle_gives_a_ball_its_speed_and_bounce_times_that(bounce):
    """V (1 + e), for a paddle of endless mass."""
    world = supple.World(floor=None, step=H, gravity=(0, 0, 0))
    world.obstacle(shapes.Box(0.1, 1, 1), at=along(lambda t: 2.0 * t)(0.0), bounce=bounce)
    ball = world.add(models.sphere(radius=0.1), kind="rigid", material=SMOOTH, at=(0.4, 0, 0))
    world.step(int(0.4 / H))
    assert world.velocity(ball) == pytest.approx([2.0 * (1 + bounce), 0, 0], rel=1e-3, abs=1e-9)


def test_a_paddle_that_turns_strikes_with_the_speed_of_the_place_that_strikes():
    """ω r (1 + e) across the paddle."""
    turn = Track.function(lambda t: from_axis_angle((0, 0, 1), 3.0 * t), "rotation")
    world = supple.World(floor=None, step=1 / 1920, gravity=(0, 0, 0))
    world.obstacle(shapes.Box(4, 0.02, 1), rotation=turn, bounce=0.5)
    ball = world.add(models.sphere(radius=0.05), kind="rigid", material=SMOOTH, at=(1.0, 0.2, 0))
    world.step(int(0.15 / world.step_size))
    assert np.linalg.norm(world.velocity(ball)) == pytest.approx(1.5 * 3.0 * 1.0, rel=0.03)


def test_what_is_set_between_steps_pushes_with_the_speed_that_it_has():
    """Put 1 mm farther at every step: 0.48 m/s; then left alone, the box slides v²/2 μ g farther."""
    world = supple.World(step=H)
    wall = world.obstacle(shapes.Box(0.1, 1, 1), at=(-0.3, 0.5, 0))
    box = world.add(models.box(), kind="rigid", material=STUFF, at=(0, 0.2, 0))
    world.step(10)
    for _ in range(200):
        wall.at = wall.at + np.array([0.001, 0, 0])
        world.step()
    assert world.velocity(box)[0] == pytest.approx(0.48, rel=1e-6)
    assert world.position(box)[0] == pytest.approx(wall.at[0] + 0.25, abs=2e-4)
    where = world.position(box)[0]
    world.step(int(0.3 / H))
    assert world.velocity(box)[0] == pytest.approx(0, abs=1e-6)
    assert world.position(box)[0] - where == pytest.approx(0.48**2 / (2 * MU * G), rel=0.02)


def test_a_lift_raises_what_stands_on_it_and_a_take_shows_both():
    lift = supple.keys({0: (0, -0.1, 0), 0.2: (0, -0.1, 0), 1.2: (0, 0.4, 0)}, interpolate="cosine")
    world = supple.World(floor=None, step=H)
    world.obstacle(shapes.Box(2, 0.2, 2), at=lift, name="lift")
    world.add(models.box(), kind="rigid", material=STUFF, at=(0, 0.2, 0), name="box")
    before = world.snapshot()
    take = world.run(1.5)
    apart = take.position("box") - take.position("lift")
    assert np.abs(apart - (0, 0.3, 0)).max() < 1e-3
    assert take.position("lift")[-1] == pytest.approx([0, 0.4, 0])
    assert min(contact.gap for contact in world.contacts()) > -2e-5
    end = world.state.q.copy()
    world.rewind(before)
    world.run(1.5)
    assert world.state.q.tobytes() == end.tobytes()


def test_obstacles_pass_through_each_other_and_what_cannot_move_says_so():
    world = supple.World(step=H)
    world.obstacle(shapes.Box(1, 1, 1), at=along(lambda t: 0.1 * t)(0.0))
    world.obstacle(shapes.Box(1, 1, 1))
    ball = world.add(models.sphere(radius=0.1), kind="rigid", material=STUFF, at=(0, 2, 0))
    world.step(10)
    assert world.contacts() == []
    assert world.velocity(ball)[0] == 0
    soft = supple.World()
    soft.obstacle(shapes.Box(1, 1, 1), at=along(lambda t: 0.1 * t)(0.0), name="pusher")
    soft.add(lattice_body(models.box(), ["squash.y"], at=(0, 2, 0)))
    with pytest.raises(InputError, match="'pusher' goes along a track"):
        soft.step()
