"""Commands about files: `supple play`, `supple info`, `supple convert`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console

from supple.io import load, load_take
from supple.io.signs import kind_of
from supple.motion import Clip
from supple.scene import Joint, Mesh, Scene, Skin, Take

console = Console()
LISTED = 12
"""Tracks of a clip that are listed by name."""
Folders = Annotated[
    list[Path] | None, typer.Option("--search", help="A folder besides its own that has a robot's meshes.")
]
GlbFile = Annotated[Path, typer.Argument(help="A take, capture or robot: .glb, .gltf, .bvh, .urdf, .mjcf.")]


def play(
    take: GlbFile,
    against: Annotated[Path | None, typer.Argument(help="A second take, overlaid.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the page there, do not open it.")
    ] = None,
    search: Folders = None,
) -> None:
    """Play a take in the browser, or two overlaid."""
    shown = load_take(take, search=search or ())
    other = load_take(against) if against else None
    page = shown.save(output, against=other) if output else shown.show(against=other)
    console.print(f"page: {page}", highlight=False, soft_wrap=True)


def info(
    file: Annotated[
        Path,
        typer.Argument(
            help="A model (.obj .ply .stl .glb .gltf), a capture (.bvh), a robot (.urdf .mjcf) or a take."
        ),
    ],
    search: Folders = None,
) -> None:
    """Say what is in a file: nodes, vertices, size, volume, motion."""
    scene = load(file, search=search or ())
    drawn = bool(getattr(scene.source, "sticks", False))
    for node in scene.walk():
        depth = sum(1 for _ in node.ancestors())
        facts = _joint_line(node.joint) + ("" if drawn else _mesh_line(node.mesh))
        console.print(f"{'  ' * depth}{node.name}{facts}", highlight=False, markup=False)
    size = scene.bounds[1] - scene.bounds[0] if any(n.mesh for n in scene.walk()) else None
    if size is not None:
        console.print(f"size {size[0]:.4g} × {size[1]:.4g} × {size[2]:.4g} m", highlight=False)
    for line in _whole(scene):
        console.print(line, highlight=False, markup=False, soft_wrap=True)


def _whole(scene: Scene) -> Iterator[str]:
    """Of the whole file: its figure, what it weighs, its clips, and what its reader guessed or left out."""
    if scene.figure is not None:
        yield f"figure {scene.figure.name}: {len(scene.figure)} joints"
    for skin in {id(node.skin): node.skin for node in scene.walk() if node.skin is not None}.values():
        yield _skin_line(scene, skin)
    if scene.skeleton is not None:
        yield (
            f"skeleton: {len(scene.skeleton.links)} links, {scene.skeleton.nv} degrees of freedom, "
            f"{scene.skeleton.mass:.4g} kg, {len(scene.skeleton.motors)} motors"
        )
    clips = scene.clips or ({"": scene.clip} if len(scene.clip) else {})
    for name, clip in clips.items():
        yield _clip_line(name, clip)
    yield from getattr(scene.source, "said", ())


def _skin_line(scene: Scene, skin: Skin) -> str:
    """Its joints, who wears it, on how many joints a vertex hangs at most, and whether it was bound at rest."""
    wearers = [node for node in scene.walk() if node.skin is skin]
    weights = [node.surface.weights for node in wearers if node.surface.weights is not None]
    most = max((int(np.count_nonzero(w, axis=1).max(initial=0)) for w in weights), default=0)
    matrices = skin.rest_matrices
    at_rest = np.abs(matrices - matrices[0]).max() <= 1e-4 * np.abs(matrices[0]).max()
    pose = "bound as it rests" if at_rest else "bound in another pose than it rests in"
    worn = ", ".join(node.name for node in wearers)
    named = f" {skin.name}" if skin.name else ""
    return f"skin{named}: {len(skin.joints)} joints, up to {most} a vertex, {pose}; worn by {worn}"


def _clip_line(name: str, clip: Clip) -> str:
    tracks = list(clip.values())
    start, end = min(t.start for t in tracks), max(t.end for t in tracks)
    listed = ", ".join(list(clip)[:LISTED]) + (
        f" and {len(clip) - LISTED} more" if len(clip) > LISTED else ""
    )
    keys = max(len(track.times) for track in tracks)
    count = f"{len(tracks)} track{'s' * (len(tracks) != 1)}"
    return f"motion {name + ' ' * bool(name)}{start:.3f}…{end:.3f} s, {keys} keys, {count}: {listed}"


def _joint_line(joint: Joint | None) -> str:
    """What a joint can do: its kind, the order of its turns, its freedoms where they have no kind, its limits."""
    if joint is None or joint.kind == "fixed":
        return "" if joint is None else " (fixed)"
    order = f" {joint.order}" if joint.turning else ""
    named = f" {', '.join(joint.names)}" if joint.kind == "general" else ""
    pairs = [f.limits for f in joint.freedoms]
    limits = f" {pairs[0][0]:.3g}…{pairs[0][1]:.3g}" if len(pairs) == 1 and pairs[0] else ""
    return f" ({joint.kind}{order}{named}{limits})"


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
    moves = source.is_file() and kind_of(source) not in (".obj", ".ply", ".stl") and height is None
    take = load_take(source) if moves else Take(load(source, height=height), np.zeros(1), name=source.stem)
    written = take.save(target, fps=fps)
    console.print(f"wrote {written}", highlight=False, soft_wrap=True)
