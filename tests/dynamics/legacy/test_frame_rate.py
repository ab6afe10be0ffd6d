"""Time is in seconds: the frame rate of a take never changes the motion, nor does when a run is cut in two."""

import numpy as np
import pytest

import supple


def dropped(fps, step=None):
    world = supple.World(step=step)
    world.add(supple.models.teapot(), material="jelly", at=(0, 0.5, 0), tilt=25)
    arm = world.add(supple.models.box(), material="rubber", at=(1, 1, 0), name="arm")
    pin = world.nail(arm.point((0.8, 1.2, 0.2)))
    lead = world.follow(
        arm.point("right"), supple.keys({0.0: world.position(arm.point("right")), 1.4: (0.7, 1.2, 0.1)})
    )
    world.at(0.61, lead.release)
    world.at(1.03, pin.release)
    return world.run(2, fps=fps)


@pytest.mark.parametrize("step", [None, 1e-3])
@pytest.mark.parametrize("fps", [25, 30, 60])
def test_runs_at_other_frame_rates_agree_at_shared_times(fps, step):
    take, other = dropped(24, step), dropped(fps, step)
    shared = [
        (i, j) for i, t in enumerate(take.times) for j, u in enumerate(other.times) if abs(t - u) < 1e-9
    ]
    assert len(shared) >= 3
    for name in ("teapot", "arm"):
        here, there = take.world_vertices(name), other.world_vertices(name)
        worst = max(np.abs(here[i] - there[j]).max() for i, j in shared)
        assert worst < 1e-9


def test_frames_lie_between_steps_where_the_path_does():
    """Free fall: the straight line between steps is off by g h²/8 at most, added to the scheme's own g h t/2."""
    world = supple.World(floor=None, step=0.01)
    world.add(supple.models.sphere(), at=(0, 0, 0))
    take = world.run(0.5, fps=120)
    heights = take.position("sphere")[:, 1]
    steps = np.floor(take.times / 0.01 + 1e-9)
    share = take.times / 0.01 - steps
    fallen = 9.81 * 0.01**2 * (steps * (steps + 1) / 2 + share * (steps + 1))
    np.testing.assert_allclose(heights, -fallen, atol=1e-12)
