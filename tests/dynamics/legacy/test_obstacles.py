"""What stands in the way: bodies rest on every kind of shape, slide by Coulomb's law, and are recorded."""

import numpy as np
import pytest

import supple
from supple.dynamics.bodies.materials import Material
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.contact.shapes import (
    Box,
    Capsule,
    DistanceGrid,
    HeightField,
    Plane,
    Sphere,
    Superquadric,
)
from supple.errors import InputError
from supple.scene import models
from supple.spatial import from_axis_angle

G = 9.81
FIRM = Material("firm", hz=26, settle=0.1, volume=0.5, density=600, friction=0.6)
LIMIT = np.arctan(0.6)
PLATFORMS = {
    "box": (Box(2, 0.5, 2), 0.25),
    "superquadric": (Superquadric(2, 0.5, 2, north_south=0.1, east_west=0.1), 0.25),
    "grid": (DistanceGrid.of(models.box(width=2, height=0.5, depth=2).surface), 0.25),
    "heights": (HeightField(np.full((9, 9), 0.25), 2, 2), 0.25),
    "plane": (Plane(), 0.0),
}


def vertices(world, body):
    return body.position(world.coordinates(body)[0], body.coefficients(body.node.surface.vertices))


@pytest.mark.parametrize("kind", ["affine", "rigid"])
@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_rests_on_it_neither_sinks_in_nor_creeps(platform, kind):
    """Penetration ≤ 0.5 % of the height, and what still moves a hundredth of what would be 1e-4 of it in 10 s."""
    shape, top = PLATFORMS[platform]
    world = supple.World(floor=None, step=1 / 240)
    world.obstacle(shape, at=(0, 1, 0), name="stand")
    body = world.add(models.box(resolution=2), kind=kind, material=FIRM, at=(0, 1.201 + top, 0), name="box")
    world.run(1.5, fps=5)
    before = vertices(world, body)
    take = world.run(0.5, fps=10)
    after = vertices(world, body)
    assert after[:, 1].min() > 1 + top - 0.005 * 0.4
    assert np.abs(after - before).max() < 1e-5
    assert take.data["run/bodies/box/contact"][-1] == pytest.approx(
        [0, body.mass * G, 0], abs=0.01 * body.mass * G
    )
    assert take.scene["stand"].bounds[1, 1] == pytest.approx(1 + top, abs=1e-6)


@pytest.mark.parametrize("kind", ["affine", "rigid"])
@pytest.mark.parametrize("share", [0.9, 1.2])
def test_a_slope_holds_below_the_friction_angle_and_lets_slide_above(kind, share):
    """a = g (sin θ − μ cos θ) within 2 %."""
    angle = share * LIMIT
    turn = from_axis_angle((0, 0, 1), -angle)
    world = supple.World(floor=None, step=1 / 240 if kind == "rigid" else None)
    world.obstacle(Plane(), rotation=turn)
    normal = np.array([np.sin(angle), np.cos(angle), 0])
    body = world.add(
        models.box(height=0.1, resolution=2), kind=kind, material=FIRM, at=0.05 * normal, rotation=turn
    )
    world.run(0.8, fps=10)
    before = body.momentum(*world.coordinates(body))[0] / body.mass
    world.run(0.5, fps=10)
    gained = np.linalg.norm(body.momentum(*world.coordinates(body))[0] / body.mass - before) / 0.5
    assert gained == pytest.approx(max(G * (np.sin(angle) - 0.6 * np.cos(angle)), 0), rel=0.02, abs=2e-3)


def test_a_ball_rolls_down_a_valley_and_up_again_and_a_capsule_stops_it():
    world = supple.World(ground=HeightField.of(lambda x, z: 0.2 * x**2, 4, 2, 0.02), step=1 / 480)
    ball = world.add(models.sphere(radius=0.1, resolution=24), kind="rigid", material=FIRM, at=(-1, 0.32, 0))
    path = world.run(2.0).position(ball.name)
    assert path[:, 0].max() > 0.5
    assert (path[:, 1] - 0.2 * path[:, 0] ** 2).min() > 0.095
    world.obstacle(
        Capsule(0.1, 2.0), at=(path[-1, 0] - 0.4, 0.2, 0), rotation=from_axis_angle((1, 0, 0), np.pi / 2)
    )
    path = world.run(2.0).position(ball.name)
    assert path[:, 0].min() > path[0, 0] - 0.25


def test_the_ground_may_change_during_a_run_and_an_obstacle_may_go():
    world = supple.World(step=1 / 240)
    ball = world.add(models.sphere(), kind="rigid", material=FIRM, at=(0, 0.8, 0), name="ball")
    stand = world.obstacle(Sphere(0.3), at=(0, 0.3, 0))
    world.run(0.3, fps=10)
    assert ball.center(world.coordinates(ball)[0])[1] == pytest.approx(0.8, abs=0.01)
    stand.release()
    world.run(0.6, fps=10)
    assert ball.center(world.coordinates(ball)[0])[1] == pytest.approx(0.2, abs=0.01)
    world.ground = HeightField(np.full((3, 3), -1.0), 10, 10)
    world.run(0.8, fps=10)
    assert ball.center(world.coordinates(ball)[0])[1] == pytest.approx(-0.8, abs=0.01)
    world.ground = None
    assert world.ground is None


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_soft_ground_gives_way_by_the_weight_over_its_stiffness(kind):
    """Four corners on springs: m g / 4 k deep, at 1/240 s, with a stiffness that an explicit step could not take."""
    for k in (2e4, 1e8):
        world = supple.World(ground=Obstacle(Plane(), stiffness=k, damping=0.01 * k), step=1 / 240)
        body = world.add(models.box(resolution=1), kind=kind, material=FIRM, at=(0, 0.2, 0))
        world.run(2.0, fps=5)
        depth = -vertices(world, body)[:, 1].min()
        assert depth == pytest.approx(body.mass * G / (4 * k), rel=0.02, abs=1e-9)


def test_a_stiff_ball_returns_from_an_obstacle_with_the_larger_bounce_of_the_two():
    stuff = Material("ball", hz=60, settle=0.1, volume=1, density=600, bounce=0.8)
    world = supple.World(floor=None, step=1 / 480)
    world.obstacle(Box(1, 0.2, 1), at=(0, -0.1, 0), bounce=0.2)
    ball = world.add(models.sphere(), kind="rigid", material=stuff, at=(0, 0.7, 0))
    speeds = []
    for _ in range(240):
        world.step()
        speeds.append(ball.momentum(*world.coordinates(ball))[0][1] / ball.mass)
    assert max(speeds) / -min(speeds) == pytest.approx(0.8, rel=0.05)


def test_what_makes_no_sense_is_refused():
    world = supple.World()
    for wrong in (
        lambda: world.obstacle(7), lambda: world.obstacle(Box(), friction=-1),
        lambda: world.obstacle(Box(), stiffness=0), lambda: setattr(world, "ground", 3.0),
    ):  # fmt: skip
        with pytest.raises(InputError):
            wrong()
