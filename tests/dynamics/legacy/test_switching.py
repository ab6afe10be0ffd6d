"""Bodies of a world that rests touch each other, and do not, and do again."""

import numpy as np
import pytest

import supple


def resting() -> supple.World:
    """A wooden teapot and a wooden ball, which rest on the floor side by side."""
    world = supple.World()
    for shape, x in ((supple.models.teapot(), 0.0), (supple.models.sphere(), 0.8)):
        low = shape.surface.bounds[0][1]
        world.add(shape, material="wood", kind="affine", at=(x, 1e-3 - low, 0))
    return world


def weight(world: supple.World) -> float:
    return sum(body.mass for body in world.bodies) * 9.81


def test_collide_on_and_off_carries_the_bodies_at_once() -> None:
    world = resting()
    world.run(1.5, fps=30)
    for collide in (True, False, True):
        world.collide = collide
        world.run(0.05, fps=30)
        force = sum(contact.force[1] for contact in world.contacts())
        assert force == pytest.approx(weight(world), rel=0.02)
        assert not world.state.memory


def test_switching_there_and_back_moves_nothing_that_rests() -> None:
    world = resting()
    world.run(1.0, fps=30)
    before = world.state.q.copy()
    for collide in (True, False, True, False):
        world.collide = collide
        world.run(0.1, fps=30)
    assert np.abs(world.state.q - before).max() < 2e-4
