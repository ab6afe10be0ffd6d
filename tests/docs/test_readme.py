"""The README's first screen: one sentence, one picture that moves, a first program, the install line."""

import re
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]


def test_the_first_screen() -> None:
    parts = re.split(r"\n\n(?=\S)", (ROOT / "README.md").read_text(encoding="utf-8"))
    title, sentence, picture = parts[:3]
    assert title == "# Supple"
    assert sentence.count(". ") == 0
    assert sentence.endswith(".")
    assert picture.startswith("![")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", "\n\n".join(parts), re.DOTALL | re.MULTILINE)
    (first, lines), (second, install) = blocks[:2]
    assert (first, second) == ("python", "console")
    assert 5 <= sum(bool(line.strip()) for line in lines.splitlines()) <= 8
    assert not re.search(r"\d\.\d|\d{2}", lines), "no magic numbers"
    assert install.startswith("make setup")


def test_the_picture_moves_and_is_small() -> None:
    picture = ROOT / "docs" / "images" / "hero.webp"
    with Image.open(picture) as image:
        assert image.n_frames > 24
    assert picture.stat().st_size < 600_000


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_commands_named_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"`make (\w+)`", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert {"demo", "test", "setup", "bench", "docs"} <= named
    assert {target for target in named if f"\n{target}:" not in makefile} == set()
