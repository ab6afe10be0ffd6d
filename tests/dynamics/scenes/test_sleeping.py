"""Islands that rest fall asleep where that is asked for: nothing of them changes, and they wake as they were."""

import numpy as np
import pytest
from run import Run, ball, box, brick, plane, sphere

import supple
from supple.dynamics.bodies.given import given
from supple.dynamics.integrators.step import POINTS
from supple.dynamics.legacy.forces.spring import Pull
from supple.dynamics.model.arrays import Contacts, State
from supple.dynamics.model.build import AWAKE, Geom
from supple.dynamics.model.components import still
from supple.dynamics.model.geom_types import BOX

SLEEPING = 1e-3, 0.5
HEAP = [(0, 0.1, 0), (0.1, 0.305, 0.02), (0.21, 0.1, 0), (0.08, 0.51, 0)]


def heap(more=(), shapes=(), sleeping=SLEEPING) -> Run:
    """Four boxes that lie on each other, and others."""
    bodies = [*(brick(at) for at in HEAP), *more]
    geoms = [plane(friction=0.8), *(box(body=b, friction=0.8) for b in range(len(HEAP))), *shapes]
    return Run(bodies, geoms, sleeping=sleeping)


def asleep(run: Run) -> np.ndarray:
    return run.built.state.contacts.asleep


def asleep_after(run: Run, most: int = 1500) -> int:
    """Steps until the heap sleeps."""
    for steps in range(most):
        if asleep(run)[: len(HEAP)].all():
            return steps
        run.step()
    raise AssertionError("it does not fall asleep")


def moment(run: Run) -> State:
    state = run.built.state
    return State(
        state.q.copy(),
        state.v.copy(),
        Contacts(*(a.copy() for a in state.contacts)),
        state.multiplier.copy(),
    )


def awake_from(run: Run, begun: State) -> Run:
    """Another of the same that begins there and never sleeps."""
    run.built.model.sleeping[:] = AWAKE
    run.built = run.built._replace(state=begun)
    return run


def test_unless_it_is_asked_for_nothing_sleeps():
    run = heap(sleeping=AWAKE).step(2000)
    assert not asleep(run).any()
    assert not run.built.state.contacts.calm.any()


def test_what_sleeps_costs_nothing_and_stays_to_the_bit():
    run = heap()
    steps = asleep_after(run)
    assert steps > SLEEPING[1] / 2e-3
    begun, points = moment(run), run.sums[POINTS]
    assert np.abs(begun.v).max() < SLEEPING[0]
    run.step(3000)
    assert run.sums[POINTS] == points
    for now, then in zip(run.built.state.contacts, begun.contacts, strict=True):
        np.testing.assert_array_equal(now, then)
    assert run.built.state.q.tobytes() == begun.q.tobytes()
    assert run.built.state.v.tobytes() == begun.v.tobytes()


@pytest.mark.parametrize("how", ["kicked", "moved", "pushed"])
def test_it_goes_on_from_there_as_if_no_time_had_passed(how):
    """The same bytes as of one that was disturbed when it fell asleep; and all that touches it wakes with it."""
    run = heap()
    asleep_after(run)
    begun = moment(run)
    run.step(700)
    found = list[State]()
    for each in (run, awake_from(heap(), begun)):
        state = each.built.state
        begun = moment(each)
        if how == "kicked":
            state.v[6] += 0.3
        elif how == "moved":
            state.q[1] += 1e-4
        else:
            each.plan = each.plan._replace(push=np.tile([9.0, 0, 0, 0, 0, 0], len(HEAP))[None])
        each.step(150)
        found.append(each.built.state)
    assert not asleep(run).any()
    assert np.abs(found[0].q - begun.q).max() > 1e-9
    assert found[0].q.tobytes() == found[1].q.tobytes()
    assert found[0].v.tobytes() == found[1].v.tobytes()
    assert found[0].contacts.impulse.tobytes() == found[1].contacts.impulse.tobytes()


def test_it_wakes_where_it_is_touched_and_others_sleep_on():
    """A ball falls on one heap; a box far away sleeps on."""
    run = heap(
        [brick((5, 0.1, 0)), ball((0.05, 6.5, 0.02), velocity=(0, -0.1, 0))],
        [box(body=4, friction=0.8), sphere(body=5)],
    )
    asleep_after(run)
    assert asleep(run)[4]
    alone = run.q[4].tobytes()
    while run.q[5, 1] > 0.85:
        assert asleep(run)[:4].all()
        run.step()
    run.step(60)
    assert not asleep(run)[[0, 1, 2, 3, 5]].any()
    assert np.abs(run.v[:4]).max() > 1e-2
    assert asleep(run)[4]
    assert run.q[4].tobytes() == alone


def test_it_wakes_when_what_it_lies_on_goes_away():
    """A shelf that somebody holds is drawn from under it, as a body whose motion is given."""
    shelf = given(np.array([0, 1.0, 0, 0, 0, 0, 1.0]))
    run = Run(
        [brick((0, 1.2, 0)), shelf],
        [plane(), box(body=0), Geom(BOX, (0.5, 0.1, 0.5), body=1, friction=0.5)],
        sleeping=SLEEPING,
    )
    for _ in range(1000):
        run.step()
    assert asleep(run)[0]
    run.v[1, 1] = -20.0
    run.step(20)
    assert not asleep(run)[0]
    assert run.v[0, 1] < -0.3


def test_it_wakes_when_sleep_is_no_longer_asked_for():
    run = heap()
    asleep_after(run)
    run.built.model.sleeping[:] = AWAKE
    run.plan = still((), np.zeros((0, 3)), len(run.built.state.v))
    run.step()
    assert not asleep(run).any()


def crates() -> tuple[supple.World, list]:
    """Two crates, one on the other, and one far away, that sleep."""
    world = supple.World(step=2e-3, sleep=True)
    shape = supple.models.box(width=0.2, height=0.2, depth=0.2)
    places = (0, 0, 0), (0, 0.2, 0), (3, 0, 0)
    found = [
        world.add(shape, kind="rigid", material="wood", at=at, name=f"crate {i}")
        for i, at in enumerate(places)
    ]
    world.step(1500)
    assert world.state.contacts.contacts.asleep.all()
    return world, found


EDITS = {
    "kick": lambda world, crate: world.kick(crate, (0, 0, 0.5)),
    "pull": lambda world, crate: world.push(Pull(crate.point("top"), (0, 2, 0), stiffness=1e-3)),
    "nail": lambda world, crate: world.nail(crate.point("top")),
    "gravity": lambda world, _: setattr(world, "gravity", (0.5, -9.81, 0)),
    "obstacle": lambda world, _: world.obstacle(supple.models.box(width=0.1), at=(5, 0, 0)),
    "add": lambda world, _: world.add(supple.models.sphere(radius=0.1), kind="rigid", at=(0, 0.6, 0)),
    "awake": lambda world, _: setattr(world, "sleep", False),
}


@pytest.mark.parametrize("edit", EDITS)
def test_edits_of_a_world_wake_what_they_change(edit):
    world, found = crates()
    assert len(world.contacts(found[2])) == 4
    assert sum(abs(each.force[1]) for each in world.contacts(found[2])) == pytest.approx(9.81 * found[2].mass)
    EDITS[edit](world, found[1])
    world.step(1)
    assert not world.state.contacts.contacts.asleep[:2].any()
    assert world.state.contacts.contacts.asleep[2] == (edit in ("kick", "pull"))


def test_a_moment_in_which_it_slept_comes_again():
    world, found = crates()
    then = world.snapshot()
    ends = []
    for _ in range(2):
        world.rewind(then)
        assert world.state.contacts.contacts.asleep.all()
        world.step(100)
        world.kick(found[1], (0.3, 0, 0))
        world.step(100)
        ends.append(world.state.q.tobytes())
    assert ends[0] == ends[1]
