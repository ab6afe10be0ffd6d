"""What may change while a world runs: gravity, floor, air, obstacles, springs, modes (Faloutsos et al. 1997, §5)."""

from dataclasses import replace

import numpy as np
import pytest

import supple
from supple.dynamics import Obstacle, lattice_body, shapes
from supple.dynamics.bodies.materials import MATERIALS
from supple.errors import InputError
from supple.scene import models

MODES = ["squash.y", "bend.x", "twist.y"]


def box(**how):
    return lattice_body(models.box(), MODES, **{"at": (0, 1, 0), **how})


def put(world, kind, **where):
    """A lattice body alone, one among others, or an affine body, as smooth as the smoother of two can be."""
    if kind == "affine":
        wood = replace(MATERIALS["wood"], friction=0.0)
        return world.add(models.box(), **{"at": (0, 1, 0), **where}, material=wood, name="box")
    if kind == "among others":
        world.collide = False
        world.add(models.sphere(), kind="rigid", at=(9, 9, 0), name="other")
    return world.add(box(**where))


KINDS = ["lattice", "among others", "affine"]


def speed(world, body):
    return body.momentum(*world.coordinates(body))[0] / body.mass


@pytest.mark.parametrize("kind", KINDS)
def test_gravity_ends_in_the_middle_of_a_run(kind):
    world = supple.World(floor=None)
    body = put(world, kind)
    world.at(0.5, lambda: setattr(world, "gravity", (0, 0, 0)))
    world.run(1.0)
    assert speed(world, body) == pytest.approx([0, -9.81 * 0.5, 0], abs=0.05)


@pytest.mark.parametrize("kind", KINDS)
def test_the_floor_sinks_and_the_air_thickens(kind):
    world = supple.World(floor=0.7)
    body = put(world, kind)
    world.run(0.8)
    before = body.center(world.coordinates(body)[0])[1]
    world.floor = -10
    world.run(0.4)
    assert body.center(world.coordinates(body)[0])[1] == pytest.approx(before - 9.81 * 0.4**2 / 2, abs=0.05)
    falling = speed(world, body)[1]
    world.gravity, world.drag = (0, 0, 0), 5.0
    world.run(0.4)
    assert speed(world, body)[1] == pytest.approx(falling * np.exp(-5.0 * 0.4), rel=0.03)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("as_ground", [True, False])
def test_an_obstacle_loses_its_friction_and_then_its_place(kind, as_ground):
    """On a slope of 0.3 rad: it sticks, slides with g sin θ, and falls when the slope is taken from under it."""
    lean = supple.spatial.from_axis_angle((0, 0, 1), 0.3)
    slope = dict(rotation=lean, friction=4.0)
    world = supple.World(floor=None)
    if as_ground:
        world.ground = plane = Obstacle(shapes.Plane(), **slope)
    else:
        plane = world.obstacle(shapes.Plane(), **slope)
    body = put(world, kind, rotation=lean, at=supple.spatial.rotate(lean, (0, 0.2, 0)))
    world.run(1.0)
    begun = body.center(world.coordinates(body)[0])
    world.run(0.3)
    assert np.abs(body.center(world.coordinates(body)[0]) - begun).max() < 0.01
    plane.friction = 0.0
    world.run(0.4)
    slid = np.linalg.norm(body.center(world.coordinates(body)[0]) - begun)
    assert slid == pytest.approx(9.81 * np.sin(0.3) * 0.4**2 / 2, rel=0.1)
    begun, falling = body.center(world.coordinates(body)[0])[1], speed(world, body)[1]
    plane.at = (0, -50, 0)
    world.run(0.3)
    gone = begun + 0.3 * falling - 9.81 * 0.3**2 / 2
    assert body.center(world.coordinates(body)[0])[1] == pytest.approx(gone, abs=0.03)


def test_what_is_wrong_is_refused_and_leaves_all_as_it_was():
    world = supple.World()
    plane = world.obstacle(shapes.Plane(), friction=0.5)
    with pytest.raises(InputError, match="friction is -1"):
        plane.friction = -1
    assert plane.friction == 0.5
    with pytest.raises(InputError, match="gravity"):
        world.gravity = (0, np.nan, 0)
    with pytest.raises(ValueError, match="read-only"):
        world.gravity[1] = 0


def test_no_body_joins_while_a_world_runs():
    world = supple.World()
    world.add(box())
    world.at(0.1, lambda: world.add(models.sphere(), at=(1, 1, 0), name="late"))
    with pytest.raises(InputError, match=r"'late' cannot join .* while the world runs"):
        world.run(0.2)
    world.add(models.sphere(), at=(1, 1, 0), name="late")
    world.run(0.1)


@pytest.mark.parametrize("what", ["stiffness", "damping"])
def test_springs_on_a_track_do_not_depend_on_the_frame_rate(what):
    ends = []
    for fps in (5, 60):
        world = supple.World(floor=None, gravity=(0, 0, 0))
        body = world.add(box())
        world.state.q[7] = 0.2
        settings = getattr(body, what)
        settings["squash.y"] = supple.keys({0: 0.1 * settings["squash.y"], 1: 4 * settings["squash.y"]})
        world.run(1.0, fps=fps)
        ends.append(world.state.q)
    np.testing.assert_allclose(*ends, atol=1e-12)


@pytest.mark.parametrize("integrator", ["symplectic", "implicit"])
@pytest.mark.parametrize("kind", ["lattice", "among others"])
def test_modes_are_taken_out_and_given_back_during_a_run(integrator, kind):
    world = supple.World(integrator=integrator)
    body = put(world, kind)
    world.state.v[world.structure.v_span(body)] = [1, 0, 0, 3, 1, 2, 0, 0, 0]
    world.at(0.4, lambda: setattr(body, "still", ("bend.x", "twist.y")))
    world.at(0.8, lambda: setattr(body, "still", ()))
    gamma = world.run(1.2).data["run/bodies/box/q"][:, 7:]
    before, during, after = gamma[:24], gamma[26:48], gamma[49:]
    assert np.ptp(during[:, 1:], axis=0).max() < 1e-8
    assert np.ptp(during[:, 0]) > 1e-3
    assert min(np.ptp(x[:, 1:], axis=0).min() for x in (before, after)) > 1e-3


def test_with_all_modes_still_a_body_is_rigid():
    """Energy and angular momentum of its free turning are kept, as the frozen shape has them."""
    world = supple.World(floor=None, gravity=(0, 0, 0))
    body = world.add(box(), spin=(3, 1, 2))
    body.still = MODES
    begun, energy = body.momentum(*world.coordinates(body))[1], world.energy()
    world.run(1.0)
    np.testing.assert_allclose(body.momentum(*world.coordinates(body))[1], begun, rtol=1e-8)
    assert world.energy() == pytest.approx(energy, rel=1e-6)
    assert np.abs(world.state.q[7:]).max() < 1e-8


def test_modes_that_stand_still_need_steps_that_take_any_damping():
    world = supple.World(integrator="rk4")
    world.add(box()).still = ("bend.x",)
    with pytest.raises(InputError, match=r"bend\.x"):
        world.run(0.1)


@pytest.mark.parametrize("change", [
    lambda world, body: body.rest_amplitude.update({"squash.y": 0.2}),
    lambda world, body: body.stiffness.update({"squash.y": 1.0}),
    lambda world, body: setattr(body, "volume_stiffness", 0.0),
    lambda world, body: setattr(body, "still", MODES),
    lambda world, body: (setattr(body, "active", MODES), body.control(0.2, 1e3, 10.0)),
    lambda world, body: setattr(world, "gravity", (0, 0, 0)),
    lambda world, body: setattr(world, "floor", None),
    lambda world, body: setattr(world, "drag", 3.0),
    lambda world, body: setattr(world, "ground", Obstacle(shapes.Plane(), friction=0.0)),
    lambda world, body: body.follow(supple.Clip({"box.squash.y": supple.keys({0: 0, 1: 0.1})})),
])  # fmt: skip
def test_rewinding_brings_back_what_was_set(change):
    world = supple.World()
    body = world.add(box(at=(0, 0.4, 0)))
    world.run(0.1)
    then = world.snapshot()
    world.run(0.2)
    wanted = world.state.q.copy()
    world.rewind(then)
    change(world, body)
    world.run(0.2)
    assert np.abs(world.state.q - wanted).max() > 1e-9
    world.rewind(then)
    world.run(0.2)
    np.testing.assert_array_equal(world.state.q, wanted)
    assert body.physics == 1.0
