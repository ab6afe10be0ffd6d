"""What stands and what topples: a stack of ten, a heavy box on a light one, fifty dominoes."""

import numpy as np
import pytest

from benchmarks.falling import Falling
from benchmarks.piles import STEP, dominoes, mass_ratio, stack


def test_a_stack_of_ten_stands_for_a_minute():
    tower = Falling(stack(10))
    tower.step(round(4 / STEP))
    before = tower.q[:, :3].copy()
    tower.step(round(56 / STEP))
    assert np.abs(tower.q[:, :3] - before).max() < 5e-5
    np.testing.assert_allclose(tower.q[:, 1], 0.25 + 0.5 * np.arange(10), atol=1e-3)


def test_a_box_of_a_hundred_kilograms_stays_on_one_of_one_for_a_minute():
    tower = Falling(mass_ratio(100))
    tower.step(round(60 / STEP))
    np.testing.assert_allclose(tower.q[:, :3], [(0, 0.25, 0), (0, 0.75, 0)], atol=2e-4)
    assert tower.depth < 5e-5
    assert tower.fastest < 1e-5


def toppled(h: float) -> float:
    """When the last domino leans by 45° [s]."""
    row, look = Falling(dominoes()), 0.01
    while row.steps * h < 15:
        row.step(round(look / h), h)
        x, _, z, _ = row.q[-1, 3:]
        if 1 - 2 * (x * x + z * z) < np.cos(np.pi / 4):
            break
    return row.steps * h


def test_dominoes_fall_in_the_time_that_fine_steps_say():
    assert toppled(STEP) == pytest.approx(toppled(STEP / 10), rel=0.02)
