"""Every demo runs, shows what it says it shows, and leaves files that others can open."""

import json
import shutil
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

from supple import demos
from supple.characters import lamp
from supple.cli.demo import write
from supple.errors import UnknownNameError
from supple.io import load_take
from supple.scene.framing import view_axes

WEB = Path(__file__).parents[2] / "web"
JUMP = {
    "physics_residual_max": 1e-8,
    "constraint_residual_max": 1e-8,
    "peak_contact_force_weights": 4,
    "fastest_head_deg_s": 500,
    "gaze_aside_deg": 60,
    "reversals_max": 2,
    "tremor": 0.02,
    "replay_error": 0.02,
    "servo_effort": 0.1,
    "floor_clearance_m": 1e-9,
}
PRINCIPLES = {
    "com_drop_before_takeoff": 0.15,
    "anticipation_s": 0.2,
    "com_drop_after_landing": 0.10,
    "squash_after_s": 0.1,
    "shade_clearance_m": 0.01,
}
MODED = (
    "table-modes", "car", "table-bound", "cliff", "teapot-lift", "teapot-hop", "teapot-shuffle", "race", "crowd",
)  # fmt: skip
"""Demos of lattice bodies."""
LEAST = {
    **dict.fromkeys(("luxo-jump", "luxo-soft", "luxo-stomp", "luxo-timing", "luxo-3d"), PRINCIPLES),
    "luxo-hurdle": {**PRINCIPLES, "hurdle_clearance_m": 0.004},
    "teapot-lift": {"stretch_lid_max": 0.5, "stiffness_ratio": 2, "bounces": 3, "lifted_m": 0.3},
    "car": {"distance_m": 4, "squash_body_max": 0.1, "squash_wheel_max": 0.1},
    "cliff": {"distance_m": 1.5, "squash_max": 0.2},
    "table-bound": {"drawn_lengths": 0.5, "farther": 3, "airborne_fraction": 0.1},
    "teapot-hop": {
        "thrifty_over_drawn": 1.1,
        "far_over_thrifty": 1.1,
        "energy_thrifty_over_drawn": 1.1,
        "energy_far_over_thrifty": 1.1,
        "hops": 4,
    },
    "teapot-shuffle": {"distance_m": 0.3, "glass_distance_m": 0.1},
    "race": {"distance_m": 0.7, "hops": 4},
}
"""Figures that a report has at least."""
INVARIANTS = {
    "bouncing-ball": {"mirror_error_m": 1e-12, "right_angle_error_m2": 1e-12, "parabola_error_m": 1e-12},
    "tumble": {"squad_jump_rad_s": 1e-5, "bezier_jump_rad_s": 1e-5},
    "throw": {"position_jump_m": 1e-9, "velocity_jump_m_s": 1e-9, "parabola_error_m": 1e-9},
    "morph": {"morph_error_m": 1e-12},
    "keyed-hop": {"flight_error_m": 1e-12},
    "cast": {},
    "jelly-drop": {"energy_error": 1e-3},
    "bend": {"nail_error_max_m": 1e-9, "follow_error_max_m": 1e-8, "sag_affine_m": 1e-12},
    "pendulum": {"nail_error_max_m": 1e-9, "gap_max_m": 1e-9, "energy_error": 1e-3},
    "jello-row": {"energy_error": 1e-3},
    "bender": {"energy_error": 1e-3, "lowest_point_m": 5e-3},
    "skyhook": {
        "gap_max_m": 1e-9,
        "nail_error_max_m": 1e-9,
        "follow_error_max_m": 1e-8,
        "acceleration_max_g": 15,
    },
    **dict.fromkeys(("luxo-jump", "luxo-soft", "luxo-stomp", "luxo-hurdle", "luxo-timing", "luxo-3d"), JUMP),
    "luxo-heavy": {},
    "luxo-ski": {"physics_residual_max": 1e-8, "constraint_residual_max": 1e-8, "landing_impulse_Ns": 7.0001},
    "particle": {"physics_residual_max": 1e-8, "closed_form_error_m": 1e-3, "papers_sqp_agreement_m": 1e-6},
    "table-modes": {"superposition_error_m": 1e-12, "key_error": 1e-12, "lowest_point_m": 1e-6},
    "teapot-lift": {"penetration_max_m": 1.5e-3, "stretch_whole_max": 0.6, "still_at_the_end_m": 0.03},
    "car": {
        "penetration_max_m": 2e-3,
        "tilt_max_deg": 30,
        "car_downhill_sleep_difference": 0.01,
        "teapot_fall_sleep_difference": 0.01,
    },
    "cliff": {
        "handover_position_jump": 1e-9,
        "handover_speed_jump": 1e-6,
        "pin_error_m": 1e-9,
        "penetration_max_m": 5e-3,
    },
    "table-bound": {
        "period_variation": 0.05,
        "evaluations_to_stable": 100,
        "tilt_max_deg": 18,
        "heading_drift_deg": 10,
        "penetration_max_m": 2.5e-3,
    },
    "teapot-hop": {"limits_broken": 0, "tilt_max_deg": 31, "penetration_max_m": 1.5e-3},
    "teapot-shuffle": {
        "airborne_mean": 0.05,
        "tilt_max_deg": 15,
        "glass_tilt_max_deg": 15,
        "heading_drift_deg": 10,
        "penetration_max_m": 1.5e-3,
    },
    "crowd": {"overlap_max": 0.02, "speed_last_m_s": 0.05, "escaped": 0},
    "race": {"limits_broken": 0, "glass_tilt_max_deg": 15, "head_start_m": 0.85, "penetration_max_m": 1.5e-3},
    "puppet": {
        "gap_max_m": 1e-9,
        "nail_error_max_m": 1e-9,
        "follow_error_max_m": 1e-8,
        "acceleration_max_g": 15,
        "preroll_speed_jump": 1e-6,
        "handover_position_jump": 1e-9,
        "handover_speed_jump": 1e-6,
    },
    "monster": {
        "gap_max_m": 1e-9,
        "nail_error_max_m": 1e-9,
        "follow_error_max_m": 1e-8,
        "acceleration_max_g": 15,
    },
}


@pytest.mark.parametrize("name", demos.NAMES)
def test_demo_shows_what_it_says_and_leaves_valid_files(name, tmp_path, browser):
    take = demos.run(name)
    for figure, limit in INVARIANTS[name].items():
        assert abs(take.report[figure]) <= limit, figure
    for figure, least in LEAST.get(name, {}).items():
        assert take.report[figure] >= least, figure
    page = write(take, name, 1.0, tmp_path)
    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".glb", ".html", ".json", ".npz", ".png"]
    assert json.loads((tmp_path / f"{name}.json").read_text())["name"] == name
    with np.load(tmp_path / f"{name}.npz") as series:
        np.testing.assert_array_equal(series["times"], take.times)
        check_series(take, series)
        if name in MODED:
            check_modes(series)
        check_flight(series)
    check_valid(tmp_path / f"{name}.glb")
    check_round_trip(take, tmp_path / f"{name}.glb")
    check_page(browser, page, take)
    check_framing(take)


def check_series(take, series):
    """A world leaves the numbers of every body, and forces and residuals of every constraint, in every frame."""
    if "run/times" not in series.files:
        return
    bodies = {name.split("/")[2] for name in series.files if name.startswith("run/bodies/")}
    assert bodies
    for body in bodies:
        known = ("q", "v", "force", "contact", "energy")
        lengths = {what: len(series[f"run/bodies/{body}/{what}"]) for what in known}
        assert set(lengths.values()) == {len(take.times)}
        assert np.isfinite(series[f"run/bodies/{body}/q"]).all()
    residuals = [name for name in series.files if name.endswith("/residual")]
    assert len(residuals) == sum(name.startswith("run/constraints/") for name in series.files) / 2
    exact = [name for name in residuals if "/attach" in name and "muscle" not in name]
    joints = [np.nanmax(np.abs(series[name])) for name in exact]
    assert max(joints, default=0.0) <= 1e-9


def check_modes(series):
    """Of every body with modes: t, q, v, and what contacts, its control and its energy are."""
    moded = [name.removesuffix("control") for name in series.files if name.endswith("control")]
    assert moded
    for whose in moded:
        t = series["run/times" if whose.startswith("run/") else f"{whose}t"]
        q, v, control = (series[f"{whose}{what}"] for what in ("q", "v", "control"))
        assert (q.shape[1], v.shape[1]) == (7 + control.shape[1], 6 + control.shape[1])
        assert {len(x) for x in (q, v, control, series[f"{whose}contact"], series[f"{whose}energy"])} == {
            len(t)
        }


def check_flight(series):
    """Whoever flies, from the file alone: c̈ = g within 2 %, and the angular momentum varies ≤ 2 % of its peak."""
    for name in [key for key in series.files if key.endswith("center_of_mass")]:
        whose = name.removesuffix("center_of_mass")
        t, q, v, phase = (series[whose + key] for key in ("t", "q", "v", "phase"))
        air = np.flatnonzero(phase == 1)
        if not len(air):
            continue
        fall = np.diff(series[name][air], 2, axis=0) / (t[air[1]] - t[air[0]]) ** 2
        assert np.abs(fall - (0, -9.81, 0)).max() <= 0.02 * 9.81
        base_mass = float(whose.strip("×/") or 1)
        body = lamp(plane=q.shape[1] == 6, base_mass=base_mass).lagrangian
        spin = np.array([np.array(body.momentum(q[k], v[k], body.defaults)[1]).ravel() for k in air])
        apart = np.linalg.norm(spin[:, None] - spin[None], axis=2)
        assert apart.max() <= 0.02 * np.linalg.norm(spin, axis=1).max()


def check_valid(glb):
    node = shutil.which("node")
    assert node, "Node is needed for the glTF validator"
    done = subprocess.run(
        [node, "validate.mjs", str(glb)], cwd=WEB, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 errors, 0 warnings" in done.stdout


def check_round_trip(take, glb):
    back = load_take(glb)
    np.testing.assert_allclose(back.times, take.times, atol=1e-6)
    for name in take.motions:
        np.testing.assert_allclose(back.world(name), take.world(name), atol=2e-6)
    assert dict(back.report) == dict(take.report)
    assert [n.text for n in back.notes] == [n.text for n in take.notes]


def check_page(browser, page_file, take):
    """The page opens in Chromium without complaint and shows a node where the take has it."""
    troubles = []
    page = browser.new_page(viewport={"width": 640, "height": 400})
    page.on("console", lambda m: m.type == "error" and troubles.append(m.text))
    page.on("pageerror", lambda e: troubles.append(str(e)))
    page.goto(page_file.as_uri())
    end = time.monotonic() + 30
    while not page.evaluate("window.supple?.ready === true"):
        assert time.monotonic() < end, "the page never got ready"
        time.sleep(0.05)
    moving, frame = next(iter(take.motions)), len(take.times) // 2
    shown = page.evaluate(f"supple.pause(), supple.seek({take.times[frame]}), supple.position({moving!r})")
    np.testing.assert_allclose(shown, take.position(moving)[frame], atol=1e-5)
    page.close()
    assert troubles == []


def check_framing(take):
    """The subject is always in the picture and fills a good part of its height, unless the take has a camera."""
    if take.camera is not None:
        return
    extents = []
    for frame in range(0, len(take.times), 5):
        camera = take.framing.camera(frame, 16 / 9)
        axes = view_axes((camera.eye - camera.center) / np.linalg.norm(camera.eye - camera.center))
        slope = np.tan(camera.angle / 2)
        for node in take.scene.walk():
            if node.mesh is None:
                continue
            world = take.world(node.name)[frame]
            points = take.shape(node.name, frame)[::7] @ world[:3, :3].T + world[:3, 3]
            right, up, toward = ((points - camera.eye) @ axes.T).T
            assert (np.abs(right / -toward / slope) < 16 / 9).all()
            extents.append([(up / -toward / slope).min(), (up / -toward / slope).max()])
    low, high = np.array(extents).T
    assert low.min() > -1
    assert high.max() < 1
    assert 0.25 <= (high.max() - low.min()) / 2 <= 0.7


def test_tumble_tells_the_ways_apart():
    take = demos.run("tumble")
    assert take.report["euler_jump_rad_s"] > 0.5
    assert take.report["slerp_jump_rad_s"] > 0.5
    keys = [take.frame(k * 1.2) for k in range(5)]
    rotations = np.stack([take.motions[way].rotation for way in ("euler", "slerp", "squad", "bezier")])
    agreement = np.abs(np.einsum("wti,ti->wt", rotations, rotations[0]))
    np.testing.assert_allclose(agreement[:, keys], 1, atol=1e-12)
    assert agreement.min() < 0.99


def test_a_second_order_body_bends_where_an_affine_one_stays_straight():
    take = demos.run("bend")
    assert take.report["sag_quadratic_m"] > 0.04
    held, pulled = (take.world_vertices("quadratic")[take.frame(t)] for t in (0.0, 2.2))
    assert pulled[:, 0].min() == pytest.approx(held[:, 0].min() - 0.3, abs=1e-9), "pulled to the left"
    right = held[:, 0] > held[:, 0].max() - 1e-9
    corners = right & (np.abs(held[:, 2]) > np.abs(held[:, 2]).max() - 1e-9)
    corners &= np.abs(held[:, 1] - 1.4) > np.abs(held[:, 1] - 1.4).max() - 1e-9
    assert corners.sum() >= 4
    np.testing.assert_allclose(pulled[corners], held[corners], atol=1e-9)


def test_a_heavier_lamp_swings_further_and_faster():
    report = demos.run("luxo-heavy").report
    figures = np.array([list(report[name].values()) for name in ("x1", "x2", "x4")])
    assert (np.diff(figures, axis=0) > 0).all()
    for times in ("×1", "×2", "×4"):
        for figure, limit in JUMP.items():
            assert abs(report[times][figure]) <= limit, (times, figure)
        for figure, least in PRINCIPLES.items():
            assert report[times][figure] >= least, (times, figure)


def test_the_hop_never_sinks_into_the_floor():
    assert demos.run("keyed-hop").report["lowest_point_m"] > -1e-9


@pytest.mark.parametrize("name", ["throw", "jelly-drop"])
def test_equal_runs_give_equal_bytes(name, tmp_path):
    first, second = (demos.run(name).save(tmp_path / f"{k}.glb").read_bytes() for k in range(2))
    assert first == second


def test_an_unknown_demo_lists_those_that_exist():
    with pytest.raises(
        UnknownNameError, match=r"'bounce'; did you mean 'bouncing-ball'\?|There are: .*tumble"
    ):
        demos.run("bounce")
