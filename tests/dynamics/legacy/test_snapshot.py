"""Going back: snapshot, run, rewind, run again: the same bytes."""

import numpy as np
import pytest

import supple
from supple.control import chase, wait
from supple.errors import InputError


def dropped():
    world = supple.World()
    a = world.add(supple.models.box(), material="jelly", at=(0, 0.4, 0), tilt=20, spin=(1, 2, 0), name="a")
    b = world.add(supple.models.sphere(), material="rubber", at=(0.6, 1.0, 0), name="b")
    return world, a, b


def rerun(world, seconds):
    moment = world.snapshot()
    first = world.run(seconds)
    once = world.state.copy()
    world.rewind(moment)
    assert world.time == moment.t
    second = world.run(seconds)
    return once, world.state, first, second


def test_with_contact_friction_and_events():
    world, _, b = dropped()
    nail = world.nail(b.point("top"))
    world.at(0.7, nail.release)
    world.run(0.3)
    once, twice, first, second = rerun(world, 1.0)
    assert once.q.tobytes() == twice.q.tobytes()
    assert once.v.tobytes() == twice.v.tobytes()
    assert (first.position("a") == second.position("a")).all()


def test_with_a_running_script():
    world, _, b = dropped()

    def script(world):
        yield from wait(0.2)
        yield from chase(b.point("top"), (0.2, 1.2, 0.1), 0.6)
        yield from wait(0.1)

    world.direct(script)
    world.run(0.5)
    once, twice, _, _ = rerun(world, 0.6)
    assert once.q.tobytes() == twice.q.tobytes()


def test_a_bare_generator_cannot_be_run_again():
    world, _, _ = dropped()
    world.direct(wait(1.0))
    world.run(0.1)
    moment = world.snapshot()
    with pytest.raises(InputError, match="running generator cannot be rewound"):
        world.rewind(moment)


def test_a_moment_of_another_world_is_refused():
    world, _, _ = dropped()
    other = supple.World()
    with pytest.raises(InputError, match="other bodies"):
        other.rewind(world.snapshot())


def test_several_worlds_do_not_disturb_each_other():
    alone, together = dropped()[0], dropped()[0]
    other = dropped()[0]
    alone.run(0.5)
    for _ in range(5):
        together.run(0.1)
        other.run(0.05)
    np.testing.assert_array_equal(alone.state.q, together.state.q)
