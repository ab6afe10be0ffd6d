"""Every demo runs, shows what it says it shows, and leaves files that others can open."""

import json
import shutil
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

from supple import demos
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
    **dict.fromkeys(("luxo-jump", "luxo-soft", "luxo-stomp", "luxo-hurdle", "luxo-timing"), JUMP),
    "luxo-heavy": {},
    "luxo-ski": {"physics_residual_max": 1e-8, "constraint_residual_max": 1e-8, "landing_impulse_Ns": 7.0001},
    "luxo-3d": {
        "physics_residual_max": 1e-8,
        "constraint_residual_max": 1e-8,
        "gaze_aside_deg": 60,
        "fastest_head_deg_s": 500,
    },
    "particle": {"physics_residual_max": 1e-8, "closed_form_error_m": 1e-3, "papers_sqp_agreement_m": 1e-6},
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
    page = write(take, name, 1.0, tmp_path)
    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".glb", ".html", ".json", ".npz", ".png"]
    assert json.loads((tmp_path / f"{name}.json").read_text())["name"] == name
    with np.load(tmp_path / f"{name}.npz") as series:
        np.testing.assert_array_equal(series["times"], take.times)
        check_series(take, series)
    check_valid(tmp_path / f"{name}.glb")
    check_round_trip(take, tmp_path / f"{name}.glb")
    check_page(browser, page, take)
    check_framing(take)


def check_series(take, series):
    """A world leaves q, v and forces of every body, and forces and residuals of every constraint, in every frame."""
    if "steps" not in take.report:
        return
    bodies = {name.split("/")[2] for name in series.files if name.startswith("run/bodies/")}
    assert bodies
    for body in bodies:
        lengths = {what: len(series[f"run/bodies/{body}/{what}"]) for what in ("q", "v", "force", "contact")}
        assert set(lengths.values()) == {len(take.times)}
        assert np.isfinite(series[f"run/bodies/{body}/q"]).all()
    residuals = [name for name in series.files if name.endswith("/residual")]
    assert len(residuals) == sum(name.startswith("run/constraints/") for name in series.files) / 2
    exact = [name for name in residuals if "/attach" in name and "muscle" not in name]
    joints = [np.nanmax(np.abs(series[name])) for name in exact]
    assert max(joints, default=0.0) <= 1e-9


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
    """The subject is in the picture all the time, and fills a good part of its height."""
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


def test_the_hurdle_is_cleared_by_the_whole_lamp():
    report = demos.run("luxo-hurdle").report
    assert report["hurdle_clearance_m"] > 0.004
    assert report["shade_clearance_m"] > 0.01
    assert report["com_drop_before_takeoff"] >= 0.15
    assert report["com_drop_after_landing"] >= 0.10


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
