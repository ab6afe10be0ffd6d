"""The world as a user builds it: names, figures, kicks, and messages for what cannot be."""

import numpy as np
import pytest

import supple
from supple.errors import InputError, UnknownNameError


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
    with pytest.raises(InputError, match=r"point \[5.0, 0.0, 0.0\] lies outside 'table'"):
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
