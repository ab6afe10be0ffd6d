"""A take: the recorded result. What is played, compared, edited and exported; it knows no physics."""

import html
import os
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import UnknownNameError
from supple.motion import Clip, Track
from supple.scene.camera import Camera
from supple.scene.editable import Editable
from supple.scene.node import Node
from supple.scene.samples import CameraMotion, Channel, Mark, Note


class Named(Protocol):
    """Anything with a name."""

    name: str


class MaterialPoint(Protocol):
    """A point of a body, as those who simulate know it: whose, where in the rest shape [m], and its name."""

    @property
    def body(self) -> Named:
        """Whose it is."""

    @property
    def rest(self) -> Array:
        """Where it is in the rest shape (3,) [m]."""

    @property
    def name(self) -> str:
        """What it is called."""


CHANNELS = {
    "position": ("translation", "vector", "cubic"),
    "rotation": ("rotation", "rotation", "squad"),
    "scale": ("scale", "vector", "cubic"),
    "weights": ("weights", "vector", "cubic"),
}
"""Of a clip made from a take: the samples, the kind of track, and how its keys are joined."""

Writer = Callable[..., Path]
"""write(take, path, **options) → the path written."""


@dataclass(frozen=True, eq=False, repr=False)
class Take(Editable):
    """A scene and how each of its nodes moved, sampled at `times` (T,) [s], strictly increasing.

    >>> import numpy as np
    >>> from supple.scene import Node, NodeMotion, Scene
    >>> t = np.linspace(0, 2, 5)
    >>> take = Take(Scene([Node("ball")]), t, {"ball": NodeMotion(translation=np.outer(t, [1, 0, 0]))})
    >>> take[0.5:1.5].position("ball")[:, 0]
    array([0.5, 1. , 1.5])
    """

    writers: ClassVar[dict[str, Writer]] = {}
    """File suffix → how to write it. `supple.io` and `supple.render` fill it."""

    def with_report(self, **numbers: Any) -> "Take":
        """With more named numbers in the report."""
        return replace(self, report={**self.report, **numbers})

    def with_data(self, **arrays: ArrayLike) -> "Take":
        """With more arrays of any shape, written as they are into the archive of numbers."""
        return replace(self, data={**self.data, **{name: np.asarray(a) for name, a in arrays.items()}})

    def with_timings(self, **seconds: float) -> "Take":
        """With how long making it took [s]; no file of the take says so, since that is the machine's."""
        added = {name: float(finite(s, f"timing {name!r}", ())) for name, s in seconds.items()}
        return replace(self, timings={**self.timings, **added})

    def with_props(self, *nodes: Node) -> "Take":
        """With more nodes that stand still: scenery.

        >>> from supple.scene import Node, Scene
        >>> take = Take(Scene([Node("ball")]), np.array([0.0, 1.0])).with_props(Node("wall", translation=(1, 0, 0)))
        >>> take.position("wall")[-1]
        array([1., 0., 0.])
        """
        scene = self.scene.copy()
        return replace(self, scene=replace(scene, nodes=[*scene.nodes, *(node.copy() for node in nodes)]))

    def with_channels(self, unit: str = "", **series: ArrayLike) -> "Take":
        """With more numbers over time (T,) or (T, k), to be plotted under the time line."""
        added = {name: Channel(finite(values, f"channel {name!r}"), unit) for name, values in series.items()}
        return replace(self, channels={**self.channels, **added})

    def with_notes(self, words: Mapping[float, str]) -> "Take":
        """With words at moments [s], in the order of time: events that a contact sheet shows."""
        notes = (*self.notes, *(Note(float(time), text) for time, text in words.items()))
        return replace(self, notes=tuple(sorted(notes, key=lambda note: note.time)))

    def with_camera(
        self,
        name: str,
        camera: Camera | Callable[[float], Camera],
        *,
        track: str | None = None,
        at: ArrayLike = (0.0, 0.0, 0.0),
    ) -> "Take":
        """With one more camera: one that stands, or a function of time [s]; it keeps a node (`track`) in the middle.

        `at` is the point that it tracks, in the node's frame [m].

        >>> from supple.scene import Node, Scene
        >>> scene = Scene([Node("ball", translation=(2, 0, 0))])
        >>> Take(scene, np.array([0.0])).with_camera("close", Camera(), track="ball").cameras["close"].center
        array([[2., 0., 0.]])
        """
        shots = [camera if isinstance(camera, Camera) else camera(float(time)) for time in self.times]
        center = np.stack([shot.center for shot in shots]) if track is None else self.position(track, at)
        eye = np.stack([shot.eye for shot in shots])
        roll, angle = (np.array([getattr(shot, what) for shot in shots]) for what in ("roll", "angle"))
        motion = CameraMotion(eye, center, roll, angle)
        motion.at(0)
        return replace(self, cameras={**self.cameras, name: motion})

    def with_trail(self, node: str, at: ArrayLike = (0.0, 0.0, 0.0), *, name: str | None = None) -> "Take":
        """With the path of a point `at` in a node's frame drawn through the scene."""
        mark = Mark("trail", self.position(node, at)[:, None, :])
        return replace(self, marks={**self.marks, name or node: mark})

    def with_path_of(self, point: MaterialPoint) -> "Take":
        """With the path of a body's material point, by the vertex of its mesh that is nearest to it."""
        node = point.body.name
        nearest = int(np.linalg.norm(self.scene[node].surface.vertices - point.rest, axis=1).argmin())
        mark = Mark("trail", self.world_vertices(node)[:, nearest, None, :])
        return replace(self, marks={**self.marks, point.name: mark})

    def clip(self, *, nodes: Iterable[str] | None = None, tolerance: float = 1e-4) -> Clip:
        """Tracks of the chosen nodes with as few keys as stay within `tolerance` (m, rad, or of a weight)."""
        chosen = list(self.motions) if nodes is None else list(nodes)
        tracks: dict[str, Track] = {}
        for name in chosen:
            if name not in self.motions:
                raise UnknownNameError("moving node", name, self.motions)
            for channel, (field, kind, way) in CHANNELS.items():
                if (values := getattr(self.motions[name], field)) is not None:
                    track = Track.sampled(self.times, values, kind=kind)
                    tracks[f"{name}.{channel}"] = track.reduce(tolerance, way)
        return Clip(tracks)

    def save(self, path: str | Path, *, fps: float | None = None, **options: Any) -> Path:
        """Write the take; the suffix says how (.glb, .html, .png, .mp4, …), `fps` resamples first."""
        path = Path(path)
        if path.suffix.lower() not in self.writers:
            raise UnknownNameError("file type", path.suffix, self.writers)
        take = self if fps is None else self.resample(fps)
        return self.writers[path.suffix.lower()](take, path, **options)

    def sheet(self, path: str | Path, **options: Any) -> Path:
        """A contact sheet as PNG: frames at the notes of the take, labelled, or evenly."""
        return self.save(Path(path).with_suffix(".png"), **options)

    def show(
        self, *, against: "Take | None" = None, trails: "Iterable[str | MaterialPoint]" = (), **options: Any
    ) -> Path:
        """Open the player page in the browser and go on; without a display only write it. Returns its path.

        `trails`: names of marks, or points of bodies, whose path is drawn.
        """
        folder = Path(tempfile.mkdtemp(prefix="supple-"))
        take, names = self, []
        for trail in trails:
            if not isinstance(trail, str):
                take = take.with_path_of(trail)
            names.append(trail if isinstance(trail, str) else trail.name)
        page = take.save(folder / f"{self.name}.html", against=against, trails=names, **options)
        if (
            sys.platform in ("darwin", "win32")
            or os.environ.get("DISPLAY")
            or os.environ.get("WAYLAND_DISPLAY")
        ):
            webbrowser.open(page.as_uri())
        return page

    def _repr_html_(self) -> str:
        """The player page inside a notebook."""
        with tempfile.TemporaryDirectory() as folder:
            page = self.save(Path(folder) / "take.html").read_text(encoding="utf-8")
        source = html.escape(page, quote=True)
        style = "width:100%;height:480px;border:0"
        return f'<iframe srcdoc="{source}" style="{style}" title="{html.escape(self.name)}"></iframe>'
