"""A seam sees jumps as large as they are, and none where a point goes on smoothly."""

import numpy as np
import pytest

import supple
from supple.dynamics import Seam
from supple.errors import InputError


def falling(step=1 / 1920):
    world = supple.World(floor=None, step=step)
    box = world.add(supple.models.box(), at=(0, 1, 0), velocity=(1, 2, 0), name="box")
    return world, box, box.point("top")


def test_free_flight_has_no_seam():
    world, _, top = falling()
    seam = Seam(world, top, 0.2)
    world.run(0.3)
    assert seam.position_jump < 1e-12
    assert seam.speed_jump < 1e-9


def test_a_kick_is_a_jump_of_speed():
    world, _, top = falling()
    seam = Seam(world, top, 0.2)
    world.at(0.2, lambda: world.kick(top, (0.3, 0, 0.4)))
    world.run(0.3)
    assert seam.speed_jump == pytest.approx(0.5, rel=0.1), "the wobble that follows is part of it"
    assert seam.position_jump < 1e-4


def test_a_shift_is_a_jump_of_place():
    world, box, top = falling()
    seam = Seam(world, top, 0.2)
    world.at(0.2, lambda: np.add(world.state.q, box.gravity(np.array([0, 0.03, 0.04])), out=world.state.q))
    world.run(0.3)
    assert seam.position_jump == pytest.approx(0.05, rel=1e-6)


def test_a_force_that_sets_in_at_once_is_blurred_by_half_a_step():
    """Symplectic Euler moves by h v⁺: a change of acceleration by g shows as g h / 2."""
    jumps = []
    for step in (1 / 480, 1 / 1920):
        world = supple.World(floor=None, gravity=(0, 0, 0), step=step)
        box = world.add(supple.models.box(), at=(0, 1, 0), name="box")
        seam = Seam(world, box.point("top"), 0.1)
        pull = supple.dynamics.legacy.forces.PointForce(box.point((0, 1, 0)), (0, -9.81 * box.mass, 0))
        world.at(0.1, lambda world=world, pull=pull: world.push(pull))
        world.run(0.2)
        jumps.append(seam.speed_jump / (9.81 * step / 2))
    np.testing.assert_allclose(jumps, 1.0, rtol=0.2)


def test_a_seam_that_is_not_over_says_so():
    world, _, top = falling()
    seam = Seam(world, top, 0.2)
    world.run(0.1)
    with pytest.raises(InputError, match=r"has not run 5 steps past 0\.2000 s"):
        _ = seam.speed_jump
