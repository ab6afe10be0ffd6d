"""Joints: how many degrees of freedom, by which names, within which limits; and what is refused."""

import numpy as np
import pytest

from supple.errors import InputError, UnknownNameError
from supple.scene import Freedom, Joint


@pytest.mark.feature("DV-02")
@pytest.mark.parametrize(
    ("joint", "nq", "nv", "names"),
    [
        (Joint(), 0, 0, ()),
        (Joint("hinge", (0, 0, 1)), 1, 1, ("turn",)),
        (Joint("slide", (0, 1, 0)), 1, 1, ("shift",)),
        (Joint("universal", (1, 0, 0), second=(0, 0, 1)), 2, 2, ("first", "second")),
        (Joint("ball"), 4, 3, ("yaw", "pitch", "roll")),
        (Joint("free", order="ZXY"), 7, 6, ("x", "y", "z", "roll", "pitch", "yaw")),
        (Joint.general("z y roll"), 3, 3, ("z", "y", "roll")),
        (Joint.general("x y z yaw pitch roll scale.x scale.y scale.z"), 9, 9, None),
    ],
)
def test_a_joint_counts_and_names_its_freedoms(joint, nq, nv, names):
    assert (joint.nq, joint.nv) == (nq, nv)
    assert names is None or joint.names == names


@pytest.mark.feature("BB-5", "C-02")
def test_the_order_of_turns_is_the_order_of_the_axes():
    axes = [f.axis for f in Joint("ball", order="ZXY").freedoms]
    np.testing.assert_array_equal(axes, np.eye(3)[[2, 0, 1]])


def test_limits_are_one_pair_or_one_each_or_none():
    assert [f.limits for f in Joint("ball", limits=(-1, 1)).freedoms] == [(-1, 1)] * 3
    each = ((-1, 1), None, (0, 2))
    assert [f.limits for f in Joint("ball", limits=each).freedoms] == list(each)
    two = ((-1, 1), (0, 2))
    assert [f.limits for f in Joint("universal", limits=two).freedoms] == list(two)
    assert Joint("hinge").freedoms[0].limits is None


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Joint("hinge", limits=(1, -1)), "reversed: 1 to -1"),
        (lambda: Joint("ball", limits=((0, 1), (2, 1), None)), "limits of 'pitch' are reversed"),
        (lambda: Joint("ball", limits=((0, 1), (0, 1))), "3 such pairs"),
        (lambda: Joint("hinge", (0, 0, 0)), "must point somewhere"),
        (lambda: Joint.general("x x"), "share a name"),
        (lambda: Freedom("x", "shift", (np.nan, 0, 0)), "nan"),
    ],
)
def test_what_cannot_be_a_joint_is_refused(make, words):
    with pytest.raises(InputError, match=words):
        make()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Joint("hing"), "did you mean 'hinge'"),
        (lambda: Joint("ball", order="XYX"), "order of turns"),
        (lambda: Joint.general("x rol"), "did you mean 'roll'"),
        (lambda: Freedom("x", "move", (1, 0, 0)), "motion of 'x'"),
    ],
)
def test_unknown_names_list_what_there_is(make, words):
    with pytest.raises(UnknownNameError, match=words):
        make()
