"""What is missing in the tables: rows without a place, a marked test, a topic or a reason, and shares too large."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from supple.systems.table import STATES, Row, System

WAITING = ("devices", "direct manipulation", "full IK", "the studio")
"""What rows of a system that is being built may wait for."""
MOST_LATER, MOST_NO = 0.15, 0.10
"""Largest shares of the rows of a system that may wait, where it is being built, and that are left out."""


def problems(
    systems: Sequence[System], marks: Mapping[str, Sequence[str]], sources: Path, *, complete: bool = False
) -> list[str]:
    """Return a sentence for whatever is wrong; `complete` also wants every row that is next to be built.

    sources: the folder that places are relative to.
    """
    rows = [row for system in systems for row in system.rows]
    found = [sentence for row in rows for sentence in _row(row, marks, sources, complete)]
    found += [sentence for system in systems for sentence in _shares(system)]
    numbers = Counter(row.number for row in rows)
    found += [f"{number}: {count} rows have this number" for number, count in numbers.items() if count > 1]
    found += [f"{number}: {marks[number][0]} is marked so, but no row has this number" for number in marks
              if number not in numbers]  # fmt: skip
    return found


def _row(row: Row, marks: Mapping[str, Sequence[str]], sources: Path, complete: bool) -> Iterator[str]:
    if not row.words:
        yield f"{row.number}: no words; say what it is"
    if not row.about:
        yield f"{row.number}: {row.state} without {STATES[row.state]}"
    if row.state == "built":
        if row.about and not (sources / row.about).exists():
            yield f"{row.number}: built in {row.about}, which is not there"
        if row.number not in marks:
            yield f"{row.number}: built, but no test is marked @pytest.mark.feature({row.number!r})"
    elif row.number in marks:
        yield f"{row.number}: {marks[row.number][0]} shows it, but the row says {row.state}; say where it is built"
    if complete and row.state == "next":
        yield f"{row.number}: still to be built, by {row.about}"


def _shares(system: System) -> Iterator[str]:
    counts, total = system.counts, len(system.rows)
    if counts["no"] > MOST_NO * total:
        yield f"{system.name}: {counts['no']} of {total} rows say no; at most {MOST_NO:.0%} may"
    if not system.now:
        return
    if counts["later"] > MOST_LATER * total:
        yield f"{system.name}: {counts['later']} of {total} rows wait; at most {MOST_LATER:.0%} may"
    for row in system.rows:
        if row.state == "later" and row.about and not row.about.startswith(WAITING):
            yield f"{row.number}: waits for {row.about}; here rows wait only for {', '.join(WAITING)}"
