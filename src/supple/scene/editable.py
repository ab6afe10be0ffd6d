"""Editing what was recorded: cut, join, resample, loop. Each gives a new recording."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.scene.loop import closest_return, gaps, mended, pose
from supple.scene.recorded import Recorded
from supple.scene.samples import Change, NodeMotion, Note, between


@dataclass(frozen=True, eq=False, repr=False)
class Editable(Recorded):
    """A recording that can be cut in seconds, joined, resampled and made to loop."""

    def _changed(self, times: Array, change: Change, **other: Any) -> Self:
        def each(things: Mapping[str, Any]) -> dict[str, Any]:
            return {name: thing.mapped(change) for name, thing in things.items()}

        return replace(
            self,
            times=times,
            motions=each(self.motions),
            channels=each(self.channels),
            marks=each(self.marks),
            camera=self.camera.mapped(change) if self.camera else None,
            cameras=each(self.cameras),
            **other,
        )

    def at(self, times: ArrayLike) -> Self:
        """The same motion sampled at other times [s]: lines between samples, great arcs for rotations."""
        at = finite(times, "times", (None,))
        return self._changed(at, between(self.times, at))

    def resample(self, fps: float) -> Self:
        """The same motion at `fps` samples a second; the first and last moment stay, the last to within a frame."""
        if not (np.isfinite(fps) and fps > 0):
            raise InputError(f"fps is {fps}; expected a positive number")
        count = int(np.floor(self.duration * fps + 1e-6)) + 1
        return self.at(self.times[0] + np.arange(count) / fps)

    def __getitem__(self, span: slice) -> Self:
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
        keys = _keys_within(self.keys, float(start), float(stop))
        return self._changed(self.times[keep], lambda _, rows: rows[keep], notes=inside, keys=keys)

    def shifted(self, seconds: float) -> Self:
        """The same motion that much later."""
        notes = tuple(Note(n.time + seconds, n.text) for n in self.notes)
        keys = {name: times + seconds for name, times in self.keys.items()}
        return replace(self, times=self.times + seconds, notes=notes, keys=keys)

    def __add__(self, other: Self) -> Self:
        """This take, then the other, one step later, over the same scene."""
        step = self.duration / max(len(self.times) - 1, 1) or 1 / 24
        later = other.shifted(self.times[-1] + step - other.times[0])
        for what, mine, theirs in (
            ("channels", self.channels, later.channels),
            ("marks", self.marks, later.marks),
            ("cameras", self.cameras, later.cameras),
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
            cameras={n: c.joined(later.cameras[n]) for n, c in self.cameras.items()},
            camera=self.camera.joined(later.camera) if self.camera and later.camera else None,
            notes=self.notes + later.notes,
            keys={
                name: np.concatenate([taken.keys[name] for taken in (self, later) if name in taken.keys])
                for name in dict.fromkeys([*self.keys, *later.keys])
            },
        )

    def _motion_like(self, name: str, other: Self) -> NodeMotion:
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

    def loop(self, *, period: float | None = None, shortest: float = 0.25) -> Self:
        """One seamless round, in place: cut where the motion best returns to itself, the gap mended over it all.

        `period` [s] fixes the length. A take whose `report["period_s"]` says how often it repeats, as that of a gait
        does, gives whole periods. The seam found is in `report["loop"]`.
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
        within = _keys_within(self.keys, float(times[0]), float(times[-1]))
        keys = {name: kept - times[0] for name, kept in within.items()}
        report = {**self.report, "loop": found}
        return self._changed(times - times[0], close, notes=inside, keys=keys, report=report)

    def _round(self, period: float | None, shortest: float) -> tuple[int, int]:
        if period is not None:
            j = self.frame(self.times[0] + period)
            if not 0 < period <= self.duration + 1e-9 or j == 0:
                raise InputError(f"period is {period} s; the take lasts {self.duration:.3g} s")
            return 0, j
        beat = self.report.get("period_s")
        return closest_return(pose(self.motions, self.times), self.times, shortest, beat)


def _keys_within(keys: Mapping[str, Array], start: float, stop: float) -> dict[str, Array]:
    """The keys of each channel from one time to another [s]; channels without any are left out."""
    kept = {name: times[(times >= start - 1e-9) & (times <= stop + 1e-9)] for name, times in keys.items()}
    return {name: times for name, times in kept.items() if len(times)}
