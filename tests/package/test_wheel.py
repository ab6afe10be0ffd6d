"""What users install: the wheel and the sdist carry the page, and the wheel works without Node."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.package
ROOT = Path(__file__).parents[2]
PAGE = "supple/render/player.html"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The sdist, and the wheel built from it."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return folder


def test_wheel_and_sdist_carry_the_page_and_the_type_marker(built):
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    inside = zipfile.ZipFile(wheel).namelist()
    assert {PAGE, "supple/py.typed", "supple/render/index_page.html"} <= set(inside)
    with tarfile.open(sdist) as archive:
        assert any(name.endswith(f"src/{PAGE}") for name in archive.getnames())


def test_the_wheel_runs_a_demo_in_a_clean_environment_without_node_or_a_compiler(built, tmp_path):
    """What falls does so in kernels, which the compiler of the extra compiles."""
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    binaries = tmp_path / "venv" / "bin"
    constraints = ["--constraint", str(ROOT / "constraints.txt")]
    install = [
        str(binaries / "python"),
        "-m",
        "pip",
        "install",
        "--quiet",
        *constraints,
        f"{wheel}[compiler]",
    ]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    bare = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV", "CC")} | {
        "PATH": str(binaries),
        "SUPPLE_CACHE": str(tmp_path / "cache"),
    }
    done = subprocess.run(
        [str(binaries / "supple"), "demo", "jelly-drop", "-o", str(tmp_path / "out"), "--no-open"],
        capture_output=True, text=True, env=bare, cwd=tmp_path, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    written = sorted(p.name for p in (tmp_path / "out").iterdir())
    assert written == [f"jelly-drop{s}" for s in (".glb", ".html", ".json", ".npz", ".png")]
