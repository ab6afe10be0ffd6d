"""Nothing is left out: what the package offers is named on the page of its folder."""

from pathlib import Path

import pytest

from supple import demos
from supple.cli.main import app
from supple.motion import INTERPOLATORS
from supple.motion.kinds import KINDS

DOCS = Path(__file__).parents[2] / "docs"
PACKAGE = DOCS.parent / "src" / "supple"
FOLDERS = [folder.name for folder in sorted(PACKAGE.iterdir()) if (folder / "__init__.py").exists()]


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_has_a_page_in_the_contents(folder: str) -> None:
    assert page(folder).startswith(f"# {folder}\n")
    assert f"\n{folder}\n" in page("index")


def test_every_interpolator_and_kind_is_explained() -> None:
    text = page("motion")
    assert [name for name in INTERPOLATORS if f"`{name}`" not in text] == []
    assert [name for name in KINDS if f"| {name} |" not in text] == []


def test_every_command_is_shown() -> None:
    names = [command.callback.__name__ for command in app.registered_commands if command.callback]
    assert names
    assert [name for name in names if f"$ supple {name}" not in page("cli")] == []


def test_the_changelog_names_every_demo() -> None:
    changes = (DOCS.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [name for name in demos.NAMES if name not in changes] == []
