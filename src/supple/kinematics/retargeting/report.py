"""What a retargeting did, and what it could not."""

from collections.abc import Mapping
from dataclasses import dataclass

SHOWN = 12
"""So many names of a kind are printed."""
TURNED = 1.0
"""A turn of the pelvis by less is not spoken of [degrees]."""


@dataclass(frozen=True)
class Pair:
    """A joint of the source and the one of the figure that follows it; how each was found."""

    part: str
    source: str
    figure: str
    how: tuple[str, str]

    @property
    def guessed(self) -> bool:
        """Whether one of them was told by the words of its name or by the shape of the figure alone."""
        return any(how in ("name", "shape", "end") for how in self.how)


@dataclass(frozen=True)
class Report:
    """Pairs of joints, what is left, and figures that say how well it went.

    figures: `scale`; `arms_95_deg`, `arms_max_deg`, and so for `legs`: how far bones point elsewhere than the
    source's, `legs_max_s` when most; `pelvis_max_deg`: how far the line of the hips does, `pelvis_turned_deg` of it
    so that feet stand; `knees_deg_frame`: by how much knees turn more in a frame; `slide_m`, `sink_m`: of standing
    feet, for a figure of 1.7 m; `lowered_m`: how far the hips came down to let feet reach; `sole_weight`: how much of
    the soles hangs on the feet alone.
    """

    pairs: tuple[Pair, ...]
    missing: tuple[str, ...]
    """Parts that only one of them has."""
    source_left: tuple[str, ...]
    """Joints of the source that nothing follows."""
    figure_left: tuple[str, ...]
    """Joints of the figure that follow nothing."""
    figures: Mapping[str, float]

    @property
    def mapped(self) -> dict[str, str]:
        """The figure's joint by the source's."""
        return {pair.source: pair.figure for pair in self.pairs}

    @property
    def guessed(self) -> dict[str, str]:
        """Those of `mapped` that were guessed: have a look at them."""
        return {pair.source: pair.figure for pair in self.pairs if pair.guessed}

    def __str__(self) -> str:
        found = self.figures
        turned = f"; the pelvis was turned by up to {found['pelvis_turned_deg']:.1f}° so that feet stand"
        return "\n".join([
            f"mapped: {_listed([f'{p.source} → {p.figure}' for p in self.pairs if not p.guessed])}",
            f"guessed: {_listed([f'{p.source} → {p.figure}' for p in self.pairs if p.guessed])}",
            f"missing: {_listed(self.missing)}",
            f"left of the source: {_listed(self.source_left)}",
            f"left of the figure: {_listed(self.figure_left)}",
            f"scale {found['scale']:.3g}; arms within {found['arms_max_deg']:.1f}°, legs within "
            f"{found['legs_95_deg']:.1f}° in 95 % and {found['legs_max_deg']:.1f}° in all frames (most at "
            f"{found['legs_max_s']:.2f} s)" + (turned if found["pelvis_turned_deg"] > TURNED else ""),
            f"standing feet slide {1000 * found['slide_m']:.1f} mm and sink {1000 * found['sink_m']:.1f} mm at most",
        ])  # fmt: skip


def _listed(names: "tuple[str, ...] | list[str]") -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return (", ".join(names[:SHOWN]) + more) or "nothing"
