"""`supple keys`: grids, rulers, lists and pictures of clips, texts and files that move."""

import pytest
from PIL import Image

import supple
from supple.cli import main
from supple.motion import INTERPOLATORS


def run(capsys, *arguments):
    try:
        main(["keys", *map(str, arguments)])
        code = 0
    except SystemExit as ended:
        code = ended.code or 0
    out = capsys.readouterr()
    return code, out.out, out.err


@pytest.fixture
def saved(tmp_path):
    clip = supple.Clip({"knee.angle": supple.keys({0: 0, 0.5: 1.2, 1: 0}, interpolate=("linear", "step"))})
    clip.save(tmp_path / "knee.json")
    (tmp_path / "knee.txt").write_text(clip.to_text(), encoding="utf-8")
    return tmp_path


def test_keys_are_shown_as_a_grid_rulers_lists_and_text(capsys, saved):
    code, out, _ = run(capsys, saved / "knee.json", "--fps", 12)
    assert code == 0
    assert "knee.angle |-----|_____|" in out
    _, out, _ = run(capsys, saved / "knee.txt", "--rulers")
    assert "0.5s 1.2" in out
    _, out, _ = run(capsys, saved / "knee.json", "--list")
    assert "0.5 s: 1.2 step corner" in out
    _, out, _ = run(capsys, saved / "knee.json", "--text")
    assert out.strip() == (saved / "knee.txt").read_text().strip()
    _, out, _ = run(capsys, "--kinds")
    assert all(name in out for name in INTERPOLATORS)


def test_a_sheet_is_drawn(capsys, saved):
    code, out, _ = run(capsys, saved / "knee.json", "-o", saved / "knee.png")
    assert (code, out.strip()) == (0, f"sheet: {saved / 'knee.png'}")
    with Image.open(saved / "knee.png") as picture:
        assert picture.width == 1280


def test_a_file_that_moves_shows_its_clip(capsys, tmp_path):
    scene = supple.Scene()
    scene.add(supple.models.sphere(), name="ball")
    clip = supple.Clip({"ball.position": supple.keys({0: (0, 0, 0), 1: (1, 0, 0)}, interpolate="linear")})
    supple.record(scene, clip, fps=10).save(tmp_path / "ball.glb")
    code, out, _ = run(capsys, tmp_path / "ball.glb", "--fps", 10)
    assert code == 0
    assert "ball.position" in out
    code, _, err = run(capsys, tmp_path / "ball.glb", "--clip", "run")
    assert code == 1
    assert "clip of ball.glb" in err


def test_what_cannot_be_shown_says_why(capsys, tmp_path):
    supple.models.sphere()
    code, _, err = run(capsys, tmp_path / "none.json")
    assert code == 1
    assert "no such file" in err
    code, _, err = run(capsys)
    assert code == 1
    assert "give a file" in err
