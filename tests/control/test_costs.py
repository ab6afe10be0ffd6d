"""Costs by name, on a gait that is known in closed form."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from supple.control.gait import Gait
from supple.control.search import costs
from supple.errors import InputError, UnknownNameError

Box = Callable[..., Gait]


def test_table_2(box: Box) -> None:
    """t_x = 2.4 heights in 4 s, E_c = 12 J = 3 weights × height; half of the way in the last half."""
    gait = box()
    way, speed, effort = 2.4, 0.6, 3.0
    assert costs.leap(gait) == pytest.approx(1 / way)
    assert costs.thrift(gait) == pytest.approx(effort / way)
    assert costs.bound(gait) == pytest.approx(effort / np.sqrt(way * speed))
    assert costs.fast_bound(gait) == pytest.approx(effort / (5 * np.sqrt(way * speed)))
    assert costs.shuffle(gait) == pytest.approx(effort / (5 * np.sqrt(speed)))


def test_eq_8_trades_energy_for_distance(box: Box) -> None:
    gait = box()
    assert costs.traded(0, 1)(gait) == pytest.approx(-2.4)
    assert costs.traded(1, 0)(gait) == pytest.approx(costs.SHARE * 3.0)
    assert costs.traded(2, 3)(gait) == pytest.approx(2 * costs.SHARE * 3.0 - 3 * 2.4)
    assert costs.cost("eq8")(gait) == costs.traded(1, 1)(gait)


@pytest.mark.parametrize("name", ["leap", "thrift", "bound", "fast-bound", "shuffle"])
def test_standing_or_turning_back_costs_a_lot(box: Box, name: str) -> None:
    gait = box()
    still = replace(gait, center=np.zeros_like(gait.center))
    back = gait.center.copy()
    back[:, 0] = np.where(gait.t < 3, gait.t, 6 - gait.t - 1.9 * (gait.t > 3.99))
    assert costs.cost(name)(still) == costs.HIGH
    if name in ("bound", "fast-bound", "shuffle"):
        assert costs.cost(name)(replace(gait, center=back)) == costs.HIGH


def test_size_and_weight_do_not_matter(box: Box) -> None:
    """The same motion twice as large, three times as heavy, costs the same."""
    gait = box()
    large = replace(
        gait, points=2 * gait.points, gaps=2 * gait.gaps, center=2 * gait.center, height=2.0,
        weight=3 * gait.weight, energy=6 * gait.energy,
    )  # fmt: skip
    for name, cost in costs.COSTS.items():
        assert cost(large) == pytest.approx(cost(gait), abs=1e-12), name


@pytest.mark.parametrize(
    "worse",
    [
        {"flight": 0.1},
        {"lean": 0.7},
        {"turn": 0.5},
        {"crouch": 0.95},
        {"crouch": 0.45},
        {"stretch": 1.01},
        {"stretch": 1.5},
        {"slide": 0.1},
        {"stride": 0.2},
    ],
)
def test_a_hop_costs_less_than_what_is_none(box: Box, worse: dict[str, float]) -> None:
    assert costs.hop(box()) < costs.hop(box(**worse)) - 1e-3


def test_a_broken_limit_outweighs_the_way(box: Box) -> None:
    assert costs.hop(box(stride=0.2)) < costs.hop(box(stride=2.0, lean=1.0))


def test_unknown_costs_are_named() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'shuffle'"):
        costs.cost("shufle")
    with pytest.raises(InputError, match="function of a gait"):
        costs.cost(3)  # type: ignore[arg-type]
