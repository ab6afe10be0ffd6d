"""Video: H.264 in MP4, which every browser, phone and editor plays."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from supple.errors import InputError, MissingToolError
from supple.files import written_beside
from supple.render.frames import evenly, rendered
from supple.scene.take import Take

QUALITY = {"crf": "17", "preset": "medium"}
"""Of x264: differences from the pictures that the eye does not find."""


def video(
    take: Take,
    path: str | Path,
    *,
    fps: float | None = None,
    size: tuple[int, int] = (1280, 720),
    trails: Iterable[str] = (),
    cameras: Iterable[str] | None = None,
) -> Path:
    """Write the take as .mp4 at `fps` (its own rate unless given), `size` pixels, both even.

    `trails` names marks whose path is drawn, `cameras` those of the take that show it side by side: all of them
    unless named, and "auto" frames it.

    >>> import tempfile
    >>> from supple.scene import Scene, models
    >>> take = Take(Scene([models.sphere()]), [0.0, 0.5])
    >>> video(take, Path(tempfile.mkdtemp()) / "ball.mp4", fps=4, size=(64, 36)).name
    'ball.mp4'
    """
    av, target = _av(), Path(path)
    if size[0] % 2 or size[1] % 2:
        raise InputError(f"a video of {size[0]} × {size[1]} pixels; H.264 needs even numbers")
    take, rate = evenly(take, fps)
    with (
        written_beside(target) as draft,
        av.open(str(draft), "w", format="mp4", options={"movflags": "+faststart"}) as container,
    ):
        stream = _stream(container, rate, size)
        for pixels in rendered(take, size, target.name, trails=trails, cameras=cameras):
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            container.mux(stream.encode(frame.reformat(format="yuv420p", dst_colorspace="ITU709")))
        container.mux(stream.encode())
    return target


def _av() -> Any:
    try:
        import av
    except ImportError as error:
        raise MissingToolError("video needs PyAV; pip install supple[video]") from error
    return av


def _stream(container: Any, rate: float, size: tuple[int, int]) -> Any:
    """An H.264 stream that says how its colors are meant (BT.709, as HD has them)."""
    stream = container.add_stream("libx264", rate=Fraction(rate).limit_denominator(1001), options=QUALITY)
    stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
    context = stream.codec_context
    context.color_range, context.colorspace, context.color_primaries, context.color_trc = 1, 1, 1, 1
    return stream
