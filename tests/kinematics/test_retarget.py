"""Motions from one body onto another: what must come over, measured from the takes alone."""

import numpy as np
import pytest

import supple
from supple.characters import human, quadruped
from supple.errors import InputError, UnknownNameError
from supple.kinematics import retarget
from supple.kinematics.retargeting.words import SIDED, TABLES
from supple.scene import Figure, Node, Scene, models, played
from supple.spatial import conjugate, decompose, multiply, to_rotation_vector

from .studio import TIMES, dressed, mixamo, numbered, proportioned, t_pose, walked

LIMBS = (("arm", "forearm"), ("forearm", "hand"), ("thigh", "shin"), ("shin", "foot"))
ABOVE = {
    "arm": "chest", "forearm": "arm", "hand": "forearm", "thigh": "hips", "shin": "thigh", "foot": "shin",
    "shoulder": "chest", "head": "chest", "chest": "hips",
}  # fmt: skip
CAPTURES = ("jumping_jacks", "dab")
HUMAN, SQUAT = (5.0, 10.0), (8.0, 25.0)
"""Degrees within which 95 % of bones and frames are, and all."""


@pytest.fixture(scope="module")
def man():
    return human()


@pytest.fixture(scope="module")
def walker():
    """A walk with a turn by a body with Mixamo's names, in a T pose, along axes of its own, in centimeters."""
    at = proportioned()
    motion = walked(at)
    scene, _ = dressed(at, motion=motion, rest=t_pose(at), seed=3, above=0.01)
    return scene, motion


class Seen:
    """A take of a retargeted motion beside the source's: joints by part, as the report pairs them."""

    def __init__(self, source, got, onto, ankles=()):
        self.ankles = dict(ankles)
        self.pairs = {p.part: p for p in got.report.pairs if p.part}
        self.before = played(source, source.clip, got.times)
        self.after = played(onto, got.clip, got.times)

    def of(self, part, after):
        pair = self.pairs[part]
        return (self.after if after else self.before).world(pair.figure if after else pair.source)

    def place(self, part, after):
        if after and part in self.ankles:
            return self.after.position(self.ankles[part])
        return self.of(part, after)[:, :3, 3]

    def bone(self, a, b, after):
        return self.place(b, after) - self.place(a, after)

    def off(self):
        """Angles between the bones of limbs and the source's (bones, T) [degrees]."""
        return np.array([
            angle(*(self.bone(f"{a}.{side}", f"{b}.{side}", after) for after in (False, True)))
            for a, b in LIMBS
            for side in "LR"
        ])  # fmt: skip

    def trunk(self):
        """Angles between the ways from hips to shoulders (T,) [degrees]."""
        ends = [
            [sum(self.place(f"{part}.{side}", after) for side in "LR") for part in ("thigh", "arm")]
            for after in (False, True)
        ]
        return angle(*(high - low for low, high in ends))

    def knees(self):
        """By how much the knees turn more in a frame than the source's [degrees]."""

        def bend(side, after):
            names = [f"{part}.{side}" for part in ("thigh", "shin", "foot")]
            return angle(self.bone(names[0], names[1], after), self.bone(names[1], names[2], after))

        return max(
            (np.abs(np.diff(bend(side, True))) - np.abs(np.diff(bend(side, False)))).max() for side in "LR"
        )

    def stiff(self):
        """Parts that turn on what carries them by less than a quarter of what the source's do."""
        found = []
        for part in self.pairs:
            name, _, side = part.partition(".")
            above = ABOVE.get(name)
            above = f"{above}.{side}" if f"{above}.{side}" in self.pairs else above
            if above in self.pairs:
                theirs, ours = (swept(self.of(part, after), self.of(above, after)) for after in (False, True))
                if theirs > 3 and ours < theirs / 4:
                    found.append(part)
        return found


def angle(a, b):
    return np.degrees(np.arctan2(np.linalg.norm(np.cross(a, b), axis=-1), (a * b).sum(-1)))


def swept(joint, above):
    """The largest turn of a joint on what carries it, since the first frame [degrees]."""
    turns = multiply(conjugate(decompose(above)[1]), decompose(joint)[1])
    return np.degrees(
        np.linalg.norm(to_rotation_vector(multiply(conjugate(turns[:1]), turns)), axis=-1)
    ).max()


def soles(take, scene, feet, least=0.9):
    """Vertices (T, n, 3) of all meshes that hang on feet and what is below them by so much, for a height of 1.7 m."""
    below = {node.name for foot in feet for node in scene[foot].walk()}
    found = []
    for node in scene.walk():
        if node.mesh is None:
            continue
        if node.skin is None:
            share = np.full(len(node.mesh.vertices), node.name in below)
        else:
            on = np.array([joint.name in below for joint in node.skin.joints])
            share = (node.mesh.weights * on[node.mesh.joints]).sum(axis=1)
        if (share >= least).any():
            found.append(take.world_vertices(node.name)[:, share >= least])
    return np.concatenate([np.zeros((len(take.times), 0, 3)), *found], axis=1)


def test_two_bodies_of_one_shape_are_one_walk_whatever_their_names_axes_and_rest_poses(walker, man):
    """Same body, same motion: only names, axes, rest pose and unit differ; so the result must not."""
    plain, _ = dressed(proportioned(), motion=walker[1])
    one, other = (Seen(source, retarget(source, onto=man), man.figure.scene) for source in (walker[0], plain))
    for part in one.pairs:
        near = (
            0.02 if part.startswith(("hand", "shin")) else 1e-6
        )  # the twist counts where a hinge is nearly straight
        np.testing.assert_allclose(one.place(part, True), other.place(part, True), atol=near, err_msg=part)
    for part in ("hips", "chest", "head", "foot.L", "toes.R"):  # of limbs a rest pose tells no twist
        np.testing.assert_allclose(one.of(part, True), other.of(part, True), atol=1e-6, err_msg=part)


@pytest.mark.parametrize("named", [mixamo, numbered])
def test_a_walk_with_a_turn_comes_over(walker, man, named):
    """The figure's feet lie still where the walk was made to lie flat, which retarget is not told."""
    at = proportioned(thigh=1.2, shin=1.25, foot=1.2, arm=1.2, chest=0.9)
    motion = walked(at)
    source, _ = dressed(at, named=named, motion=motion, rest=t_pose(at), seed=5)
    got = retarget(source, onto=man)
    seen = Seen(source, got, man.figure.scene)
    assert np.percentile(seen.off(), 95) <= HUMAN[0]
    assert seen.off().max() <= HUMAN[1]
    assert seen.knees() <= 10
    assert seen.trunk().max() <= 5
    assert seen.stiff() == []
    assert bool(got.report.guessed) == (named is numbered)
    for side in "LR":
        foot = soles(seen.after, man.figure.scene, [f"foot.{side}"])
        edges = np.flatnonzero(np.diff(np.concatenate([[0], motion[2][side].astype(int), [0]]))).reshape(
            -1, 2
        )
        for first, last in edges:
            lying = foot[first:last]
            away = np.linalg.norm((lying - lying.mean(axis=0))[..., [0, 2]], axis=-1)
            assert away.max() <= 0.01
            assert np.abs(lying[..., 1].min(axis=1)).max() <= 0.005, "it neither sinks nor floats"
        assert foot[..., 1].min() > -0.005, "it never sinks"
    for name in ("elbow.L", "elbow.R", "knee.L", "knee.R"):
        turn, axis = got.clip[f"{name}.rotation"](TIMES), man.figure.node(name).joint.freedoms[0].axis
        across = np.linalg.norm(np.cross(turn[:, :3], axis), axis=1)
        assert across.max() < 1e-6, f"{name} is a hinge"
    turned = angle(*(seen.bone("thigh.R", "thigh.L", True)[k] for k in (0, -1)))
    assert turned == pytest.approx(120, abs=15), "it has turned as the walk does"


def test_free_feet_keep_every_direction_and_there_and_back_is_the_same(walker):
    """Onto another body and back: D and all bones come back, to rounding."""
    at = proportioned(thigh=0.7, shin=1.2, arm=1.4, head=1.3)
    other, _ = dressed(at, rest=t_pose(at), seed=9)
    there = retarget(walker[0], onto=other, feet="free")
    assert Seen(walker[0], there, other).off().max() < 1e-5
    other.clips["walk"], other.playing = there.clip, "walk"
    home, names = dressed(proportioned(), rest=t_pose(proportioned()), seed=3, above=0.01)
    back = retarget(other, onto=home, feet="free")
    a, b = played(walker[0], walker[0].clip, TIMES), played(home, back.clip, TIMES)
    for part in ("arm.L", "forearm.R", "thigh.L", "shin.R", "head", "chest", "hips"):
        turns = [decompose(take.world(names[part]))[1] for take in (a, b)]
        off = np.linalg.norm(to_rotation_vector(multiply(conjugate(turns[0]), turns[1])), axis=-1)
        assert off.max() < (1e-5 if part != "hips" else 0.05), part


@pytest.mark.parametrize("apart", [False, True])
def test_a_squat_body_stays_within_its_wider_bars_and_says_how_its_pelvis_turned(walker, apart):
    at = proportioned(thigh=3.0, shin=0.6, foot=0.62, arm=1.2, head=1.5)
    squat, names = dressed(at, rest=t_pose(at), seed=7, above=100.0, apart=apart)
    wide = np.linalg.norm(at["thigh.L"] - at["thigh.R"]) / sum(
        np.linalg.norm(at[f"{a}.L"] - at[f"{b}.L"]) for a, b in (("thigh", "shin"), ("shin", "foot"))
    )
    assert 0.8 < wide < 2
    got = retarget(walker[0], onto=squat)
    ends = {"foot.L": "mixamorig:LeftLeg_end", "foot.R": "mixamorig:RightLeg_end"}
    seen = Seen(walker[0], got, squat, ends if apart else {})
    assert np.percentile(seen.off(), 95) <= SQUAT[0]
    assert seen.off().max() <= SQUAT[1]
    assert seen.stiff() == []
    line = angle(*(seen.bone("thigh.R", "thigh.L", after) for after in (False, True))).max()
    assert got.report.figures["pelvis_max_deg"] == pytest.approx(line, abs=0.01)
    assert line > 3, "the pelvis gives way, not the legs"
    assert "the pelvis was turned by up to" in str(got.report)
    for side in "LR":
        world = seen.after.world(names[f"foot.{side}"])
        for first, last in np.searchsorted(got.times, got.stands[side]):
            ball = world[first : last + 1] @ np.append(_ball_in_foot(squat, names, side), 1)
            assert np.ptp(ball[:, [0, 2]], axis=0).max() < 0.01


def _ball_in_foot(scene, names, side):
    """The joint of the toes in the frame of the foot."""
    foot, toes = (scene[names[f"{part}.{side}"]].world for part in ("foot", "toes"))
    return (np.linalg.inv(foot) @ toes[:, 3])[:3]


def test_what_is_called_alike_beside_the_body_goes_along(man):
    """Fingers of a human go to another human of another size."""
    small = human(height=1.2)
    man.figure.key(0, "rest")
    man.figure.key(1, index_L=1.2, leg_L_pitch=-0.3, knee_L=0.6, elbow_R=1.0)
    got = retarget(man, onto=small, fps=30, feet="free")
    man.figure.unkey(1)
    man.figure.unkey(0)
    assert got.report.mapped["index.L"] == "index.L"
    turn = got.clip["index.L.rotation"](1.0)
    assert 2 * np.arctan2(np.linalg.norm(turn[:3]), turn[3]) == pytest.approx(1.2, abs=1e-6)
    assert got.report.source_left == got.report.figure_left == ()


@pytest.mark.parametrize("convention", TABLES)
def test_each_table_of_names_is_known(convention, man):
    """A body that is called so is mapped without a guess."""
    head, sided, sides = TABLES[convention]
    words = dict(zip(SIDED, sided.split(), strict=True))

    def named(name, part, side):
        if part in words and words[part] != "-":
            return words[part].replace("*", sides["LR".index(side)])
        return head if part == "head" else f"{name} of it"

    at = proportioned()
    source, _ = dressed(
        at, named=named, motion=walked(at, TIMES[:20]), rest=t_pose(at), times=TIMES[:20], seed=2
    )
    report = retarget(source, onto=man, feet="free").report
    assert set(report.guessed) <= {"shoulder.L of it", "shoulder.R of it"}
    found = {pair.part: pair.how[0] for pair in report.pairs}
    for part, word in words.items():
        if word != "-":
            assert found[f"{part}.L"] == found[f"{part}.R"] == convention


def test_parts_that_are_named_are_taken(walker, man):
    scene = walker[0]
    without = retarget(scene, onto=man, source_joints={"toes.L": None, "shoulder.R": None})
    assert "mixamorig:LeftToeBase" in without.report.source_left
    assert "toes.L (of the source)" in without.report.missing
    other = retarget(scene, onto=man, onto_joints={"hand.L": "thumb.L"})
    assert other.report.mapped["mixamorig:LeftHand"] == "thumb.L"


def test_what_cannot_be_is_said(walker, man):
    scene = walker[0]
    with pytest.raises(UnknownNameError, match=r"did you mean 'mixamorig:LeftUpLeg'"):
        retarget(scene, onto=man, source_joints={"thigh.L": "mixamorig:LeftUpLegg"})
    with pytest.raises(
        UnknownNameError, match=r"part of a body in onto_joints: 'tigh.L'; did you mean 'thigh.L'"
    ):
        retarget(scene, onto=man, onto_joints={"tigh.L": "leg.L"})
    with pytest.raises(InputError, match=r"'lamp' has \d ends of limbs; two legs, two arms and a head"):
        retarget(scene, onto=Figure(models.lamp()))
    with pytest.raises(InputError, match=r"none of which is a joint of 'human'.*it is of another skeleton"):
        retarget(man, onto=man, clip=scene.clip)
    with pytest.raises(InputError, match="has no motion to retarget"):
        retarget(human(), onto=man)
    with pytest.raises(UnknownNameError, match=r"clip of 'body': 'wlk'; did you mean 'walk'"):
        retarget(scene, onto=man, clip="wlk")
    with pytest.raises(InputError, match="the scene has no joints, so no figure"):
        retarget(Scene([Node("box")]), onto=man)
    with pytest.raises(InputError, match="expected a figure, or a scene or character with one, got Node"):
        retarget(Node("box"), onto=man)
    with pytest.raises(UnknownNameError, match="'flor'; did you mean 'floor'"):
        retarget(scene, onto=man, feet="flor")


def test_four_feet_are_no_body_on_two(walker):
    with pytest.raises(InputError, match=r"hands and feet|no body with two legs|could be a head"):
        retarget(walker[0], onto=quadruped())


def test_a_clip_of_another_skeleton_is_refused_where_it_is_played(walker, man):
    with pytest.raises(UnknownNameError, match=r"node \(in track 'mixamorig"):
        played(man.figure.scene, walker[0].clip, TIMES[:2])


@pytest.fixture(scope="module")
def figures(models_folder, man):
    """Bipeds of other hands, and ours, with the bars that they are held to."""
    found = {"human": (man.figure.scene, HUMAN)}
    for name, bars in (
        ("RiggedFigure.glb", HUMAN),
        ("RiggedFigure-Draco/RiggedFigure.gltf", HUMAN),
        ("Character_HumanoidRig.glb", SQUAT),
        ("RobotExpressive.glb", SQUAT),
    ):
        found[name] = supple.load(models_folder / "gltf" / name), bars
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("capture", CAPTURES)
def test_captures_of_other_hands_come_onto_figures_of_other_hands(capture, models_folder, figures):
    """Over all frames and bones; standing feet by the skin that hangs on them, else by the rigid foot."""
    source = supple.load(models_folder / "bvh" / f"{capture}.bvh")
    for name, (scene, bars) in figures.items():
        got = retarget(source, onto=scene)
        ends = {f"foot.{side}": f"LowerLeg.{side}_end" for side in "LR"} if name.startswith("Robot") else {}
        seen = Seen(source, got, scene, ends)
        off = seen.off()
        assert np.percentile(off, 95) <= bars[0], name
        assert off.max() <= bars[1], name
        assert seen.stiff() == [], name
        if bars is HUMAN:
            assert seen.knees() <= 10, name
            assert seen.trunk().max() <= (5 if name == "human" else 12), f"{name} may have no collar bones"
        else:
            assert got.report.figures["pelvis_turned_deg"] > 1
        _check_standing(seen, got, scene, name)


def _check_standing(seen, got, scene, name):
    """Slide ≤ 1 cm and sink ≤ 5 mm for a figure of 1.7 m, on what lies on the floor while the foot stands."""
    rest = np.concatenate([node.rest_vertices for node in scene.walk() if node.mesh is not None])
    size = 1.7 / np.ptp(rest[:, 1])
    floor = rest[:, 1].min()
    for side in "LR":
        sole = soles(seen.after, scene, [seen.pairs[f"foot.{side}"].figure])
        if sole.shape[1] < 8:
            assert got.report.figures["sole_weight"] < 0.9, (
                "nothing hangs on the foot alone; the rigid foot stands"
            )
            continue
        for first, last in np.searchsorted(got.times, got.stands[side]):
            assert size * (floor - sole[first : last + 1, :, 1].min()) <= 0.005, name
    assert got.report.figures["slide_m"] <= 0.01, name
    assert got.report.figures["sink_m"] <= 0.005, name
