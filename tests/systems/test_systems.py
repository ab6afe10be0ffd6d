"""The table of systems: the committed one holds what it says, and every way to be wrong is noticed."""

from pathlib import Path

import pytest

from supple.errors import FileError
from supple.systems import Row, System, marks_in, page, problems, systems_in
from supple.systems.__main__ import main

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "supple"


def test_the_committed_table_has_a_place_a_test_a_topic_or_a_reason_for_every_row(capsys):
    assert main([], ROOT) == 0
    assert "bbop" in capsys.readouterr().out


def test_the_page_is_that_of_the_table():
    written = (ROOT / "docs" / "systems.md").read_text("utf-8")
    made = page(systems_in(ROOT / "docs" / "systems"), marks_in(ROOT / "tests"))
    assert written == made, "docs/systems.md is old: python -m supple.systems --write"


def test_rows_still_to_be_built_count_with_complete_alone():
    systems = [System("s", True, (Row("X-1", "next", "soon", "words"),))]
    assert problems(systems, {}, SOURCES) == []
    assert problems(systems, {}, SOURCES, complete=True) == ["X-1: still to be built, by soon"]


def test_every_number_of_the_inventories_is_there():
    numbers = {row.number for system in systems_in(ROOT / "docs" / "systems") for row in system.rows}
    wanted = [f"BB-{k}" for k in range(1, 52)] + [f"BB-D{k}" for k in range(1, 15)]
    wanted += [f"A{k}" for k in range(1, 24)] + [f"AG-D{k}" for k in range(1, 7)]
    wanted += [f"DV-D{k}" for k in range(1, 15)] + [f"VY-{k:02}" for k in range(1, 12)]
    wanted += [f"X-{k:02}" for k in range(1, 8)] + [f"C-{k:02}" for k in range(1, 50)]
    assert not set(wanted) - numbers


@pytest.mark.parametrize(
    ("row", "marks", "says"),
    [
        (Row("X-1", "built", "errors.py", "w"), {}, "no test is marked"),
        (Row("X-1", "built", "nowhere.py", "w"), {"X-1": ["t"]}, "nowhere.py, which is not there"),
        (Row("X-1", "built", "", "w"), {"X-1": ["t"]}, "built without the file that holds it"),
        (Row("X-1", "later", "", "w"), {}, "later without the topic"),
        (Row("X-1", "no", "", "w"), {}, "no without the reason"),
        (Row("X-1", "later", "devices", ""), {}, "no words"),
        (Row("X-1", "next", "soon", "w"), {"X-1": ["t"]}, "t shows it, but the row says next"),
        (Row("X-1", "later", "dreams", "w"), {}, "waits for dreams; here rows wait only for devices"),
        (Row("X-1", "next", "soon", "w"), {"X-2": ["t"]}, "X-2: t is marked so, but no row"),
    ],
)
def test_what_is_wrong_with_a_row_is_said(row, marks, says):
    others = tuple(Row(f"Y-{k}", "next", "soon", "w") for k in range(20))
    found = problems([System("s", True, (row, *others))], marks, SOURCES)
    assert len(found) == 1
    assert says in found[0]


def test_shares_are_bounded():
    def system(state, about, count, now):
        rows = [Row(f"X-{k}", state if k < count else "next", about, "w") for k in range(20)]
        return [System("s", now, tuple(rows))]

    assert problems(system("no", "costs", 2, True), {}, SOURCES) == []
    assert problems(system("no", "costs", 3, True), {}, SOURCES) == [
        "s: 3 of 20 rows say no; at most 10% may"
    ]
    assert problems(system("later", "devices", 3, True), {}, SOURCES) == []
    assert problems(system("later", "devices", 4, False), {}, SOURCES) == []
    assert "at most 15% may" in problems(system("later", "devices", 4, True), {}, SOURCES)[0]


def test_numbers_stand_once():
    rows = (Row("X-1", "next", "soon", "w"),) * 2
    assert problems([System("s", True, rows)], {}, SOURCES) == ["X-1: 2 rows have this number"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name\nsoon\n", "line 2: 'soon'"),
        ("name\nnow\n\nX-1 | perhaps: so | w\n", "line 4"),
        ("name\nnow\n\nX-1 built\n", "line 4"),
    ],
)
def test_tables_that_cannot_be_read_name_the_line(tmp_path, text, says):
    (tmp_path / "a.txt").write_text(text, "utf-8")
    with pytest.raises(FileError, match=says):
        systems_in(tmp_path)


def test_without_tables_it_says_where_they_are(tmp_path, capsys):
    assert main([], tmp_path) == 1
    assert "checkout" in capsys.readouterr().out
