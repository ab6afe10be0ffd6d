"""A world leaves the compiled loop for the one step and comes back: neither reads what the other remembers."""

import numpy as np
import pytest

import supple

COMPILED = {"touch", "load"}


def resting() -> supple.World:
    """A wooden teapot and a wooden ball, which rest on the floor side by side."""
    world = supple.World()
    for shape, x in ((supple.models.teapot(), 0.0), (supple.models.sphere(), 0.8)):
        low = shape.surface.bounds[0][1]
        world.add(shape, material="wood", kind="affine", at=(x, 1e-3 - low, 0))
    return world


def weight(world: supple.World) -> float:
    return sum(body.mass for body in world.bodies) * 9.81


def test_collide_on_and_off_leaves_no_rows_of_other_contacts() -> None:
    """Impulses and loads of the floor have one row for each of its contacts, and carry the bodies at once."""
    world = resting()
    world.run(0.5, fps=30)
    assert set(world.state.memory) >= COMPILED
    world.collide = True
    world.run(0.05, fps=30)
    assert not world.state.memory
    assert sum(contact.force[1] for contact in world.contacts()) == pytest.approx(weight(world), rel=0.02)
    world.collide = False
    world.run(0.05, fps=30)
    count = len(world.structure.contacts.body)
    touch, load = world.state.memory["touch"], world.state.memory["load"]
    assert (touch.shape, load.shape) == ((count, 3), (count,))
    assert touch[:, 1].sum() / world.step_size == pytest.approx(weight(world), rel=0.02)


def test_switching_there_and_back_moves_nothing_that_rests() -> None:
    world = resting()
    world.run(1.0, fps=30)
    before = world.state.q.copy()
    for collide in (True, False, True, False):
        world.collide = collide
        world.run(0.1, fps=30)
    assert np.abs(world.state.q - before).max() < 2e-4
