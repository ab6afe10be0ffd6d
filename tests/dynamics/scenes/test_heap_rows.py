"""Rows of heaps on small cases: both sides are the same things, and each row says what was found."""

import numpy as np
import pytest

from benchmarks.falling import Falling
from benchmarks.piles import dominoes, mixed, pile, weight

mujoco = pytest.importorskip("mujoco")
heaps, peer = (pytest.importorskip(f"benchmarks.{name}") for name in ("heaps", "mujoco_piles"))


@pytest.mark.parametrize("things", [pile(4), mixed(12), dominoes(3)])
def test_both_sides_weigh_and_turn_alike_and_start_alike(things):
    ours, theirs = Falling(things), peer.MujocoPile(things)
    mujoco.mj_forward(theirs.model, theirs.data)
    moments = np.sort(ours.built.model.rigid.moment, axis=1)
    np.testing.assert_allclose(theirs.model.body_mass[1:], [weight(thing) for thing in things])
    np.testing.assert_allclose(theirs.model.body_mass[1:], ours.built.model.rigid.mass, rtol=1e-9)
    np.testing.assert_allclose(np.sort(theirs.model.body_inertia[1:], axis=1), moments, rtol=1e-6)
    np.testing.assert_allclose(theirs.data.xipos[1:], ours.q[:, :3], atol=1e-9)
    np.testing.assert_allclose(theirs.data.qvel.reshape(-1, 6)[:, :3], ours.v[:, :3])


def test_both_sides_fly_alike():
    """For 0.1 s, before anything is touched."""
    things = [thing._replace(velocity=(1.0, 0.0, 0.5)) for thing in mixed(6)]
    ours, theirs = Falling(things), peer.MujocoPile(things)
    ours.step(50)
    theirs.step(50)
    mujoco.mj_forward(theirs.model, theirs.data)
    np.testing.assert_allclose(theirs.data.xipos[1:], ours.q[:, :3], atol=1e-9)


def test_a_row_says_what_was_timed_and_what_was_found():
    row = heaps.beside(heaps.Phase("pile-4", pile(4), 1.0, 1.2))
    assert row.name == "pile-4"
    assert row.ours_s > 0
    assert row.peer_s > 0
    for word in ("1–1.2 s", "µs a step", "contacts", "largest island", "mm deep"):
        assert word in row.note


def test_a_moment_of_a_pile_comes_again():
    ours = Falling(pile(8))
    ours.step(300)
    moment = ours.moment()
    ours.step(200)
    once = ours.q.tobytes()
    ours.back(moment)
    ours.step(200)
    assert (ours.q.tobytes(), ours.steps) == (once, 500)


def test_the_exponent_is_that_of_a_power():
    assert heaps._exponent([(1e-3 * n**1.3, float(n)) for n in (100, 300, 1000)]) == pytest.approx(1.3)
