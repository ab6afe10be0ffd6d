"""Poses and keys on whole figures: by name, by part, in any frame about any pivot, mirrored and blended."""

import numpy as np
import pytest

import supple
from supple.errors import CycleError, InputError, UnknownNameError
from supple.motion import Clip, Pose, keys
from supple.scene import Figure, Joint, Light, Node, Scene, models, placements
from supple.spatial import from_axis_angle, from_euler, rotate, to_matrix


def man():
    """A walker: free hips, a ball for the back, hips and shoulders, hinges for knees; the arms stand turned."""
    hips = Node("hips", translation=(0, 1, 0), joint=Joint("free"))
    spine = hips.add(Node("spine", translation=(0, 0.2, 0), joint=Joint("ball")))
    for side, x in (("L", 1), ("R", -1)):
        hinge = Joint("hinge", (1, 0, 0), (0, 2))
        leg = hips.add(Node(f"leg.{side}", translation=(0.1 * x, 0, 0), joint=Joint("ball")))
        knee = leg.add(Node(f"knee.{side}", translation=(0, -0.5, 0), joint=hinge))
        knee.add(Node(f"foot.{side}", translation=(0, -0.5, 0), joint=Joint("ball")))
        turn = from_axis_angle((0, 0, 1), 0.6 * x)
        arm = spine.add(
            Node(f"arm.{side}", translation=(0.2 * x, 0.4, 0), rotation=turn, joint=Joint("ball"))
        )
        arm.add(Node(f"hand.{side}", translation=(0, -0.6, 0), joint=Joint("hinge", (0.0, 1.0 * x, 1.0))))
    body = models.sphere(radius=0.1)
    body.name = "body"
    return Figure(hips, scene=Scene([hips, body, Node("lamp", light=Light("point"))]), name="man")


def world(figure, name, t):
    return placements(figure.scene, figure.clip).of(figure.scene[name], [t]).matrix[0]


@pytest.mark.feature("BB-7", "BB-D5")
def test_a_value_is_given_by_joint_and_parameter_and_several_at_once():
    figure = man()
    figure.key(0.0, knee_L=0.7, arm_R_pitch=0.3, hips_y=0.1, spine=supple.degrees(10, 20, 0))
    clip = figure.clip
    np.testing.assert_allclose(clip["knee.L.rotation"](0), from_axis_angle((1, 0, 0), 0.7))
    np.testing.assert_allclose(clip["hips.position"](0), [0, 1.1, 0])
    twenty_ten = from_euler(np.radians([20, 10, 0]), "YXZ")
    np.testing.assert_allclose(clip["spine.rotation"].to_rotation()(0), twenty_ten)
    rest = figure.node("arm.R").rotation
    turned = supple.spatial.multiply(rest, from_axis_angle((1, 0, 0), 0.3))
    np.testing.assert_allclose(clip["arm.R.rotation"](0), turned)
    shown = figure.take(seconds=0.5, fps=10).motions["knee.L"].rotation[0]
    assert shown == pytest.approx(clip["knee.L.rotation"](0))


@pytest.mark.feature("BB-11", "BB-D1")
def test_nothing_is_forced():
    """Past its limits, and a limb away from its body: both are done, as a plain figure does what it is told."""
    figure = man()
    figure.key(0, knee_L=-3.0)
    np.testing.assert_allclose(figure.clip["knee.L.rotation"](0), from_axis_angle((1, 0, 0), -3.0))
    loose = Figure(Node("body", children=[Node("arm", translation=(0.2, 0, 0))]))
    loose.key(0, arm_x=1.0)
    assert loose.take(seconds=0.1).position("arm")[0] == pytest.approx([1.2, 0, 0])


@pytest.mark.feature("BB-26")
def test_a_key_holds_all_a_part_or_one_value():
    figure = man()
    figure.key(0, "rest")
    assert set(figure.tracks) == set(figure.parameters)
    figure["leg.L"].key(1, figure.pose(knee_L=1.0, knee_R=1.0))
    assert figure.tracks["knee.L"].times.tolist() == [0, 1]
    assert figure.tracks["knee.R"].times.tolist() == [0], "the other leg is no part of it"
    figure.key(2, leg_L_pitch=-0.4)
    assert [n for n, track in figure.tracks.items() if 2.0 in track.times] == ["leg.L.pitch"]
    assert set(figure["leg.L"].tracks) == {"leg.L.yaw", "leg.L.pitch", "leg.L.roll", "knee.L"} | {
        f"foot.L.{turn}" for turn in ("yaw", "pitch", "roll")
    }


@pytest.mark.feature("BB-30", "BB-D9", "EM-39", "EM-43")
def test_a_named_pose_is_edited_once_and_changed_everywhere():
    figure = man()
    figure.poses["knees"] = figure.pose(knee_L=1.2, knee_R=1.2)
    figure.poses["crouch"] = figure.pose("knees", spine=(0.3, 0, 0))
    for time in (0.5, 1.5, 2.5):
        figure.key(time, "crouch")
    before = figure.clip
    assert figure.clip is before, "nothing has changed, nothing is made anew"
    figure.poses["knees"] = figure.pose(knee_L=0.5, knee_R=0.6)
    for time in (0.5, 1.5, 2.5):
        assert figure.tracks["knee.L"](time) == 0.5
        assert figure.tracks["spine.pitch"](time) == pytest.approx(0.3)


@pytest.mark.feature("EM-40")
def test_a_pose_says_more_than_those_that_it_includes():
    figure = man()
    figure.poses["a"] = figure.pose(knee_L=1.0, knee_R=1.0)
    figure.poses["b"] = figure.pose("a", knee_R=0.2)
    assert figure.poses.resolved("b") == {"knee.L": 1.0, "knee.R": 0.2}
    assert figure.poses.resolved(figure.pose("b", "a"))["knee.R"] == 1.0, "the last one wins"


@pytest.mark.feature("BB-13")
@pytest.mark.parametrize("frame", ["own", "parent", "world", "arm.L"])
def test_a_joint_is_turned_in_any_frame(frame):
    """R as seen from the frame: M′ = F R F⁻¹ M for the rotation, the origin stays."""
    figure = man()
    figure.key(0, hips=(0.2, 0.5, -0.1), spine=(0.4, -0.3, 0.2), arm_L=(0.1, 0.2, 0.3))
    before = world(figure, "spine", 0.0)
    axes = {"own": "spine", "parent": "hips", "arm.L": "arm.L"}
    F = np.eye(3) if frame == "world" else world(figure, axes[frame], 0.0)[:3, :3]
    R = to_matrix(from_euler([0.3, 0.2, 0.1], "YXZ"))
    figure.key(0, spine=(0.2, 0.3, 0.1), frame=frame)
    after = world(figure, "spine", 0.0)
    np.testing.assert_allclose(after[:3, :3], F @ R @ F.T @ before[:3, :3], atol=1e-12)
    np.testing.assert_allclose(after[:3, 3], before[:3, 3], atol=1e-12)


@pytest.mark.feature("BB-14", "BB-D8")
def test_a_walker_turns_about_the_ball_of_its_foot():
    figure = man()
    figure.key(0.5, hips=(0.1, 0.4, 0), leg_L=(-0.3, 0, 0.1), knee_L=0.5, hips_x=0.3)
    foot, hips = world(figure, "foot.L", 0.5), world(figure, "hips", 0.5)
    figure.key(0.5, hips=supple.degrees(0, 30, 5), frame="world", about="foot.L")
    np.testing.assert_allclose(world(figure, "foot.L", 0.5)[:3, 3], foot[:3, 3], atol=1e-12)
    q = from_euler(np.radians([30, 0, 5]), "YXZ")
    moved = rotate(q, hips[:3, 3] - foot[:3, 3]) + foot[:3, 3]
    np.testing.assert_allclose(world(figure, "hips", 0.5)[:3, 3], moved, atol=1e-12)
    np.testing.assert_allclose(world(figure, "hips", 0.5)[:3, :3], to_matrix(q) @ hips[:3, :3], atol=1e-12)


def test_a_joint_that_cannot_shift_takes_the_root_along():
    """A leg swings about its own foot: the foot stays, and the hips go where the leg's top goes."""
    figure = man()
    foot, leg = (world(figure, name, 0)[:3, 3] for name in ("foot.L", "leg.L"))
    figure.key(0, leg_L=(0.5, 0, 0), frame="world", about="foot.L")
    np.testing.assert_allclose(world(figure, "foot.L", 0)[:3, 3], foot, atol=1e-12)
    top = rotate(from_axis_angle((1, 0, 0), 0.5), leg - foot) + foot
    np.testing.assert_allclose(world(figure, "leg.L", 0)[:3, 3], top, atol=1e-12)
    np.testing.assert_allclose(figure.tracks["hips.z"](0), top[2] - leg[2], atol=1e-12)


@pytest.mark.feature("BB-18")
def test_what_does_not_move_is_keyed_alike():
    figure = man()
    figure.key(0, body_color="red", lamp_visible=True, knee_L=0)
    figure.key(1, body_color="blue", lamp_visible=False, knee_L=1)
    take = figure.take(seconds=1, fps=2)
    colors = take.motions["body"].color
    assert colors[0].tolist() == [1, 0, 0, 1]
    assert colors[-1].tolist() == [0, 0, 1, 1]
    assert colors[1] == pytest.approx([0.5, 0, 0.5, 1])
    assert take.motions["lamp"].visible.tolist() == [True, True, False]


@pytest.mark.feature("BB-38")
def test_new_attributes_leave_an_older_motion_as_it_was(tmp_path):
    figure = man()
    figure.key(0, knee_L=0, arm_R=(0, 0, 0.2))
    figure.key(1, knee_L=1, arm_R=(0.5, 0, 0.2))
    figure.clip.save(tmp_path / "old.json")
    old = Clip.load(tmp_path / "old.json")
    later = man()
    later.clip = old
    later.key(0.5, body_color="red", spine=(0.1, 0, 0))
    t = np.linspace(0, 1, 7)
    for name in old:
        np.testing.assert_array_equal(later.clip[name](t), figure.clip[name](t))
    assert set(later.clip) == {*old, "body.color", "spine.rotation"}


@pytest.mark.feature("BB-50")
def test_a_script_and_keys_work_on_one_motion():
    figure = man()
    figure.clip = Clip(
        {"leg.R.rotation": keys({0: (0, 0, 0, 1), 1: from_axis_angle((1, 0, 0), 1)}, kind="rotation")}
    )
    for k in range(4):
        figure.key(0.25 * k, knee_L=0.1 * k)
    assert figure.tracks["knee.L"](0.5) == pytest.approx(0.2)
    assert "leg.R.rotation" in figure.clip
    assert figure.clip["leg.R.rotation"].end == 1


def test_what_is_not_keyed_of_a_joint_is_as_the_clip_below_has_it():
    """One angle keyed over a walk that came with the figure: the other two, and two shifts, are still the walk's."""
    figure = man()
    walk = {0.0: (0.1, 0.2, 0.3), 1.0: (0.4, -0.2, 0.1)}
    turns = {t: from_euler([y, x, z], "YXZ") for t, (x, y, z) in walk.items()}
    rest = figure.node("arm.L").rotation
    figure.clip = Clip({
        "spine.rotation": keys(turns, kind="rotation"),
        "arm.L.rotation": keys({t: supple.spatial.multiply(rest, q) for t, q in turns.items()}, kind="rotation"),
        "hips.position": keys({0: (0, 1, 0), 1: (0.3, 1.1, 2.0)}, interpolate="linear"),
    })  # fmt: skip
    figure.key(0, spine_pitch=0.9, arm_L_pitch=0.9, hips_y=0.5)
    for t, (_, y, z) in walk.items():
        for joint in ("spine", "arm.L"):
            local = figure.clip[f"{joint}.rotation"].to_rotation()(t)
            q = supple.spatial.multiply(supple.spatial.conjugate(figure.node(joint).rotation), local)
            np.testing.assert_allclose(supple.spatial.to_euler(q, "YXZ"), [y, 0.9, z], atol=1e-12)
    np.testing.assert_allclose(figure.clip["hips.position"](0.5), [0.15, 1.5, 1.0])


def test_a_slide_along_any_axis_is_keyed():
    slide = Joint("slide", (0.6, 0.8, 0.0))
    figure = Figure(Node("rail", children=[Node("cart", translation=(1, 0, 0), joint=slide)]))
    figure.key(0, cart=0)
    assert figure.clip["cart.position"](0).tolist() == [1, 0, 0]
    figure.key(1, cart=2, interpolate="linear")
    np.testing.assert_allclose(figure.clip["cart.position"](1), [2.2, 1.6, 0])
    track, h = figure.clip["cart.position"], 1e-5
    np.testing.assert_allclose(track.velocity(0.3), (track(0.3 + h) - track(0.3 - h)) / (2 * h), atol=1e-7)


def test_rates_of_turned_joints_are_exact():
    """ω and ω̇ of joints with a rest of their own against differences."""
    figure = man()
    for t, (a, b, c, d) in enumerate([(0, 0, 0, 0), (0.5, -0.4, 0.9, 1), (0.2, 0.8, -0.3, -1)]):
        figure.key(t, arm_L=(a, b, c), hand_R=d)
    for name in ("arm.L.rotation", "hand.R.rotation"):
        track, h, at = figure.clip[name], 1e-4, np.array([0.3, 1.4])
        step = supple.spatial.log(
            supple.spatial.multiply(track(at + h), supple.spatial.conjugate(track(at - h)))
        )
        np.testing.assert_allclose(track.velocity(at), step / h, atol=1e-6)
        change = (track.velocity(at + h) - track.velocity(at - h)) / (2 * h)
        np.testing.assert_allclose(track.acceleration(at), change, atol=1e-5)


def test_a_mirrored_pose_is_the_mirror_image():
    """Every joint's place, mirrored at x = 0, is that of its twin; twice mirrored is the pose itself."""
    figure = man()
    pose = figure.pose(hips=(0.1, 0.2, 0.3), hips_x=0.2, spine=(0.3, 0.1, -0.2), arm_L=(0.5, -0.2, 0.4), hand_L=0.8,
                       leg_R=(-0.6, 0.1, 0.2), knee_R=1.1)  # fmt: skip
    figure.key(0, "rest")
    figure.key(0, pose)
    places = {name: world(figure, name, 0)[:3, 3] for name in figure}
    other = man()
    other.key(0, "rest")
    other.key(0, other.mirrored(pose))
    for name in figure:
        twin = name[:-1] + {"L": "R", "R": "L"}.get(name[-1], name[-1])
        np.testing.assert_allclose(world(other, twin, 0)[:3, 3], places[name] * [-1, 1, 1], atol=1e-12)
    assert figure.mirrored(figure.mirrored(pose)).values_ == pytest.approx(pose.values_)


def test_poses_blend_balls_along_great_arcs():
    figure = man()
    half = figure.blended(
        figure.pose(arm_L=(0, 0, 0), knee_L=0), figure.pose(arm_L=(1.0, 1.0, 0), knee_L=1.0), 0.5
    )
    assert half["knee.L"] == 0.5
    q = from_euler([half["arm.L.yaw"], half["arm.L.pitch"], half["arm.L.roll"]], "YXZ")
    whole = from_euler([1.0, 1.0, 0.0], "YXZ")
    np.testing.assert_allclose(supple.spatial.multiply(q, q), whole, atol=1e-12)


def test_interpolation_is_chosen_by_key():
    figure = man()
    figure.key(0, knee_L=0, interpolate="linear")
    figure.key(1, knee_L=1, interpolate="step")
    figure.key(2, knee_L=0)
    assert figure.tracks["knee.L"]([0.25, 1.9]).tolist() == [0.25, 1.0]


def test_keys_are_taken_away_by_part():
    figure = man()
    figure.key(0, "rest")
    figure.key(1, knee_L=1, knee_R=1)
    figure["knee.L"].unkey(1)
    assert figure.tracks["knee.L"].times.tolist() == [0]
    assert figure.tracks["knee.R"].times.tolist() == [0, 1]
    with pytest.raises(InputError, match=r"no key of 'man' at 7 s; there are keys at \[0.0, 1.0\]"):
        figure.unkey(7)


def test_figures_without_joints_of_their_own_are_keyed_as_well():
    puppet = Figure(models.marionette())
    puppet.key(0, "rest")
    puppet.key(1, arm_upper_L=supple.degrees(0, 0, 40))
    take = puppet.take(seconds=1, fps=10)
    assert take.position("arm.lower.L")[-1, 1] > take.position("arm.lower.L")[0, 1] + 0.02


@pytest.mark.parametrize(
    ("do", "error", "says"),
    [
        (lambda f: f.pose(kne_L=1), UnknownNameError, "knee.L"),
        (lambda f: f.pose(knee_L=(1, 2)), InputError, "knee.L: a hinge joint takes 1 numbers"),
        (lambda f: f.pose(spine=1.0), InputError, "three angles about x, y and z"),
        (lambda f: f.pose("crouch"), UnknownNameError, "unknown pose 'crouch'"),
        (lambda f: f.key(0, "crouch"), UnknownNameError, "unknown pose 'crouch'"),
        (lambda f: f.key(np.nan, "rest"), InputError, "its time must be a number"),
        (lambda f: f.key(0, spine=(0, 0, 1), frame="wold"), UnknownNameError, "world"),
        (lambda f: f.key(0, spine=(0, 0, 1), about="fot.L"), UnknownNameError, "foot.L"),
        (lambda f: f.key(0, knee_L=1.0, frame="world", about="hips") or f.key(0, hand_L=1, frame="spine"), InputError,
         "turns about"),
        (lambda f: f.poses.update(a={"knee.L": 1}), InputError, "figure.pose"),
        (lambda f: f.poses.update(rest=Pose({}, ("rest",))), CycleError, "rest"),
    ],
)  # fmt: skip
def test_what_cannot_be_keyed_says_why(do, error, says):
    with pytest.raises(error, match=says):
        do(man())
