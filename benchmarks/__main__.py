"""Measure Supple beside its peers: `python -m benchmarks [out/bench.json] [--only 'pile-*'] [--against COMMIT]`."""

import argparse
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from rich.console import Console

from benchmarks import (
    articulated,
    chains,
    figures,
    flex,
    generated,
    heaps,
    landing,
    lattice,
    live,
    pictures,
    player,
    rollouts,
    skins,
    spacetime,
    starts,
    tracks,
    two_kinds,
)
from benchmarks.against import against
from benchmarks.book import kept, printed, written
from benchmarks.row import Bench, Row
from supple.errors import SuppleError, UnknownNameError

MODULES = (
    tracks, figures, pictures, player, skins, chains, spacetime, starts, live, lattice, generated, flex, rollouts,
    heaps, two_kinds, articulated, landing,
)  # fmt: skip
console = Console()


def chosen(only: Sequence[str] = ()) -> Iterator[Bench]:
    """Benches with a row whose name matches a pattern such as `pile-*`; all, without a pattern."""
    benches = [each for module in MODULES for each in module.benches()]
    names = [name for each in benches for name in each.names]
    for pattern in only:
        if not any(fnmatchcase(name, pattern) for name in names):
            raise UnknownNameError("row", pattern, names)
    for each in benches:
        if not only or any(fnmatchcase(name, pattern) for name in each.names for pattern in only):
            yield each


def main(path: Path, only: Sequence[str]) -> None:
    """Measure, and write each row as soon as it is known; what `only` leaves out stays as the file has it."""
    rows: list[Row] = []
    for each in chosen(only):
        with console.status(", ".join(each.names)):
            rows += each.rows()
        written(path, [*(kept(path) if only else ()), *rows])
    console.print(printed(rows))
    console.print(f"{path}: {len(rows)} rows measured")


def asked() -> argparse.Namespace:
    """What the command line asks for."""
    words = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Measure Supple beside its peers."
    )
    words.add_argument("path", type=Path, nargs="?", default=Path("out/bench.json"), help="the file of rows")
    only = "measure rows such as 'pile-*', and merge them into the file; may be given again"
    words.add_argument("--only", action="append", default=[], metavar="PATTERN", help=only)
    words.add_argument("--against", metavar="COMMIT", help="measure this tree and one of COMMIT in turns")
    return words.parse_args()


if __name__ == "__main__":
    given = asked()
    try:
        if given.against:
            console.print(printed(against(given.against, given.only, given.path)))
        else:
            main(given.path, given.only)
    except SuppleError as error:
        raise SystemExit(f"error: {error}") from error
