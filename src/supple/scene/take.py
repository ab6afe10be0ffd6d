"""A take: the recorded result. What is played, compared, edited and exported; it knows no physics."""

import html
import os
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from supple.arrays import Array, finite
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track
from supple.scene.framing import Framing
from supple.scene.loop import closest_return, gaps, mended, pose
from supple.scene.samples import CameraMotion, Change, Channel, Mark, NodeMotion, Note, Origin, between
from supple.scene.scene import Scene
from supple.spatial import compose

Writer = Callable[..., Path]
"""write(take, path, **options) → the path written."""


@dataclass(frozen=True, eq=False)
class Take:
    """A scene and how each of its nodes moved, sampled at `times` (T,) [s], strictly increasing."""

    scene: Scene
    times: Array
    motions: Mapping[str, NodeMotion] = field(default_factory=dict)
    camera: CameraMotion | None = None
    notes: tuple[Note, ...] = ()
    channels: Mapping[str, Channel] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    report: Mapping[str, Any] = field(default_factory=dict)
    """Named numbers that say what the take shows."""
    origin: Origin = field(default_factory=Origin)
    name: str = "take"

    writers: ClassVar[dict[str, Writer]] = {}
    """File suffix → how to write it. `supple.io` and `supple.render` fill it."""

    def __post_init__(self) -> None:
        times = finite(self.times, "times of the take", (None,))
        if not len(times) or (np.diff(times) <= 0).any():
            raise InputError("a take needs at least one time, and times that strictly increase")
        object.__setattr__(self, "times", times)
        names = [n.name for n in self.scene.walk()]
        for node, motion in self.motions.items():
            if node not in names:
                raise UnknownNameError("node", node, names)
            motion.check(len(times), f"motion of {node!r}")
        for kind, things in (("channel", self.channels), ("mark", self.marks)):
            for name, thing in things.items():
                thing.check(len(times), f"{kind} {name!r}")

    # ---- asking -------------------------------------------------------------------------------------------

    @property
    def duration(self) -> float:
        """Seconds from the first to the last sample."""
        return float(self.times[-1] - self.times[0])

    @property
    def fps(self) -> float | None:
        """Samples a second, or None if they are uneven."""
        steps = np.diff(self.times)
        if not len(steps) or np.ptp(steps) > 1e-6 * steps.mean():
            return None
        return float(round(1 / steps.mean(), 6))

    def frame(self, time: float) -> int:
        """Index of the sample nearest to a time [s]."""
        return int(np.abs(self.times - time).argmin())

    def local(self, name: str) -> Array:
        """Matrices T R S of a node in its parent, (T, 4, 4)."""
        node, motion = self.scene[name], self.motions.get(name, NodeMotion())
        rest = (node.translation, node.rotation, node.scale)
        given = (motion.translation, motion.rotation, motion.scale)
        rows = [
            np.broadcast_to(r, (len(self.times), len(r))) if g is None else g
            for g, r in zip(given, rest, strict=True)
        ]
        return compose(*rows)

    def world(self, name: str) -> Array:
        """Matrices of a node in the world, (T, 4, 4)."""
        parent = self.scene[name].parent
        return self.local(name) if parent is None else self.world(parent.name) @ self.local(name)

    def position(self, name: str, at: ArrayLike = (0.0, 0.0, 0.0)) -> Array:
        """World positions over time (T, 3) [m] of a point `at` in a node's frame."""
        world = self.world(name)
        return np.asarray(world[:, :3, :3] @ finite(at, "point", (3,)) + world[:, :3, 3])

    def shape(self, name: str, frame: int) -> Array:
        """Vertices (n, 3) [m] of a node's mesh in the node's frame, as deformed at a frame."""
        mesh, motion = self.scene[name].surface, self.motions.get(name, NodeMotion())
        if motion.vertices is not None:
            return np.asarray(motion.vertices[frame])
        return mesh.vertices if motion.weights is None else mesh.shape(motion.weights[frame])

    def world_vertices(self, name: str) -> Array:
        """Vertices of a node's mesh in the world over time, (T, n, 3) [m]."""
        world = self.world(name)
        shapes = np.stack([self.shape(name, k) for k in range(len(self.times))])
        return np.asarray(shapes @ world[:, :3, :3].transpose(0, 2, 1) + world[:, None, :3, 3])

    def visible(self, name: str) -> np.ndarray:
        """Whether a node is seen, over time (T,); what hides a parent hides its children."""
        node, motion = self.scene[name], self.motions.get(name, NodeMotion())
        own = np.full(len(self.times), node.visible) if motion.visible is None else motion.visible
        return own if node.parent is None else own & self.visible(node.parent.name)

    @property
    def framing(self) -> Framing:
        """A view in which everything seen stays inside the frame, with the floor under it."""
        boxes = [
            self._boxes(n.name) for n in self.scene.walk() if n.mesh is not None and len(n.mesh.vertices)
        ]
        if not boxes:
            raise InputError("nothing to look at: no node of the take has a mesh")
        return Framing.around(np.concatenate(boxes, axis=1), self.times)

    def _boxes(self, name: str) -> Array:
        """Corners of a node's bounding box in the world, (T, 8, 3) [m]."""
        motion = self.motions.get(name, NodeMotion())
        shapes = [self.shape(name, 0)]
        if motion.weights is not None or motion.vertices is not None:
            shapes = [self.shape(name, k) for k in range(len(self.times))]
        low, high = np.array([s.min(axis=0) for s in shapes]), np.array([s.max(axis=0) for s in shapes])
        pick = np.array(list(np.ndindex(2, 2, 2)), dtype=bool)
        corners = np.where(pick, high[:, None, :], low[:, None, :])
        world = self.world(name)
        return np.asarray(
            np.broadcast_to(corners, (len(world), 8, 3)) @ world[:, :3, :3].transpose(0, 2, 1)
            + world[:, None, :3, 3]
        )

    # ---- editing ------------------------------------------------------------------------------------------

    def _changed(self, times: Array, change: Change, **other: Any) -> "Take":
        def each(things: Mapping[str, Any]) -> dict[str, Any]:
            return {name: thing.mapped(change) for name, thing in things.items()}

        return replace(
            self,
            times=times,
            motions=each(self.motions),
            channels=each(self.channels),
            marks=each(self.marks),
            camera=self.camera.mapped(change) if self.camera else None,
            **other,
        )

    def at(self, times: ArrayLike) -> "Take":
        """The same motion sampled at other times [s]: lines between samples, great arcs for rotations."""
        at = finite(times, "times", (None,))
        return self._changed(at, between(self.times, at))

    def resample(self, fps: float) -> "Take":
        """The same motion at `fps` samples a second; the first and last moment stay, the last to within a frame."""
        if not (np.isfinite(fps) and fps > 0):
            raise InputError(f"fps is {fps}; expected a positive number")
        count = int(np.floor(self.duration * fps + 1e-6)) + 1
        return self.at(self.times[0] + np.arange(count) / fps)

    def __getitem__(self, span: slice) -> "Take":
        """`take[1.0:2.5]`: the samples from 1.0 s to 2.5 s, both included."""
        if not isinstance(span, slice) or span.step is not None:
            raise InputError("a take is cut by seconds: take[1.0:2.5]")
        start = self.times[0] if span.start is None else span.start
        stop = self.times[-1] if span.stop is None else span.stop
        keep = (self.times >= start - 1e-9) & (self.times <= stop + 1e-9)
        if not keep.any():
            raise InputError(
                f"no samples from {start} s to {stop} s; the take runs {self.times[0]}…{self.times[-1]} s"
            )
        inside = tuple(n for n in self.notes if start - 1e-9 <= n.time <= stop + 1e-9)
        return self._changed(self.times[keep], lambda _, rows: rows[keep], notes=inside)

    def shifted(self, seconds: float) -> "Take":
        """The same motion that much later."""
        notes = tuple(Note(n.time + seconds, n.text) for n in self.notes)
        return replace(self, times=self.times + seconds, notes=notes)

    def __add__(self, other: "Take") -> "Take":
        """This take, then the other, one step later, over the same scene."""
        step = self.duration / max(len(self.times) - 1, 1) or 1 / 24
        later = other.shifted(self.times[-1] + step - other.times[0])
        for what, mine, theirs in (
            ("channels", self.channels, later.channels),
            ("marks", self.marks, later.marks),
        ):
            if set(mine) != set(theirs):
                raise InputError(
                    f"takes to be joined need the same {what}; only one has {sorted(set(mine) ^ set(theirs))}"
                )
        if (self.camera is None) != (later.camera is None):
            raise InputError("takes to be joined need a camera both, or none")
        nodes = dict.fromkeys([*self.motions, *later.motions])
        return replace(
            self,
            times=np.concatenate([self.times, later.times]),
            motions={n: self._motion_like(n, later).joined(later._motion_like(n, self)) for n in nodes},
            channels={n: c.joined(later.channels[n]) for n, c in self.channels.items()},
            marks={n: m.joined(later.marks[n]) for n, m in self.marks.items()},
            camera=self.camera.joined(later.camera) if self.camera and later.camera else None,
            notes=self.notes + later.notes,
        )

    def _motion_like(self, name: str, other: "Take") -> NodeMotion:
        """The motion of a node with every field that the other take has too, rest values where nothing moved."""
        mine, theirs = self.motions.get(name, NodeMotion()), other.motions.get(name, NodeMotion())
        node, count = self.scene[name], len(self.times)
        mesh = node.mesh
        rest = {
            "translation": node.translation,
            "rotation": node.rotation,
            "scale": node.scale,
            "weights": np.zeros(len(mesh.targets)) if mesh else None,
            "vertices": mesh.vertices if mesh else None,
            "visible": np.array(node.visible),
            "color": np.array(mesh.parts[0].look.color) if mesh and mesh.parts else None,
        }
        missing = [k for k in rest if getattr(mine, k) is None and getattr(theirs, k) is not None]
        return replace(mine, **{k: np.repeat(np.asarray(rest[k])[None], count, axis=0) for k in missing})

    def loop(self, *, period: float | None = None, shortest: float = 0.25) -> "Take":
        """One seamless round, in place: cut where the motion best returns to itself, the gap mended over it all.

        `period` [s] fixes the length; the seam found is in `report["loop"]`.
        """
        i, j = self._round(period, shortest)
        times = self.times[i : j + 1]
        share = (times - times[0]) / (times[-1] - times[0])

        def close(name: str, rows: Array) -> Array:
            rows = rows[i : j + 1]
            return rows if rows.dtype.kind == "b" else mended(rows, share, rotation=name == "rotation")

        gap_m, gap_rad = gaps(self.motions, i, j)
        found = {
            "start_s": float(times[0]),
            "period_s": float(times[-1] - times[0]),
            "gap_m": gap_m,
            "gap_rad": gap_rad,
        }
        inside = tuple(Note(n.time - times[0], n.text) for n in self.notes if times[0] <= n.time <= times[-1])
        return self._changed(times - times[0], close, notes=inside, report={**self.report, "loop": found})

    def _round(self, period: float | None, shortest: float) -> tuple[int, int]:
        if period is not None:
            j = self.frame(self.times[0] + period)
            if not 0 < period <= self.duration + 1e-9 or j == 0:
                raise InputError(f"period is {period} s; the take lasts {self.duration:.3g} s")
            return 0, j
        return closest_return(pose(self.motions, self.times), self.times, shortest)

    # ---- telling ------------------------------------------------------------------------------------------

    def with_report(self, **numbers: Any) -> "Take":
        """With more named numbers in the report."""
        return replace(self, report={**self.report, **numbers})

    def with_channels(self, unit: str = "", **series: ArrayLike) -> "Take":
        """With more numbers over time (T,) or (T, k), to be plotted under the time line."""
        added = {name: Channel(finite(values, f"channel {name!r}"), unit) for name, values in series.items()}
        return replace(self, channels={**self.channels, **added})

    def with_trail(self, node: str, at: ArrayLike = (0.0, 0.0, 0.0), *, name: str | None = None) -> "Take":
        """With the path of a point `at` in a node's frame drawn through the scene."""
        mark = Mark("trail", self.position(node, at)[:, None, :])
        return replace(self, marks={**self.marks, name or node: mark})

    # ---- giving away --------------------------------------------------------------------------------------

    def clip(self, *, nodes: Iterable[str] | None = None, tolerance: float = 1e-4) -> Clip:
        """Tracks of the chosen nodes with as few keys as stay within `tolerance` (m, rad, or of a weight)."""
        chosen = list(self.motions) if nodes is None else list(nodes)
        tracks: dict[str, Track] = {}
        for name in chosen:
            if name not in self.motions:
                raise UnknownNameError("moving node", name, self.motions)
            motion = self.motions[name]
            rows = {
                "position": motion.translation,
                "rotation": motion.rotation,
                "scale": motion.scale,
                "weights": motion.weights,
            }
            for channel, values in rows.items():
                if values is not None:
                    kind = "rotation" if channel == "rotation" else "vector"
                    tracks[f"{name}.{channel}"] = Track.sampled(self.times, values, kind=kind).reduce(
                        tolerance
                    )
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

    def show(self, *, against: "Take | None" = None, trails: Iterable[str] = (), **options: Any) -> Path:
        """Open the player page in the browser and go on; without a display only write it. Returns its path."""
        folder = Path(tempfile.mkdtemp(prefix="supple-"))
        page = self.save(folder / f"{self.name}.html", against=against, trails=list(trails), **options)
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
