"""Foot contacts found from a motion, and cross-fades whose standing foot stays."""

import numpy as np
import pytest

from supple.errors import InputError
from supple.motion import Clip, keys
from supple.scene import Figure, Joint, Node, Scene, crossfade, foot_contacts, placements
from supple.spatial import conjugate, from_axis_angle, multiply, rotate

SOLES = {side: (f"foot.{side}", (0.0, 0.0, 0.0)) for side in "LR"}
HIP, LEG = 0.9, 0.9
STEP = 0.6


def man():
    """Hips, and legs that are slides: a foot is where the hips, the swing of the leg and its length put it."""
    hips = Node("hips", translation=(0, HIP, 0), joint=Joint("free"))
    for side, x in (("L", 0.1), ("R", -0.1)):
        leg = hips.add(Node(f"leg.{side}", translation=(x, 0, 0), joint=Joint("ball")))
        leg.add(Node(f"foot.{side}", translation=(0, -LEG, 0), joint=Joint("free")))
    return Figure(hips, scene=Scene([hips]), name="man")


def walked(figure, *, rise=0.0, sway=0.0, length=STEP, twist=0.0, bend=0.0, rounds=2):
    """Steps of half a second: one foot stands flat where it is, the other one is lifted over by two lengths.

    Whatever hips (`twist`) and legs (`bend`) turn, feet are put where they belong, upright.
    """
    walker = Figure(figure.root, scene=figure.scene_of())
    hips, leg = from_axis_angle((0, 1, 0), twist), from_axis_angle((1, 0, 0), bend)
    back = conjugate(multiply(hips, leg))
    for k in range(rounds * 30 + 1):
        t = k / 30
        place = np.array([sway * np.sin(np.pi * t), HIP + rise, length * 2 * t])
        pose = {"hips.x": place[0], "hips.y": place[1] - HIP, "hips.z": place[2], "hips": hips}
        for side, x, late in (("L", 0.1, 0.0), ("R", -0.1, 0.5)):
            u = (t + late) % 1.0
            count = np.floor(t + late) - late
            moving = np.clip((u - 0.5) * 2, 0, 1)
            foot = np.array([x, 0.1 * np.sin(np.pi * moving), 2 * length * (count + moving) + 0.3 * length])
            away = rotate(back, foot - place - rotate(hips, (x, 0, 0))) - (0, -LEG, 0)
            pose |= {f"leg.{side}": leg, f"foot.{side}": back}
            pose |= {f"foot.{side}.{axis}": away[i] for i, axis in enumerate("xyz")}
        walker.key(t, pose, interpolate="linear")
    return walker.clip


def placed(figure, clip, name, times):
    return placements(figure.scene_of(), clip).of(figure.node(name), times).matrix


def at(figure, clip, name, times):
    return placed(figure, clip, name, times)[:, :3, 3]


def test_contacts_are_the_steps_that_the_walk_was_made_of():
    figure = man()
    clip = walked(figure)
    found = foot_contacts(figure, clip, SOLES)
    left = [(step.start, step.end) for step in found.of("L")]
    assert np.abs(np.array(left) - [(0, 0.5), (1, 1.5)][: len(left)]).max() < 0.03
    right = np.array([(step.start, step.end) for step in found.of("R")])
    assert np.abs(right[-2:] - [(0.5, 1.0), (1.5, 2.0)]).max() < 0.03
    assert [step.place[2] for step in found.of("L")] == pytest.approx([0.18, 0.18 + 2 * STEP], abs=1e-9)
    assert set(found.standing(0.7)) == {"R"}
    assert "L down" in found.marks().values()


@pytest.mark.parametrize("turned", [0.0, 0.7])
def test_a_crossfade_keeps_the_standing_foot_where_it_stands(turned):
    """The second walk is lower, sways, has longer steps, turned hips and legs, and goes another way elsewhere."""
    figure = man()
    first = walked(figure)
    second = walked(figure, rise=-0.08, sway=0.05, length=0.7, twist=0.5, bend=0.6)
    q = from_axis_angle((0, 1, 0), turned)
    second["hips.position"] = second["hips.position"].rotate(q).translate((3, 0, -2))
    second["hips.rotation"] = second["hips.rotation"].to_rotation().rotate(q)
    fade = crossfade(figure, first, second, 0.6, 0.3, SOLES)
    assert fade.stood == "R"
    t = np.linspace(0.6, 0.9, 61)
    foot = placed(figure, fade.clip, "foot.R", t)
    assert np.abs(foot - foot[0]).max() < 3e-4, (
        "place and turn; lines between 120 corrections a second leave h² a / 8"
    )
    early, late = np.linspace(0, 0.6, 13), np.linspace(0.9, 1.9, 21) + fade.entered - 0.6
    for name in ("hips", "foot.L"):
        assert at(figure, fade.clip, name, early) == pytest.approx(at(figure, first, name, early), abs=1e-9)
        went = at(figure, fade.clip, name, late - fade.entered + 0.6)
        alone = at(figure, second, name, late[late <= 2])
        assert went[: len(alone)] - went[0] == pytest.approx(
            rotate(from_axis_angle((0, 1, 0), -turned), alone - alone[0]), abs=1e-9
        )


def test_a_foot_that_is_held_up_does_not_stand():
    """The left one is held at 0.3 m for a second, between two moments on the floor."""
    figure = man()
    lifted = keys(
        {
            0: (0.1, -HIP, 0),
            0.5: (0.1, -HIP, 0),
            1: (0, -0.6, 0.2),
            2: (0, -0.6, 0.2),
            2.5: (0.1, -HIP, 0),
            3: (0.1, -HIP, 0),
        },
        interpolate="monotone",
    )
    found = foot_contacts(figure, Clip({"foot.L.position": lifted}), SOLES)
    assert [(round(step.start, 1), round(step.end, 1)) for step in found.of("L")] == [(0, 0.5), (2.5, 3)]
    assert [(step.start, step.end) for step in found.of("R")] == [(0, 3)]


def test_the_second_motion_is_entered_where_its_feet_are_alike():
    figure = man()
    clip = walked(figure)
    fade = crossfade(figure, clip, walked(figure), 0.6, 0.2, SOLES)
    assert fade.entered % 1.0 == pytest.approx(0.6, abs=0.04)
    t = np.linspace(0, 1.8, 37)
    same = at(figure, fade.clip, "foot.L", t) - at(figure, clip, "foot.L", t)
    assert np.abs(same).max() < 0.06, "a walk that goes over into itself is itself, but for a sample"


def test_where_no_foot_stands_it_says_so():
    figure = man()
    clip = walked(figure)
    with pytest.raises(InputError, match=r"no point stands from 0.6 to 1.4 s in the first motion"):
        crossfade(figure, clip, clip, 0.6, 0.8, SOLES)
    with pytest.raises(InputError, match="more than none"):
        crossfade(figure, clip, clip, 0.6, 0.0, SOLES)
    with pytest.raises(InputError, match="begins and ends"):
        foot_contacts(figure, Clip({"hips.position": keys({0: (0, 1, 0)})}), SOLES)
