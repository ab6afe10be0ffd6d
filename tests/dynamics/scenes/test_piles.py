"""Heaps of boxes, spheres, capsules and hulls: none diverges, gains energy, stays inside itself, or keeps moving.

`python -m benchmarks.seeds` runs them over hundreds of seeds.
"""

import pytest

from benchmarks.seeds import DEPTH, GAIN, SLOW, scene, settle

SETTLED = [("pile-30", 0), ("pile-30", 1), ("pile-30", 2), ("pile-100", 0), ("mixed-30", 0), ("mixed-30", 3)]


@pytest.mark.parametrize(("name", "seed"), SETTLED)
def test_it_comes_to_rest_without_gaining_energy(name, seed):
    found = settle(scene(name, seed))
    assert found.finite
    assert found.gain < GAIN
    assert 0 < found.depth < DEPTH
    assert found.speed < SLOW


def test_what_spheres_do_while_they_fall_gains_nothing_either():
    assert settle(scene("mixed-30", 6), 3.0).gain < GAIN
