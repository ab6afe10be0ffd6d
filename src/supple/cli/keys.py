"""`supple keys`: the keys of a file in the terminal, or as a picture."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from supple.errors import FileError, InputError, UnknownNameError
from supple.io import load
from supple.motion import Clip
from supple.motion.interval_shapes import interval_shapes

console = Console()
PLAIN = (".json", ".txt")
"""Clips as they are saved, and keys as text."""


def keys(
    file: Annotated[
        Path | None, typer.Argument(help="A clip (.json), keys as text (.txt), or a file that moves.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", help="Tracks: 'knee*'; may be repeated.")
    ] = None,
    clip: Annotated[str | None, typer.Option("--clip", help="Which clip of a file that has several.")] = None,
    rulers: Annotated[bool, typer.Option("--rulers", help="A ruler a track, with times and values.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Every key, a line each.")] = False,
    text: Annotated[bool, typer.Option("--text", help="As text that reads back.")] = False,
    kinds: Annotated[bool, typer.Option("--kinds", help="What each kind of interval looks like.")] = False,
    fps: Annotated[float, typer.Option(help="Frames a second of the grid.")] = 24.0,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Draw a PNG instead.")] = None,
) -> None:
    """Show the keys of a file: frames across, tracks down."""
    if kinds:
        for name, shape in interval_shapes(24).items():
            say(f"{name:<12} {shape}")
        return
    if file is None:
        raise InputError("supple keys: give a file, or --kinds")
    found = clip_of(file, clip)
    if output is not None:
        say(f"sheet: {found.sheet(output, only=only, fps=fps, title=file.stem)}")
    elif text:
        say(found.to_text(only))
    elif listed:
        for name, rows in found.key_list(only).items():
            say("\n".join([name, *(f"  {row}" for row in rows)]))
    elif rulers:
        say(found.rulers(only, width=console.width))
    else:
        say(found.grid(only, fps=fps, width=console.width))


def clip_of(file: Path, name: str | None) -> Clip:
    """The clip of a file, by name where it has several."""
    if file.suffix.lower() in PLAIN:
        if not file.is_file():
            raise FileError(f"{file}: there is no such file")
        return Clip.load(file) if file.suffix == ".json" else Clip.from_text(file.read_text(encoding="utf-8"))
    scene = load(file)
    clips = scene.clips or ({"": scene.clip} if len(scene.clip) else {})
    if not clips:
        raise InputError(f"{file}: nothing moves in it, so it has no keys")
    if name is not None and name not in clips:
        raise UnknownNameError(f"clip of {file.name}:", name, clips)
    return clips[next(iter(clips)) if name is None else name]


def say(words: str) -> None:
    """Print as it is."""
    console.print(words, highlight=False, markup=False, soft_wrap=True)
