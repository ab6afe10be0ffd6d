"""What the documentation shows is run: the Python blocks of each file, top to bottom, in a folder of their own."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GENERATED = ("_build", "gallery")
FILES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"] + [
    file for file in sorted((ROOT / "docs").rglob("*.md")) if not set(GENERATED) & set(file.parts)
]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def script(text: str) -> str:
    """The Python blocks alone, each on the lines where it stands, so that tracebacks name those."""
    code, end = "", 0
    for block in BLOCK.finditer(text):
        code += "\n" * text.count("\n", end, block.start(1)) + block[1]
        end = block.end(1)
    return code


RUNNABLE = [file for file in FILES if BLOCK.search(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("file", RUNNABLE, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_the_blocks_run(file: Path, tmp_path: Path) -> None:
    code = tmp_path / file.with_suffix(".py").name
    code.write_text(script(file.read_text(encoding="utf-8")), encoding="utf-8")
    displays = ("DISPLAY", "WAYLAND_DISPLAY")
    quiet = {key: value for key, value in os.environ.items() if key not in displays} | {"BROWSER": "true"}
    done = subprocess.run(
        [sys.executable, "-W", "error", code],
        cwd=tmp_path,
        env=quiet,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{file.relative_to(ROOT)}, at the lines of the file:\n{done.stderr}"


def test_a_script_keeps_its_lines() -> None:
    text = "one\n\n```python\na = 1\n```\n\n```console\nmake\n```\n\n```python\nb = 2\n```\n"
    assert script(text).splitlines() == ["", "", "", "a = 1", "", "", "", "", "", "", "", "b = 2"]
    assert script("```python\nx = 1\n```\n").splitlines()[1] == "x = 1"
