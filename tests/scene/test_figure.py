"""Figures: joints of a tree by name, short name, pattern and subtree."""

import pytest

from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, keys
from supple.scene import Figure, Joint, Node, Scene, models
from supple.scene.naming import fitting, short_names, spelled

FOX = [
    "_rootJoint",
    "b_Root_00",
    "b_Hip_01",
    "b_Tail01_012",
    "b_Tail02_013",
    "b_LeftForeArm_010",
    "b_RightLeg01_019",
]


def tree(*names):
    root = Node(names[0])
    below = root
    for name in names[1:]:
        below = below.add(Node(name))
    return root


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("tail*", ["b_Tail01_012", "b_Tail02_013"]),
        ("TAIL01*", ["b_Tail01_012"]),
        ("arm*", ["b_LeftForeArm_010"]),
        ("forearm*", ["b_LeftForeArm_010"]),
        ("left*", ["b_LeftForeArm_010"]),
        ("*leg01*", ["b_RightLeg01_019"]),
        ("b_hip_01", ["b_Hip_01"]),
    ],
)
def test_patterns_fit_from_any_word_on_whatever_the_case(pattern, found):
    assert fitting(pattern, FOX) == found


@pytest.mark.parametrize("pattern", ["ail*", "eft*", "12"])
def test_patterns_do_not_begin_inside_a_word(pattern):
    with pytest.raises(UnknownNameError):
        fitting(pattern, FOX)


def test_short_names_stay_different():
    assert short_names(["mixamorig:Hips", "Hips"]) == {"mixamorig:Hips": "mixamorig:Hips", "Hips": "Hips"}
    assert short_names(["a|b:Spine", "leg_1", "leg_2"]) == {
        "a|b:Spine": "Spine",
        "leg_1": "leg_1",
        "leg_2": "leg_2",
    }
    assert short_names(["_12"]) == {"_12": "_12"}


def test_a_spelling_means_one_joint_or_none():
    assert spelled("arm_L", ["arm.L", "arm.R"]) == "arm.L"
    assert spelled("Hips", ["mixamorig:Hips"]) == "mixamorig:Hips"
    assert spelled("arm_L", ["arm.L", "arm-L"]) is None


def test_a_figure_finds_joints_and_subtrees():
    figure = Figure(models.marionette())
    assert set(figure["arm.upper.L"].names) == {"arm.upper.L", "arm.lower.L"}
    assert figure["arm_upper_L"].clip is figure.clip
    assert figure.node("head") is figure.joints["head"]
    assert figure.parent("arm.lower.L") == "arm.upper.L"
    assert figure.match("arm*", "head") == [n for n in figure.names if n.startswith("arm") or n == "head"]
    assert "hat" not in figure
    assert "head" in figure


def test_without_joints_every_node_is_one():
    assert Figure(tree("hip", "knee", "foot")).names == ("hip", "knee", "foot")


def test_a_figure_of_a_scene_takes_the_tree_with_joints_and_its_clip():
    arm = Node("arm", joint=Joint("hinge"))
    scene = Scene([Node("floor"), Node("man", children=[arm])])
    scene.clip = Clip({"arm.angle": keys({0: 0, 1: 1})})
    figure = Figure.of(scene)
    assert (figure.root.name, figure.names, figure.clip is scene.clip) == ("man", ("arm",), True)


def test_unknown_joints_name_near_ones():
    figure = Figure(tree("hip", "knee.L", "foot.L"))
    with pytest.raises(UnknownNameError, match=r"joint of 'hip': 'knee.l.'; did you mean 'knee.L'"):
        figure["knee.l."]
    with pytest.raises(UnknownNameError, match=r"joint of 'hip' or pattern 'tail\*'.*foot.L, hip, knee.L"):
        figure.match("tail*")


def test_what_is_no_figure_is_refused():
    with pytest.raises(InputError, match="two joints of 'hip' are called 'toe'"):
        Figure(tree("hip", "toe", "toe"))
    with pytest.raises(InputError, match="not below 'hip'"):
        Figure(tree("hip", "toe"), joints=[Node("other")])
    with pytest.raises(InputError, match="has no joints"):
        Figure.of(Scene([Node("floor")]))
