"""Forward kinematics against the scene's own tree, and mechanics against closed forms and finite differences."""

import casadi as ca
import numpy as np
import pytest

from supple.dynamics.legacy.mass import MassPoints
from supple.errors import InputError, UnknownNameError
from supple.kinematics import Link
from supple.kinematics.symbolic import Mechanism
from supple.scene import Mesh, models
from supple.spatial import compose, from_axis_angle, from_euler

G = np.array([0.0, -9.81, 0.0])
DENSITY = 800.0


def lamp(root="planar", fixed=("swivel",)):
    return Mechanism.from_node(models.lamp(), DENSITY, root=root, fixed=fixed)


def random_poses(skeleton, n, seed=0):
    return np.random.default_rng(seed).uniform(-1.2, 1.2, (n, skeleton.nq))


def posed(model, skeleton, q):
    """The model's nodes turned as the coordinates say, by the scene alone."""
    value = dict(zip(skeleton.coordinates, q, strict=True))
    nodes = {node.name: node for node in model.walk()}
    for name, node in nodes.items():
        if name in value:
            node.place(rotation=from_axis_angle(node.joint.axis, value[name]))
    if skeleton.root == "planar":
        place, turn = (value["x"], value["y"], 0.0), from_axis_angle((0, 0, 1), value["turn"])
    else:
        place = tuple(value[k] for k in "xyz")
        turn = from_euler([value["yaw"], value["pitch"], value["roll"]], "YXZ")
    nodes["base"].place(translation=place, rotation=turn)
    return nodes


@pytest.mark.parametrize(("root", "fixed"), [("planar", ("swivel",)), ("free", ())])
def test_frames_are_where_the_scene_puts_its_nodes(root, fixed):
    model, skeleton = models.lamp(), lamp(root, fixed)
    q = random_poses(skeleton, 5)
    frames = skeleton.frames(q)
    for k, state in enumerate(q):
        nodes = posed(model, skeleton, state)
        for link in skeleton.links:
            np.testing.assert_allclose(frames[link.name][k], nodes[link.name].world, atol=1e-12)
        for point in ("head.light", "base.front"):
            np.testing.assert_allclose(skeleton.position(point, state), nodes[point].world[:3, 3], atol=1e-12)


def test_at_rest_a_model_stands_as_it_was_drawn():
    model = models.marionette()
    skeleton = Mechanism.from_node(model, DENSITY, root="free")
    frames = skeleton.frames(skeleton.rest)
    for node in model.walk():
        if node.name in frames:
            np.testing.assert_allclose(frames[node.name], node.world, atol=1e-12)


def test_symbols_go_the_way_of_numbers():
    skeleton = lamp("free", ())
    q = ca.SX.sym("q", skeleton.nq)
    expressions = skeleton.expressions(q)
    state = random_poses(skeleton, 1, seed=3)[0]
    for name, (R, o) in expressions.items():
        found = ca.Function("f", [q], [R, o])(state)
        np.testing.assert_allclose(found[0].full(), skeleton.frames(state)[name][:3, :3], atol=1e-13)
        np.testing.assert_allclose(found[1].full()[:, 0], skeleton.frames(state)[name][:3, 3], atol=1e-13)


def test_a_point_seen_from_a_link_depends_on_what_lies_between_alone():
    skeleton = lamp()
    q = ca.SX.sym("q", skeleton.nq)
    seen = skeleton.seen_from("arm.lower", "head.light", q)
    state = random_poses(skeleton, 1, seed=4)[0]
    local = np.linalg.inv(skeleton.frames(state)["arm.lower"]) @ [*skeleton.position("head.light", state), 1]
    np.testing.assert_allclose(ca.Function("f", [q], [seen])(state).full()[:, 0], local[:3], atol=1e-13)
    moving = [name for k, name in enumerate(skeleton.coordinates) if ca.depends_on(seen, q[k])]
    assert moving == ["arm.upper", "head"]


@pytest.mark.parametrize(("root", "fixed"), [("planar", ("swivel",)), ("free", ())])
def test_kinetic_energy_is_that_of_all_its_matter(root, fixed):
    """T = Σ ½ m |ẋ|² over points that integrate each mesh exactly, ẋ by central differences of the frames."""
    model, skeleton = models.lamp(), lamp(root, fixed)
    q, v = random_poses(skeleton, 2, seed=5)
    eps = 1e-5
    before, after = skeleton.frames(q - eps * v), skeleton.frames(q + eps * v)
    T = 0.0
    for node in (n for n in model.walk() if n.mesh):
        for part in node.mesh.parts:
            mesh = Mesh((part,))
            matter = MassPoints.solid(mesh, DENSITY * mesh.volume, degree=3)
            x = [f[node.name][:3, :3] @ matter.points.T + f[node.name][:3, 3:] for f in (before, after)]
            T += matter.masses @ (((x[1] - x[0]) / (2 * eps)) ** 2).sum(axis=0) / 2
    body = skeleton.lagrangian()
    assert float(body.energy(q, v, body.defaults, np.zeros(3))) == pytest.approx(T, rel=1e-8)


def test_what_holds_it_still_is_the_slope_of_its_energy():
    skeleton = lamp("free", ())
    body = skeleton.lagrangian()
    (q,) = random_poses(skeleton, 1, seed=6)
    still, eps = np.zeros(skeleton.nq), 1e-6
    hold = body.inverse(q, still, still, body.defaults, G).full()[:, 0]
    energy = [
        [float(body.energy(q + s * eps * e, still, [], G)) for s in (1, -1)] for e in np.eye(skeleton.nq)
    ]
    np.testing.assert_allclose(hold, np.subtract(*np.transpose(energy)) / (2 * eps), atol=1e-7)
    assert hold[1] == pytest.approx(skeleton.mass * 9.81)


def test_two_rods_are_the_double_pendulum():
    """M and bias of two rods of mass m₁, m₂ and lengths l₁, l₂, the second angle relative to the first."""
    (m1, l1), (m2, l2) = (1.3, 0.7), (0.6, 0.5)
    skeleton = Mechanism(
        [
            Link.rod("upper", to=(0, -l1, 0), mass=m1),
            Link.rod("lower", "upper", offset=(0, -l1, 0), to=(0, -l2, 0), mass=m2),
        ],
        root="fixed",
    )
    body = skeleton.lagrangian()
    (a, b), (u, w) = (0.4, -0.9), (1.1, -2.0)
    cos, sin = np.cos(b), np.sin(b)
    shared = m2 * (l2**2 / 3 + l1 * l2 * cos / 2)
    M = [
        [m1 * l1**2 / 3 + m2 * l1**2 + m2 * l2**2 / 3 + m2 * l1 * l2 * cos, shared],
        [shared, m2 * l2**2 / 3],
    ]
    turning = m2 * l1 * l2 * sin / 2 * np.array([-(2 * u * w + w**2), u**2])
    second = m2 * l2 / 2 * np.sin(a + b)
    weight = 9.81 * np.array([(m1 / 2 + m2) * l1 * np.sin(a) + second, second])
    np.testing.assert_allclose(body.mass_matrix([a, b], []).full(), M, rtol=1e-12)
    np.testing.assert_allclose(body.bias([a, b], [u, w], [], G).full()[:, 0], turning + weight, rtol=1e-12)


def test_the_plane_is_a_slice_of_space():
    flat, solid = lamp(), lamp("free", ())
    same = [solid.index(name if name != "turn" else "roll") for name in flat.coordinates]
    q, v, a = random_poses(flat, 3, seed=7)
    wide = np.zeros((3, solid.nq))
    wide[:, same] = q, v, a
    plane, space = flat.lagrangian(), solid.lagrangian()
    needed = space.inverse(*wide, space.defaults, G).full()[:, 0]
    np.testing.assert_allclose(
        needed[same], plane.inverse(q, v, a, plane.defaults, G).full()[:, 0], rtol=1e-9, atol=1e-9
    )


def test_what_is_fixed_moves_as_one():
    """A swivel that is held adds its mass to the base: as many masses as there are bodies."""
    held, loose = lamp(), lamp("free", ())
    assert "swivel" not in held.bodies
    assert held.bodies["base"].mass == pytest.approx(loose.bodies["base"].mass + loose.bodies["swivel"].mass)
    assert len(held.lagrangian().masses) == 4
    assert held.mass == pytest.approx(loose.mass)


def test_joints_slide_turn_and_ball():
    skeleton = Mechanism(
        [
            Link("cart", joint="slide", axis=(2, 0, 0), mass=1, limits=(-1, 1)),
            Link("ball", "cart", joint="ball", mass=1, inertia=0.1, rotation=(0, 0, 1, 1)),
        ],
        root="fixed",
        points={"tip": ("ball", (0, 1, 0))},
    )
    assert skeleton.coordinates == ("cart", "ball.yaw", "ball.pitch", "ball.roll")
    q = skeleton.pose(cart=0.5, ball_yaw=0.3, ball_pitch=-0.2, ball_roll=0.9)
    turn = compose(rotation=(0, 0, 1, 1)) @ compose(rotation=from_euler([0.3, -0.2, 0.9], "YXZ"))
    np.testing.assert_allclose(
        skeleton.position("tip", q), turn[:3, :3] @ [0, 1, 0] + [0.5, 0, 0], atol=1e-12
    )
    np.testing.assert_array_equal(skeleton.limits[0], [-1, 1])
    assert skeleton.position("tip", np.zeros((2, 5, 4))).shape == (2, 5, 3)


def test_unknown_names_list_those_that_exist():
    skeleton = lamp()
    with pytest.raises(UnknownNameError, match=r"joint of 'lamp': 'knee'.*arm.lower, arm.upper, head"):
        skeleton.pose(knee=1)
    with pytest.raises(UnknownNameError, match=r"point of 'lamp': 'nose'.*head.light"):
        skeleton.position("nose", skeleton.rest)
    with pytest.raises(UnknownNameError, match=r"link of 'lamp': 'tail'.*base"):
        Mechanism.lagrangian(skeleton, {"end": ("tail", (0, 0, 0))})
    with pytest.raises(UnknownNameError, match=r"part or node 'shades'; did you mean 'shade'"):
        Mechanism.from_node(models.lamp(), {"shades": 1.0})
    with pytest.raises(UnknownNameError, match=r"joint of 'lamp': 'swirl'; did you mean 'swivel'"):
        lamp(fixed=("swirl",))
    with pytest.raises(UnknownNameError, match="root 'plane'; did you mean 'planar'"):
        lamp(root="plane")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: lamp(fixed=()), "'swivel' of 'lamp' leaves the plane"),
        (lambda: Mechanism([Link("a"), Link("a", "a")]), "two links of 'skeleton' are called 'a'"),
        (lambda: Mechanism([Link("a", "b"), Link("b", "a")]), "hang on each other in a loop: a, b"),
        (lambda: Mechanism([Link("a"), Link("b")]), "needs one link without a parent.*'a', 'b'"),
        (lambda: Mechanism([Link("a", "z")]), "parent of link 'a': 'z'"),
        (lambda: Mechanism.from_node(models.lamp(), {"foot": 1.0}), "no density for part 'post' of 'swivel'"),
        (lambda: Mechanism.from_node(models.plane(), 1.0), "'plane' is not closed"),
        (lambda: Mechanism.from_node(models.apple(), -1.0), "must be positive"),
        (lambda: Mechanism.from_node(models.apple().place(scale=2), 1.0), "links have no scale"),
        (lambda: lamp().frames([0, 1]), r"expected 6 in the last axis \(x, y, turn"),
        (lambda: lamp().frames([0, 1, 2, 3, np.nan, 5]), "is nan"),
    ],
)
def test_a_skeleton_that_cannot_be_says_why(make, words):
    with pytest.raises((InputError, UnknownNameError), match=words):
        make()


def test_links_may_come_in_any_order():
    links = [Link("b", "a", mass=1), Link("c", "b", mass=1, inertia=1), Link("a", mass=1, inertia=1)]
    assert Mechanism(links).coordinates == ("x", "y", "turn", "b", "c")
