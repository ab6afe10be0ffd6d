"""Layers as animators know them: clips over a clip, joint by joint, each with a weight that may change.

override   x = a + w (b − a)         rotations: a (a⁻¹ b)^w
additive   x = a + w (b − b₀)        rotations: (b b₀⁻¹)^w a,    b₀ the layer at the moment that adds nothing
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import numpy as np

from supple import spatial
from supple.errors import InputError, UnknownNameError
from supple.motion import kinds
from supple.motion.curves import Keyed
from supple.motion.names import parsed
from supple.motion.track import Track

if TYPE_CHECKING:
    from supple.motion.clip import Clip

WAYS = ("override", "additive")
Weight = float | Track
Weights = Weight | Mapping[str, Weight]
"""One weight for all joints, or one for each pattern of joints; the last that fits counts, else it is 0."""


@dataclass(frozen=True, eq=False)
class Layer:
    """A clip to lay over another: "override" or "additive", with weights, by joint if one likes.

    zero [s]: of an additive layer the moment at which it adds nothing, by default its beginning.

    >>> from supple.motion import Clip, keys
    >>> base = Clip({"knee.angle": keys({0: 1.0})})
    >>> bend = Layer(Clip({"knee.angle": keys({0: 0.2, 1: 0.6})}), "additive", {"knee": 0.5})
    >>> bend.over(base)["knee.angle"](1)
    np.float64(1.2)
    """

    clip: "Clip"
    how: str = "override"
    weight: Weights = 1.0
    zero: float | None = None

    def __post_init__(self) -> None:
        if self.how not in WAYS:
            raise UnknownNameError("way of layering", str(self.how), WAYS)
        if self.zero is not None and self.how == "override":
            raise InputError("a layer that overrides has no zero; only additive ones do")

    def over(self, base: "Clip") -> "Clip":
        """The clip with this layer on it. Tracks that only the layer has are the layer's, whatever their weight."""
        result = base.copy()
        for name, own in self.clip.items():
            weight = self._weight(parsed(name).node)
            if weight is None or (self.how == "additive" and kinds.named(own.kind).discrete):
                continue
            if name in base:
                result[name] = self._mixed(base[name], own, weight)
            elif self.how == "override":
                result[name] = own
            else:
                raise InputError(
                    f"{name}: nothing to add to; the clip below has no such track, so give it one"
                )
        return result

    def _mixed(self, below: Track, own: Track, weight: Weight) -> Track:
        if below.kind != own.kind:
            below, own = (each.to_rotation() if each.kind in kinds.EULER else each for each in (below, own))
        if self.how == "override":
            return below.blend(own, weight)
        start = own.start if np.isfinite(own.start) else 0.0
        return below.add(difference(own, start if self.zero is None else self.zero), weight)

    def _weight(self, node: str) -> Weight | None:
        if not isinstance(self.weight, Mapping):
            return self.weight
        fitting = [weight for pattern, weight in self.weight.items() if fnmatchcase(node, pattern)]
        return fitting[-1] if fitting else None


def difference(track: Track, zero: float) -> Track:
    """How far a track is from where it is at one moment: x − x(zero), for rotations x x(zero)⁻¹."""
    there = track(zero)
    if track.kind != "rotation":
        return track.translate(-np.asarray(there))
    back = Keyed("rotation", np.zeros(1), np.asarray(spatial.conjugate(there))[None], "step")
    return Track(back).add(track)


def layered(base: "Clip", *layers: Layer) -> "Clip":
    """The clip with layers on it, the last on top."""
    for layer in layers:
        base = layer.over(base)
    return base
