"""What several test folders share: a browser, a folder for pictures, and the rule that CI skips nothing."""

import os
import shutil
from pathlib import Path

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # many small matrices, and two test processes share the cores

import pytest

ROOT = Path(__file__).parents[1]
OUT = ROOT / "out" / "tests"
collect_ignore = ["fixtures"]
FLAGS = [
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def required(tool: str, *names: str) -> str:
    """The path of a program; without it CI fails and a developer sees a skip with the reason."""
    for name in names:
        if found := shutil.which(name):
            return found
    message = f"{tool} is missing: `make browser` installs it on Debian"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def browser():
    """Chromium with software WebGL, for the whole session."""
    from playwright.sync_api import sync_playwright

    program = required("Chromium", "chromium", "chromium-browser", "google-chrome")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def pictures():
    """Where tests leave what a person should look at."""
    OUT.mkdir(parents=True, exist_ok=True)
    return OUT


@pytest.fixture(scope="session")
def models_folder() -> Path:
    """Files that nobody here made: characters, captures, robots. They are no part of this repository."""
    folder = Path(os.environ.get("SUPPLE_MODELS", ROOT.parent / "shared" / "models"))
    if not folder.is_dir():
        pytest.skip("there is no folder of other people's models: set SUPPLE_MODELS to try them")
    return folder
