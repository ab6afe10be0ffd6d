"""Friction against turning and rolling: closed forms of a ball, and a bar on two posts comes to rest."""

from dataclasses import replace

import numpy as np
import pytest

import supple
from supple.dynamics import shapes
from supple.dynamics.bodies.materials import Material
from supple.errors import InputError
from supple.scene import models
from supple.spatial import from_axis_angle

G, H, R = 9.81, 1 / 480, 0.1
STUFF = Material("stuff", hz=60, settle=0.1, volume=1, density=600, friction=0.5, bounce=0.0, turning=0.01)


def ball(material=STUFF, **given):
    world = supple.World(step=H)
    return world, world.add(models.sphere(radius=R), kind="rigid", material=material, at=(0, R, 0), **given)


def heavier(sphere):
    """1 + I / m r²: about 7/5, for the ball is made of triangles."""
    return 1 + sphere.inertia[0, 0] / (sphere.mass * R**2)


def test_a_ball_that_rolls_loses_by_the_patch():
    """a = μ s g / (1 + I / m r²), with the patch ρ = s r, whichever way it rolls; then it lies still."""
    v = np.array([1.0, 0.0, 0.5])
    world, rolls = ball(velocity=v, spin=(v[2] / R, 0, -v[0] / R))
    world.step(480)
    lost = np.linalg.norm(v) - np.linalg.norm(world.velocity(rolls))
    assert lost == pytest.approx(0.5 * 0.01 * G / heavier(rolls), rel=1e-6)
    slow, stops = ball(velocity=(0.05, 0, 0), spin=(0, 0, -0.05 / R))
    slow.step(960)
    assert np.abs(slow.velocity(stops)).max() < 1e-9
    assert slow.position(stops)[0] == pytest.approx(0.05**2 / (2 * 0.5 * 0.01 * G / heavier(stops)), rel=0.02)


def test_a_ball_that_spins_loses_by_the_patch():
    """ω̇ = μ s m g r / I."""
    world, spins = ball(spin=(0, 20, 0))
    world.step(240)
    spin = world.coordinates(spins)[1][3:]
    assert spin == pytest.approx([0, 20 - 0.5 * 0.01 * G / ((heavier(spins) - 1) * R) * 240 * H, 0], abs=1e-6)


def test_without_friction_or_without_a_patch_nothing_is_lost():
    for material in (replace(STUFF, friction=0.0), replace(STUFF, turning=0.0)):
        world, rolls = ball(material, velocity=(1, 0, 0), spin=(0, 3, -1 / R))
        world.step(480)
        assert world.velocity(rolls) == pytest.approx([1, 0, 0], abs=1e-12)
        assert world.coordinates(rolls)[1][4] == pytest.approx(3, abs=1e-12)


def test_a_ball_lies_on_a_slope_that_is_not_steeper_than_its_patch():
    """It rolls where tan θ > μ s, and not below."""
    for share, rolls in ((0.9, False), (1.1, True)):
        angle = np.arctan(share * 0.5 * 0.01)
        world = supple.World(floor=None, step=H, gravity=(G * np.sin(angle), -G * np.cos(angle), 0))
        world.obstacle(shapes.Plane())
        lies = world.add(models.sphere(radius=R), kind="rigid", material=STUFF, at=(0, R, 0))
        world.step(960)
        assert bool(abs(world.velocity(lies)[0]) > 1e-4) is rolls


@pytest.mark.parametrize(("turning", "rests"), [(0.002, True), (0.0, False)])
def test_a_bar_that_lies_across_two_posts_comes_to_rest(turning, rests):
    """It touches each along its length, and would roll on without end."""
    world = supple.World(floor=None, step=H)
    stuff = replace(STUFF, turning=turning)
    for z in (-0.35, 0.35):
        world.obstacle(shapes.Box(0.4, 0.1, 0.1), at=(0, 0, z))
    quarter = (np.sqrt(0.5), 0, 0, np.sqrt(0.5))
    bar = world.add(
        models.capsule(radius=0.05, length=0.8), kind="rigid", material=stuff, at=(0, 0.1, 0), rotation=quarter,
        velocity=(0.02, 0, 0), spin=(0, 0, -0.4),
    )  # fmt: skip
    world.step(int(4 / H))
    assert bool(np.abs(world.coordinates(bar)[1]).max() < 1e-6) is rests


@pytest.mark.parametrize("end", [-0.3, 0.3])
def test_what_is_pushed_out_turns_as_it_would_without(end):
    """A bar on the floor with one end in a post gets out by the way that it has without a patch, to either side."""
    found = []
    for turning in (0.0, 0.5):
        world = supple.World(step=H, gravity=(0, 0, 0))
        world.obstacle(shapes.Box(0.1, 1, 0.1), at=(end, 0.05, 0.097))
        stuff, lying = replace(STUFF, turning=turning), from_axis_angle((0, 0, 1), np.pi / 2)
        bar = world.add(
            models.capsule(radius=0.05, length=0.6),
            kind="rigid",
            material=stuff,
            at=(0, 0.05, 0),
            rotation=lying,
        )
        world.step(50)
        found.append(world.coordinates(bar)[0])
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    assert found[0][2] < -1e-3


def test_a_patch_is_no_less_than_nothing():
    with pytest.raises(InputError, match="turning"):
        replace(STUFF, turning=-1.0)
