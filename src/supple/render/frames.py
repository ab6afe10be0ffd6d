"""Every frame of a take, one after another, with a progress bar when somebody is watching."""

from collections.abc import Iterable, Iterator

import numpy as np

from supple.errors import InputError
from supple.render.side_by_side import SideBySide
from supple.scene.take import Take

DEFAULT_FPS = 30.0


def evenly(take: Take, fps: float | None) -> tuple[Take, float]:
    """The take at an even rate, and that rate: `fps`, or the take's own, or 30 if it has none."""
    if fps is None and take.fps is not None:
        return take, take.fps
    rate = DEFAULT_FPS if fps is None else float(fps)
    return take.resample(rate), rate


def rendered(
    take: Take,
    size: tuple[int, int],
    name: str,
    *,
    trails: Iterable[str] = (),
    cameras: Iterable[str] | None = None,
    shadow_side: int = 1024,
) -> Iterator[np.ndarray]:
    """Pixels (height, width, 3) uint8 of each frame; `name` stands beside the bar, `cameras` side by side.

    Ctrl-C ends the frames early, so that whoever writes them keeps those that are done.
    """
    from rich.console import Console
    from rich.progress import track

    if min(size) < 16:
        raise InputError(f"a picture of {size[0]} × {size[1]} pixels; both must be at least 16")
    console, shown = Console(stderr=True), tuple(trails)
    with SideBySide(take, size, cameras, shadow_side=shadow_side) as views:
        frames = range(len(take.times))
        for frame in track(frames, name, console=console, transient=True, disable=not console.is_terminal):
            try:
                pixels = views.frame(frame, shown)
            except KeyboardInterrupt:
                if frame == 0:
                    raise
                console.print(f"stopped: {name} has {frame} of {len(take.times)} frames")
                return
            yield pixels
