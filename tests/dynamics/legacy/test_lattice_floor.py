"""Lattice bodies as they come, on floors and slopes."""

import numpy as np
import pytest

import supple
from supple.dynamics.legacy.bodies.lattice.setup import lattice_body
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.contact.shapes import Plane
from supple.dynamics.legacy.rollout import roll
from supple.scene import models
from supple.spatial import from_axis_angle, multiply

G, FRICTION = 9.81, 0.3


@pytest.mark.parametrize("name", ["box", "teapot", "table", "apple", "glass"])
def test_what_is_dropped_comes_to_rest(name):
    """Penetration ≤ 0.5 % and, from the fourth second on, creep ≤ 1e-4 of the height in 10 s."""
    body = lattice_body(models.make(name), contacts=100)
    q, height = body.rest.copy(), np.ptp(body.contacts[:, 1])
    q[1] += 0.05 * height - body.position(q, body.contacts)[:, 1].min()
    rolled = roll(body, 0.0, seconds=14.0, q=q)
    places = np.array([body.position(each, body.contacts) for each in rolled.q[240::60]])
    assert places[:, :, 1].min() > -5e-3 * height
    assert np.abs(places - places[0]).max() < 1e-4 * height


@pytest.mark.parametrize("name", ["box", "teapot", "table", "glass"])
@pytest.mark.parametrize("share", [0.95, 1.05, 1.3])
def test_on_a_slope_it_sticks_below_the_friction_angle_and_slides_above(name, share):
    """g (sin θ − μ cos θ) within 2 %."""
    body = lattice_body(models.make(name), contacts=200)
    theta = share * np.arctan(FRICTION)
    tilt, up = from_axis_angle((0, 0, 1), theta), np.array([-np.sin(theta), np.cos(theta), 0.0])
    slope = Obstacle(Plane(), rotation=tilt, friction=FRICTION**2 / body.material.friction)
    q = body.rest.copy()
    q[3:7] = multiply(tilt, q[3:7])
    q[:3] -= (body.position(q, body.contacts) @ up).min() * up
    rolled = roll(body, slope, seconds=6.0, q=q)
    way = rolled.q[180:, :3] @ np.array([-np.cos(theta), -np.sin(theta), 0.0])
    if share < 1:
        assert abs(way[-1] - way[60]) < 1e-3 * np.ptp(body.contacts[:, 1])
    else:
        slides = 2 * np.polyfit(rolled.t[180:], way, 2)[0]
        assert slides == pytest.approx(G * (np.sin(theta) - FRICTION * np.cos(theta)), rel=0.02)


@pytest.mark.parametrize("bounce", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("among_others", [False, True])
def test_what_is_hard_returns_a_blow_as_a_whole(bounce, among_others):
    """Rebound of a steel ball: h⁺ = e² h, e = √(0.5 · bounce) of ball and ground, whatever its modes do."""
    world = supple.World(ground=Obstacle(Plane(), bounce=bounce))
    ball = world.add(lattice_body(models.sphere(radius=0.2), material="steel", at=(0, 1.2, 0), sag=1e-3))
    if among_others:
        world.add(models.sphere(), kind="rigid", at=(9, 1, 0), name="other")
    height = np.array([ball.center(q)[1] for q in world.run(1.0, fps=240).data["run/bodies/sphere/q"]]) - 0.2
    rebound = height[int(np.argmin(height[:150])) :].max()
    assert rebound == pytest.approx(0.5 * bounce, abs=0.012)
