"""What bodies learn, beyond what their demos report of themselves (Faloutsos et al. 1997, §6.3)."""

import numpy as np
import pytest

from supple.control.measures import distance_m, energy
from supple.demos import table_bound, teapot_hop
from supple.demos.lanes import driven


@pytest.mark.gallery
def test_annealing_finds_a_stable_bound_within_a_hundred_evaluations():
    """Median over five seeds; stable: strides vary by 5 % at most, and it goes three times as far as drawn."""
    needed = []
    for seed in range(1, 6):
        gaits = []
        table_bound.learn(seed, seen=gaits.append)
        needed.append(table_bound.evaluations_to_stable(gaits) or np.inf)
    assert np.median(needed) <= 100


def test_the_drawn_poses_are_no_stable_bound_themselves():
    drawn = driven(table_bound.bounder(), table_bound.DRAWN, table_bound.SECONDS)
    assert table_bound.evaluations_to_stable([drawn.gait]) is None


@pytest.mark.gallery
def test_a_teapot_that_only_saves_energy_stays_in_place():
    """K₁ = 1, K₂ = 0."""
    drawn = driven(teapot_hop.pot(), teapot_hop.DRAWN, teapot_hop.SECONDS).gait
    lazy = teapot_hop.learn(1, 0).gait
    assert abs(distance_m(lazy)) < 0.1 * lazy.height
    assert energy(lazy) < 0.1 * energy(drawn)
    assert not lazy.flights


def test_equal_seeds_try_and_find_the_same():
    first, second, other = (
        teapot_hop.learn(1, 1, seed=seed, evaluations=20).courses[0] for seed in (7, 7, 8)
    )
    assert first.u.tobytes() == second.u.tobytes() != other.u.tobytes()
    assert first.costs.tobytes() == second.costs.tobytes() != other.costs.tobytes()
