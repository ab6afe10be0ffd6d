"""The monster of fig. 4 is a reflex: it catches whoever comes near, from anywhere, at any pace."""

import numpy as np
import pytest

from supple.demos import monster


@pytest.mark.parametrize("seed", range(3))
def test_random_walkers_are_eaten(seed):
    world, prey = monster.trial(seed)
    assert monster.eaten(world, prey)
    np.testing.assert_allclose(world.position(prey), monster.GULLET, atol=1e-9)


def test_nobody_is_eaten_who_does_not_come_near():
    world, figure, prey = monster.stage(place=(2.0, 0.0, 0.0), velocity=(0.4, 0.0, 0.0))
    performance = world.direct(monster.reflex(world, figure, prey))
    world.run(2)
    assert not performance.done
    assert not monster.eaten(world, prey)
    assert [note.text for note in world.notes] == ["waiting"]
