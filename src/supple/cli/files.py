"""Commands about files: `supple play`, `supple info`, `supple convert`."""

from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console

from supple.io import load, load_take
from supple.scene import Mesh, Take

console = Console()
GlbFile = Annotated[Path, typer.Argument(help="A .glb file, made by Supple or not.")]


def play(
    take: GlbFile,
    against: Annotated[Path | None, typer.Argument(help="A second take, overlaid.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the page there, do not open it.")
    ] = None,
) -> None:
    """Play a take in the browser, or two overlaid."""
    shown = load_take(take)
    other = load_take(against) if against else None
    page = shown.save(output, against=other) if output else shown.show(against=other)
    console.print(f"page: {page}", highlight=False, soft_wrap=True)


def info(
    file: Annotated[Path, typer.Argument(help="A model (.obj .ply .stl .glb .gltf) or a take.")],
) -> None:
    """Say what is in a file: nodes, vertices, size, volume, motion."""
    scene = load(file)
    for node in scene.walk():
        depth = sum(1 for _ in node.ancestors())
        console.print(f"{'  ' * depth}{node.name}{_mesh_line(node.mesh)}", highlight=False, markup=False)
    size = scene.bounds[1] - scene.bounds[0] if any(n.mesh for n in scene.walk()) else None
    if size is not None:
        console.print(f"size {size[0]:.4g} × {size[1]:.4g} × {size[2]:.4g} m", highlight=False)
    if len(scene.clip):
        start, end = min(t.start for t in scene.clip.values()), max(t.end for t in scene.clip.values())
        console.print(f"motion {start:.3f}…{end:.3f} s: {', '.join(scene.clip)}", highlight=False)


def _mesh_line(mesh: Mesh | None) -> str:
    if mesh is None:
        return ""
    closed = f"closed, {mesh.volume:.4g} m³" if mesh.watertight else "open surface"
    facts = [f"{len(mesh.vertices)} vertices, {len(mesh.faces)} faces, {closed}"]
    named = {"parts": [p.name for p in mesh.parts if p.name], "targets": list(mesh.targets)}
    facts += [f"{what} {', '.join(names)}" for what, names in named.items() if names]
    return ": " + "; ".join(facts)


def convert(
    source: Annotated[Path, typer.Argument(help="What to read.")],
    target: Annotated[Path, typer.Argument(help="What to write; the suffix says how.")],
    fps: Annotated[float | None, typer.Option(help="Samples a second of the result.")] = None,
    height: Annotated[float | None, typer.Option(help="Scale a model to this height [m].")] = None,
) -> None:
    """Turn a take or a model into another format."""
    moves = source.suffix.lower() in (".glb", ".gltf") and height is None
    take = load_take(source) if moves else Take(load(source, height=height), np.zeros(1), name=source.stem)
    written = take.save(target, fps=fps)
    console.print(f"wrote {written}", highlight=False, soft_wrap=True)
