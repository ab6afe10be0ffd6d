"""The monster of fig. 4 is a reflex: it catches whoever comes near, from anywhere, at any pace."""

import numpy as np
import pytest

from supple.demos import monster
from supple.demos.gait import Gait, Shoe

GAITS = [Gait(0.28, speed, Shoe(0.02, 0.06, 0.03)) for speed in (0.3, 0.75, 1.5)]
TIMES = np.linspace(0, 2, 801)


def test_a_random_walker_is_eaten():
    assert monster.trial(3) == ""


def test_nobody_is_struck_at_who_does_not_come_near():
    world, performance, humanoid = monster.directed(place=(2.4, 0.0, 0.0), velocity=(0.4, 0.0, 0.0))
    world.step(round(1.0 / world.step_size))
    assert not performance.done
    assert not monster.eaten(world, humanoid)
    assert [note.text for note in world.notes] == ["at ease"]


def test_only_prey_within_reach_and_not_too_close_is_struck_at():
    """Who will be nearer to the shoulder than the arm can fold, or farther than it goes, is left alone."""
    world, _, humanoid = monster.directed(place=(2.4, 0.0, 0.0), velocity=(-0.4, 0.0, 0.0))
    world.state.v[:] = 0
    for there, struck in ((0.5, False), (1.2, True), (2.0, False)):
        shift = np.array(monster.SHOULDER) + (there, 0, 0) - world.position(humanoid.heart)
        for body in humanoid.figure.bodies.values():
            world.state.q[world.structure.span(body)] += body.gravity(shift)
        asked = next(monster.wait_for_humanoid(world, humanoid.heart), "strike")
        assert (asked == "strike") == struck, there


def test_walkers_come_from_over_a_reach_in_each_direction_at_any_pace():
    places, velocities = (np.array(x) for x in zip(*map(monster.walker, range(200)), strict=True))
    speeds = np.linalg.norm(velocities, axis=1)
    assert (np.ptp(places, axis=0)[[0, 2]] > monster.REACH).all()
    assert 0.3 <= speeds.min() < 0.35
    assert 1.45 < speeds.max() <= 1.5


@pytest.mark.parametrize("gait", GAITS)
@pytest.mark.parametrize("side", [1, -1])
def test_bones_keep_their_length_and_knees_bend_forward(gait, side):
    hip, (knee, ankle) = gait.hips(TIMES), gait.leg_of(TIMES, side)
    np.testing.assert_allclose(np.linalg.norm(knee - hip, axis=1), gait.leg / 2, atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(ankle - knee, axis=1), gait.leg / 2, atol=1e-9)
    bone, thigh = ankle - hip, knee - hip
    assert (bone[:, 0] * thigh[:, 1] - bone[:, 1] * thigh[:, 0] > 0).all()


@pytest.mark.parametrize("gait", GAITS)
def test_a_foot_stands_still_while_it_stands_and_then_takes_a_whole_stride(gait):
    _, ankle = gait.leg_of(TIMES, 1)
    down = (gait.beat(TIMES) + gait.stance / 2) % 1 < gait.stance
    spots = np.unique((ankle[down, 0] / gait.stride).round(9))
    np.testing.assert_allclose(np.diff(spots), 1.0)
    assert ankle[~down, 1].max() > ankle[down, 1].min() + 0.1 * gait.leg


@pytest.mark.parametrize("gait", GAITS)
def test_feet_take_turns_and_keep_up_with_the_hips(gait):
    (_, left), (_, right) = gait.leg_of(TIMES, 1), gait.leg_of(TIMES, -1)
    ahead = (left - right)[:, 0]
    assert ahead.min() < -0.3 * gait.stride
    assert ahead.max() > 0.3 * gait.stride
    assert np.abs((left + right)[:, 0] / 2 - gait.hips(TIMES)[:, 0]).max() < 0.25 * gait.stride
