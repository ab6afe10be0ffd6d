"""Heaps over many seeds: none may diverge, gain energy in a step, stay deep in each other, or keep moving.

python -m benchmarks.seeds pile-30 100
python -m benchmarks.seeds pile-100 20
python -m benchmarks.seeds mixed-30 100
"""

import sys
from typing import NamedTuple

import numpy as np

from benchmarks.falling import Falling
from benchmarks.piles import Thing, mixed, pile
from benchmarks.slip import liveliness

GAIN, DEPTH, SLOW = 1e-3, 5e-5, 1e-3
"""Of the potential energy at the start, by a step; in each other at rest [m]; the fastest at the end [m/s]."""


class Settled(NamedTuple):
    """What came of a heap."""

    gain: float
    """The most that a step gained, as a share of the potential energy at the start."""
    depth: float
    speed: float
    finite: bool


def settle(things: list[Thing], seconds: float = 10.0, step: float = 2e-3) -> Settled:
    """Let things fall, and look at every step."""
    falling = Falling(things)
    start = before = falling.energy()
    gain = 0.0
    for _ in range(round(seconds / step)):
        falling.step(1, step)
        now = falling.energy()
        gain, before = max(gain, (now - before) / start), now
    far = float(np.abs(falling.q[:, :3]).max())
    return Settled(gain, falling.depth, liveliness(falling), bool(np.isfinite(far) and far < 100.0))


def scene(name: str, seed: int) -> list[Thing]:
    """Things by the name of their scene: "pile-30" is thirty boxes, "mixed-30" spheres, capsules and hulls."""
    kind, count = name.split("-")
    return {"pile": pile, "mixed": mixed}[kind](int(count), seed)


def main(name: str, seeds: int) -> None:
    """All seeds, and what is worst in them."""
    found = [settle(scene(name, seed)) for seed in range(seeds)]
    gain, depth, speed, finite = (np.array(each) for each in zip(*found, strict=True))
    lively = {int(k): round(1e3 * float(speed[k]), 2) for k in np.flatnonzero(speed > SLOW)}
    print(
        f"{name}, {seeds} seeds: {int((~finite).sum())} diverge; {int((gain > GAIN).sum())} gain energy in a step, "
        f"the most {gain.max():.2g}; {int((depth > DEPTH).sum())} are deeper than {1e3 * DEPTH:g} mm, the deepest "
        f"{1e3 * depth.max():.3f} mm; {len(lively)} are faster than {1e3 * SLOW:g} mm/s {lively or ''}, median "
        f"{1e3 * np.median(speed):.2g} mm/s"
    )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
