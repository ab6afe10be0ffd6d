"""Hard bodies that can bend answer a blow as a whole: as rigid ones do, whatever their strains are."""

from dataclasses import replace

import numpy as np
import pytest

import supple
from supple.dynamics.bodies.materials import MATERIALS
from supple.spatial import from_axis_angle, to_matrix

WOOD = MATERIALS["wood"]


def whole(world, body):
    """(ċ, ω) of the motion that has the body's momenta."""
    q, v = world.coordinates(body)
    linear, angular = body.momentum(q, v)
    about = angular - np.cross(world.position(body), linear)
    return linear / body.mass, about


def falling(kind, bounce, **more):
    world = supple.World(gravity=(0, 0, 0))
    stuff = replace(WOOD, bounce=bounce, friction=0.4)
    body = world.add(supple.models.box(width=0.4, height=0.3, depth=0.5), kind=kind, material=stuff, **more)
    return world, body


def until_it_turns(world, body):
    """Step until the floor has pushed; the motion before and after, and from the center to where the floor pushes,
    half way to the lowest corner."""
    for _ in range(2000):
        before, q = whole(world, body), world.coordinates(body)[0]
        x = body.position(q, body.coefficients(body.node.surface.vertices))
        arm = x[x[:, 1].argmin()] * (1, 0.5, 1) - world.position(body)
        world.step(1)
        after = whole(world, body)
        if np.abs(after[0] - before[0]).max() > 1e-6:
            return before, after, arm
    raise AssertionError("nothing was hit")


def impulse_of_a_corner(mass, inertia, arm, u, friction, bounce):
    """f with u_n⁺ = −e u_n and f_t in its cone against the sliding, by projection onto the cone again and again."""
    cross = np.array([[0, -arm[2], arm[1]], [arm[2], 0, -arm[0]], [-arm[1], arm[0], 0]])
    A = np.eye(3) / mass - cross @ np.linalg.inv(inertia) @ cross
    f, pace = np.zeros(3), 0.3 / np.linalg.eigvalsh(A).max()
    for _ in range(20000):
        f = f - pace * (A @ f + u + (0, bounce * u[1], 0))
        f[1] = max(f[1], 0.0)
        sliding = np.hypot(f[0], f[2])
        f[[0, 2]] *= min(1.0, friction * f[1] / max(sliding, 1e-300))
    return f


@pytest.mark.parametrize("bounce", [0.0, 0.3, 1.0])
def test_what_falls_flat_comes_back_with_its_bounce(bounce):
    world, body = falling("affine", bounce, at=(0, 0.4, 0), velocity=(0, -2, 0))
    before, after, _ = until_it_turns(world, body)
    assert before[0][1] == pytest.approx(-2, abs=1e-12)
    assert after[0][1] == pytest.approx(2 * bounce, abs=1e-3)
    for _ in range(200):
        world.step(1)
    assert whole(world, body)[0][1] == pytest.approx(2 * bounce, abs=2e-2)


@pytest.mark.parametrize(
    ("kind", "bounce"), [("affine", 0.0), ("affine", 0.7), ("rigid", 0.7), ("rigid", 1.0)]
)
@pytest.mark.parametrize("way", [(0, -2, 0), (1.5, -2, 0.5)])
def test_a_corner_that_hits_obeys_newton_and_coulomb(kind, bounce, way):
    """Slipping or not, the motion as a whole is that of a rigid body with the same mass and inertia.

    A rigid body has turned with its new ω when it is looked at, and its I ω with it.
    """
    lean = from_axis_angle((1, 0, 0.4), 0.6)
    world, body = falling(kind, bounce, at=(0, 0.6, 0), velocity=way, rotation=lean)
    _, after, arm = until_it_turns(world, body)
    turned = to_matrix(lean)
    inertia = turned @ np.diag([0.34, 0.41, 0.25]) @ turned.T * body.mass / 12
    f = impulse_of_a_corner(body.mass, inertia, arm, np.array(way), 0.4, bounce)
    np.testing.assert_allclose(after[0], way + f / body.mass, atol=1e-7)
    np.testing.assert_allclose(
        after[1], np.cross(arm, f), atol=(1e-5 if kind == "rigid" else 1e-7) * body.mass
    )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("bounce", [0.0, 1.0])
def test_no_blow_adds_energy(seed, bounce):
    """Strains and all, through many blows of bodies that spin, on a floor with friction.

    Counted is the energy that symplectic steps keep in free flight, E + ½ h g·P.
    """
    rng = np.random.default_rng(seed)
    stuff = replace(WOOD, bounce=bounce, friction=0.8)
    world = supple.World()
    for i in range(3):
        world.add(
            supple.models.box(width=0.4, height=0.3, depth=0.5), kind="affine" if i else "rigid", material=stuff,
            name=f"b{i}",
            at=(0.1 * i, 0.7 + 0.9 * i, 0), rotation=from_axis_angle(rng.normal(size=3), rng.uniform(0, 3)),
            velocity=rng.uniform(-1, 1, 3), spin=rng.uniform(-4, 4, 3),
        )  # fmt: skip

    def energy():
        falls = sum(body.momentum(*world.coordinates(body))[0][1] for body in world.bodies)
        return world.energy() - 0.5 * world.step_size * 9.81 * falls

    start = last = energy()
    for _ in range(300):
        world.step(4)
        now = energy()
        assert now < last + 1e-3 * start
        last = min(last, now)
    assert last < start


def test_two_that_meet_face_to_face_part_with_their_bounce():
    """m₁ u₁ + m₂ u₂ stays, and u₂ − u₁ is turned round and e times as large."""
    world = supple.World(gravity=(0, 0, 0), floor=None)
    stuff = replace(WOOD, bounce=0.6)
    large, small = supple.models.box(), supple.models.box(width=0.3, height=0.3, depth=0.3)
    one = world.add(large, kind="affine", material=stuff, at=(-0.5, 0, 0), velocity=(2, 0, 0), name="one")
    two = world.add(small, kind="affine", material=stuff, at=(0.5, 0.05, 0), name="two")
    world.step(round(0.5 / world.step_size))
    u, w = whole(world, one)[0][0], whole(world, two)[0][0]
    assert one.mass * u + two.mass * w == pytest.approx(2 * one.mass, rel=1e-12)
    assert w - u == pytest.approx(0.6 * 2, rel=0.05)
