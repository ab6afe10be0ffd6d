"""How long a clip of the teapot takes to render and encode."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import supple
from benchmarks.row import Bench, Row, bench


def benches() -> Iterator[Bench]:
    """Yield the one."""
    yield bench("video-teapot", _video)


def _video() -> Row:
    """4 s of a turning teapot, 60 fps, 640×360, as MP4."""
    scene = supple.Scene()
    scene.add(supple.models.teapot(), name="teapot")
    quarter = np.sqrt(0.5)
    turns = {
        0: (0, 0, 0, 1),
        1: (0, quarter, 0, quarter),
        2: (0, 1, 0, 0),
        3: (0, quarter, 0, -quarter),
        4: (0, 0, 0, -1),
    }
    clip = supple.Clip({"teapot.rotation": supple.keys(turns, kind="rotation")})
    take = supple.record(scene, clip, fps=60)
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        take.save(Path(folder) / "teapot.mp4", size=(640, 360))
        seconds = time.perf_counter() - start
    return Row(
        "video-teapot",
        seconds,
        note=f"{len(take.times)} frames, 640×360, MP4; {take.duration / seconds:.2f}× real time",
    )
