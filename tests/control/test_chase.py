"""Behaviors that move points: they arrive in time, where they should, as fast as they should, with sane forces."""

import numpy as np
import pytest

import supple
from supple.control import chase, connect, disconnect, first_of, follow, grab, move_to, wait
from supple.errors import DivergenceError, InputError
from supple.motion import Track

ASKED = (0.6, -0.8, 0.4)


RUBBER = supple.materials.wobble(hz=9, settle=0.7)


def stage(gravity=0.0, velocity=(0.0, 0.0, 0.0), step=1 / 480):
    """Two rubber boxes in the air, two meters apart."""
    world = supple.World(gravity=(0, -gravity, 0), floor=None, step=step)
    a = world.add(supple.models.box(), at=(0, 1, 0), material=RUBBER, name="a")
    b = world.add(supple.models.box(), at=(2, 1, 0), material=RUBBER, name="b", velocity=velocity)
    return world, a.point("left"), b.point("top")


def watched(world, point):
    """Velocities of a point after every step, as they come."""
    speeds = []
    world.on_step(lambda: speeds.append(world.velocity(point)))
    return speeds


def arriving(world, behavior, point, target):
    """Run a behavior to its end; returns the gap to the target and both velocities then."""
    found = {}

    def script(world):
        yield from behavior
        place = world.position(target) if isinstance(target, supple.dynamics.Point) else np.asarray(target)
        found["gap"] = np.linalg.norm(world.position(point) - place)
        found["velocity"] = world.velocity(point)

    performance = world.direct(script)
    world.run(1.0)
    assert performance.done
    return found, performance


@pytest.mark.parametrize("velocity", [(0, 0, 0), (0.7, 0.5, -0.3)])
def test_a_still_or_steady_target_is_met_exactly_with_the_velocity_asked(velocity):
    """Linear prediction of a uniform motion is exact: only round-off remains."""
    world, point, target = stage(velocity=velocity)
    found, performance = arriving(world, chase(point, target, 0.777, ASKED), point, target)
    assert performance.time == 0.777
    assert found["gap"] < 1e-12
    np.testing.assert_allclose(found["velocity"], ASKED, atol=1e-9)


def test_a_chase_shorter_than_a_step_takes_one_and_its_own_time():
    world, point, _ = stage()
    place = world.position(point) + [5e-4, 0, 0]
    found, performance = arriving(world, chase(point, place, 0.0003, (0.3, 0, 0)), point, place)
    assert performance.time == 0.0003
    assert found["gap"] < 1e-12


@pytest.mark.parametrize("step", [1 / 480, 1 / 1920])
def test_a_falling_target_is_met_within_a_step_of_gravity(step):
    """The last step foresees all but g h² of where the target goes."""
    world, point, target = stage(gravity=9.81, velocity=(0, 2, 0), step=step)
    found, _ = arriving(world, chase(point, target, 0.9, ASKED), point, target)
    assert found["gap"] < 9.81 * step**2
    np.testing.assert_allclose(found["velocity"], ASKED, atol=1e-6)


@pytest.mark.parametrize("phase", [0.0, 1.0, 2.0])
def test_a_swerving_target_is_met_with_bounded_force(phase):
    """A target that swings at 2 Hz with acceleration A: the chaser needs no more than its own move and a few A."""
    world, point, target = stage()
    A, w = 20.0, 4 * np.pi
    swing = Track.function(
        lambda t: np.array([2, 1.2, 0]) + np.outer(np.sin(w * t + phase) - np.sin(phase), [0, A / w**2, 0]),
        "vector",
    )
    start = [0, A / w * np.cos(phase), 0]
    world.state.v[world.structure.span(world["b"])] = np.outer(start, [1, 0, 0, 0]).reshape(-1)
    world.follow(target, swing)
    speeds = watched(world, point)
    found, _ = arriving(world, chase(point, target, 0.8, (0, 0, 0)), point, target)
    assert found["gap"] < 2 * A * world.step_size**2
    np.testing.assert_allclose(found["velocity"], 0, atol=1e-9)
    end = round(0.8 / world.step_size)
    forces = np.linalg.norm(np.diff(speeds[:end], axis=0), axis=1) / world.step_size
    calm = 6 * np.linalg.norm([1.8, 0.2]) / 0.8**2
    assert forces.max() < calm + 5 * A


def test_a_track_is_met_as_it_is_known_to_go():
    world, point, _ = stage()
    track = supple.keys({0: (1, 1, 0), 0.5: (1.5, 2, 0), 1: (0.5, 1, 1)})
    found, _ = arriving(world, chase(point, track, 0.75, ASKED), point, track(0.75))
    assert found["gap"] < 1e-12


def test_the_default_final_velocity_is_that_of_the_smoothest_move():
    """Of all cubics to the target, ẋ₁ = 3Δ/2T − ẋ₀/2 has the least ∫ ẍ² dt: its acceleration ends at zero."""
    world, point, _ = stage()
    start, v0 = world.position(point), np.array([0.4, 0, 0.2])
    world.state.v[world.structure.span(world["a"])] = np.outer(v0, [1, 0, 0, 0]).reshape(-1)
    target = np.array([1.0, 2.0, -1.0])
    found, _ = arriving(world, chase(point, target, 0.75), point, target)
    np.testing.assert_allclose(found["velocity"], 1.5 * (target - start) / 0.75 - v0 / 2, atol=1e-9)


def test_nothing_acts_on_the_target_of_a_chase():
    world, point, target = stage(velocity=(0.5, 0, 0))
    world.direct(chase(point, target, 0.5))
    world.run(0.6)
    np.testing.assert_allclose(world.velocity(target), (0.5, 0, 0), atol=1e-12)


def test_letting_go_keeps_the_velocity():
    """What changes on release is half a step of the acceleration at the end: from the step's mean velocity to ẋ."""
    world, point, _ = stage()
    speeds, after = watched(world, point), []

    def script(world):
        yield from chase(point, (1, 1, 0), 0.5, (1, 1, 0))
        after.append(world.velocity(point))

    world.direct(script)
    world.run(0.5)
    last = np.linalg.norm(speeds[-1] - speeds[-2])
    assert np.linalg.norm(after[0] - speeds[-1]) < 0.55 * last


def test_move_to_arrives_at_rest():
    world, point, _ = stage(gravity=9.81)
    found, _ = arriving(world, move_to(point, (1, 2, 0), 0.5), point, (1, 2, 0))
    assert found["gap"] < 1e-12
    np.testing.assert_allclose(found["velocity"], 0, atol=1e-9)


def test_grab_leaves_no_gap_and_conserves_momentum():
    """An inelastic attach: what one loses the other gets, exactly."""
    world, point, target = stage(velocity=(0.3, 0.6, 0))
    totals = {}

    def momentum():
        parts = [(b, world.structure.span(b)) for b in world.bodies]
        sums = [np.concatenate(b.momentum(world.state.q[s], world.state.v[s])) for b, s in parts]
        return np.sum(sums, axis=0)

    def script(world):
        yield from chase(point, target, 0.5, (2, 0, 1))
        totals["before"] = momentum()
        totals["handle"] = yield from connect(point, target)
        totals["after"] = momentum()
        totals["closing"] = world.velocity(point) - world.velocity(target)

    world.direct(script)
    gaps = []
    world.on_step(
        lambda: (
            "handle" in totals and gaps.append(np.abs(world.position(point) - world.position(target)).max())
        )
    )
    world.run(1.5)
    np.testing.assert_allclose(totals["after"], totals["before"], atol=1e-10)
    np.testing.assert_allclose(totals["closing"], 0, atol=1e-12)
    np.testing.assert_allclose(momentum()[:3], totals["before"][:3], atol=1e-9)
    assert len(gaps) > 100
    assert max(gaps) < 1e-9


def test_grab_of_a_falling_target_leaves_no_gap():
    world, point, target = stage(gravity=9.81)
    world.direct(grab(point, target, 0.5))
    world.run(0.7)
    assert np.linalg.norm(world.position(point) - world.position(target)) < 1e-9


@pytest.mark.parametrize("effort", [200.0, np.inf])
def test_a_grab_out_of_reach_is_given_up_before_it_tears(effort):
    """A box that is nailed cannot come along: with a limit the grab ends early and nothing is torn."""
    world, point, _ = stage()
    world.nail(world["a"].point("right"))
    performance = world.direct(grab(point, (-3, 1, 0), 0.8, effort=effort))
    if effort == np.inf:
        with pytest.raises(DivergenceError, match="'a' turned inside out"):
            world.run(1.0)
        return
    world.run(1.0)
    assert performance.done
    assert performance.result is None
    assert performance.time < 0.8
    assert [handle.constraint.name for handle in world.handles] == ["nail a.right"]
    assert world["a"].volume_ratio(world.coordinates(world["a"])[0]) > 0.5


def test_a_grab_within_its_effort_gives_the_handle():
    world, point, target = stage(velocity=(0.2, 0, 0))
    performance = world.direct(grab(point, target, 0.5, effort=1e4))
    world.run(0.6)
    assert performance.result is world.handles[0]


def test_letting_go_of_weak_holds_one_after_another_keeps_the_velocity():
    """A weak hold gives no impulse, not even in the moment in which another one is released."""
    world, *_ = stage()
    holds = [world.nail(world["b"].point(side)) for side in ("left", "right", "front")]
    for hold in holds:
        hold.strength = 0.1
    world.step(4)
    world.kick(world["b"].point("top"), (0, 0, 1))
    before = world.state.v.copy()
    for hold in holds:
        hold.release()
    np.testing.assert_allclose(world.state.v, before, atol=1e-12)


def test_grab_of_a_place_holds_it_until_disconnected():
    world, point, _ = stage(gravity=9.81)

    def script(world):
        yield from grab(point, (1, 2, 0), 0.5)
        yield from wait(0.3)
        yield from disconnect(point)

    world.direct(script)
    world.run(0.8)
    np.testing.assert_allclose(world.position(point), (1, 2, 0), atol=1e-9)
    world.run(0.3)
    assert np.linalg.norm(world.position(point) - (1, 2, 0)) > 0.1
    assert world.handles == []


def test_disconnect_parts_two_points_in_either_order():
    world, point, target = stage()

    def script(world):
        yield from grab(point, target, 0.4)
        yield from disconnect(world["b"].point("top"), world["a"].point("left"))

    world.direct(script)
    world.run(0.5)
    assert world.handles == []


def test_follow_keeps_to_the_track_and_lets_go_with_its_velocity():
    world, point, _ = stage(gravity=9.81)
    path = supple.keys({0: (0.4, 1, 0), 0.3: (0.6, 1.5, 0.2), 0.6: (1, 1.2, 0)})
    errors, world_end = [], {}

    def script(world):
        yield from wait(0.0101)
        yield from follow(point, path, preroll=0.2)
        world_end["velocity"] = world.velocity(point)

    performance = world.direct(script)
    begin = 0.2101
    world.on_step(
        lambda: (
            begin < world.time < begin + 0.6
            and errors.append(np.abs(world.position(point) - path(world.time - begin)).max())
        )
    )
    world.run(0.9)
    assert performance.time == pytest.approx(begin + 0.6, abs=1e-15)
    assert len(errors) > 100
    assert max(errors) < 1e-8
    np.testing.assert_allclose(world_end["velocity"], path.velocity(0.6), atol=1e-6)


def test_a_stopped_chase_lets_go():
    world, point, target = stage()

    def script(world):
        yield from first_of(chase(point, target, 0.5), wait(0.2))
        assert world.handles == []

    assert world.direct(script).done is False
    performance = world.direct(wait(0.1))
    world.run(0.4)
    assert performance.done
    assert world.handles == []
    assert np.linalg.norm(world.velocity(point)) > 0.5


@pytest.mark.parametrize(
    ("behavior", "message"),
    [
        (lambda p, t: chase(p, t, 0), "a chase by <point a.left> takes 0 s"),
        (lambda p, t: chase(p, p, 1), "cannot chase itself"),
        (lambda p, t: grab(p, t, 1, effort=0), "effort of a chase by <point a.left> is 0 N"),
        (lambda p, t: follow(p, (1, 2, 3)), "follows a track"),
        (
            lambda p, t: follow(p, supple.keys({0: (0, 1, 0), 1: (1, 1, 0)}), preroll=-1),
            "preroll of <point a.left>",
        ),
        (lambda p, t: chase(p, t, 1, (0, float("nan"), 0)), "final velocity of <point a.left>"),
        (lambda p, t: chase(p, (1, 2), 1), "place to go to"),
        (lambda p, t: connect(p, t), "m apart; chase first, or grab"),
        (lambda p, t: disconnect(p, t), "is not connected to <point b.top>; there is: nothing"),
        (lambda p, t: disconnect(p), "is not held in place"),
    ],
)
def test_bad_goals_say_what_is_wrong(behavior, message):
    world, point, target = stage()
    world.direct(behavior(point, target))
    with pytest.raises(InputError, match=message):
        world.run(0.1)
    assert world.handles == []
