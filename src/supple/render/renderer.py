"""The renderer: one frame of a take as an array of pixels, without a display."""

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.render.cast import Cast
from supple.render.context import context, program, set_uniforms
from supple.render.lines import draw_trail
from supple.render.passes import draw_ghost, draw_glass, draw_solid
from supple.render.projection import perspective
from supple.render.stage import WARM_GRAY, Stage, Subject
from supple.render.staging import Staging
from supple.scene.camera import Camera
from supple.scene.take import Take


class Renderer:
    """Draws frames of takes, `width` × `height` pixels, each smoothed over `samples` (1, 2, 4 or 8).

    >>> from supple.scene import Scene, Take, models
    >>> take = Take(Scene([models.sphere()]), [0.0])
    >>> with Renderer(64, 36) as renderer:
    ...     renderer.frame(take, 0).shape
    (36, 64, 3)
    """

    def __init__(
        self,
        width: int = 1280,
        height: int = 720,
        *,
        samples: int = 4,
        background: Sequence[float] | None = None,
        shadow_side: int = 1024,
    ) -> None:
        if width < 1 or height < 1:
            raise InputError(f"a picture of {width} × {height} pixels; both must be at least 1")
        gl = context()
        self.size = (int(width), int(height))
        self._aspect = width / height
        self._background = background
        samples = min(samples, gl.max_samples)
        self._target = gl.framebuffer(
            [gl.renderbuffer(self.size, 4, samples=samples)],
            gl.depth_renderbuffer(self.size, samples=samples),
        )
        self._result = gl.framebuffer([gl.renderbuffer(self.size, 4)])
        self._stage = Stage(shadow_side)
        self._cast = Cast()
        self._staging: Staging | None = None

    def frame(
        self,
        take: Take,
        at: int | float,
        *,
        camera: Camera | None = None,
        ghosts: Iterable[int] = (),
        trails: Iterable[str] = (),
    ) -> np.ndarray:
        """Pixels (height, width, 3) uint8 of frame number `at` (an int), or of the one nearest to `at` seconds.

        `ghosts`: frames shown through, as faint copies. `trails`: marks whose path up to now is drawn.
        """
        staging, frame, ghosts = self._staged(take), _frame(take, at), tuple(ghosts)
        view = camera or staging.camera(frame, self._aspect)
        cast = self._cast.at(staging, frame)
        subject = Subject.of(cast, view.center, _half_height(view))
        uniforms = {
            **self._stage.light(subject, staging.key_direction),
            **self._view(view),
            "backdrop": self._backdrop(take),
        }
        set_uniforms(program("surface", "surface"), **uniforms)

        self._target.use()
        self._target.clear(depth=1.0)
        draw_solid(cast)
        self._stage.draw(uniforms, reach=50 * _half_height(view))
        for ghost in ghosts:
            draw_ghost(self._cast.at(staging, _frame(take, ghost)), uniforms["view_projection"], self._target)
        if ghosts:
            cast = self._cast.at(staging, frame)
        draw_glass(cast, view.eye, self._target)
        for name in trails:
            self._draw_trails(take, name, frame, uniforms["view_projection"])
        return self._pixels()

    def release(self) -> None:
        """Give the memory of the graphics card back; the renderer cannot draw any more."""
        del self._stage, self._cast, self._target, self._result

    def __enter__(self) -> "Renderer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def _staged(self, take: Take) -> Staging:
        if self._staging is None or self._staging.take is not take:
            self._staging = Staging(take)
        return self._staging

    def _backdrop(self, take: Take) -> tuple[float, float, float]:
        chosen = self._background or take.scene.background or WARM_GRAY
        r, g, b = (float(c) for c in chosen[:3])
        return r, g, b

    def _view(self, view: Camera) -> dict[str, Any]:
        return {
            "view_projection": perspective(view, self._aspect),
            "eye": tuple(view.eye),
            "center": tuple(view.center),
            "size": _half_height(view),
            "picture_size": self.size,
        }

    def _draw_trails(self, take: Take, name: str, frame: int, view_projection: Array) -> None:
        if name not in take.marks:
            raise UnknownNameError("mark", name, take.marks)
        for path in take.marks[name].positions[: frame + 1].transpose(1, 0, 2):
            draw_trail(path, view_projection, self.size)

    def _pixels(self) -> np.ndarray:
        context().copy_framebuffer(self._result, self._target)
        width, height = self.size
        rows = np.frombuffer(self._result.read(components=3, alignment=1), dtype=np.uint8)
        return rows.reshape(height, width, 3)[::-1].copy()


def _frame(take: Take, at: int | float) -> int:
    frame = int(at) if isinstance(at, int | np.integer) else take.frame(at)
    if not -len(take.times) <= frame < len(take.times):
        raise InputError(f"frame {frame} of a take that has {len(take.times)}")
    return frame % len(take.times)


def _half_height(view: Camera) -> float:
    """Of what is seen at the distance of the center [m]."""
    return float(np.linalg.norm(view.eye - view.center) * np.tan(view.angle / 2))
