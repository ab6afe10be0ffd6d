"""What the reports of demos are held to, in `make gallery` in full and in `make test` in their short forms."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple


class Limits(NamedTuple):
    """Figures whose size is at most, and figures that are at least, so much; `a/b` is figure b of figures a.

    A short form is held to the same, but for what is in `short`: another limit, or None where only the full run
    can show it.
    """

    most: Mapping[str, float] = {}
    least: Mapping[str, float] = {}
    short: Mapping[str, float | None] = {}

    def hold(self, report: Mapping[str, Any], *, short: bool) -> None:
        """Fail at the first figure that is beyond its limit."""
        for figure, limit in self._asked(self.most, short):
            assert abs(_read(report, figure)) <= limit, figure
        for figure, limit in self._asked(self.least, short):
            assert _read(report, figure) >= limit, figure

    def _asked(self, limits: Mapping[str, float], short: bool) -> Iterator[tuple[str, float]]:
        for figure, limit in limits.items():
            asked = self.short.get(figure, limit) if short else limit
            if asked is not None:
                yield figure, asked

    def of(self, group: str) -> "Limits":
        """The same, for a group of figures inside a report."""
        return Limits(*({f"{group}/{figure}": limit for figure, limit in part.items()} for part in self))

    def only_in_full(self) -> "Limits":
        """The same, but not for a short form."""
        return self._replace(short=dict.fromkeys([*self.most, *self.least]))

    def __or__(self, other: "Limits") -> "Limits":
        return Limits(*(dict(mine) | dict(theirs) for mine, theirs in zip(self, other, strict=True)))


def _read(report: Mapping[str, Any], figure: str) -> float:
    found: Any = report
    for part in figure.split("/"):
        found = found[part]
    return float(found)


def between(low: float, high: float, *figures: str) -> Limits:
    """Figures within a band."""
    return Limits(dict.fromkeys(figures, high), dict.fromkeys(figures, low))


HELD = Limits({"gap_max_m": 1e-9, "nail_error_max_m": 1e-9, "follow_error_max_m": 1e-8})
"""Joints, nails and paths."""
SOUND = (
    HELD
    | Limits({"acceleration_max_g": 15}, {"lowest_point_m": -1e-3})
    | between(0.9, 1.1, "volume_min", "volume_max")
    | between(0.8, 1.25, "stretch_min", "stretch_max")
)
"""Bodies that keep their shape, under sane forces, on the floor."""


def alive(*limbs: str) -> Limits:
    """Limbs that nothing drives trail what does [s], and swing to and fro before they settle."""
    lags, swings = ([f"{limb}_{what}" for limb in limbs] for what in ("lag_s", "swings"))
    return between(0.05, 0.3, *lags) | between(0.5, 3, *swings)


HAND_OVER = Limits({"handover_position_jump": 1e-9, "handover_speed_jump": 1e-6})
SOLVED = Limits({"physics_residual_max": 1e-8, "constraint_residual_max": 1e-8})
JUMP = SOLVED | Limits(
    most={
        "peak_contact_force_weights": 4,
        "fastest_head_deg_s": 500,
        "gaze_aside_deg": 60,
        "reversals_max": 2,
        "tremor": 0.02,
        "replay_error": 0.02,
        "servo_effort": 0.1,
        "floor_clearance_m": 1e-9,
    },
    least={
        "com_drop_before_takeoff": 0.15,
        "anticipation_s": 0.2,
        "com_drop_after_landing": 0.10,
        "squash_after_s": 0.1,
        "shade_clearance_m": 0.01,
    },
    short={"replay_error": 0.07, "servo_effort": 0.12},
)
"""A jump with its principles: anticipation, stretch, squash. What fewer samples leave out, the replay shows."""

PLANTED = Limits({"slide_m": 0.005})
"""Feet that stand do not slide."""

LIMITS: dict[str, Limits] = {
    "bouncing-ball": Limits(
        {"mirror_error_m": 1e-12, "right_angle_error_m2": 1e-12, "parabola_error_m": 1e-12}
    ),
    "tumble": Limits(
        {"squad_jump_rad_s": 1e-5, "bezier_jump_rad_s": 1e-5},
        {"euler_jump_rad_s": 0.5, "slerp_jump_rad_s": 0.5},
    ),
    "throw": Limits({"position_jump_m": 1e-9, "velocity_jump_m_s": 1e-9, "parabola_error_m": 1e-9}),
    "morph": Limits({"morph_error_m": 1e-12}),
    "keyed-hop": Limits({"flight_error_m": 1e-12}, {"lowest_point_m": -1e-9}),
    "cast": Limits(least={"models": 15}),
    "cameras": Limits(
        {"mirror_error_rad": 1e-12, "crane_reach_error_m": 1e-12, "track_error_rad": 1e-7},
        {"pushed_deg": 8, "crane_swing_deg": 80, "cameras": 4},
    ),
    "recapture": Limits(
        most={
            "file_error_m": 1e-6,
            "arms_max_deg": 1e-6,
            "legs_95_deg": 8,
            "legs_max_deg": 25,
            "pelvis_turned_deg": 8,
            "slide_m": 0.01,
            "sink_m": 0.005,
        },
        least={"guessed": 15, "sole_weight": 0.9},
    ),
    "rope": Limits(
        {"catenary_error": 0.01, "rest_speed": 1e-3, "gap_max_m": 1e-12},
        short={"catenary_error": 0.2, "rest_speed": None},
    ),
    "drop-arm": Limits({"limit_overshoot_deg": 2}, {"overshoot_without_deg": 30}),
    "ragdoll": Limits(
        {"rest_speed": 1e-3, "overlap_max_m": 0.02, "divergences": 0},
        {"trials": 50},
        short={"rest_speed": None, "trials": 3},
    ),
    "jelly-drop": Limits({"energy_error": 1e-3}),
    "bend": Limits(
        {"nail_error_max_m": 1e-9, "follow_error_max_m": 1e-8, "sag_affine_m": 1e-12},
        {"sag_quadratic_m": 0.04},
    ),
    "pendulum": Limits({"nail_error_max_m": 1e-9, "gap_max_m": 1e-9, "energy_error": 1e-3}),
    "jello-row": Limits({"energy_error": 1e-3}),
    "bender": Limits({"energy_error": 1e-3, "lowest_point_m": 5e-3}),
    "skyhook": SOUND | alive("shank", "hook", "pyramid"),
    "monster": SOUND | alive("head", "arm_L", "arm_R", "leg_L", "leg_R"),
    "puppet": SOUND
    | HAND_OVER
    | Limits({"preroll_speed_jump": 1e-6}, {"seconds_of_motion": 10}, short={"seconds_of_motion": None})
    | alive("arm_L", "arm_R", "leg_L", "leg_R"),
    "particle": SOLVED | Limits({"closed_form_error_m": 1e-3, "papers_sqp_agreement_m": 1e-6}),
    **dict.fromkeys(("luxo-jump", "luxo-soft", "luxo-stomp", "luxo-timing", "luxo-3d"), JUMP),
    "luxo-hurdle": JUMP | Limits(least={"hurdle_clearance_m": 0.004}, short={"hurdle_clearance_m": 0.002}),
    "luxo-heavy": JUMP.of("×1") | JUMP.of("×2").only_in_full() | JUMP.of("×4"),
    "luxo-ski": SOLVED | Limits({"landing_impulse_Ns": 7.0001}),
    "table-modes": Limits({"superposition_error_m": 1e-12, "key_error": 1e-12, "lowest_point_m": 1e-6}),
    "teapot-lift": Limits(
        most={"penetration_max_m": 1.5e-3, "stretch_whole_max": 0.6, "still_at_the_end_m": 0.03},
        least={"stretch_lid_max": 0.5, "stiffness_ratio": 2, "bounces": 3, "lifted_m": 0.3},
        short={"still_at_the_end_m": None},
    ),
    "car": Limits(
        most={
            "penetration_max_m": 2e-3,
            "tilt_max_deg": 30,
            "car_downhill_sleep_difference": 0.01,
            "teapot_fall_sleep_difference": 0.01,
        },
        least={"distance_m": 4, "squash_body_max": 0.1, "squash_wheel_max": 0.1},
        short={"distance_m": 1},
    ),
    "cliff": HAND_OVER
    | Limits(
        most={"pin_error_m": 1e-9, "penetration_max_m": 5e-3},
        least={"distance_m": 1.5, "squash_max": 0.2},
        short={"handover_speed_jump": 4e-6},
    ),
    "table-bound": Limits(
        most={
            "period_variation": 0.05,
            "evaluations_to_stable": 100,
            "tilt_max_deg": 18,
            "heading_drift_deg": 10,
            "penetration_max_m": 2.5e-3,
        },
        least={"drawn_lengths": 0.5, "farther": 3, "airborne_fraction": 0.1},
        short={"evaluations_to_stable": None},
    ),
    "teapot-hop": Limits(
        most={"limits_broken": 0, "tilt_max_deg": 31, "penetration_max_m": 1.5e-3},
        least={
            "thrifty_over_drawn": 1.1,
            "far_over_thrifty": 1.1,
            "energy_thrifty_over_drawn": 1.1,
            "energy_far_over_thrifty": 1.1,
            "hops": 4,
        },
    ),
    "teapot-shuffle": Limits(
        most={
            "airborne_mean": 0.05,
            "tilt_max_deg": 15,
            "glass_tilt_max_deg": 15,
            "heading_drift_deg": 10,
            "penetration_max_m": 1.5e-3,
        },
        least={"distance_m": 0.3, "glass_distance_m": 0.1},
    ),
    "race": Limits(
        most={
            "limits_broken": 0,
            "glass_tilt_max_deg": 15,
            "head_start_m": 0.85,
            "penetration_max_m": 1.5e-3,
        },
        least={"distance_m": 0.7, "hops": 4},
    ),
    "crowd": Limits(
        {"overlap_max": 0.02, "speed_last_m_s": 0.05, "escaped": 0}, short={"speed_last_m_s": None}
    ),
    "swing": Limits(
        {"opposed_rad": 1e-12}, {"swing_m": 0.5, "swing_right_m": 0.5, "opposition_of_hands": 0.95}
    ),
    "cycle": PLANTED
    | Limits({"drift_in_place_m": 1e-9, "seam_jump": 1e-9, "seam_speed_rad_s": 0.1})
    | between(1.2 - 1e-6, 1.2 + 1e-6, "travel_per_round_m")
    | between(8, 9, "steps")._replace(short={"steps": None}),
    "pacing": Limits(
        dict.fromkeys(
            ("clock_error_m", "to_and_fro_m", "arms_apart_rad", "legs_apart_rad", "eased_speed_m_s"), 1e-6
        )
    ),
    "limp": Limits(
        {"slide_default_m": 0.002, "slide_limp_m": 0.002, "changed_elsewhere_m": 1e-12},
        {"drawn_m": 0.05, "lowest_default_m": -0.005, "lowest_limp_m": -0.005},
    ),
    "pivot-walk": Limits({"stray_L_m": 0.001, "stray_R_m": 0.001}, {"lowest_m": -0.005})
    | between(175, 180, "turned_deg"),
    "layers": PLANTED
    | Limits(
        {
            "slide_in_fade_m": 0.001,
            "fastest_turn_rad_s": 14,
            "early_limp_rad": 1e-12,
            "legs_changed_rad": 1e-12,
        },
        {"limp_rad": 0.1, "lowest_m": -0.005},
    ),
}
