"""Measures of a gait that is known in closed form, and the limits of a hop."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from supple.control import measures
from supple.control.gait import Gait
from supple.control.hop import failures, is_hop
from supple.errors import InputError

Box = Callable[..., Gait]
FRAME = 1 / 120


def test_a_closed_form_hop_is_measured(box: Box) -> None:
    """8 periods of 0.5 s: 0.3 m each, 40 % of it in the air, 70 % high before and 120 % in flight."""
    found = measures.measured(box())
    assert found["distance_m"] == pytest.approx(8 * 0.3, abs=1e-9)
    assert found["energy"] == 12.0
    assert found["airborne_fraction"] == pytest.approx(0.4, abs=2 * FRAME / 0.5)
    assert found["squash_before_takeoff"] == pytest.approx(0.7, abs=1e-9)
    assert found["stretch_in_flight"] == pytest.approx(1.2, abs=0.01)
    assert found["period_variation"] == pytest.approx(0.0, abs=1e-9)
    assert found["slip_ratio"] == 0.0
    assert found["hops"] == 8
    assert found["tilt_max_deg"] == found["heading_drift_deg"] == 0.0
    assert found["volume_min"] == found["volume_max"] == 1.0


def test_flight_and_stride_follow_what_was_put_in(box: Box) -> None:
    for flight in (0.2, 0.3, 0.5):
        assert measures.airborne_fraction(box(flight=flight)) == pytest.approx(flight, abs=2 * FRAME / 0.5)
    assert measures.hop_length(box(stride=0.45)) == pytest.approx(0.45)


def test_slip_is_the_way_of_a_loaded_point_over_the_hop(box: Box) -> None:
    """It slides evenly through the stance of 36 intervals, all of them loaded at both ends."""
    assert measures.slip_ratio(box(slide=0.06)) == pytest.approx(0.06 / 0.3, rel=1e-9)
    lifted = box(slide=0.06)
    assert measures.slip_ratio(replace(lifted, loaded=np.zeros_like(lifted.loaded))) == 0.0


def test_tilt_and_turn_are_the_largest_seen(box: Box) -> None:
    assert measures.tilt_max_deg(box(lean=0.3)) == pytest.approx(np.degrees(0.3))
    assert measures.heading_drift_deg(box(turn=-0.2)) == pytest.approx(np.degrees(0.2))


def test_variation_is_the_deviation_of_strides(box: Box) -> None:
    """Strides of 0.3 and 0.3 + 2e in turn deviate by e from their mean, up to how five of them fall."""
    gait = box()
    strides = np.where(np.arange(9) % 2, 0.4, 0.2)
    center = gait.center.copy()
    center[:, 0] = np.interp(gait.t, np.arange(9) * 0.5, np.concatenate([[0.0], np.cumsum(strides)])[:9])
    last = strides[3:8]
    expected = last.std() / last.mean()
    assert measures.period_variation(replace(gait, center=center)) == pytest.approx(expected)


def test_a_missed_flight_breaks_the_row(box: Box) -> None:
    gait = box()
    gaps = gait.gaps.copy()
    gaps[(gait.t > 1.5) & (gait.t < 2.0)] = 0.0
    grounded = replace(gait, gaps=gaps)
    assert measures.hops(grounded) == 4
    assert measures.airborne_fraction(grounded) == 0.0


def test_without_a_period_hops_are_counted_from_flight_to_flight(box: Box) -> None:
    gait = replace(box(), period=np.inf)
    assert measures.hops(gait) == 8
    assert measures.airborne_fraction(gait) == pytest.approx(0.4, abs=2 * FRAME / 0.5)


def test_the_closed_form_hop_is_a_hop(box: Box) -> None:
    assert failures(box()) == []
    assert is_hop(box())


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"flight": 0.15}, "in the air"),
        ({"lean": 0.6}, "up axis"),
        ({"crouch": 0.9}, "crouches to 90%"),
        ({"crouch": 0.5}, "crouches to 50%"),
        ({"stretch": 1.4}, "stretches"),
        ({"stretch": 1.02}, "stretches"),
        ({"slide": 0.03}, "slip 10%"),
        ({"seconds": 1.5}, "3 hops"),
        ({"turn": 0.2}, "turns by 11°"),
    ],
)
def test_every_limit_of_a_hop_is_held(box: Box, change: dict[str, float], named: str) -> None:
    said = failures(box(**change))
    assert len(said) == 1
    assert named in said[0]


def test_volume_that_breathes_is_no_hop(box: Box) -> None:
    gait = box()
    assert "volume is 0.80 to 1.00" in failures(replace(gait, volume=1 - 0.2 * (gait.t > 2)))[0]


def test_no_flight_and_no_numbers_are_said(box: Box) -> None:
    gait = box()
    grounded = replace(gait, gaps=np.zeros_like(gait.gaps))
    assert any("0 hops" in text for text in failures(grounded))
    assert failures(replace(gait, energy=np.nan)) == ["it blows up"]


def test_frames_that_do_not_match_are_refused(box: Box) -> None:
    with pytest.raises(InputError, match="481 frames of 8 gaps"):
        replace(box(), t=np.arange(3.0))
