"""Takes side by side, scenery, and seconds that stay out of files."""

import json
import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from supple.cli.demo import write
from supple.errors import InputError
from supple.io import load_take
from supple.scene import (
    Camera,
    Light,
    Look,
    Mark,
    Mesh,
    Node,
    NodeMotion,
    Note,
    Origin,
    Scene,
    Take,
    bind,
    models,
    stage,
)

WEB = Path(__file__).parents[2] / "web"
ASIDE = np.array([0.5, 0.0, 2.0])


def swing(seconds, *, color=(1.0, 0.2, 0.1, 1.0), notes=("go",), fps=60.0, begin=0.0):
    """A cart that rolls, a lamp on it that is lit after half the time, a post that stands; and an odd last sample."""
    t = begin + np.unique(np.append(np.arange(0, seconds, 1 / fps), seconds))
    cart = Node("cart", Mesh.of(np.eye(3) * 0.4, [[0, 1, 2]], look=Look("paint", color)))
    cart.add(Node("bulb", models.sphere(radius=0.1).mesh, translation=(0, 0.5, 0), light=Light("point")))
    post = Node("post", translation=(0, 0, -1))
    path = np.stack([t - begin, 0.3 + 0 * t, 0 * t], axis=1)
    up = np.stack([0 * t, 0.5 + 0.1 * (t - begin), 0 * t], axis=1)
    lit = t - begin >= seconds / 2 - 1e-9
    take = Take(
        Scene([cart, post], camera=Camera(), background=(0.1, 0.2, 0.3, 1.0)),
        t,
        {"cart": NodeMotion(translation=path), "bulb": NodeMotion(translation=up, visible=lit)},
        notes=tuple(Note(begin + 0.1 * k, text) for k, text in enumerate(notes)),
        marks={"push": Mark("force", path[:, None], vectors=np.tile([0, 5.0, 0], (len(t), 1, 1)))},
        origin=Origin("1", seed=3),
    )
    return take.with_channels("m", travel=t - begin).with_report(s=seconds).with_data(q=np.arange(3))


@pytest.fixture(scope="module")
def pair():
    return stage({"long": swing(1.5), "short": swing(0.907, color=(0.1, 0.2, 1.0, 1.0))}, apart=ASIDE)


def test_everything_is_called_by_its_take(pair):
    names = ["long cart", "long bulb", "long post", "short cart", "short bulb", "short post"]
    assert [node.name for node in pair.scene.walk()] == names
    assert list(pair.channels) == ["long travel", "short travel"]
    assert list(pair.marks) == ["long push", "short push"]
    assert pair.report == {"long": {"s": 1.5}, "short": {"s": 0.907}}
    assert list(pair.data) == ["long/q", "short/q"]


def test_each_stands_aside_of_the_one_before(pair):
    long, t = swing(1.5), np.minimum(pair.times, 0.907)
    path = np.stack([t, 0.3 + 0 * t, 0 * t], axis=1)
    np.testing.assert_allclose(pair.position("long bulb"), long.position("bulb"), atol=1e-12)
    np.testing.assert_allclose(pair.position("short cart"), path + ASIDE, atol=1e-12)
    riding = pair.position("short bulb") - pair.position("short cart")
    np.testing.assert_allclose(riding, np.outer(0.5 + 0.1 * t, [0, 1, 0]), atol=1e-12)
    np.testing.assert_allclose(pair.position("short post")[0], ASIDE - [0, 0, 1])
    np.testing.assert_allclose(pair.marks["short push"].positions[:, 0], path + ASIDE, atol=1e-12)
    np.testing.assert_array_equal(pair.marks["short push"].vectors[:, 0], np.tile([0, 5.0, 0], (len(t), 1)))
    third = stage(dict.fromkeys("abc", long), apart=ASIDE)
    np.testing.assert_allclose(
        third.position("c cart") - third.position("a cart"), np.tile(2 * ASIDE, (91, 1))
    )


def test_frames_are_those_of_the_densest_and_go_on_until_all_have_ended():
    mixed = stage({"coarse": swing(1.99, fps=24, begin=3.0), "fine": swing(0.5, fps=60)})
    assert mixed.fps == 60
    assert mixed.times[0] == 0
    assert 1.99 <= mixed.times[-1] < 1.99 + 1 / 60
    np.testing.assert_allclose(
        mixed.channels["coarse travel"].values, np.minimum(mixed.times, 1.99), atol=1e-12
    )
    assert stage({"still": swing(1.5).at([0.5])}).times.tolist() == [0.0]


@pytest.mark.parametrize("begin", [0.1, 7.3])
def test_switches_fall_on_their_frames(begin):
    """Even where a frame's time differs by a rounding from the sample that it is."""
    t = begin + np.arange(61) / 60
    blinks = np.arange(61) % 2 == 0
    take = Take(Scene([Node("bulb")]), t, {"bulb": NodeMotion(visible=blinks)})
    np.testing.assert_array_equal(stage({"a": take}).motions["a bulb"].visible, blinks)


def test_notes_are_told_once_if_they_read_alike():
    a, b = swing(1.0, notes=("go", "stop"), begin=2.0), swing(1.2, notes=("go", "fall"))
    b = replace(b, notes=(b.notes[0], Note(0.05, "fall")))
    assert stage({"a": a, "b": a}).notes == (Note(0.0, "go"), Note(pytest.approx(0.1), "stop"))
    assert [n.text for n in stage({"a": a, "b": b}).notes] == ["a: go", "b: go", "b: fall", "a: stop"]


def test_looks_and_lights_stay_and_all_is_framed(pair):
    assert pair.scene["short cart"].mesh.parts[0].look.color == (0.1, 0.2, 1.0, 1.0)
    assert pair.scene["long cart"].mesh.parts[0].look.name == "paint"
    assert pair.scene["short bulb"].light == Light("point")
    assert pair.scene.background == (0.1, 0.2, 0.3, 1.0)
    assert pair.camera is None
    assert pair.scene.camera is None
    alone = swing(1.5).framing
    assert pair.framing.depth > alone.depth + 0.5
    assert pair.origin.seed == 3
    assert pair.origin.inputs == stage({"long": swing(1.5), "short": swing(0.907)}, apart=ASIDE).origin.inputs
    assert pair.origin.inputs != stage({"long": swing(1.5), "short": swing(0.907)}).origin.inputs


def test_the_takes_are_left_as_they_were():
    take = swing(1.0)
    stage({"a": take, "b": take}, apart=ASIDE)
    assert [n.name for n in take.scene.walk()] == ["cart", "bulb", "post"]
    np.testing.assert_array_equal(take.scene["post"].translation, [0, 0, -1])


def test_nothing_to_stage_is_said():
    with pytest.raises(InputError, match="at least one take"):
        stage({})
    with pytest.raises(InputError, match="apart"):
        stage({"a": swing(1.0)}, apart=(1, 2))


def test_scenery_stands_still():
    wall = models.box(width=0.1, height=0.5).place(translation=(1, 0, 0))
    take = swing(1.0)
    seen = take.with_props(wall, Node("slope"))
    np.testing.assert_array_equal(seen.position("box"), np.tile([1.0, 0, 0], (len(take.times), 1)))
    assert "box" not in take.scene
    wall.place(translation=(5, 0, 0))
    assert seen.position("box")[0, 0] == 1
    assert seen.scene["box"].mesh is wall.mesh
    with pytest.raises(InputError, match="two nodes are called 'cart'"):
        take.with_props(Node("cart"))


@pytest.mark.skipif(
    not (shutil.which("node") and (WEB / "node_modules" / "gltf-validator").exists())
    and not os.environ.get("CI"),
    reason="needs node and `npm ci` in web/; CI always has them",
)
def test_the_file_is_valid_and_comes_back(pair, tmp_path):
    file = pair.with_props(models.box(height=0.2)).save(tmp_path / "pair.glb")
    done = subprocess.run(
        ["node", str(WEB / "validate.mjs"), str(file)], cwd=WEB, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 errors, 0 warnings" in done.stdout
    again = load_take(file)
    np.testing.assert_allclose(again.position("short bulb"), pair.position("short bulb"), atol=1e-6)


@pytest.mark.browser
def test_the_page_opens(pair, browser, tmp_path):
    troubles = []
    page = browser.new_page()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(pair.save(tmp_path / "pair.html").as_uri())
    page.wait_for_function("window.supple?.ready === true")
    page.close()
    assert troubles == []


def test_seconds_of_the_machine_are_in_no_file_but_the_report(tmp_path):
    take = swing(0.5)
    timed = take.with_timings(solve_s=1.25).with_timings(resolve_s=0.04567)
    assert timed.timings == {"solve_s": 1.25, "resolve_s": 0.04567}
    for suffix in (".glb", ".html", ".npz"):
        files = [
            each.save(tmp_path / folder / f"take{suffix}") for folder, each in (("a", take), ("b", timed))
        ]
        assert files[0].read_bytes() == files[1].read_bytes(), suffix
    assert stage({"a": timed}).timings == {"a solve_s": 1.25, "a resolve_s": 0.04567}
    assert timed[0:0.2].timings == timed.timings
    with pytest.raises(InputError, match="timing 'solve_s'"):
        take.with_timings(solve_s=float("nan"))


def test_the_report_of_a_demo_tells_them(tmp_path):
    write(swing(0.2).with_timings(solve_s=1.25), "swing", 3.0, tmp_path)
    report = json.loads((tmp_path / "swing.json").read_text(encoding="utf-8"))
    assert (report["solve_s"], report["cpu_seconds"], report["s"]) == (1.25, 3.0, 0.2)


def test_skins_stand_aside_with_their_joints_alone(tmp_path):
    """A skinned mesh has no place of its own: its joints move, and it follows."""
    joint = Node("joint")
    points = np.array([[0, 0, 0], [0.2, 0, 0], [0, 0.3, 0]])
    worn = bind(Mesh.of(points, [[0, 1, 2]], name="cloth"), joint)
    take = Take(Scene([joint, worn]), np.array([0.0, 1.0]))
    both = stage({"a": take, "b": take}, apart=(2, 0, 0))
    assert both.scene["b joint"].translation.tolist() == [2, 0, 0]
    assert both.scene["b cloth"].translation.tolist() == [0, 0, 0]
    np.testing.assert_allclose(both.world_vertices("b cloth")[0], points + (2, 0, 0), atol=1e-12)
