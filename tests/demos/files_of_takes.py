"""What every take has to leave behind: numbers, a GLB that comes back and is valid, a page that plays, a picture."""

import json
import shutil
import subprocess
import time
from pathlib import Path

import numpy as np

from supple.characters import lamp
from supple.io import load_take
from supple.scene.framing import view_axes

WEB = Path(__file__).parents[2] / "web"
MODED = (
    "table-modes", "car", "table-bound", "cliff", "teapot-lift", "teapot-hop", "teapot-shuffle", "race", "crowd",
)  # fmt: skip
"""Demos of lattice bodies."""
FREE = 0.02
"""How far flight may be from that of free bodies."""
SUFFIXES = [".glb", ".html", ".json", ".npz", ".png"]


def check_numbers(take, archive, *, short):
    """The archive holds the times, and the numbers of all that moved by physics.

    A short form has at least half of the samples of the full run, so that errors of second order are four times as
    large at most.
    """
    with np.load(archive) as series:
        np.testing.assert_array_equal(series["times"], take.times)
        check_series(take, series)
        if take.name in MODED:
            check_modes(series)
        check_flight(series, 4 * FREE if short else FREE)


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


def check_flight(series, share):
    """Whoever flies, from the file alone: c̈ = g, and the angular momentum stays, within a share of g and its peak."""
    for name in [key for key in series.files if key.endswith("center_of_mass")]:
        whose = name.removesuffix("center_of_mass")
        t, q, v, phase = (series[whose + key] for key in ("t", "q", "v", "phase"))
        air = np.flatnonzero(phase == 1)
        if not len(air):
            continue
        fall = np.diff(series[name][air], 2, axis=0) / (t[air[1]] - t[air[0]]) ** 2
        assert np.abs(fall - (0, -9.81, 0)).max() <= share * 9.81
        base_mass = float(whose.strip("×/") or 1)
        body = lamp(plane=q.shape[1] == 6, base_mass=base_mass).lagrangian
        spin = np.array([np.array(body.momentum(q[k], v[k], body.defaults)[1]).ravel() for k in air])
        apart = np.linalg.norm(spin[:, None] - spin[None], axis=2)
        assert apart.max() <= share * np.linalg.norm(spin, axis=1).max()


def check_round_trip(take, glb):
    """The GLB comes back as the take that was written."""
    back = load_take(glb)
    np.testing.assert_allclose(back.times, take.times, atol=1e-6)
    for name in take.motions:
        np.testing.assert_allclose(back.world(name), take.world(name), atol=2e-6)
    assert dict(back.report) == dict(take.report)
    assert [n.text for n in back.notes] == [n.text for n in take.notes]


def check_all(take, folder, browser, *, short):
    """Everything that a demo writes into a folder is there, and good."""
    files = {suffix: folder / f"{take.name}{suffix}" for suffix in SUFFIXES}
    assert sorted(folder.iterdir()) == sorted(files.values())
    assert json.loads(files[".json"].read_text())["name"] == take.name
    check_numbers(take, files[".npz"], short=short)
    check_round_trip(take, files[".glb"])
    check_valid(files[".glb"])
    check_page(browser, files[".html"], take)
    check_framing(take)


def check_valid(glb):
    """The Khronos validator has nothing to say."""
    node = shutil.which("node")
    assert node, "Node is needed for the glTF validator"
    done = subprocess.run(
        [node, "validate.mjs", str(glb)], cwd=WEB, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 errors, 0 warnings" in done.stdout


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
    framing, extents = take.framing, []
    for node in take.scene.walk():
        if node.mesh is None:
            continue
        world = take.world(node.name)
        for frame in range(0, len(take.times), 5):
            camera = framing.camera(frame, 16 / 9)
            axes = view_axes((camera.eye - camera.center) / np.linalg.norm(camera.eye - camera.center))
            slope = np.tan(camera.angle / 2)
            points = take.shape(node.name, frame)[::7] @ world[frame, :3, :3].T + world[frame, :3, 3]
            right, up, toward = ((points - camera.eye) @ axes.T).T
            assert (np.abs(right / -toward / slope) < 16 / 9).all()
            extents.append([(up / -toward / slope).min(), (up / -toward / slope).max()])
    low, high = np.array(extents).T
    assert low.min() > -1
    assert high.max() < 1
    assert 0.25 <= (high.max() - low.min()) / 2 <= 0.7
