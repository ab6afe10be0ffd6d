"""Lag and swings are those of closed forms, and of a pendulum that is carried."""

import numpy as np
import pytest

import supple
from supple.dynamics.legacy.liveliness import Pendant, lag, life, swings
from supple.errors import InputError

T = np.linspace(0, 6, 361)


def moved(t, by):
    """A move by one meter, begun at 1 s, as a smooth step, late by so many seconds."""
    u = np.clip((t - 1 - by) / 0.8, 0, 1)
    return np.outer(u * u * (3 - 2 * u), [1.0, 0.2, -0.4])


@pytest.mark.parametrize("late", [0.0, 0.05, 0.123, 0.3])
def test_a_path_that_comes_later_lags_by_so_much(late):
    assert lag(T, moved(T, 0.0), moved(T, late)) == pytest.approx(late, abs=2e-3)


def test_a_softened_copy_lags_by_its_mean_delay():
    """y' = (x − y)/τ delays what is slow against τ by τ."""
    x, tau, y = moved(T, 0.0), 0.1, np.zeros((len(T), 3))
    for k in range(1, len(T)):
        y[k] = y[k - 1] + (x[k] - y[k - 1]) * (1 - np.exp(-(T[k] - T[k - 1]) / tau))
    assert lag(T, x, y) == pytest.approx(tau, rel=0.2)


@pytest.mark.parametrize("ratio", [0.1, 0.4, 0.6])
def test_a_damped_pendulum_swings_as_often_as_its_decay_says(ratio):
    """Extremes fall by `ratio` each: the last one above 5 % is number ⌊ln 0.05 / ln ratio⌋, two to a swing."""
    angle = 0.4 * np.cos(2 * np.pi * T) * ratio ** (2 * T)
    tip = np.stack([np.sin(angle), -np.cos(angle), 0 * T], axis=1)
    expected = np.floor(np.log(0.05) / np.log(ratio)) / 2
    assert swings(T, np.zeros_like(tip), tip) == pytest.approx(expected, abs=0.5 * (ratio == 0.6))


def carried(drag):
    """A rod that hangs from a point which is carried to the right; the take, and the rod as a pendant."""
    world = supple.World(floor=None, drag=drag)
    rod = world.add(
        supple.models.box(width=0.05, height=0.3, depth=0.05),
        material=supple.materials.wobble(hz=40, settle=0.1),
        at=(0, 1, 0),
        name="rod",
    )
    top, bottom = rod.point("top"), rod.point("bottom")
    path = supple.keys({0: (0, 1.15, 0), 0.8: (0.4, 1.15, 0), 6: (0.4, 1.15, 0)}, interpolate="monotone")
    world.follow(top, path, after="hold")
    return world.run(6), {"rod": Pendant(top, top, bottom)}


def test_a_carried_rod_trails_its_handle_and_more_air_settles_it_sooner():
    found = {}
    for drag in (1.0, 3.0):
        take, limbs = carried(drag)
        found[drag] = life(take, limbs, led=(0.0, 0.8), still=0.8)
        assert 0.05 < found[drag]["rod_lag_s"] < 0.3
    assert 0 < found[3.0]["rod_swings"] < found[1.0]["rod_swings"]


def test_a_limb_that_the_take_does_not_show_is_named():
    take, limbs = carried(3.0)
    stranger = supple.World().add(supple.models.box(), name="stranger").point("top")
    with pytest.raises(InputError, match="limb 'arm': nothing called 'stranger' moves"):
        life(take, {"arm": limbs["rod"]._replace(tip=stranger)}, led=(0, 1), still=1)
