"""A capture as the text of a BVH file: tabs, six decimals or more, no exponents, which some programs do not read."""

from collections.abc import Iterator

import numpy as np

from supple.arrays import Array
from supple.io.bvh.layout import Layout, Triple

DECIMALS = 6
"""Of an angle [°]; a position has as many as say 1e-8 m, and no fewer."""


def text_of(layout: Layout, frames: Array) -> str:
    """The whole file; `frames` (T, width) in its units and degrees."""
    places = max(DECIMALS, int(np.ceil(8 + np.log10(layout.unit) - 1e-9)))
    motion = ["MOTION", f"Frames: {len(frames)}", f"Frame Time: {layout.seconds}"]
    return "\n".join(["HIERARCHY", *_hierarchy(layout, places), *motion, *_rows(layout, frames, places), ""])


def _rows(layout: Layout, frames: Array, places: int) -> Iterator[str]:
    digits = [DECIMALS if c.turns else places for joint in layout.joints for c in joint.channels]
    form = " ".join(f"%.{count}f" for count in digits)
    scale = 10.0 ** np.array(digits)
    tidy = np.round(frames * scale) / scale + 0.0
    return (form % tuple(row) for row in tidy.tolist())


def _hierarchy(layout: Layout, places: int) -> Iterator[str]:
    """The joints, each with those that hang on it inside its braces."""
    depths: list[int] = []
    for joint in layout.joints:
        depth = depths[joint.parent] + 1 if joint.parent >= 0 else 0
        yield from _closing(depths[-1] if depths else -1, depth)
        depths.append(depth)
        tabs = "\t" * depth
        yield f"{tabs}{'JOINT' if depth else 'ROOT'} {joint.name}"
        yield f"{tabs}{{"
        yield f"{tabs}\tOFFSET {_triple(joint.offset, places)}"
        channels = "".join(f" {channel}" for channel in joint.channels)
        yield f"{tabs}\tCHANNELS {len(joint.channels)}{channels}"
        for end in joint.ends:
            yield from (
                f"{tabs}\tEnd Site",
                f"{tabs}\t{{",
                f"{tabs}\t\tOFFSET {_triple(end, places)}",
                f"{tabs}\t}}",
            )
    yield from _closing(depths[-1], 0)


def _closing(before: int, now: int) -> Iterator[str]:
    """The braces that close between a joint at one depth and the next at another."""
    return ("\t" * depth + "}" for depth in range(before, now - 1, -1))


def _triple(numbers: Triple, places: int) -> str:
    return " ".join(f"{round(number, places) + 0.0:.{places}f}" for number in numbers)
