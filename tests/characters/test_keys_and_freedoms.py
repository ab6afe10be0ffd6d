"""What is keyed on a figure is what mechanics sees: the joints that carry it, read as freedoms and back."""

import numpy as np
import pytest

from supple.characters import Character, human, quadruped
from supple.characters.carrying import nearest_turns
from supple.errors import InputError, UnknownNameError
from supple.kinematics import Link, Skeleton
from supple.scene import Figure, Joint, Node, played
from supple.spatial import degrees, from_axis_angle, rotate

TIMES = np.arange(12) / 10


@pytest.fixture(scope="module")
def man():
    return human()


@pytest.fixture(scope="module")
def horse():
    return quadruped()


def moving(character, seed, most=0.5):
    """q (T, nq) of a skeleton that does anything, within what angles tell apart."""
    turns = np.random.default_rng(seed).uniform(-most, most, (len(TIMES), character.skeleton.nv))
    return character.skeleton.from_angles(turns)


@pytest.mark.parametrize("who", ["man", "horse"])
@pytest.mark.parametrize("seed", range(3))
def test_freedoms_come_back_from_the_figure_exactly(who, seed, request):
    """q → clip of the figure → q, and the figure is where the skeleton is: links and points."""
    character = request.getfixturevalue(who)
    q = moving(character, seed)
    clip = character.clip(TIMES, q)
    got = character.read(clip, TIMES)
    np.testing.assert_allclose(character.skeleton.angles(got.q), character.skeleton.angles(q), atol=1e-9)
    take = played(character.figure.scene, clip, TIMES)
    for name in character.skeleton.places:
        if name in take.scene:
            np.testing.assert_allclose(take.position(name), character.skeleton.position(name, q), atol=1e-9)
    assert max(got.off.values()) < 1e-9
    assert max(got.lost.values()) < 1e-5


def test_each_joint_of_the_figure_is_carried_by_one_link(man, horse):
    for character in (man, horse):
        carried = [name for names in character.carrying.joints.values() for name in names]
        assert sorted(carried) == sorted(character.figure.names)
        assert list(character.carrying.joints) == [link.name for link in character.skeleton.links]
    assert man.carrying.joints["knee.L"] == ("knee.L", "foot.L", "toes.L")
    assert man.carrying.read_into["neck"] == ("neck", "head")


def test_keys_that_mechanics_has_are_read_whole_and_what_it_has_not_is_named():
    man = human()
    man.figure.key(
        0, hips_y=0.9, leg_L=degrees(-40, 0, 15), knee_L=1.1, elbow_R=0.7, arm_R=degrees(-30, 20, 10)
    )
    got = man.read()
    turns = dict(zip(man.skeleton.freedoms, man.skeleton.angles(got.q)[0], strict=True))
    assert turns["knee.L"] == pytest.approx(1.1)
    assert turns["elbow.R"] == pytest.approx(0.7)
    assert turns["hips.y"] == pytest.approx(0.9)
    assert turns["leg.L.first"] == pytest.approx(np.radians(-40), abs=1e-6)
    assert turns["leg.L.second"] == pytest.approx(np.radians(15), abs=1e-2)
    assert max(got.off.values()) < 1e-6
    man.figure.key(0, hand_R=(0, 0, 0.6), leg_L=degrees(-40, 30, 15), shoulder_L=(0, 0, 0.2))
    more = man.read()
    assert more.lost["hand.R"] == pytest.approx(np.degrees(0.6), abs=1e-6), "a hand is part of its forearm"
    assert more.lost["leg.L"] > 10, "the hip of the skeleton has no twist"
    assert more.off["knee.L"] < 1e-6, "the knee is where the figure has it"
    assert more.off["arm.L"] > 0.02, "the shoulder blade moves the arm, which the skeleton's back cannot"
    assert more.off["knee.R"] < 1e-9


def test_the_back_and_the_neck_of_a_figure_are_one_joint_each_for_mechanics():
    """Spine and chest bent alike are one bend of the back; the neck's pitch is that of neck and head together."""
    man = human()
    man.figure.key(0, spine=(0.2, 0, 0), chest=(0.3, 0, 0), neck=(0.1, 0, 0), head=(0.2, 0.4, 0))
    got = man.read()
    turns = dict(zip(man.skeleton.freedoms, man.skeleton.angles(got.q)[0], strict=True))
    assert turns["spine.pitch"] == pytest.approx(0.5, abs=1e-9)
    assert 0.1 < turns["neck"] < 0.35, "what brings the top of the head nearest"
    assert got.lost["head"] > 20, "it cannot look aside"
    assert got.off["head.top"] < 0.08


def test_hands_keep_what_is_keyed_where_mechanics_moves_the_rest(man):
    """The skeleton's motion over keyed hands and shoulder blades: what bears a link goes, hands stay as they were."""
    keyed = human().figure
    keyed.key(0, hand_L=(0, 0, 0.5), index_L=1.0, shoulder_R=(0, 0, 0.4), chest=(0.3, 0, 0))
    q = moving(man, 7)
    clip = man.clip(TIMES, q, keep=keyed.clip)
    take = played(man.figure.scene, clip, TIMES)
    for name in ("hand.L", "arm.R", "elbow.R", "foot.L", "head.top"):
        np.testing.assert_allclose(take.position(name), man.skeleton.position(name, q), atol=1e-9)
    np.testing.assert_allclose(clip["hand.L.rotation"](0.5), keyed.clip["hand.L.rotation"](0.0))
    assert "index.L.rotation" in clip
    assert "shoulder.R.rotation" not in clip


@pytest.mark.parametrize("seed", range(5))
def test_two_axes_bring_a_bone_exactly_where_they_can(seed):
    """first · d fixes the second angle, the plane across first the other: R(a) R(b) bone = d where they reach it."""
    rng = np.random.default_rng(seed)
    axes, bone = np.eye(3)[rng.permutation(3)[:2]], rng.normal(size=3)
    angles = rng.uniform(-0.7, 0.7, (30, 2))
    way = rotate(from_axis_angle(axes[0], angles[:, 0]), rotate(from_axis_angle(axes[1], angles[:, 1]), bone))
    found = nearest_turns(axes, bone, way)
    again = rotate(from_axis_angle(axes[0], found[:, 0]), rotate(from_axis_angle(axes[1], found[:, 1]), bone))
    np.testing.assert_allclose(again, way, atol=1e-9)


def test_what_cannot_be_carried_is_said():
    arm = Node("arm", joint=Joint("hinge"), children=[Node("tip", translation=(0, 1, 0))])
    with pytest.raises(UnknownNameError, match=r"link among the nodes of 'arm': 'leg'"):
        Character("robot", Figure(arm), Skeleton([Link("leg")])).read()
    with pytest.raises(InputError, match="link 'arm' bears no link and no point"):
        Character("robot", Figure(arm), Skeleton([Link("arm")])).read()
    arm.joint = Joint("general", freedoms=Joint("free").freedoms[:2])
    sliding = Skeleton([Link("arm", joint=arm.joint)], points={"tip": ("arm", (0, 1, 0))})
    with pytest.raises(InputError, match="the general joint of 'arm' cannot be read off"):
        Character("robot", Figure(arm), sliding).read()
