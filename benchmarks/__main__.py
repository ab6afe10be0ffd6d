"""Run every benchmark: `python -m benchmarks [out/bench.json]`."""

import json
import os
import platform
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import (
    chains,
    figures,
    flex,
    generated,
    heaps,
    lattice,
    pictures,
    rollouts,
    skins,
    spacetime,
    tracks,
    two_kinds,
)
from supple.files import written_beside


def main(path: Path) -> None:
    """Measure, print, and write the rows as JSON."""
    modules = (
        tracks, figures, pictures, skins, chains, spacetime, lattice, generated, flex, rollouts, heaps, two_kinds,
    )  # fmt: skip
    rows = [row for module in modules for row in module.measure()]
    table = Table("name", "ours [s]", "peer", "peer [s]", "ratio", "note", box=None)
    for row in rows:
        peer_s, ratio = ("–" if x is None else f"{x:.4g}" for x in (row.peer_s, row.ratio))
        table.add_row(
            row.name, f"{row.ours_s:.4g}", f"{row.peer} {row.peer_version}", peer_s, ratio, row.note
        )
    console = Console()
    console.print(table)
    with written_beside(path) as draft:
        draft.write_text(json.dumps([vars(row) | {"ratio": row.ratio} for row in rows], indent=2) + "\n")
    console.print(f"{path}: {len(rows)} rows, {os.cpu_count()} cores, Python {platform.python_version()}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "out/bench.json"))
