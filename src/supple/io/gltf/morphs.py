"""A deformation as glTF can say it: a base shape and targets whose weights stay in [0, 1].

x(t) = rest + Σₘ qₘ(t) φₘ  =  base + Σⱼ wⱼ(t) tⱼ,     base = rest + Σₘ oₘ φₘ,   tⱼ = sⱼ φₘ₍ⱼ₎,   qₘ = oₘ + Σⱼ sⱼ wⱼ

normalized:  one target a mode, o = min(q, 0), s = max(q, 0) − min(q, 0); the rest shape stays within reach,
             at the weights that the mesh has by default;
rest:        o = 0; a mode of both signs has two targets, "name+" and "name-", with s = max q and s = min q.

Blender clamps weights to [0, 1] without a word (glTF-Blender-IO issues 1364, 2728), hence all this. Both are exact,
between samples too: what is linear in time stays linear.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from supple.arrays import Array
from supple.errors import UnknownNameError

Base = Literal["normalized", "rest"]
BASES: tuple[Base, ...] = ("normalized", "rest")


@dataclass(frozen=True, eq=False)
class Columns:
    """Which mode each target serves, `mode` (k,), how far it goes, `scale` (k,), and each mode's `offset` (m,)."""

    names: tuple[str, ...]
    mode: np.ndarray
    scale: Array
    offset: Array

    @classmethod
    def fitted(cls, names: tuple[str, ...], q: Array, base: Base) -> "Columns":
        """For modes `names` with coefficients q (T, m)."""
        if base not in BASES:
            raise UnknownNameError("base", base, BASES)
        low, high = np.minimum(q.min(axis=0), 0.0), np.maximum(q.max(axis=0), 0.0)
        high = np.where((low == 0) & (high == 0), 1.0, high)
        if base == "normalized":
            return cls(names, np.arange(len(names)), high - low, low)
        pairs = [(m, s) for m in range(len(names)) for s in (high[m], low[m]) if s != 0]
        both = (low < 0) & (high > 0)
        signed = tuple(names[m] + ("+" if s > 0 else "-") * bool(both[m]) for m, s in pairs)
        mode, scale = np.array([m for m, _ in pairs]), np.array([s for _, s in pairs])
        return cls(signed, mode, scale, np.zeros(len(names)))

    @property
    def count(self) -> int:
        """Number of targets."""
        return len(self.mode)

    def base(self, rest: Array, modes: Array) -> Array:
        """rest + Σ o φ, (n, 3), for modes φ (m, n, 3)."""
        return np.asarray(rest + np.tensordot(self.offset, modes, axes=1))

    def targets(self, modes: Array) -> Array:
        """t = s φ, (k, n, 3)."""
        return np.asarray(self.scale[:, None, None] * modes[self.mode])

    def weights(self, q: Array) -> Array:
        """w ∈ [0, 1], (T, k), of coefficients q (T, m)."""
        return np.clip((q - self.offset)[:, self.mode] / self.scale, 0.0, 1.0)

    def coefficients(self, w: Array) -> Array:
        """q = o + Σ s w, (T, m), of weights (T, k)."""
        q = np.tile(self.offset, (len(w), 1))
        np.add.at(q.T, self.mode, (w * self.scale).T)
        return q

    def modes(self, targets: Array) -> Array:
        """φ = t / s, (m, n, 3), each from its widest target."""
        order = np.argsort(np.abs(self.scale), kind="stable")
        modes = np.zeros((len(self.offset), *targets.shape[1:]))
        modes[self.mode[order]] = targets[order] / self.scale[order, None, None]
        return modes


def stacked(targets: Mapping[str, Array], count: int) -> Array:
    """Displacements of a mesh's targets as one array (m, n, 3)."""
    return np.stack(list(targets.values())) if targets else np.zeros((0, count, 3))
