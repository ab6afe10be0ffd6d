"""What a take is made of: things sampled along its times, first axis T."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Literal, Self

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.scene.camera import Camera
from supple.spatial import aligned, slerp

Change = Callable[[str, Array], Array]
"""(field name, samples) → new samples."""


@dataclass(frozen=True, eq=False)
class Sampled:
    """Arrays over one list of times, as dataclass fields; cut, joined and resampled all alike."""

    constant: ClassVar[tuple[str, ...]] = ()

    def mapped(self, change: Change) -> Self:
        """A copy with each sampled array changed."""
        arrays = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in self.constant}
        return replace(self, **{k: change(k, a) for k, a in arrays.items() if isinstance(a, np.ndarray)})

    def joined(self, other: Self) -> Self:
        """These samples, then the other's; both must have the same fields."""
        rows = {f.name: getattr(other, f.name) for f in fields(self)}
        return self.mapped(lambda name, mine: np.concatenate([mine, rows[name]]))

    def check(self, count: int, what: str) -> None:
        """Raise unless every sampled array has `count` finite rows."""

        def rows(name: str, array: Array) -> Array:
            if len(array) != count:
                raise InputError(f"{what}: {name} has {len(array)} samples, but the take has {count} times")
            if array.dtype.kind == "f" and not np.isfinite(array).all():
                row = int(np.argwhere(~np.isfinite(array))[0][0])
                raise InputError(f"{what}: {name} is not finite at sample {row}")
            return array

        self.mapped(rows)


@dataclass(frozen=True, eq=False)
class NodeMotion(Sampled):
    """One node over the times of a take; what is None keeps its rest value.

    Translation (T, 3) [m], rotation (T, 4) xyzw, scale (T, 3), all in the node's parent; weights (T, k) of the
    mesh's targets, or vertices (T, n, 3) [m] in the node's own frame; visible (T,) and color (T, 4), linear RGBA.
    """

    translation: Array | None = None
    rotation: Array | None = None
    scale: Array | None = None
    weights: Array | None = None
    vertices: Array | None = None
    visible: np.ndarray | None = None
    color: Array | None = None


@dataclass(frozen=True, eq=False)
class CameraMotion(Sampled):
    """The camera over the times of a take: eye and center (T, 3) [m], roll and angle (T,) [rad]."""

    eye: Array
    center: Array
    roll: Array
    angle: Array

    def at(self, frame: int) -> Camera:
        """The camera of one frame."""
        return Camera(self.eye[frame], self.center[frame], float(self.roll[frame]), float(self.angle[frame]))


@dataclass(frozen=True, eq=False)
class Channel(Sampled):
    """Numbers over time for plots and reports: (T,) or (T, k), with their unit."""

    values: Array
    unit: str = ""


MarkKind = Literal["trail", "center of mass", "pin", "force", "cage"]


@dataclass(frozen=True, eq=False)
class Mark(Sampled):
    """Something drawn over the picture: positions (T, k, 3) [m] in the world.

    A trail is the path of points; a force adds vectors (T, k, 3) [N]; a pin fades with its strength (T, k);
    a cage joins its points by edges (m, 2).
    """

    constant = ("kind", "edges")

    kind: MarkKind
    positions: Array
    vectors: Array | None = None
    strength: Array | None = None
    edges: np.ndarray | None = None


@dataclass(frozen=True)
class Note:
    """Words at a time [s]: an event that matters, a label on the contact sheet."""

    time: float
    text: str


@dataclass(frozen=True)
class Origin:
    """Where a take comes from, so that it can be made again."""

    version: str = ""
    seed: int | None = None
    step: float | None = None
    inputs: str = ""
    """Hash of everything that went in."""


def between(times: Array, at: Array) -> Change:
    """Samples at other times: straight lines between rows, great arcs for rotations, steps for switches."""
    right = np.clip(np.searchsorted(times, at, side="right"), 1, max(len(times) - 1, 1))
    left = right - 1
    right = np.minimum(right, len(times) - 1)
    span = np.where(right > left, times[right] - times[left], 1.0)
    u = np.clip((at - times[left]) / span, 0.0, 1.0)

    def change(name: str, rows: Array) -> Array:
        if rows.dtype.kind == "b":
            return rows[np.where(u >= 1, right, left)]
        if name == "rotation":
            rows = aligned(rows)
            return slerp(rows[left], rows[right], u)
        weight = u.reshape(-1, *[1] * (rows.ndim - 1))
        return np.asarray(rows[left] + weight * (rows[right] - rows[left]))

    return change
