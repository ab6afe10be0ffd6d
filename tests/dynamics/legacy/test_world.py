"""The world as a user builds it: names, figures, kicks, and messages for what cannot be."""

import numpy as np
import pytest

import supple
from supple.errors import InputError, RenamedError, UnknownNameError


def test_a_tree_of_meshes_is_a_figure_whose_joints_hold():
    world = supple.World()
    puppet = world.add(supple.models.marionette(), at=(0, 0.3, 0))
    assert len(puppet.bodies) == 12
    hinge = puppet.joints["arm.lower.L"]
    assert (len(hinge), len(puppet.joints["head"])) == (2, 1)
    world.run(0.4)
    assert np.abs(world.rows.gaps(world.state)).max() < 1e-12
    with pytest.raises(UnknownNameError, match=r"point of 'marionette': 'hand'.*hand\.L"):
        puppet.point("hand")
    puppet.release()
    assert world.handles == []


def test_two_figures_share_no_names():
    world = supple.World()
    first, second = (world.add(supple.models.lamp(), at=(x, 0, 0), name=f"lamp{x}") for x in (0, 1))
    assert first["head"].name == "head"
    assert second["head"].name == "lamp1.head"
    with pytest.raises(UnknownNameError, match="body of 'lamp1': 'nose'"):
        second["nose"]


def test_a_kick_moves_a_point_and_its_figure_takes_its_share():
    world = supple.World(floor=None, gravity=(0, 0, 0))
    a = world.add(supple.models.box(), at=(0, 0, 0), name="a")
    b = world.add(supple.models.box(), at=(0.4, 0, 0), name="b")
    world.attach(a.point("left"), b.point("right"))
    top = a.point("top")
    world.kick(top, (0, 0, 3))
    np.testing.assert_allclose(world.velocity(top), [0, 0, 3], atol=1e-12)
    np.testing.assert_allclose(world.velocity(a.point("left")), world.velocity(b.point("right")), atol=1e-12)
    world.nail(top)
    with pytest.raises(InputError, match="is held; it cannot be kicked"):
        world.kick(top, (1, 0, 0))


def test_points_have_names_sides_and_places():
    world = supple.World()
    table = world.add(supple.models.table(), at=(0, 0, 0), name="table")
    height = table.node.surface.bounds[1, 1]
    assert world.position(table.point("top"))[1] == pytest.approx(height, abs=0.05)
    assert world.position(table.point("bottom"))[1] == pytest.approx(0, abs=1e-9)
    with pytest.raises(InputError, match=r"place \(5, 0, 0\) .* lies outside 'table'"):
        table.point((5, 0, 0))
    with pytest.raises(UnknownNameError, match=r"point of 'table': 'lid'.*leg.BL"):
        table.point("lid")


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_no_time_no_run(seconds):
    with pytest.raises(InputError, match="give a positive number of seconds"):
        supple.World().run(seconds)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"material": "jely"}, "unknown material 'jely'; did you mean 'jelly'"),
        ({"kind": "afine"}, "unknown kind of body 'afine'; did you mean 'affine'"),
        ({"velocity": (0, float("nan"), 0)}, "velocity of 'box': entry"),
        ({"at": (0, 1)}, r"expected shape \(3\), got \(2,\)"),
        ({"name": "first"}, "a body called 'first' already"),
    ],
)
def test_what_cannot_be_added_says_why(arguments, message):
    world = supple.World()
    world.add(supple.models.box(), name="first")
    with pytest.raises((InputError, UnknownNameError), match=message):
        world.add(supple.models.box(), **arguments)


def test_points_of_another_world_are_refused():
    here, there = supple.World(), supple.World()
    box = there.add(supple.models.box(), name="box")
    here.add(supple.models.box(), name="other")
    with pytest.raises(InputError, match="not in this world; add it first"):
        here.attach(box.point("top"), box.point("bottom"))


def test_actions_happen_in_their_order_and_not_too_late():
    world, done = supple.World(), []
    world.add(supple.models.sphere(), at=(0, 2, 0))
    world.at(0.2, lambda: done.append("second"))
    world.at(0.1, lambda: done.append("first"))
    world.run(0.3)
    assert done == ["first", "second"]
    with pytest.raises(InputError, match="comes too late"):
        world.at(0.1, lambda: None)


def test_an_error_in_a_callback_keeps_the_take():
    world = supple.World()
    world.add(supple.models.sphere(), at=(0, 2, 0))

    def fails():
        raise RuntimeError("no more")

    world.at(0.25, fails)
    with pytest.raises(RuntimeError, match="no more") as caught:
        world.run(1.0)
    assert caught.value.take.duration == pytest.approx(0.25, abs=0.03)
    assert any("at 0.2" in note for note in caught.value.__notes__)


def two_boxes(kind="affine"):
    """Two boxes joined side by side that nothing else acts on."""
    world = supple.World(floor=None, gravity=(0, 0, 0))
    a = world.add(supple.models.box(), kind=kind, at=(0, 0, 0), name="a")
    b = world.add(supple.models.box(), kind=kind, at=(0.4, 0, 0), name="b")
    world.attach(a.point("left"), b.point("right"))
    return world, a, b


def momentum(world, *bodies):
    return sum(body.momentum(*world.coordinates(body))[0] for body in bodies)


@pytest.mark.parametrize("kind", ["affine", "quadratic", "rigid"])
def test_a_body_that_is_kicked_gains_the_velocity_everywhere(kind):
    world = supple.World(floor=None, gravity=(0, 0, 0))
    pot = world.add(supple.models.teapot(), kind=kind, at=(0, 1, 0), tilt=30, spin=(0, 1, 0))
    points = [pot.point(side) for side in ("top", "bottom", "left", "front")]
    before = np.array([world.velocity(p) for p in points])
    world.kick(pot, (1, 2, -3))
    after = np.array([world.velocity(p) for p in points])
    np.testing.assert_allclose(after - before, np.broadcast_to((1, 2, -3), after.shape), atol=1e-9)


@pytest.mark.parametrize("kind", ["affine", "rigid"])
@pytest.mark.parametrize("at", [None, "top", (0.1, 0.05, 0.1)])
def test_an_impulse_is_the_momentum_that_is_gained(kind, at):
    """Σ m Δv = p, wherever it strikes and whatever joins the two; at a point, Δ(L) = x × p as well."""
    world, a, b = two_boxes(kind)
    push = np.array([0.3, -0.2, 0.5])
    world.kick(a, impulse=push, at=at)
    np.testing.assert_allclose(momentum(world, a, b), push, atol=1e-10)
    np.testing.assert_allclose(world.velocity(a.point("left")), world.velocity(b.point("right")), atol=1e-10)
    where = world.position(a) if at is None else world.position(a.point(at))
    spun = sum(body.momentum(*world.coordinates(body))[1] for body in (a, b))
    np.testing.assert_allclose(spun, np.cross(where, push), atol=1e-10)


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_a_kick_by_velocity_gives_the_center_of_mass_what_was_asked(kind):
    world, a, b = two_boxes(kind)
    world.kick(a, (0, 0, 2))
    np.testing.assert_allclose(world.velocity(a), (0, 0, 2), atol=1e-10)
    np.testing.assert_allclose(world.velocity(a.point("left")), world.velocity(b.point("right")), atol=1e-10)
    assert world.velocity(b)[2] > 0.1, "what it is joined to takes its share"


def test_a_figure_is_kicked_as_a_whole():
    world = supple.World(floor=None, gravity=(0, 0, 0))
    puppet = world.add(supple.models.marionette(), at=(0, 1, 0))
    world.kick(puppet, (0, 1, 2))
    np.testing.assert_allclose(world.velocity(puppet), (0, 1, 2), atol=1e-9)
    for body in puppet.bodies.values():
        np.testing.assert_allclose(world.velocity(body), (0, 1, 2), atol=1e-9)
    mass = sum(body.mass for body in puppet.bodies.values())
    world.kick(puppet, impulse=(0, -mass, -2 * mass))
    np.testing.assert_allclose(world.velocity(puppet), 0, atol=1e-9)


def test_the_center_of_mass_is_that_of_all_limbs():
    world = supple.World()
    puppet = world.add(supple.models.marionette(), at=(0, 1, 0))
    masses = np.array([body.mass for body in puppet.bodies.values()])
    centers = np.array([world.position(body) for body in puppet.bodies.values()])
    np.testing.assert_allclose(world.position(puppet), masses @ centers / masses.sum(), atol=1e-12)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({}, "a velocity .* or an impulse .*, one of the two"),
        ({"velocity": (1, 0, 0), "impulse": (1, 0, 0)}, "one of the two"),
        ({"velocity": (1, 0)}, r"kick of 'ball': expected shape \(3\)"),
        ({"impulse": (1, 0, float("inf"))}, "impulse on 'ball': entry"),
    ],
)
def test_a_kick_that_cannot_be_says_why(how, message):
    world = supple.World()
    ball = world.add(supple.models.sphere(), at=(0, 1, 0), name="ball")
    with pytest.raises(InputError, match=message):
        world.kick(ball, **how)
    assert not world.state.v.any()


def test_what_is_kicked_must_be_there_and_free():
    world = supple.World()
    ball = world.add(supple.models.sphere(), at=(0, 1, 0), name="ball")
    with pytest.raises(InputError, match="give a point, a body or a figure"):
        world.kick("ball", (1, 0, 0))
    with pytest.raises(InputError, match="is a point already"):
        world.kick(ball.point("top"), (1, 0, 0), at="bottom")
    stranger = supple.World().add(supple.models.sphere(), name="stranger")
    for ask in (world.position, world.velocity, lambda body: world.kick(body, (1, 0, 0))):
        with pytest.raises(InputError, match="'stranger' is not in this world"):
            ask(stranger)
    for side in ("top", "left", "front"):
        world.nail(ball.point(side))
    world.nail(ball.point("right"))
    with pytest.raises(InputError, match="'ball' is held; it cannot be kicked that way"):
        world.kick(ball, (1, 0, 0))


def test_body_kick_says_what_it_is_called_now():
    ball = supple.World().add(supple.models.sphere())
    with pytest.raises(
        RenamedError, match=r"velocity_gain now: to kick a body, write world\.kick\(body, velocity\)"
    ):
        ball.kick((0, 0, 2))
    assert not hasattr(ball, "kick")
