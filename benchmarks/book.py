"""The file of rows, and how they are printed."""

import json
import os
import platform
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from rich.table import Table

from benchmarks.row import Row
from supple.files import written_beside

MACHINE = f"{os.cpu_count()} cores, Python {platform.python_version()}"


def kept(path: Path) -> list[Row]:
    """Rows that a file holds; none, if it is not there."""
    if not path.exists():
        return []
    names = [field.name for field in fields(Row)]
    return [Row(**{name: row[name] for name in names}) for row in json.loads(path.read_text("utf-8"))]


def written(path: Path, rows: Iterable[Row]) -> None:
    """Write rows; of those that have one name, the last, in the place of the first."""
    by_name = {row.name: row for row in rows}
    text = json.dumps([vars(row) | {"ratio": row.ratio} for row in by_name.values()], indent=2)
    with written_beside(path) as draft:
        draft.write_text(text + "\n", encoding="utf-8")


def printed(rows: Iterable[Row]) -> Table:
    """Rows as a table."""
    table = Table("name", "ours [s]", "peer", "peer [s]", "ratio", "note", box=None, title=MACHINE)
    for row in rows:
        peer_s, ratio = ("–" if x is None else f"{x:.4g}" for x in (row.peer_s, row.ratio))
        table.add_row(
            row.name, f"{row.ours_s:.4g}", f"{row.peer} {row.peer_version}", peer_s, ratio, row.note
        )
    return table
