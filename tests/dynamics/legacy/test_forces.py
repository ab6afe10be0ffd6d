"""Forces on points: Newton's second law, action and reaction, and messages that name what went wrong."""

import numpy as np
import pytest

import supple
from supple.dynamics.legacy.forces import PointForce, Pull, Spring, Wind
from supple.errors import InputError

STIFF = supple.materials.wobble(hz=40, settle=0.2)


def floating(*places):
    """Boxes without gravity or floor."""
    world = supple.World(gravity=(0, 0, 0), floor=None, step=1 / 960)
    boxes = [
        world.add(supple.models.box(resolution=1), material=STIFF, at=at, name=f"box{k}")
        for k, at in enumerate(places)
    ]
    return world, boxes


def middle(world, body):
    return body.center(world.coordinates(body)[0])


def momentum(world):
    return sum(body.momentum(*world.coordinates(body))[0] for body in world.bodies)


def test_a_force_at_the_middle_is_mass_times_acceleration():
    world, (box,) = floating((0, 0, 0))
    force = np.array([30.0, -10.0, 5.0])
    world.push(PointForce(box.point((0, 0, 0)), force))
    world.run(0.5)
    np.testing.assert_allclose(momentum(world), force * 0.5, rtol=1e-9)
    np.testing.assert_allclose(middle(world, box), force / box.mass * 0.5**2 / 2, rtol=5e-3)


def test_a_force_on_a_track_gives_its_integral():
    world, (box,) = floating((0, 0, 0))
    track = supple.keys({0: (0, 0, 0), 0.4: (20, 0, 0)}, interpolate="linear")
    world.push(PointForce(box.point("top"), track))
    world.run(0.4)
    assert momentum(world)[0] == pytest.approx(20 * 0.4 / 2, rel=5e-3)


def test_a_spring_swings_two_bodies_against_each_other_at_its_frequency():
    world, (a, b) = floating((0, 0, 0), (1.5, 0, 0))
    k = 800.0
    world.push(Spring(a.point((0, 0, 0)), b.point((1.5, 0, 0)), k, length=1.2))
    distances = []
    world.on_step(lambda: distances.append(middle(world, b)[0] - middle(world, a)[0]))
    reduced = a.mass * b.mass / (a.mass + b.mass)
    period = 2 * np.pi * np.sqrt(reduced / k)
    world.run(period)
    np.testing.assert_allclose(momentum(world), 0, atol=1e-10)
    assert distances[len(distances) // 2] == pytest.approx(0.9, abs=0.01)
    assert distances[-1] == pytest.approx(1.5, abs=0.01)


def test_a_pull_brings_a_point_to_the_hand():
    world, (box,) = floating((0, 0, 0))
    hand = world.push(
        Pull(box.point((0, 0, 0)), (0.3, 0.2, 0), stiffness=2000, damping=2 * np.sqrt(2000 * box.mass))
    )
    world.run(1.5)
    np.testing.assert_allclose(middle(world, box), [0.3, 0.2, 0], atol=1e-3)
    hand.target = np.array([0.0, 0.5, 0.0])
    world.run(1.5)
    np.testing.assert_allclose(middle(world, box), [0, 0.5, 0], atol=1e-3)


def test_wind_carries_a_body_along_but_never_faster_than_itself():
    world, (box,) = floating((0, 0, 0))
    world.push(Wind((15, 0, 0), drag=40))
    speeds = []
    world.on_step(lambda: speeds.append(box.momentum(*world.coordinates(box))[0][0] / box.mass))
    world.run(1.0)
    assert (np.diff(speeds) > -1e-9).all()
    assert 1.0 < speeds[-1] < 15.0


def test_a_force_that_is_no_number_is_named_with_its_time():
    world, (box,) = floating((0, 0, 0))

    def broken_jet(world):
        return (0, float("nan"), 0) if world.time > 0.1 else (0, 1, 0)

    world.push(PointForce(box.point("top"), broken_jet))
    with pytest.raises(
        InputError, match=r"'broken_jet' gave .*nan.* at 0\.10\d+ s; a force is three finite numbers"
    ) as caught:
        world.run(0.5)
    assert caught.value.take.duration > 0.05


def test_a_spring_cannot_push_with_negative_stiffness():
    _, (a, b) = floating((0, 0, 0), (1, 0, 0))
    with pytest.raises(InputError, match="stiffness and damping of at least 0, got -1 and 0"):
        Spring(a.point("top"), b.point("top"), -1)
