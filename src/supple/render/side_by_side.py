"""One moment of a take as several cameras see it, side by side."""

from collections.abc import Iterable
from math import ceil, sqrt
from types import TracebackType

import numpy as np

from supple.errors import InputError, UnknownNameError
from supple.render.renderer import Renderer
from supple.scene.take import Take

AUTO = "auto"
"""The view that frames the subject."""
SEAM = 4
"""Pixels between two views."""
PAPER = (250, 248, 244)


def chosen(take: Take, cameras: Iterable[str] | None) -> tuple[str, ...]:
    """Names of cameras of the take, each known; None asks for all."""
    names = tuple(take.cameras if cameras is None else cameras)
    for name in names:
        if name != AUTO and name not in take.cameras:
            raise UnknownNameError("camera", name, [AUTO, *take.cameras])
    return names


class SideBySide:
    """Draws a take through its cameras, all or these, in `size` pixels: two beside each other, more in a square.

    Without any it draws one plain picture.

    >>> from supple.scene import Camera, Scene, models
    >>> take = Take(Scene([models.sphere()]), [0.0]).with_camera("left", Camera(eye=(-3, 1, 0)))
    >>> with SideBySide(take, (100, 40), ["left", "auto"]) as views:
    ...     views.frame(0).shape
    (40, 100, 3)
    """

    def __init__(
        self,
        take: Take,
        size: tuple[int, int],
        cameras: Iterable[str] | None = None,
        *,
        shadow_side: int = 1024,
    ) -> None:
        self._take, self._size, self._names = take, size, chosen(take, cameras)
        count = max(len(self._names), 1)
        self._columns = count if count <= 2 else ceil(sqrt(count))
        rows = ceil(count / self._columns)
        self._cell = [(n - SEAM * (k - 1)) // k for n, k in zip(size, (self._columns, rows), strict=True)]
        if min(self._cell) < 16:
            raise InputError(f"{count} views in {size[0]} x {size[1]} pixels; each must be at least 16 x 16")
        self._renderer = Renderer(*self._cell, shadow_side=shadow_side)

    def frame(self, at: int | float, trails: Iterable[str] = ()) -> np.ndarray:
        """Pixels (height, width, 3) uint8 of frame number `at` (an int), or of the one nearest to `at` seconds."""
        if not self._names:
            return self._renderer.frame(self._take, at, trails=trails)
        page = np.full((self._size[1], self._size[0], 3), PAPER, np.uint8)
        frame = at if isinstance(at, int | np.integer) else self._take.frame(at)
        for k, name in enumerate(self._names):
            camera = None if name == AUTO else self._take.cameras[name].at(int(frame))
            row, column = divmod(k, self._columns)
            (width, height), pixels = (
                self._cell,
                self._renderer.frame(self._take, frame, camera=camera, trails=trails),
            )
            top, left = row * (height + SEAM), column * (width + SEAM)
            page[top : top + height, left : left + width] = pixels
        return page

    def __enter__(self) -> "SideBySide":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._renderer.release()
