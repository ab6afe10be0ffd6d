"""A lattice body that is turned inside out: refused where it is asked for, stopped where it happens."""

import numpy as np
import pytest

import supple
from supple.dynamics import Part, lattice_body
from supple.errors import DivergenceError, InputError
from supple.motion import Clip, Track, keys

WHERE = r"folds over at \(.*\) m of its rest shape.*squash\.y = {} \(alone from -2 to 1\)"


def crate():
    return lattice_body(supple.models.box(), ["squash.y", "bend.x"], at=(0, 1, 0), contacts=60)


def weightless():
    world = supple.World(gravity=(0, 0, 0), floor=None)
    return world, world.add(crate())


def test_keys_that_fold_are_refused_with_the_time():
    """A squash alone folds at 1: halfway between keys at 0 and 2, or at a key in the middle."""
    _, body = weightless()
    with pytest.raises(
        InputError, match="'box' " + WHERE.format(r"1\.\d+") + r".*keyed amplitudes at 0\.5\d* s"
    ):
        body.follow(Clip({"box.squash.y": keys({0: 0, 1: 2})}))
    with pytest.raises(InputError, match=WHERE.format(r"1\.1") + ".* at 1 s"):
        body.follow(Clip({"box.squash.y": keys({0: 0, 1: 1.1, 1.01: 0, 9: 0}, interpolate="linear")}))
    body.follow(Clip({"box.squash.y": keys({0: 0, 1: 0.9}), "box.bend.x": keys({0: 0, 1: 0.3})}))


def test_rest_amplitudes_that_fold_are_refused_and_the_old_ones_stay():
    body = crate()
    body.rest_amplitude["squash.y"] = 0.2
    with pytest.raises(InputError, match=WHERE.format(r"1\.6") + ".*; take smaller rest amplitudes$"):
        body.rest_amplitude["squash.y"] = 1.6
    with pytest.raises(InputError, match=WHERE.format(r"1[.\d]*") + r".*rest amplitudes at 0\.\d+ s$"):
        body.rest_amplitude["squash.y"] = keys({0: 0, 1: 1.6})
    assert body.rest_amplitude["squash.y"] == 0.2
    body.rest_amplitude["squash.y"] = Track.function(lambda t: 0.3 + 0 * t)


def test_a_body_pulled_through_itself_stops_the_run():
    """Its top led to its nailed bottom takes its whole height: γ = 1, two thirds of the way of 0.6 m."""
    world, body = weightless()
    world.nail(body.point("bottom"))
    top = body.point("top")
    x = world.position(top)
    world.follow(top, keys({0: x, 1: x - [0, 0.6, 0]}, interpolate="linear"), after="hold")
    with pytest.raises(
        DivergenceError, match="'box' turned inside out at 0.6[67].*" + WHERE.format("1")
    ) as stopped:
        world.run(1)
    assert stopped.value.take.times[-1] == pytest.approx(0.66, abs=0.02)


def test_steps_from_a_state_that_is_inside_out_are_refused():
    world, body = weightless()
    world.add(supple.models.box(), name="other", at=(2, 1, 0))
    world.state.q[7] = 1.6
    with pytest.raises(DivergenceError, match="'box' turned inside out at 0.000 s.*" + WHERE.format(r"1\.6")):
        world.run(0.1)
    world.state.q[7] = 0.6
    world.run(0.1)
    assert abs(body.amplitude("squash.y")) < 0.6


def test_a_body_alone_that_is_inside_out_stops_the_run():
    """Set so, or thrown there; it is looked at where it begins, and where a frame ends."""
    world, _ = weightless()
    world.state.q[7] = 1.6
    with pytest.raises(DivergenceError, match="'box' turned inside out at 0.000 s.*" + WHERE.format(r"1\.6")):
        world.run(0.1)
    world.state.q[7], world.state.v[6] = 0.0, 2e3
    with pytest.raises(DivergenceError, match=r"'box' turned inside out at 0\.0[01]"):
        world.run(0.1, fps=480)


def test_a_creased_skin_is_refused_as_keys_and_stops_no_run():
    """A teapot that lands hard: its foot folds while all its mass points are right side out."""
    pot = lattice_body(supple.models.teapot(), ["squash.y", "bulge.y", "taper.y"])
    gamma = [0.27, -0.15, 0.63]
    pot.check_shape(np.array([*np.zeros(7), *gamma]), 0.0, 0.001)
    with pytest.raises(InputError, match="'teapot' folds over"):
        pot.check_amplitudes("keyed amplitudes", gamma)


def test_a_part_that_folds_is_named():
    """Only the part is asked: the global lattice has no modes."""
    pot = lattice_body(supple.models.teapot(), (), local={"spout": Part("spout", ["bend.y", "squash.x"])})
    with pytest.raises(InputError, match=r"'teapot' folds over at .*spout/squash\.x = 4"):
        pot.rest_amplitude["spout/squash.x"] = 4.0
