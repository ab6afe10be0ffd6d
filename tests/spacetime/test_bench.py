"""The benchmarks of spacetime on small cases: both sides must be the same problem, and both must be solved."""

import sys
from pathlib import Path

import numpy as np
import pytest

import supple
from supple.spacetime import Shot

sys.path.insert(0, str(Path(__file__).parents[2]))
lamp, plain_jump, spacetime = (
    pytest.importorskip(f"benchmarks.{name}") for name in ("lamp", "plain_jump", "spacetime")
)


def test_bench_lamp_runs_and_both_sides_agree():
    rows = list(spacetime.lamp(lamp.Timing(samples=16, standing=5, seconds=0.8), repeats=1))
    names = ["lamp-bench-cold", "lamp-bench-resolve"]
    assert [row.name for row in rows] == [
        *names,
        "lamp-bench-vs-crocoddyl-cold",
        "lamp-bench-vs-crocoddyl-again",
    ]
    assert all(row.ours_s > 0 for row in rows)
    assert all(row.peer_s > 0 for row in rows[:2])


def test_crocoddyl_lands_or_says_how_to_get_it():
    told = spacetime.crocoddyl()
    assert "not installed" in told if isinstance(told, str) else told["missed"] < spacetime.LANDED


def test_plain_jump_has_the_cost_and_the_rows_of_the_shot():
    """At any x with the base at rest on the floor: f is the same, and so is the worst miss of a row."""
    shot = Shot.jump(supple.characters.lamp(), to=(0.9, 0, 0), samples=24)
    plain, numbers = plain_jump.PlainJump(shot, 1e-8), shot.problem.numbers()
    x = shot.session.start(numbers).x + np.random.default_rng(3).normal(0, 0.02, len(numbers.lbx))
    for sample in shot.problem.samples:
        if len(sample.where["lam"]):
            x[sample.where["v"][:3]] = x[sample.where["a"][:3]] = 0.0
    f, g = (np.array(part).ravel() for part in shot.problem.values(x, numbers.p))
    cost, missed = plain.judged(x, np.array([0.9, 0.0]))
    assert cost == pytest.approx(f[0], rel=1e-12)
    assert missed == pytest.approx(spacetime.violation(numbers, x, g), rel=1e-9)
