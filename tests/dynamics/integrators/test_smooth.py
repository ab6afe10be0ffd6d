"""Trees in the air by the method of order 8: energy, order, and what it refuses."""

import numpy as np
import pytest
from tree_at import TreeAt
from trees import chain, state, tree

from supple.dynamics.integrators.smooth import Smooth
from supple.errors import DivergenceError

G = (0.0, -9.81, 0.0)


def energy(at):
    return sum(TreeAt(at.skeleton, at.q.copy(), at.v.copy(), G).energy())


def swung(skeleton, q, v, tolerance, seconds=0.5):
    at = Smooth(skeleton, G)
    at.skeleton = skeleton
    at.q[:], at.v[:] = q, v
    before = energy(at)
    at.run(seconds, tolerance)
    return at, abs(energy(at) - before)


@pytest.mark.parametrize("kind", ["hinge", "ball"])
def test_a_chain_keeps_its_energy_to_the_tolerance(kind):
    skeleton = chain(6, kind)
    q, v = skeleton.rest, np.zeros(skeleton.nv)
    errors = [
        swung(skeleton, q, v, tolerance)[1] / (6 * 0.1 * 9.81 * 0.3) for tolerance in (1e-4, 1e-6, 1e-8)
    ]
    assert errors[2] < 1e-9
    assert errors[2] < 1e-1 * errors[1] < 1e-2 * errors[0]


def test_a_tree_with_a_free_root_ends_where_the_step_of_worlds_tends_to():
    """Semi-implicit Euler's error against it falls with the step."""
    skeleton = tree(3, 6, ratio=4.0, kinds=("hinge", "ball", "universal"))
    q, v = state(skeleton, 3)
    exact, _ = swung(skeleton, q, v, 1e-10, 0.1)
    steps, errors = (4e-4, 2e-4, 1e-4), []
    for h in steps:
        at = TreeAt(skeleton, q, v, G)
        at.advance(h, round(0.1 / h))
        errors.append(np.abs(at.built.state.v - exact.v).max())
    assert 0.9 < np.polyfit(np.log(steps), np.log(errors), 1)[0] < 1.1


def test_it_goes_on_from_where_it_stopped_and_counts_what_it_did():
    skeleton = chain(4)
    once, twice = (Smooth(skeleton, G) for _ in range(2))
    once.run(0.6, 1e-9)
    twice.run(0.3, 1e-9)
    twice.run(0.3, 1e-9)
    np.testing.assert_allclose(once.y, twice.y, atol=1e-7)
    evaluations, steps, refused = once.room.counts
    assert evaluations == 1 + 12 * (steps + refused)
    assert once.time == twice.time == 0.6


def test_what_is_no_number_is_refused_by_name():
    at = Smooth(chain(2), G)
    at.v[:] = np.nan
    with pytest.raises(DivergenceError, match="'2 hinges' moves faster"):
        at.run(0.1)
