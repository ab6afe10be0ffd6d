"""Keys of whole figures moved, copied, drawn and paced, by part; named poses stay named."""

import numpy as np
import pytest

from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, keys, pacing
from supple.scene import Figure, Joint, Node, Scene


def man():
    """Hips, two legs with knees, two arms."""
    hips = Node("hips", translation=(0, 1, 0), joint=Joint("free"))
    for side, x in (("L", 0.1), ("R", -0.1)):
        leg = hips.add(Node(f"leg.{side}", translation=(x, 0, 0), joint=Joint("ball")))
        leg.add(Node(f"knee.{side}", translation=(0, -0.5, 0), joint=Joint("hinge", (1, 0, 0))))
        hips.add(Node(f"arm.{side}", translation=(2 * x, 0.5, 0), joint=Joint("ball")))
    figure = Figure(hips, scene=Scene([hips]), name="man")
    figure.poses["crouch"] = figure.pose(knee_L=1.2, knee_R=1.2, arm_L_pitch=0.5)
    figure.key(0, "rest")
    figure.key(1, "crouch")
    figure.key(2, "rest")
    figure.key(3, "crouch")
    return figure


@pytest.mark.feature("BB-32", "BB-33", "BB-34")
def test_keys_of_a_part_move_and_the_rest_stays():
    figure = man()
    figure["leg.L"].move_keys(1, 0.25)
    assert figure.tracks["knee.L"].times.tolist() == [0, 1.25, 2, 3]
    assert figure.tracks["knee.R"].times.tolist() == [0, 1, 2, 3]
    figure["leg.L"].move_keys(1.25, 0.25, "ripple", until=3)
    assert figure.tracks["knee.L"].times.tolist() == [0, 1.5, 2.25, 3]
    figure["arm.L"].move_keys(1, -0.5, "ripple")
    assert figure.tracks["arm.L.pitch"].times.tolist() == [0, 0.5, 1.5, 2.5]
    figure["arm.R"].move_keys(2, 1.0, "ripple all")
    assert figure.tracks["knee.R"].times.tolist() == [0, 1, 3, 4]
    assert figure.tracks["arm.R.pitch"].times.tolist() == [0, 3], "the crouch says nothing of this arm"


def test_moved_and_copied_keys_follow_their_pose():
    figure = man()
    figure["leg.L"].move_keys(1, 0.25)
    figure.copy_keys((0, 1), 4)
    figure.poses["crouch"] = figure.pose(knee_L=0.6, knee_R=0.7)
    for name, times, value in (("knee.L", (1.25, 3), 0.6), ("knee.R", (1, 3, 5), 0.7)):
        assert figure.tracks[name](times) == pytest.approx([value] * len(times))
    assert figure.tracks["knee.L"].times.tolist() == [0, 1.25, 2, 3, 4], (
        "that of this knee was not there to copy"
    )


def test_copies_take_the_place_of_keys_that_are_there():
    figure = man()
    figure.copy_keys((0, 1), 1.5)
    assert figure.tracks["knee.R"].times.tolist() == [0, 1, 1.5, 2.5, 3], "2 s lies between the copies"
    figure = man()
    figure.copy_keys(1, 2)
    assert figure.tracks["knee.L"].times.tolist() == [0, 1, 2, 3]
    assert figure.tracks["knee.L"](2) == 1.2
    assert figure.tracks["arm.R.pitch"](2) == 0, (
        "of what the pose says nothing of, the key that was there stays"
    )


@pytest.mark.feature("BB-47")
def test_poses_first_then_a_look_then_curves():
    """The default through poses is smooth; what is drawn into one interval changes it there and nowhere else."""
    figure, t = man(), np.linspace(0, 3, 61)
    before = {name: track(t) for name, track in figure.tracks.items()}
    look = figure.take(fps=20)
    limp = [1.2, 0.3, 0.9, 0.0]
    figure.edit("knee.L", lambda track: track.draw(1, 2, limp))
    assert figure.tracks["knee.L"](1 + np.linspace(0, 1, 4)) == pytest.approx(limp)
    inside = (t > 1) & (t < 2)
    for name, track in figure.tracks.items():
        same = ~inside if name == "knee.L" else np.ones_like(inside)
        assert (track(t[same]) == before[name][same]).all()
    again = figure.take(fps=20)
    assert np.abs(again.motions["knee.L"].rotation - look.motions["knee.L"].rotation).max() > 0.1
    assert (again.motions["knee.R"].rotation == look.motions["knee.R"].rotation).all()


def test_an_edited_curve_is_keyed_moved_and_taken_away_like_others():
    figure = man()
    figure.edit("knee.*", lambda track: track.set_interval((0, 3), "linear"))
    figure.key(2.5, knee_L=0.2)
    assert figure.tracks["knee.L"]([2.25, 2.5]) == pytest.approx([0.1, 0.2])
    figure["leg.L"].move_keys(1, 0.5)
    assert figure.tracks["knee.L"].times.tolist() == [0, 1.5, 2, 2.5, 3]
    figure["leg.L"].copy_keys(1.5, 4)
    assert figure.tracks["knee.L"](4) == 1.2
    figure["leg.L"].unkey(2.5)
    assert figure.tracks["knee.L"].times.tolist() == [0, 1.5, 2, 3, 4]


@pytest.mark.feature("BB-37", "A4")
def test_a_part_is_paced_apart_and_a_pace_is_used_again():
    figure, t = man(), np.linspace(0, 1.4, 15)
    plain = figure.clip
    figure.pace(pacing.ramp(2))
    assert figure.clip["knee.L.rotation"](t) == pytest.approx(plain["knee.L.rotation"](2 * t))
    figure["arm.L"].pace(pacing.swing(0, 1, 2))
    wave = (1 - np.cos(np.pi * t)) / 2
    assert figure.clip["arm.L.rotation"](t) == pytest.approx(plain["arm.L.rotation"](wave), abs=1e-12)
    assert figure.clip["knee.L.rotation"](t) == pytest.approx(plain["knee.L.rotation"](2 * t))
    figure["arm.L"].pace(None)
    figure.pace(None)
    assert figure.clip["arm.L.rotation"](t) == pytest.approx(plain["arm.L.rotation"](t))
    unkeyed = man()
    unkeyed.unkey(0)
    only_clip = Figure(unkeyed.root, clip=Clip({"hips.position.y": keys({0: 0, 1: 1}, interpolate="linear")}))
    only_clip.pace(pacing.ramp(0.5))
    assert only_clip.clip["hips.position.y"](1.0) == 0.5


@pytest.mark.parametrize(
    ("do", "error", "says"),
    [
        (lambda f: f.move_keys(0.7, 1), InputError, "no key at 0.7 s"),
        (lambda f: f.move_keys(1, 1.5), InputError, "the keys at 1 and 2 s would pass each other"),
        (lambda f: f.move_keys(1, 0.5, "slide"), UnknownNameError, "ripple all"),
        (lambda f: f.copy_keys(0.7, 1), InputError, "there are keys at"),
        (lambda f: f.edit("nee*", lambda t: t), UnknownNameError, "knee.L"),
    ],
)
def test_what_cannot_be_edited_says_why(do, error, says):
    with pytest.raises(error, match=says):
        do(man())
