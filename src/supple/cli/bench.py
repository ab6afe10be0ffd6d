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
) -> None:
    """Measure Supple side by side with its peers."""
    if not (ROOT / "benchmarks" / "__main__.py").exists():
        raise MissingToolError(
            "the benchmarks come with the source, not with the package: run `make bench` in a clone"
        )
    done = subprocess.run([sys.executable, "-m", "benchmarks", str(output.resolve())], cwd=ROOT, check=False)
    raise typer.Exit(done.returncode)
