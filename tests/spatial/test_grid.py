"""Who is near whom, against asking everybody."""

import numpy as np
import pytest

from supple.errors import InputError
from supple.spatial import find_boxes, grid_of, neighbors


@pytest.mark.parametrize("radius", [0.05, 0.7, 20.0])
def test_neighbors_are_those_within_the_radius(radius):
    points = np.random.default_rng(0).uniform(-3, 3, (400, 3))
    first, index = neighbors(points, radius)
    apart = np.linalg.norm(points[:, None] - points, axis=2)
    np.fill_diagonal(apart, np.inf)
    for i in range(len(points)):
        assert index[first[i] : first[i + 1]].tolist() == np.flatnonzero(apart[i] <= radius).tolist()


@pytest.mark.parametrize("edge", [None, 0.1, 1.0, 50.0])
def test_a_box_meets_each_box_that_it_touches_once(edge):
    rng = np.random.default_rng(1)
    low = rng.uniform(-3, 3, (300, 3))
    high = low + rng.exponential(0.4, (300, 3))
    grid, found = grid_of(low, high, edge), np.zeros(300, np.int64)
    for _ in range(200):
        a = rng.uniform(-4, 4, 3)
        b = a + rng.exponential(0.5, 3)
        count = find_boxes(grid, a, b, found)
        wanted = np.flatnonzero((low <= b).all(axis=1) & (high >= a).all(axis=1))
        assert sorted(found[:count].tolist()) == wanted.tolist()


def test_one_huge_box_among_many_small_ones_does_not_fill_the_grid():
    low = np.concatenate([np.random.default_rng(2).uniform(0, 1, (1000, 3)), [(-500.0, -500.0, 0.0)]])
    high = np.concatenate([low[:-1] + 0.01, [(500.0, 500.0, 0.0)]])
    grid = grid_of(low, high)
    assert len(grid.item) < 10 * len(low)


def test_what_does_not_fit_says_how_many_there_are():
    grid, found = grid_of(np.zeros((5, 3))), np.zeros(2, np.int64)
    assert find_boxes(grid, -np.ones(3), np.ones(3), found) == 5
    assert find_boxes(grid_of(np.zeros((0, 3))), -np.ones(3), np.ones(3), found) == 0


def test_what_makes_no_sense_is_refused():
    with pytest.raises(InputError, match="within"):
        neighbors(np.zeros((2, 3)), 0.0)
    with pytest.raises(InputError, match="higher"):
        grid_of(np.ones((1, 3)), np.zeros((1, 3)))
    with pytest.raises(InputError, match="edge"):
        grid_of(np.zeros((1, 3)), edge=-1.0)
