"""`supple bench`: the benchmarks, which live beside the source."""

import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from supple.errors import MissingToolError

ROOT = Path(__file__).parents[3]


def bench(
    output: Annotated[Path, typer.Option("--output", "-o", help="Where the figures go.")] = Path(
        "out/bench.json"
    ),
    only: Annotated[
        list[str] | None, typer.Option("--only", help="Rows such as 'pile-*', merged into the file.")
    ] = None,
    against: Annotated[
        str | None, typer.Option("--against", help="A commit that is measured in turns with this tree.")
    ] = None,
) -> None:
    """Measure Supple side by side with its peers."""
    if not (ROOT / "benchmarks" / "__main__.py").exists():
        raise MissingToolError(
            "the benchmarks come with the source, not with the package: run `make bench` in a clone"
        )
    command = [sys.executable, "-m", "benchmarks", str(output.resolve())]
    command += [f"--only={pattern}" for pattern in only or ()]
    command += [f"--against={against}"] if against else []
    done = subprocess.run(command, cwd=ROOT, check=False)
    raise typer.Exit(done.returncode)
