"""What the demos of keyed figures show, row by row of bbop's demonstrations."""

import numpy as np
import pytest

import supple
from supple.demos import limp, stepping, walking
from supple.spatial import from_axis_angle, from_euler, rotate


@pytest.mark.feature("BB-D3")
def test_arms_swing_against_each_other(short_reports):
    """One arm is keyed; the other is computed from it: what one is ahead of the middle the other is back of it."""
    assert short_reports["swing"]["opposed_rad"] < 1e-12
    assert short_reports["swing"]["opposition_of_hands"] > 0.95
    assert min(short_reports["swing"]["swing_m"], short_reports["swing"]["swing_right_m"]) > 0.5


@pytest.mark.feature("BB-D8")
def test_a_walker_turns_over_the_balls_of_its_feet(short_reports):
    assert max(short_reports["pivot-walk"][f"stray_{side}_m"] for side in "LR") < 1e-3
    assert short_reports["pivot-walk"]["turned_deg"] > 175


@pytest.mark.feature("BB-D10")
def test_a_walk_is_repeated_by_the_cycle_operator(short_reports):
    """Every round goes as far as the first; where rounds meet nothing jumps; feet that stand do not slide."""
    found = short_reports["cycle"]
    assert found["travel_per_round_m"] == pytest.approx(walking.STRIDE)
    assert found["drift_in_place_m"] < 1e-9
    assert found["seam_jump"] < 1e-9
    assert found["seam_speed_rad_s"] < 0.1
    assert found["slide_m"] < 2e-3


@pytest.mark.feature("BB-D11")
def test_one_walk_goes_by_four_clocks(short_reports):
    found = short_reports["pacing"]
    assert found["clock_error_m"] < 1e-12, "each shows the moment that its clock says"
    assert found["to_and_fro_m"] < 1e-9, "a cosine goes back the way it came"
    assert max(found["arms_apart_rad"], found["legs_apart_rad"]) < 1e-12, (
        "arms by their clock, legs by theirs"
    )
    assert found["eased_speed_m_s"] < 1e-6, "from rest to rest"


@pytest.mark.feature("BB-D12", "BB-47")
def test_a_limp_is_drawn_into_one_interval(short_reports):
    drawn = walking.HEIGHT.draw(*limp.DRAWN, limp.HAND)
    assert drawn(np.linspace(*limp.DRAWN, len(limp.HAND))) == pytest.approx(limp.HAND)
    assert short_reports["limp"]["changed_elsewhere_m"] < 1e-12
    assert short_reports["limp"]["drawn_m"] > 0.05
    assert short_reports["limp"]["slide_limp_m"] < 2e-3


def test_layers_leave_legs_alone_and_the_crossfade_keeps_the_foot(short_reports):
    found = short_reports["layers"]
    assert found["legs_changed_rad"] == 0
    assert found["limp_rad"] > 0.1
    assert found["slide_in_fade_m"] < 1e-3


def test_angles_of_a_leg_reach_its_ankle():
    """d = R (k + Rₓ(θ) s) for the angles that `leg` finds."""
    k, s = np.array([0.006, -0.4287, 0.007]), np.array([0.003, -0.4183, -0.026])
    rng = np.random.default_rng(3)
    for _ in range(50):
        yaw, pitch, roll, knee = rng.uniform((-0.3, -1, -0.3, 0.1), (0.3, 0.6, 0.3, 2.0))
        d = rotate(from_euler([yaw, pitch, roll], "YXZ"), k + rotate(from_axis_angle((1, 0, 0), knee), s))
        assert stepping.leg(d, k, s, yaw) == pytest.approx((pitch, roll, knee), abs=1e-12)


def test_the_walk_is_alive():
    """Arms swing against the legs, the chest turns against the pelvis, and the pelvis goes up over each foot."""
    figure = supple.characters.human().figure
    clip = walking.steps(figure, 2 * walking.SECONDS)
    t = np.linspace(0, 2 * walking.SECONDS, 129)[:-1]

    def angle(joint, letter):
        return clip[f"{joint}.rotation"].to_euler("YXZ")[letter](t)

    def together(a, b):
        return np.corrcoef(a, b)[0, 1]

    for side in "LR":
        assert together(angle(f"arm.{side}", "x"), angle(f"leg.{side}", "x")) < -0.7
    assert together(angle("hips", "y"), angle("spine", "y") + angle("chest", "y")) < -0.95
    rise = clip["hips.position"](t)[:, 1]
    assert 0.02 < np.ptp(rise) < 0.06
    assert np.sum((rise[1:-1] > rise[:-2]) & (rise[1:-1] > rise[2:])) == 4, "up once a step"
