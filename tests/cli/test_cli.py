"""The command line as a user meets it: exit codes, messages without tracebacks, files."""

import subprocess
import sys

import numpy as np
import pytest

import supple
from supple.cli import main


def run(capsys, *arguments):
    """(exit code, standard output, standard error) of `supple ...`."""
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out = capsys.readouterr()
    return ended.value.code or 0, out.out, out.err


def test_version(capsys):
    assert run(capsys, "--version") == (0, f"supple {supple.__version__}\n", "")


def test_demos_are_listed(capsys):
    code, out, _ = run(capsys, "demo")
    assert code == 0
    assert all(name in out for name in supple.demos.NAMES)


def test_source_shows_the_code(capsys):
    code, out, _ = run(capsys, "demo", "throw", "--source")
    assert code == 0
    assert "def demo() -> supple.Take" in out


def test_a_short_form_is_run_and_written(capsys, tmp_path):
    code, out, _ = run(capsys, "demo", "bend", "--short", "-o", str(tmp_path / "bend.glb"))
    assert (code, out) == (0, f"file: {tmp_path / 'bend.glb'}\n")
    assert supple.io.load_take(tmp_path / "bend.glb").duration == supple.demos.bend.SHORT["seconds"]


@pytest.mark.filterwarnings("ignore")
def test_a_demo_takes_a_file_of_ones_own(capsys, tmp_path):
    man = supple.characters.human()
    man.figure.key(0, "rest")
    man.figure.key(0.5, arm_L=supple.degrees(0, 0, 40))
    path = man.figure.take(seconds=0.5, fps=30).save(tmp_path / "own.bvh")
    code, out, _ = run(capsys, "demo", "recapture", str(path), "-o", str(tmp_path / "own.glb"))
    assert (code, out) == (0, f"file: {tmp_path / 'own.glb'}\n")
    take = supple.load_take(tmp_path / "own.glb")
    assert take.duration == pytest.approx(0.5)
    assert "capture arm.L" in take.scene
    assert np.ptp(take.position("troll Forearm.L")[:, 1]) > 0.05
    code, _, err = run(capsys, "demo", "throw", str(path), "--no-open")
    assert code == 1
    assert "demo 'throw' takes no file" in err


def test_an_unknown_demo_is_one_clear_line(capsys):
    code, _, err = run(capsys, "demo", "thorw")
    assert code == 1
    assert "unknown demo 'thorw'; did you mean 'throw'?" in err
    assert "Traceback" not in err


def test_debug_shows_where_it_came_from():
    with pytest.raises(supple.errors.UnknownNameError):
        main(["--debug", "demo", "thorw"])


def test_a_wrong_option_is_exit_code_two(capsys):
    assert run(capsys, "demo", "--nonsense")[0] == 2


def test_info_and_convert(capsys, tmp_path):
    ball = tmp_path / "ball.glb"
    scene = supple.Scene([supple.models.sphere()])
    supple.record(
        scene, supple.Clip({"sphere.position": supple.keys({0: (0, 0, 0), 1: (1, 0, 0)})}), fps=24
    ).save(ball)
    code, out, _ = run(capsys, "info", str(ball))
    assert code == 0
    assert "closed" in out
    assert "motion take 0.000…1.000 s, 25 keys, 1 track: sphere.position" in out
    code, _, _ = run(capsys, "convert", str(ball), str(tmp_path / "ball.html"))
    assert code == 0
    assert (tmp_path / "ball.html").stat().st_size > 100_000
    assert run(capsys, "play", str(ball), str(ball), "-o", str(tmp_path / "both.html"))[0] == 0


def test_a_missing_file_is_said(capsys, tmp_path):
    code, _, err = run(capsys, "info", str(tmp_path / "no.obj"))
    assert code == 1
    assert "no.obj" in err
    assert "Traceback" not in err


def test_an_output_folder_that_cannot_be_written_leaves_nothing(capsys, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    code, _, err = run(capsys, "demo", "throw", "-o", str(blocked / "sub"))
    assert code == 1
    assert "cannot write" in err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file"]


def test_import_is_light():
    program = "import time; t = time.perf_counter(); import supple; print(time.perf_counter() - t)"
    seconds = min(
        float(
            subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        )
        for _ in range(3)
    )
    assert seconds < 0.3


def test_info_and_play_of_a_capture(capsys, tmp_path):
    capture = tmp_path / "nod.bvh"
    frames = "\n".join(f"0 90 0 0 0 0 {angle}" for angle in range(0, 40, 4))
    capture.write_text(
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n"
        "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
        "JOINT Head\n{\nOFFSET 0 70 0\nCHANNELS 1 Xrotation\nEnd Site\n{\nOFFSET 0 15 0\n}\n}\n"
        "End Site\n{\nOFFSET 0 -90 0\n}\n}\n"
        f"MOTION\nFrames: 10\nFrame Time: 0.1\n{frames}\n"
    )
    code, out, _ = run(capsys, "info", str(capture))
    assert code == 0
    for line in (
        "Hips (free ZXY)",
        "  Head (hinge)",
        "figure nod: 2 joints",
        "motion nod 0.000…0.900 s, 10 keys, 3 tracks: Hips.position",
        "Y is up (guessed; up= overrules)",
        "one unit is 1 cm: so the figure is 1.74 m tall (guessed; unit= overrules)",
    ):
        assert line in out
    page = tmp_path / "nod.html"
    assert run(capsys, "play", str(capture), "-o", str(page))[0] == 0
    assert page.stat().st_size > 100_000
    assert run(capsys, "convert", str(capture), str(tmp_path / "nod.glb"))[0] == 0
    assert (tmp_path / "nod.glb").read_bytes()[:4] == b"glTF"


def test_info_of_a_skinned_character(capsys, tmp_path):
    hips = supple.Node("hips", children=[supple.Node("tail", translation=(0, 0.4, 0))])
    body = supple.scene.bind(supple.models.cylinder(radius=0.1, height=0.8).mesh, hips, name="body")
    swing = supple.keys({0: (0, 0, 0, 1), 0.5: (0, 0, 0.6, 0.8)}, "linear", kind="rotation")
    clip = supple.Clip({"tail.rotation": swing})
    supple.Scene([hips, body], clips={"Walk": clip.stretch(2), "Run": clip}).save(tmp_path / "fox.glb")
    code, out, _ = run(capsys, "info", str(tmp_path / "fox.glb"))
    assert code == 0
    for line in (
        "body: 2502 vertices",
        "figure fox: 2 joints",
        "skin body: 2 joints, up to 2 a vertex, bound as it rests; worn by body",
        "motion Walk 0.000…1.000 s, 2 keys, 1 track: tail.rotation",
        "motion Run 0.000…0.500 s, 2 keys, 1 track: tail.rotation",
        "glTF 2.0, in meters, Y is up",
    ):
        assert line in out
