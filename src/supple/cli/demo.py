"""`supple demo`: list the demos, run one or all, write and open what they make."""

import inspect
import json
import os
import sys
import tempfile
import time
import webbrowser
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from supple import demos, render
from supple.files import written_beside
from supple.scene import Take

console = Console()
Name = Annotated[str | None, typer.Argument(help="Which demo; without a name they are listed.")]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", help="Write .glb, .html, .png, .npz, .json to a folder, or one such file."
    ),
]


def demo(
    name: Name = None,
    file: Annotated[
        Path | None, typer.Argument(help="A file of your own, for a demo that takes one.")
    ] = None,
    output: Folder = None,
    run_all: Annotated[
        bool, typer.Option("--all", help="Run the hero demos and make an index page.")
    ] = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page.")] = False,
    source: Annotated[bool, typer.Option("--source", help="Show the code of the demo.")] = False,
    short: Annotated[bool, typer.Option("--short", help="Run its short form, as the tests do.")] = False,
) -> None:
    """Run a demo and open its page."""
    if run_all:
        _run_all(output or Path("out/demo"), open_it=not no_open)
    elif name is None:
        _list(output)
    elif source:
        print(inspect.getsource(demos.module(name)), end="")
    else:
        leave(*timed(name, short=short, file=file), output, open_it=not no_open)


def timed(name: str, *, short: bool = False, file: Path | None = None) -> tuple[Take, str, float]:
    """A demo's take, its name, and the CPU seconds that it took; a take itself says nothing of the machine."""
    started = time.process_time()
    take = demos.run(name, short=short, file=file)
    return take, name, time.process_time() - started


def leave(take: Take, name: str, cpu_seconds: float, output: Path | None, *, open_it: bool) -> None:
    """Write all that a demo leaves behind into a folder and open its page; or one file, where `output` names one."""
    if output is not None and output.suffix.lower() in take.writers:
        console.print(f"file: {take.save(output)}", markup=False, highlight=False, soft_wrap=True)
        return
    folder = output or Path(tempfile.mkdtemp(prefix="supple-"))
    open_page(write(take, name, cpu_seconds, folder), open_it=open_it)


def write(take: Take, name: str, cpu_seconds: float, folder: Path) -> Path:
    """Write everything that a demo leaves behind; returns the page."""
    timings = {key: round(seconds, 4) for key, seconds in take.timings.items()}
    report = {"name": name, **take.report, **timings, "cpu_seconds": round(cpu_seconds, 3)}
    for suffix in (".glb", ".png", ".npz"):
        take.save(folder / f"{name}{suffix}")
    with written_beside(folder / f"{name}.json") as draft:
        draft.write_text(json.dumps(report, indent=2, allow_nan=False) + "\n", encoding="utf-8")
    return take.save(folder / f"{name}.html", title=name)


def _run_all(folder: Path, *, open_it: bool) -> None:
    entries = []
    for name in demos.HEROES:
        with console.status(name):
            take, _, _ = made = timed(name)
            page = write(*made, folder)
            moving = render.thumbnail(take, folder / f"{name}.webp")
        console.print(f"[green]✓[/] {name:16} {page}", highlight=False, soft_wrap=True)
        entries.append(render.Entry(name, page, moving, demos.summary(name), take.report))
        render.index_page(entries, folder / "index.html")
    open_page(folder / "index.html", open_it=open_it)


def _list(folder: Path | None) -> None:
    table = Table(box=None, header_style="bold")
    for column in ("demo", "what it shows", "picture"):
        table.add_column(column)
    for name in demos.NAMES:
        picture = (folder or Path("out/demo")) / f"{name}.png"
        table.add_row(name, demos.summary(name), str(picture) if picture.exists() else "–")
    console.print(table)


def open_page(page: Path, *, open_it: bool) -> None:
    """Say where the page is, and open it where there is a display."""
    open_address(page.resolve().as_uri(), open_it=open_it, shown=str(page))


def open_address(address: str, *, open_it: bool, shown: str = "") -> None:
    """Open an address where there is a display, and say it, or what is `shown` for it."""
    display = sys.platform in ("darwin", "win32") or any(
        os.environ.get(k) for k in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if open_it and display:
        webbrowser.open(address)
    console.print(f"page: {shown or address}", markup=False, highlight=False, soft_wrap=True)
