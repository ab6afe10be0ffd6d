"""The benchmarks of lattice bodies on small cases: what is called sound, and what a row tells."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
lattice, soft_box, sound = (
    pytest.importorskip(f"benchmarks.{name}") for name in ("lattice", "soft_box", "sound")
)


def test_a_step_is_sound_only_if_every_landing_is():
    """At 5 ms the landing that fits is fine and the others sink in; at 4 ms all are fine."""

    def fall(step: float, drop: float) -> "sound.Fall":
        lucky = step < 4.5e-3 or drop == sound.DROP
        return sound.Fall(rebound=0.15, depth=0.0 if step <= 5e-3 and lucky else 0.02, energy=1.0)

    assert sound.largest_sound(fall, phases=1) == pytest.approx(5e-3)
    assert sound.largest_sound(fall, phases=4) == pytest.approx(4e-3)


@pytest.mark.parametrize(
    "fall", [(0.16, 0.0, 1.0), (0.15, 0.011, 1.0), (0.15, 0.0, 1.002)], ids=["rebound", "depth", "energy"]
)
def test_each_of_the_three_limits_counts(fall):
    assert sound.Fall(0.15, 0.0, 1.0).sound(0.15)
    assert not sound.Fall(*fall).sound(0.15)


def test_rebound_is_the_height_after_the_box_was_pressed():
    t = np.linspace(0, 1, 1001)
    height = np.where(t < 0.3, 0.4 - t, 0.1 + 0.05 * np.abs(np.sin(10 * (t - 0.3))) - 0.01 * (t < 0.31))
    assert sound.rebound(height, height - 0.1, 1e-3) == pytest.approx(0.15, rel=1e-3)


def test_the_soft_box_is_sound_at_the_step_that_is_timed():
    ours = soft_box.Ours(2)
    fine = ours.fall(1e-3, sound.DROP)
    assert ours.fall(5e-3, sound.DROP).sound(fine.rebound)
    assert fine.rebound > soft_box.SIDE / 2


def test_a_row_of_table_1_says_what_it_was_measured_on():
    row = lattice.stepped(1, 0, seconds=0.1)
    assert row.name == "lattice-1+0"
    assert 0 < row.ours_s < 0.01
    assert "6 mass points" in row.note
