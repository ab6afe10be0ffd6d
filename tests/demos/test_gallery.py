"""Every demo in full, with all its files: `make gallery`. What is good goes into the gallery of the documentation."""

import sys
from pathlib import Path

import pytest
from files_of_takes import check_all
from limits import LIMITS
from searches import SEARCHES
from seen import IN_THE_END, SEEN

from supple import demos
from supple.cli.demo import timed, write
from supple.demos.kept import begin

DOCS = Path(__file__).parents[2] / "docs"
pytestmark = pytest.mark.gallery


@pytest.mark.parametrize("name", demos.NAMES)
def test_a_demo_in_full_shows_what_it_says_and_leaves_valid_files(name, tmp_path, browser, monkeypatch):
    take, _, _ = ran = timed(name)
    write(*ran, tmp_path)
    LIMITS[name].hold(take.report, short=False)
    for shows in SEEN.get(name, []) + IN_THE_END.get(name, []):
        shows(take)
    check_all(take, tmp_path, browser, short=False)
    monkeypatch.setattr(sys, "path", [str(DOCS), *sys.path])
    import make_gallery

    make_gallery.publish(take, tmp_path)


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_finds_the_gait_that_is_kept(name):
    found, kept = SEARCHES[name]().graph, begin(name, 1)["start"]
    assert found.as_dict() == kept.as_dict(), (
        "the search finds another: python tests/demos/searches.py keeps it"
    )
