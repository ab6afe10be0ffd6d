"""The documentation builds without a warning. One demo stands for the gallery; `make docs` runs them all."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_documentation_builds_without_warnings(tmp_path: Path) -> None:
    skip = shutil.ignore_patterns("_build", "gallery", "__pycache__")
    source, site = tmp_path / "docs", tmp_path / "site"
    shutil.copytree(ROOT / "docs", source, ignore=skip)
    for page in ("CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(ROOT / page, tmp_path)
    shown = Path("tests", "dynamics", "double_pendulum.py")
    (tmp_path / shown).parent.mkdir(parents=True)
    shutil.copy(ROOT / shown, tmp_path / shown)
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-q",
        "-D",
        "gallery_demos=tumble",
        source,
        site,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    gallery = (site / "gallery" / "index.html").read_text(encoding="utf-8")
    embedded = site / "demos" / "embed" / "tumble.html"
    assert f'src="../{embedded.relative_to(site).as_posix()}"' in gallery
    assert embedded.stat().st_size > 500_000


def test_the_examples_of_its_makers_hold() -> None:
    makers = [ROOT / "docs" / name for name in ("docstrings.py", "make_gallery.py")]
    done = subprocess.run(
        [sys.executable, "-m", "doctest", *makers], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
