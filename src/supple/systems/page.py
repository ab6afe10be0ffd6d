"""docs/systems.md, written from the tables and the marked tests."""

from collections.abc import Mapping, Sequence

from supple.systems.table import STATES, Row, System

HEAD = """# systems

Supple is made out of the systems of [five documents](index.md). This page lists what each of them could do, numbered
as we noted it, and where it stands here: `built` names the file and the tests that show it, `next` is being worked
on, `later` names the topic that it waits for, `no` gives a reason.

This page is written by `python -m supple.systems --write` from the tables in `docs/systems/` and from tests that are
marked `@pytest.mark.feature("BB-13")`. Without `--write` the command counts rows, and fails for a row without a
place, a test, a topic or a reason; with `--complete` also for what is still next.
"""


def page(systems: Sequence[System], marks: Mapping[str, Sequence[str]]) -> str:
    """Return the whole page as Markdown."""
    return "\n".join([HEAD, _counts(systems), *(_table(system, marks) for system in systems)])


def _counts(systems: Sequence[System]) -> str:
    head = ["| system | " + " | ".join(STATES) + " |", "|---" * (len(STATES) + 1) + "|"]
    rows = [
        f"| {system.name} | " + " | ".join(str(system.counts[state]) for state in STATES) + " |"
        for system in systems
    ]
    return "\n".join([*head, *rows, ""])


def _table(system: System, marks: Mapping[str, Sequence[str]]) -> str:
    rows = [f"| {row.number} | {row.words} | {_where(row, marks)} |" for row in system.rows]
    return "\n".join([f"## {system.name}", "", "| | what | where |", "|---|---|---|", *rows, ""])


def _where(row: Row, marks: Mapping[str, Sequence[str]]) -> str:
    if row.state != "built":
        return f"{row.state}: {row.about}"
    shown = "; ".join(test.partition("/")[2].replace("::", "` `") for test in marks.get(row.number, ()))
    return f"built: `{row.about}`, shown by `{shown}`".replace("; ", "`; `")
