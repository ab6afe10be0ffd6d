"""Markers of a clip as cues for a world: what begins, stops and changes at them moves when they are moved."""

import pytest

import supple
from supple.motion import Clip, keys


def played(clip):
    """A ball that is held until the cue to drop, and pushed at the next one; when it was let go, and how it went."""
    world = supple.World()
    ball = world.add(supple.models.sphere(radius=0.1), at=(0, 2, 0), name="ball", kind="rigid")
    pin = world.nail(ball.point("top"))
    actions = {"drop": pin.release, "push": lambda: world.kick(ball, (1.0, 0, 0))}
    for cue, time in clip.markers.items():
        world.at(time, actions[cue])
    return world.run(0.6)


@pytest.mark.feature("BB-31")
def test_a_cue_starts_and_switches_what_a_world_does():
    clip = Clip({"notes": keys({0.2: "drop", 0.4: "push"})})
    take = played(clip)
    height, along = take.position("ball")[:, 1], take.position("ball")[:, 0]
    still, fallen = take.frame(0.19), take.frame(0.3)
    assert height[still] == pytest.approx(height[0], abs=1e-9)
    assert height[0] - height[fallen] == pytest.approx(9.81 * 0.1**2 / 2, rel=0.1)
    assert along[take.frame(0.39)] == pytest.approx(0, abs=1e-9)
    assert along[-1] == pytest.approx(0.2, rel=0.1)
    later = played(clip.move_marker("drop", 0.1))
    assert later.position("ball")[take.frame(0.29), 1] == pytest.approx(height[0], abs=1e-9)
