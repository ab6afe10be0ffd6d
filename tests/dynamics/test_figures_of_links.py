"""Figures of links in a world: they fall, hang, hold, follow clips joint by joint, and answer controllers."""

import numpy as np
import pytest
from scipy.linalg import solve_continuous_are
from trees import chain

import supple
from supple.characters import human
from supple.dynamics.legacy.forces.spring import Spring
from supple.errors import InputError, SuppleWarning, UnknownNameError
from supple.kinematics import Link, Shape, Skeleton
from supple.kinematics.coupling import Coupling
from supple.motion import Clip
from supple.scene import Joint

G = 9.81
ROD = Shape(
    "capsule", (0.05, 0.15), offset=(0.2, 0, 0), rotation=(0, 0, np.sin(np.pi / 4), np.cos(np.pi / 4))
)


def arm(links=3, root="fixed", joint="ball", name="arm"):
    made = [
        Link.rod(
            f"link{k}", f"link{k - 1}" if k else None, to=(0.4, 0, 0), mass=1.0, radius=0.05,
            joint=joint if k else root, offset=(0.4 if k else 0, 0, 0),
        ).but(shapes=[ROD])
        for k in range(links)
    ]  # fmt: skip
    return Skeleton(made, points={"tip": (f"link{links - 1}", (0.4, 0, 0))}, name=name)


def test_a_human_falls_and_lies_and_the_floor_bears_it():
    world = supple.World()
    man = world.add(human(), at=(0, 0.2, 0))
    man.hold(hz=2, settle=1)
    take = world.run(6)
    assert take.report["engine"] == "one step"
    lift = sum(c.force[1] * (1 if c.a == "floor" else -1) for c in world.contacts("floor"))
    assert lift == pytest.approx(man.skeleton.mass * G, rel=1e-2)
    assert np.abs(man.v).max() < 0.05
    assert world.position(man)[1] < 0.35
    assert take.report["penetration_max_m"] < 0.02
    assert "body" in [node.name for root in take.scene.nodes for node in root.walk()]


def test_what_is_shown_is_where_the_links_are():
    world = supple.World(floor=None)
    man = world.add(
        human(), at=(0.5, 1, 0), rotation=supple.spatial.from_axis_angle((0, 1, 0), 0.5), spin=(1, 2, 3)
    )
    take = world.run(0.3, fps=30)
    frames = man.skeleton.frames(man.q)
    for name in ("hips", "neck", "elbow.L", "knee.R"):
        shown = take.position(name)[-1]
        np.testing.assert_allclose(shown, frames[man.skeleton.index(name), :3, 3], atol=1e-9)


def test_it_hangs_on_a_nail_and_attached_to_other_bodies():
    world = supple.World(floor=None)
    figure = world.add(arm(root="free"), at=(0, 2, 0))
    pin = world.nail(figure.point("link0"))
    ball = world.add(supple.models.sphere(radius=0.1), kind="rigid", material="wood", at=(1.3, 2, 0))
    world.attach(figure.point("tip"), ball.point((1.2, 2, 0)))
    for _ in range(10):
        world.step(20)
        np.testing.assert_allclose(world.position(figure.point("link0")), (0, 2, 0), atol=1e-10)
        gap = world.position(figure.point("tip")) - world.position(ball.point((1.2, 2, 0)))
        assert np.abs(gap).max() < 1e-10
    assert world.position(ball)[1] < 1.95
    pin.release()
    world.step(50)
    assert world.position(figure.point("link0"))[1] < 2


def test_a_hold_keeps_the_pose_without_sag():
    """Springs carry the weight of the pose in which they were made."""
    world = supple.World(floor=None)
    figure = world.add(arm(), at=(0, 1, 0))
    figure.hold("link*", hz=3, settle=0.5)
    before = figure.q
    world.step(500)
    np.testing.assert_allclose(figure.q, before, atol=1e-9)
    world.kick(figure.point("tip"), (0, 1, 0))
    world.step(20)
    assert np.abs(figure.q - before).max() > 1e-3
    world.step(1500)
    np.testing.assert_allclose(figure.q, before, atol=1e-4)


def swing(skeleton, seconds=2.0):
    """A clip of sines on all joints but the root's."""
    times = np.linspace(0, seconds, 121)
    turns = 0.4 * np.sin(2 * np.pi * times[:, None] * 0.5 + np.arange(skeleton.nv))
    return skeleton.clip(times, skeleton.from_angles(turns))


@pytest.mark.parametrize("joint", ["hinge", "ball"])
def test_joints_go_as_a_clip_has_them_to_round_off(joint):
    world = supple.World(floor=None)
    figure = world.add(arm(joint=joint))
    clip = swing(figure.skeleton)
    figure.follow(clip)
    for _ in range(20):
        world.step(7)
        np.testing.assert_allclose(
            np.abs(figure.q), np.abs(figure.skeleton.read(clip, [world.time])[0]), atol=1e-9
        )


def test_in_one_figure_some_joints_are_keyed_and_others_simulated():
    """The last link swings freely on an arm that is keyed, as one that is driven by inverse dynamics does."""
    world = supple.World(floor=None)
    figure = world.add(arm(joint="hinge"))
    figure.follow(swing(figure.skeleton))
    figure.physics = {"*": 0, "link2": 1}
    reference = supple.World(floor=None, step=world.step_size)
    driven = reference.add(arm(joint="hinge"))
    reference.coordinates(driven.body)[0][:], reference.coordinates(driven.body)[1][:] = figure.q, figure.v
    for _ in range(200):
        q, v = figure.q, figure.v
        world.step()
        a = (figure.v - v) / world.step_size
        reference.coordinates(driven.body)[0][:], reference.coordinates(driven.body)[1][:] = q, v
        torque = driven.inverse_dynamics(a)
        assert abs(torque[1]) < 1e-9 * np.abs(torque).max()
        driven.torque = [torque[0], 0.0]
        reference.step()
        np.testing.assert_allclose(driven.q, figure.q, atol=1e-10)
    assert abs(figure.q[1] - figure.skeleton.read(figure.drive.clip, [world.time])[0][1]) > 0.05


def test_velocity_goes_on_where_physics_takes_over_and_gives_back():
    world = supple.World(floor=None)
    figure = world.add(arm(joint="hinge"))
    figure.follow(swing(figure.skeleton, 4.0))
    figure.physics = supple.keys({0.5: 0, 0.7: 1, 1.2: 1, 1.6: 0})
    jumps = []
    for _ in range(int(1.8 / world.step_size)):
        before = figure.v
        world.step()
        jumps.append(np.abs(figure.v - before).max() / world.step_size)
    taken, given = int(0.7 / world.step_size), int(1.6 / world.step_size)
    assert max(jumps[taken - 3 : taken + 3]) < 100
    there = figure.skeleton.read(figure.drive.clip, [world.time])[0]
    np.testing.assert_allclose(figure.q, there, atol=1e-9)
    assert max(jumps[given - 3 : given + 3]) * world.step_size < 0.2


def test_controllers_read_and_write_between_steps():
    """Torques that bear the weight keep it still; M, V and inverse dynamics agree; J is ∂ẋ/∂v."""
    world = supple.World(floor=None)
    figure = world.add(arm())
    start = figure.q
    for _ in range(100):
        figure.torque = figure.bias()
        world.step()
    np.testing.assert_allclose(figure.q, start, atol=1e-12)
    world.coordinates(figure.body)[1][:] = np.arange(6.0)
    a = np.array([1.0, -2, 3, 0.5, 0, 1])
    np.testing.assert_allclose(
        figure.inverse_dynamics(a), figure.mass_matrix() @ a + figure.bias(), rtol=1e-12, atol=1e-12
    )
    tip = figure.point("tip")
    np.testing.assert_allclose(figure.jacobian(tip) @ figure.v, world.velocity(tip), atol=1e-13)


def test_a_cart_pole_is_balanced_from_python():
    """Gains of least squares (LQR) from M and V themselves; from 0.2 rad off it comes to rest upright."""
    cart = Link("cart", joint=Joint("slide", (1, 0, 0)), mass=1.0, inertia=0.1)
    pole = Link.rod("pole", "cart", to=(0, 1.0, 0), mass=0.2)
    world = supple.World(floor=None)
    figure = world.add(Skeleton([cart, pole], name="cart-pole"))
    q, _ = world.coordinates(figure.body)
    W, step = np.linalg.inv(figure.mass_matrix()), 1e-6
    q[1] = step
    A, B = np.zeros((4, 4)), np.zeros((4, 1))
    A[:2, 2:], A[2:, 1], B[2:, 0] = np.eye(2), -W @ figure.bias() / step, W[:, 0]
    K = B.T @ solve_continuous_are(A, B, np.eye(4), np.eye(1))
    q[1] = 0.2
    for _ in range(5000):
        figure.torque = [*(-K @ np.concatenate([figure.q, figure.v])), 0.0]
        world.step()
    assert np.abs(figure.q).max() < 1e-2


def test_a_rewound_world_does_the_same_again():
    world = supple.World()
    figure = world.add(arm(root="free"), at=(0, 0.5, 0), rotation=(0, 0, 0.3, 0.95))
    world.step(100)
    moment = world.snapshot()
    world.step(150)
    q = figure.q
    world.rewind(moment)
    world.step(150)
    assert (figure.q == q).all()


def test_two_figures_meet_and_one_is_ignored():
    world = supple.World(floor=None, gravity=(0, 0, 0))
    one = world.add(arm(root="free"), velocity=(0, -1, 0), name="one", at=(0, 0.3, 0))
    other = world.add(arm(root="free"), name="other", at=(0.1, 0, 0.05))
    world.step(200)
    assert world.velocity(other)[1] < -0.1
    assert world.contacts(one) or world.velocity(one)[1] > -0.9
    total = (world.velocity(one) + world.velocity(other))[1]
    assert total == pytest.approx(-1, abs=1e-3)


def test_bad_input_is_said():
    world = supple.World()
    figure = world.add(arm(name="limb"))
    with pytest.raises(UnknownNameError, match="joint of 'limb'"):
        figure.hold("tail*", hz=3, settle=1)
    with pytest.raises(InputError, match="must be above 0"):
        figure.hold("*", hz=0, settle=1)
    with pytest.raises(InputError, match="is not keyed"):
        figure.physics = 0.5
    with pytest.raises(InputError, match="expected shape"):
        figure.torque = [1, 2]
    figure.follow(Clip())
    with pytest.raises(UnknownNameError, match="tail"):
        figure.physics = {"tail": 1}


def test_a_rope_hangs_as_a_catenary():
    """60 links of 5 cm between two nails 2 m apart, damped until it rests: y = a cosh(x/a) to 1 %."""
    n, length, span = 60, 0.05, 2.0
    skeleton = chain(n, "hinge", length=length, mass=0.02)
    world = supple.World(floor=None, collide=False)
    rope = world.add(Skeleton(skeleton.links, points={"end": (str(n - 1), (length, 0, 0))}, name="rope"))
    L = n * length
    a = 1.0
    for _ in range(100):
        a -= (2 * a * np.sinh(span / (2 * a)) - L) / (
            2 * np.sinh(span / (2 * a)) - span / a * np.cosh(span / (2 * a))
        )
    s = (np.arange(n) + 0.5) * length - L / 2
    slopes = np.arctan(s / a)
    q, _ = world.coordinates(rope.body)
    q[:] = np.diff(slopes, prepend=0.0)
    end = world.position(rope.point("end"))
    world.nail(rope.point("end"), end)
    rope.body.joint[:, 1] = 0.004
    world.coordinates(rope.body)[1][:] = 0.03 * np.cos(np.arange(n))
    world.step(5000)
    x = np.array([world.position(rope.point(str(k))) for k in range(n)])
    middle = end[0] / 2
    expected = a * np.cosh((x[:, 0] - middle) / a) - a * np.cosh(middle / a)
    assert np.abs(x[:, 1] - expected).max() < 0.01 * (a * np.cosh(middle / a) - a)
    assert end[0] == pytest.approx(span, rel=1e-3)


def test_springs_hands_and_winds_take_hold_of_links():
    """A spring between the tip and the world carries the arm where its pull equals the weight by inverse dynamics."""
    world = supple.World(floor=None)
    figure = world.add(arm(2, joint="hinge", root="hinge"), at=(0, 2, 0))
    figure.body.joint[:, 1] = 0.5
    tip = figure.point("tip")
    hand = world.add(
        supple.models.sphere(radius=0.05), kind="rigid", material="wood", at=(0.8, 3, 0), name="hand"
    )
    world.nail(hand.point((0.8, 3, 0)))
    world.push(Spring(tip, hand.point((0.8, 3, 0)), stiffness=60.0, damping=2.0, length=0.8))
    world.step(6000)
    pull = (
        60.0
        * (np.linalg.norm(d := np.array([0.8, 3, 0]) - world.position(tip)) - 0.8)
        * d
        / np.linalg.norm(d)
    )
    assert np.abs(figure.v).max() < 1e-3
    np.testing.assert_allclose(figure.jacobian(tip).T @ pull, figure.bias(), atol=2e-2)


def test_two_of_a_kind_are_in_one_take(tmp_path):
    """The nodes of one with a name of its own carry that name; both keep their skins."""
    world = supple.World()
    world.add(human(), at=(-0.6, 0.1, 0))
    bob = world.add(human(), at=(0.6, 0.1, 0), name="bob", velocity=(0, 0, 1))
    take = world.run(0.2)
    frames = bob.skeleton.frames(bob.q)
    np.testing.assert_allclose(
        take.position("bob.neck")[-1], frames[bob.skeleton.index("neck"), :3, 3], atol=1e-9
    )
    assert take.position("neck")[-1][0] < 0 < take.position("bob.neck")[-1][0]
    back = supple.load(take.save(tmp_path / "two.glb"))
    assert sum(node.skin is not None for root in back.nodes for node in root.walk()) == 2


def test_what_a_world_does_not_keep_yet_is_said():
    ball = Link("a", joint=Joint("ball", limits=(-0.5, 0.5)), mass=1, inertia=1)
    with pytest.warns(SuppleWarning, match="of 'limited' 'a' keeps no limits"):
        supple.World(floor=None).add(Skeleton([ball], name="limited"))
    links = [Link("x", mass=1, inertia=1), Link("y", mass=1, inertia=1)]
    with pytest.warns(SuppleWarning, match="'y' does not go with 'x'"):
        supple.World(floor=None).add(Skeleton(links, couplings=[Coupling("y", "x")], name="geared"))


def test_neighbors_pass_through_each_other_wherever_their_shapes_are_in_line():
    """Behind a floor, an obstacle and another body, no link meets its parent, however far it bends."""
    world = supple.World()
    world.obstacle(supple.dynamics.shapes.Box(1, 0.1, 1), at=(3, 0.05, 0), name="box")
    world.add(supple.models.sphere(), kind="rigid", material="wood", at=(-2, 0.3, 0))
    figure = world.add(arm(), at=(0, 2, 0))
    for _ in range(10):
        world.step(10)
        assert not [c for c in world.contacts(figure) if c.a is c.b]
    assert np.abs(figure.v).max() > 0.5
