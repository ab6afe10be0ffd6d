"""`supple animate`: files beside each other, what was guessed said, errors in one line."""

import json

import numpy as np
import pytest

import supple
from supple.cli import main


@pytest.fixture
def crate(tmp_path):
    path = tmp_path / "crate.obj"
    mesh = supple.models.box().surface
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in mesh.vertices.tolist()]
    path.write_text("\n".join(lines + [f"f {a} {b} {c}" for a, b, c in (mesh.faces + 1).tolist()]) + "\n")
    return path


def run(capsys, *arguments):
    """(exit code, standard output, standard error) of `supple ...`."""
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out = capsys.readouterr()
    return ended.value.code or 0, out.out, out.err


def test_it_writes_what_a_demo_writes(capsys, tmp_path, crate):
    asked = ("--seconds", "0.5", "--height", "0.3", "-o", str(tmp_path / "out"), "--no-open")
    code, out, err = run(capsys, "animate", str(crate), "drop", *asked)
    assert code == 0
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == [
        f"crate-drop.{suffix}" for suffix in ("glb", "html", "json", "npz", "png")
    ]
    assert "0.3 m tall (as told)" in err
    assert "penetration_max_m" in out
    numbers = json.loads((tmp_path / "out" / "crate-drop.json").read_text())
    assert numbers["seed"] == 1
    assert numbers["cpu_seconds"] > 0
    series = np.load(tmp_path / "out" / "crate-drop.npz")
    assert {"t", "q", "v", "contact", "control", "energy"} <= set(series)
    assert supple.load_take(tmp_path / "out" / "crate-drop.glb").duration == pytest.approx(0.5)


def test_what_cannot_be_done_is_one_line(capsys, tmp_path, crate):
    code, _, err = run(capsys, "animate", str(crate), "fly")
    assert code == 1
    assert "unknown action 'fly'" in err
    code, _, err = run(capsys, "animate", str(tmp_path / "none.obj"), "drop")
    assert code == 1
    assert "there is no such file" in err
    code, _, err = run(capsys, "animate", str(crate), "drop", "--up", "w")
    assert code == 1
    assert "unknown up 'w'" in err


def test_one_file_where_one_is_named(capsys, tmp_path, crate):
    asked = ("--seconds", "0.5", "-o", str(tmp_path / "out" / "fallen.glb"))
    code, out, _ = run(capsys, "animate", str(crate), "drop", *asked)
    assert code == 0
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["fallen.glb"]
    assert "fallen.glb" in out


def test_options_are_checked_before_anything_is_done(capsys, tmp_path, crate, monkeypatch):
    code, _, err = run(capsys, "animate", str(crate), "drop", "--seed", "-1")
    assert code == 1
    assert "seed is -1; expected a whole number, 0 or more" in err
    monkeypatch.setattr("supple.cli.animate.animated", lambda *_, **__: pytest.fail("it is too late then"))
    (tmp_path / "note.txt").write_text("")
    for output in ("note.txt", "note.txt/out", "note.txt/out.glb"):
        code, _, err = run(capsys, "animate", str(crate), "hop", "-o", str(tmp_path / output))
        assert code == 1
        assert f"cannot write to '{tmp_path / output}'" in err


def test_a_unit_may_be_a_number_of_meters(capsys, tmp_path, crate):
    asked = ("--seconds", "0.1", "-o", str(tmp_path / "out.glb"), "--unit")
    assert "in 0.5, as told" in run(capsys, "animate", str(crate), "drop", *asked, "0.5")[2]
    assert "unknown unit 'mile'" in run(capsys, "animate", str(crate), "drop", *asked, "mile")[2]


def test_help_shows_units_in_brackets(capsys):
    _, out, _ = run(capsys, "animate", "--help")
    assert "[m]" in out
    assert "km" in out


def test_what_is_wrong_with_a_file_is_said(capsys, tmp_path, crate):
    (tmp_path / "folder.obj").mkdir()
    assert "it is a folder" in run(capsys, "animate", str(tmp_path / "folder.obj"), "drop")[2]
    crate.write_text("v nan 0 0\n" + crate.read_text())
    code, _, err = run(capsys, "animate", str(crate), "drop")
    assert code == 1
    assert "crate.obj, line 1: 'v nan 0 0': every number must be finite" in err
