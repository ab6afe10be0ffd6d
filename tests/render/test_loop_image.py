import numpy as np
import pytest
from PIL import Image

from supple.render import loop_image, thumbnail


def test_it_loops_for_ever_with_every_frame_in_its_time(hop, tmp_path):
    with Image.open(loop_image(hop, tmp_path / "hop.webp", size=(160, 90))) as image:
        assert (image.n_frames, image.info["loop"], image.size) == (13, 0, (160, 90))
        durations = []
        for frame in range(13):
            image.seek(frame)
            image.load()
            durations.append(image.info["duration"])
    assert sum(durations) == round(13 * 1000 / 24)
    assert set(durations) == {41, 42}


def test_frames_differ_as_the_take_does(hop, tmp_path):
    with Image.open(loop_image(hop, tmp_path / "hop.webp", size=(160, 90))) as image:
        image.seek(0)
        first = np.asarray(image.convert("RGB")).astype(int)
        image.seek(6)
        apex = np.asarray(image.convert("RGB")).astype(int)
    red = [np.where(p[..., 0] - p[..., 1:].max(axis=-1) > 40)[0].mean() for p in (first, apex)]
    assert red[1] < red[0] - 4


@pytest.mark.parametrize(("seconds", "count"), [(0.25, 4), (None, 8)])
def test_a_thumbnail_is_small_and_short(hop, tmp_path, seconds, count):
    path = thumbnail(hop, tmp_path / "small.webp", seconds=seconds)
    with Image.open(path) as image:
        assert (image.n_frames, image.size) == (count, (320, 180))
    assert path.stat().st_size < 60_000
