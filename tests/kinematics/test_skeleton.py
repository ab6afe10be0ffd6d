"""Skeletons: forward kinematics against the scene's tree and against symbols, q in worlds and in shots."""

import numpy as np
import pytest

from supple.errors import InputError, UnknownNameError
from supple.kinematics import Link, Motor, Passive, Shape, Skeleton
from supple.kinematics.symbolic import Mechanism
from supple.motion import Clip, keys
from supple.scene import Joint, Node, Scene, models, record
from supple.spatial import compose, from_axis_angle, from_euler

KINDS = ("fixed", "hinge", "slide", "universal", "ball", "free", "general")


def random_joint(kind, rng):
    axis = tuple(rng.normal(size=3))
    if kind == "general":
        words = ["x", "y", "z", "yaw", "pitch", "roll", "scale.x", "scale.y", "scale.z"]
        return Joint.general(rng.permutation(words)[: rng.integers(1, 10)].tolist())
    order = str(rng.choice(["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"]))
    return Joint(kind, axis, second=tuple(rng.normal(size=3)), order=order)


def random_skeleton(seed, n=12, kinds=KINDS):
    rng = np.random.default_rng(seed)
    links = [
        Link(
            f"link{i}",
            None if i == 0 else f"link{rng.integers(max(0, i - 3), i)}",
            random_joint(kinds[i % len(kinds)], rng),
            offset=rng.normal(size=3),
            rotation=rng.normal(size=4),
            mass=1.0,
        )
        for i in range(n)
    ]
    return Skeleton(links, name="random")


def random_q(skeleton, shape, seed):
    return skeleton.from_angles(np.random.default_rng(seed).uniform(-1.4, 1.4, (*shape, skeleton.nv)))


def matrix(freedom, value):
    """One motion as a matrix (4, 4), by the definitions."""
    axis = np.array(freedom.axis)
    if freedom.motion == "shift":
        return compose(axis * value)
    if freedom.motion == "turn":
        return compose(rotation=from_axis_angle(axis, value))
    scaled = np.eye(4)
    scaled[:3, :3] += (value - 1) * np.outer(axis, axis)
    return scaled


@pytest.mark.feature("BB-2")
def test_frames_are_products_of_single_motions():
    """F = F_parent · place · G₁ G₂ …, one freedom after another, for every kind of joint."""
    skeleton = random_skeleton(0, n=21)
    turns = np.random.default_rng(1).uniform(-1.4, 1.4, (4, skeleton.nv))
    frames = skeleton.frames(skeleton.from_angles(turns))
    for pose, found in zip(turns, frames, strict=True):
        known = {None: np.eye(4)}
        for link, frame in zip(skeleton.links, found, strict=True):
            F = known[link.parent] @ compose(link.offset, link.rotation)
            for freedom, value in zip(link.joint.freedoms, pose[skeleton.in_v(link.name)], strict=True):
                F = F @ matrix(freedom, value)
            known[link.name] = F
            np.testing.assert_allclose(frame, F, atol=1e-12 * max(1.0, np.abs(F).max()))


@pytest.mark.parametrize("model", [models.lamp, models.marionette, models.car])
def test_at_rest_a_model_stands_as_it_was_drawn(model):
    tree = model()
    skeleton = Skeleton.from_node(tree, 500.0)
    nodes = {node.name: node for node in tree.walk()}
    for link, frame in zip(skeleton.links, skeleton.frames(skeleton.rest), strict=True):
        np.testing.assert_allclose(frame, nodes[link.name].world, atol=1e-12)
    for point in skeleton.places:
        np.testing.assert_allclose(
            skeleton.position(point, skeleton.rest), nodes[point].world[:3, 3], atol=1e-12
        )


def test_world_and_shot_coordinates_describe_one_pose():
    """World q ↔ angles ↔ the symbolic mechanism, for balls in every order and a free root."""
    skeleton = random_skeleton(2, kinds=("free", "hinge", "ball", "slide", "universal", "ball", "ball"))
    turns = np.random.default_rng(3).uniform(-1.4, 1.4, (6, skeleton.nv))
    q = skeleton.from_angles(turns)
    np.testing.assert_allclose(skeleton.angles(q[0]), turns[0], atol=1e-12)
    mechanism = Mechanism.of(skeleton, root="fixed")
    assert mechanism.coordinates == skeleton.freedoms
    np.testing.assert_allclose(mechanism.to_world(turns), q, atol=1e-15)
    frames = mechanism.frames(turns)
    for k, link in enumerate(skeleton.links):
        np.testing.assert_allclose(skeleton.frames(q)[:, k], frames[link.name], atol=1e-12)


@pytest.mark.parametrize("root", ["point", "planar", "free"])
def test_a_mechanism_with_a_root_of_its_own_converts_to_the_world(root):
    mechanism = Mechanism.from_node(models.lamp(), 500.0, root=root, fixed=("swivel",))
    shot = np.random.default_rng(4).uniform(-1, 1, (5, mechanism.nq))
    world = mechanism.to_world(shot)
    for k, link in enumerate(mechanism.skeleton.links):
        np.testing.assert_allclose(
            mechanism.skeleton.frames(world)[:, k], mechanism.frames(shot)[link.name], atol=1e-12
        )
    np.testing.assert_allclose(mechanism.from_world(world)[0], shot[0], atol=1e-12)


def test_angles_over_time_go_on_without_jumps():
    skeleton = Skeleton([Link("hip", joint="ball", mass=1)])
    t = np.linspace(0, 3, 200)
    turns = np.stack([4 * t, 2.5 * np.sin(t), -7 * t], axis=1)
    found = skeleton.angles(skeleton.from_angles(turns))
    assert np.abs(np.diff(found, axis=0)).max() < 0.25
    np.testing.assert_allclose(found, turns, atol=1e-9)


def test_poses_take_joints_and_single_freedoms():
    skeleton = Skeleton(
        [
            Link("pelvis", joint="free", mass=1),
            Link("hip.L", "pelvis", joint="ball", mass=1),
            Link("knee.L", "hip.L", limits=(0, 2), mass=1, rest=0.1),
        ]
    )
    q = skeleton.pose(knee_L=1.2, hip_L=(0.3, 0.1, -0.2), pelvis_y=0.9)
    np.testing.assert_allclose(q[3:7], [0, 0, 0, 1], atol=1e-15)
    np.testing.assert_allclose(q[7:11], from_euler([0.3, 0.1, -0.2], "YXZ"))
    assert (q[1], q[-1], skeleton.rest[-1]) == (0.9, 1.2, 0.1)
    np.testing.assert_array_equal(skeleton.pose(q, knee_L=0.5)[:-1], q[:-1])
    turned = skeleton.pose(q, **{"hip.L.roll": 0.7})
    np.testing.assert_allclose(skeleton.angles(turned)[6:9], [0.3, 0.1, 0.7], atol=1e-12)


def test_passive_forces_and_limits_stand_by_freedom():
    skeleton = Skeleton(
        [
            Link("base", joint="free", mass=1),
            Link(
                "a",
                "base",
                limits=(-1, 2),
                passive=Passive(damping=3, stiffness=5, at=0.2, armature=7, friction=9),
            ),
            Link("b", "a", joint="ball", passive=Passive(damping=(1, 2, 3))),
        ]
    )
    np.testing.assert_array_equal(skeleton.damping, [0] * 6 + [3, 1, 2, 3])
    np.testing.assert_array_equal(skeleton.stiffness[6], 5)
    np.testing.assert_array_equal(skeleton.armature[6], 7)
    np.testing.assert_array_equal(skeleton.friction[6], 9)
    np.testing.assert_array_equal(skeleton.spring_rest[7], 0.2)
    np.testing.assert_array_equal(skeleton.limits[5:8], [[-np.inf, np.inf], [-1, 2], [-np.inf, np.inf]])


def test_neighbors_and_excluded_links_do_not_collide():
    links = [Link("a"), Link("b", "a"), Link("c", "b"), Link("d", "c")]
    skeleton = Skeleton(links, exclusions=[("a", "c")])
    assert skeleton.excluded("a", "b")
    assert skeleton.excluded("c", "a")
    assert not skeleton.excluded("a", "d")


def test_shapes_know_their_volume_and_whom_they_meet():
    assert Shape("box", (1, 2, 3)).volume == pytest.approx(48)
    assert Shape("ellipsoid", (1, 2, 3)).volume == pytest.approx(8 * np.pi)
    assert Shape("cylinder", (1, 2)).volume == pytest.approx(4 * np.pi)
    assert Shape("capsule", (1, 2)).volume == pytest.approx(4 * np.pi + 4 / 3 * np.pi)
    ghost = Shape("sphere", 1, category=0, mask=0)
    assert not ghost.collides
    assert not ghost.meets(Shape("sphere", 1))
    assert Shape("sphere", 1, category=2, mask=0).meets(Shape("sphere", 1, category=0, mask=2))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Skeleton([]), "has no links"),
        (lambda: Skeleton([Link("a"), Link("a", "a")]), "two links of 'skeleton' are called 'a'"),
        (lambda: Skeleton([Link("a", "b"), Link("b", "a")]), "hang on each other in a loop: a, b"),
        (lambda: Skeleton([Link("arm", "tors"), Link("torso")]), "did you mean 'torso'"),
        (lambda: Skeleton([Link("arm")], points={"tip": ("arn", (0, 0, 0))}), "did you mean 'arm'"),
        (lambda: Skeleton([Link("arm")], motors=[Motor("m", {"arn": 1.0})]), "did you mean 'arm'"),
        (lambda: Skeleton([Link("arm")]).pose(leg=1), "degree of freedom of 'skeleton': 'leg'"),
        (lambda: Skeleton([Link("arm")]).frames([0, 1]), "expected 1 in the last axis"),
        (lambda: Skeleton([Link("arm", joint="ball")]).pose(arm=1), "a ball takes 4 numbers, got 1"),
        (lambda: Link("arm", limits=(1, 0)), "reversed"),
        (lambda: Link("arm", limits=(1, 2)), "rests at 0, outside its limits 1 to 2"),
        (lambda: Motor("m", {}), "pulls at nothing"),
        (lambda: Motor("m", {"a": 1}, control=(1, 0)), "limits of control of motor 'm' are reversed"),
        (lambda: Shape("capsule", (1,)), "expected 2 positive numbers"),
        (lambda: Shape("egg"), "unknown shape 'egg'"),
        (lambda: Shape("mesh"), "mesh= belongs"),
    ],
)
def test_what_cannot_be_a_skeleton_says_why(make, words):
    with pytest.raises((InputError, UnknownNameError), match=words):
        make()


def test_a_tree_of_nodes_gives_its_joints():
    hip = Node("hip", joint=Joint("ball"))
    hip.add(Node("knee", translation=(0, -0.4, 0), joint=Joint("hinge", (1, 0, 0), (0, 2.5))))
    skeleton = Skeleton.from_node(hip, 1000.0, root="free")
    assert (skeleton.nq, skeleton.nv) == (8, 7)
    np.testing.assert_allclose(skeleton.position("knee", skeleton.rest), [0, -0.4, 0])


def test_a_motion_becomes_a_clip_and_comes_back():
    """q → tracks of nodes → q, for joints whose shifts come first; and the scene plays the same frames."""
    rng = np.random.default_rng(7)
    axes = [tuple(rng.normal(size=3)) for _ in range(6)]
    joints = [
        Joint("free", order="ZXY"), Joint("hinge", axes[0]), Joint("universal", axes[1], second=axes[2]),
        Joint("ball", order="XZY"), Joint("slide", axes[3]), Joint(), Joint.general("y pitch yaw"),
        Joint.general("x y z roll pitch yaw"), Joint.general("z"), Joint.general("roll"),
    ]  # fmt: skip
    links = [
        Link(
            f"l{k}", f"l{k - 1}" if k else None, joint, offset=rng.normal(size=3), rotation=rng.normal(size=4)
        )
        for k, joint in enumerate(joints)
    ]
    skeleton = Skeleton(links)
    t = np.linspace(0, 1, 30)
    q = skeleton.from_angles(np.outer(t, rng.uniform(-1.3, 1.3, skeleton.nv)))
    clip = skeleton.clip(t, q)
    assert "l5.rotation" not in clip
    back = skeleton.read(clip, t)
    np.testing.assert_allclose(skeleton.angles(back), skeleton.angles(q), atol=1e-9)
    scene = Scene([_nodes(skeleton)])
    take = record(scene, clip, fps=29, seconds=1)
    for k, link in enumerate(skeleton.links):
        np.testing.assert_allclose(take.world(link.name), skeleton.frames(q)[:, k], atol=1e-9)


def _nodes(skeleton):
    nodes = {}
    for link in skeleton.links:
        node = nodes[link.name] = Node(link.name, translation=link.offset, rotation=link.rotation)
        if link.parent:
            nodes[link.parent].add(node)
    return nodes[skeleton.links[0].name]


@pytest.mark.feature("BB-4")
def test_nine_freedoms_are_read_back():
    joint = Joint.general("x y z roll pitch yaw scale.x scale.y scale.z")
    skeleton = Skeleton([Link("stretchy", joint=joint)])
    q = np.array([[1, 2, 3, 0.1, 0.2, 0.3, 1.5, 0.5, 2.0], [0, 0, 0, -0.1, 0.4, 0.3, 1, 1, 1]])
    np.testing.assert_allclose(skeleton.read(skeleton.clip([0, 1], q), [0, 1]), q, atol=1e-9)


def test_what_a_joint_cannot_do_is_refused():
    skeleton = Skeleton([Link("knee", axis=(1, 0, 0))])
    turned = Clip(
        {"knee.rotation": keys({0: (0, 0, 0, 1), 1: from_axis_angle((0, 1, 0), 0.5)}, kind="rotation")}
    )
    with pytest.raises(InputError, match="'knee' at 1 s: its hinge joint cannot go where the clip has it"):
        skeleton.read(turned, [0, 1])
    moved = Clip({"knee.position": keys({0: (0, 0, 1)})})
    with pytest.raises(InputError, match="off by 1"):
        skeleton.read(moved, [0])
    late = Skeleton([Link("crane", joint=Joint.general("yaw x"))])
    with pytest.raises(InputError, match="put shifts before turns"):
        late.read(Clip({"crane.position": keys({0: (0, 0, 0)})}), [0])
