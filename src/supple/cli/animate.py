"""`supple animate`: any mesh becomes a character that drops, wobbles, hops."""

import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from supple.cli.demo import Folder, leave
from supple.control.animate import ACTIONS
from supple.control.animate import animate as animated
from supple.errors import FileError
from supple.io.units import UNITS
from supple.scene import Take

console = Console()
Axis = Annotated[str | None, typer.Option(help="The axis that is up in the file: x, y or z.")]
Way = Annotated[str | None, typer.Option(help="Where it looks once it stands: x, z, -x or -z.")]


def animate(
    mesh: Annotated[Path, typer.Argument(help="A model: .obj .ply .stl .glb .gltf.")],
    action: Annotated[str, typer.Argument(help=f"{', '.join(ACTIONS)}.")],
    output: Folder = None,
    up: Axis = None,
    height: Annotated[float | None, typer.Option(help="How tall it is to be \\[m].")] = None,
    unit: Annotated[
        str | None,
        typer.Option(help=f"What the file's numbers are in: {', '.join(UNITS)}, or so many meters."),
    ] = None,
    forward: Way = None,
    seconds: Annotated[float | None, typer.Option(help="How long the motion lasts.")] = None,
    seed: Annotated[int, typer.Option(help="Another seed, another search.")] = 1,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Search even if it was done before.")] = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page.")] = False,
) -> None:
    """Let a mesh of yours move by itself, and open its page."""
    if output is not None:
        _writable(output)
    started = time.process_time()
    made = animated(
        mesh, action, seed=seed, height=height, up=up, unit=_number(unit), forward=forward, seconds=seconds,
        cache=not no_cache,
    )  # fmt: skip
    spent = time.process_time() - started
    console.print(str(made.report), highlight=False, markup=False)
    leave(made.take, f"{mesh.stem}-{action}", spent, output, open_it=not no_open)


def _number(unit: str | None) -> str | float | None:
    try:
        return unit and float(unit)
    except ValueError:
        return unit


def _writable(output: Path) -> None:
    """Refuse before a search what could not be written after it."""
    folder = output.parent if output.suffix.lower() in Take.writers else output
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise FileError(
            f"cannot write to {str(output)!r}: {there}: {error.strerror}. Choose a folder that you may write to"
        ) from error
