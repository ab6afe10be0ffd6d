"""Keyed lattice bodies: amplitudes by name, a pinned point, hand-over to physics (Faloutsos et al. 1997, §5.1)."""

import numpy as np
import pytest

import supple
from supple.dynamics import Point, Seam, lattice_body
from supple.dynamics.legacy.keyed_shape import KeyedShape
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, keys, rotation_keys

MODES = ("squash.y", "shear.x", "bend.x")
CLIP = Clip(
    {
        "table.position": keys({0: (0, 0.5, 0), 0.6: (0.3, 0.8, 0)}),
        "table.rotation": rotation_keys({0: ((0, 0, 1), 0.0), 0.6: ((0, 0, 1), -0.3)}),
        "table.squash.y": keys({0: 0, 0.6: 0.3}),
        "table.bend.x": keys({0: 0, 0.6: 0.1}),
    }
)


@pytest.fixture(scope="module")
def table():
    return lattice_body(supple.models.table(), MODES, sag=0.1, contacts=40)


def stage(table, step, pin=None):
    world = supple.World(floor=None, step=step)
    world.add(table)
    table.follow(CLIP, pin=pin)
    return world


def test_velocities_and_accelerations_are_derivatives_of_the_keyed_state(table):
    """Central differences of order 2: halving h quarters the error."""
    pin = table.point("top")
    for motion in (KeyedShape(table, CLIP), KeyedShape(table, CLIP, pin)):
        errors = []
        for h in (2e-3, 1e-3):
            (before, slow), (after, fast) = motion.state(0.3 - h), motion.state(0.3 + h)
            q, v = motion.state(0.3)
            rate, gain = (after - before) / (2 * h), (fast - slow) / (2 * h)
            errors.append(
                [np.abs(rate - table.rate(q, v)).max(), np.abs(gain - motion.acceleration(0.3)).max()]
            )
        assert (np.array(errors[1]) < 0.3 * np.array(errors[0]) + 1e-9).all()


def test_keyed_amplitudes_are_met_and_the_pinned_point_goes_where_the_position_says(table):
    foot = Point(table, "foot", np.array([0.38, 0.0, 0.23]))
    world = stage(table, 1 / 120, pin=foot)
    for _ in range(20):
        world.step(3)
        expected = [CLIP["table.squash.y"](world.time), 0.0, CLIP["table.bend.x"](world.time)]
        np.testing.assert_allclose(world.state.q[7:], expected, atol=1e-9)
        np.testing.assert_allclose(
            world.position(foot), CLIP["table.position"](world.time) + foot.rest, atol=1e-9
        )


def test_physics_takes_over_without_a_jump_and_keeps_the_momentum(table):
    """In free fall momentum changes by gravity alone; v is that between steps, so told to first order."""
    world = stage(table, 1 / 1920)
    table.physics = keys({0.04: 0, 0.36: 1})
    points = [Point(table, "p", np.array(r)) for r in ((0, 0.3, 0), (0.3, 0.5, 0.1))]
    seams = [Seam(world, point, moment) for point in points for moment in (0.04, 0.36)]
    world.run(0.38)
    assert max(seam.position_jump for seam in seams) <= 1e-9
    assert max(seam.speed_jump for seam in seams) <= 1e-6
    world.let_go(table)
    assert table.physics == 1.0
    before = table.momentum(*world.coordinates(table))[0]
    world.step(96)
    change = table.momentum(*world.coordinates(table))[0] - before
    np.testing.assert_allclose(
        change, [0, -9.81 * table.mass * 96 / 1920, 0], atol=1e-3 * 9.81 * table.mass * 96 / 1920
    )


def test_wrong_keys_are_named(table):
    world = supple.World(floor=None)
    world.add(table)
    with pytest.raises(UnknownNameError, match=r"mode of 'table' in a clip: 'sqash.y'.*squash.y"):
        table.follow(Clip({"table.squash.y": keys({0: 0, 1: 1}), "table.sqash.y": keys({0: 0, 1: 1})}))
    with pytest.raises(
        UnknownNameError, match=r"mode of 'table' in a clip: 'bend.xz'; did you mean 'bend.x'"
    ):
        table.follow(Clip({"table.bend.xz": keys({0: 0, 1: 0.3}), "table.squash.y": keys({0: 0, 1: 0.1})}))
    with pytest.raises(
        UnknownNameError, match=r"mode of 'table' in a clip: 'twist.y'. There are: bend.x, sh"
    ):
        table.follow(Clip({"table.twist.y": keys({0: 0, 1: 0.3})}))
    with pytest.raises(InputError, match=r"'table.position.x' leads 'table' by one component alone"):
        table.follow(Clip({"table.position.x": keys({0: 0, 1: 0.3}), "table.bend.x": keys({0: 0, 1: 0.1})}))
    other = world.add(supple.models.box(), at=(2, 0, 0), name="box")
    with pytest.raises(InputError, match=r"cannot pin 'table': it belongs to 'box'"):
        table.follow(CLIP, pin=other.point("top"))
    with pytest.raises(InputError, match="'box' has no modes"):
        other.follow(Clip({"box.position": keys({0: (2, 0, 0), 1: (3, 0, 0)})}), pin=other.point("top"))
