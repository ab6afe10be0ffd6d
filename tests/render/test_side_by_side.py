"""Several cameras side by side: in stills, sheets, videos and looping images."""

import dataclasses

import numpy as np
import pytest
from PIL import Image

from supple.errors import InputError, UnknownNameError
from supple.render import Renderer
from supple.render.side_by_side import PAPER, SEAM, SideBySide
from supple.scene import Camera

LEFT, RIGHT = (
    Camera(eye=(-3, 1, 0.1), center=(0, 0.4, 0)),
    Camera(eye=(0, 2, 3), center=(0, 0.4, 0), roll=0.3),
)


@pytest.fixture
def seen(hop):
    return hop.with_camera("left", LEFT).with_camera("right", RIGHT)


@pytest.mark.feature("BB-24")
def test_each_view_is_what_its_camera_sees_at_that_moment(seen):
    with SideBySide(seen, (204, 80), ["right", "auto"]) as views, Renderer(100, 80) as alone:
        for frame in (0, 6):
            both = views.frame(frame)
            np.testing.assert_array_equal(both[:, :100], alone.frame(seen, frame, camera=RIGHT))
            np.testing.assert_array_equal(both[:, 104:], alone.frame(seen, frame))
            assert (both[:, 100 : 100 + SEAM] == PAPER).all()


def test_all_cameras_are_shown_unless_named(seen, hop):
    with SideBySide(seen, (204, 80)) as all_of_them, SideBySide(seen, (204, 80), ["left", "right"]) as named:
        np.testing.assert_array_equal(all_of_them.frame(6), named.frame(6))
    with SideBySide(hop, (100, 80)) as plain, Renderer(100, 80) as alone:
        np.testing.assert_array_equal(plain.frame(6), alone.frame(hop, 6))


@pytest.mark.feature("BB-24")
@pytest.mark.parametrize("suffix", ["png", "webp", "mp4"])
def test_sheets_and_moving_pictures_show_them(seen, tmp_path, suffix):
    """Cells and pictures are as large as without, and not the same."""
    if suffix == "mp4":
        pytest.importorskip("av")
    short = dataclasses.replace(seen, notes=())[0:0.1]
    made = [
        short.save(tmp_path / f"{name}.{suffix}", size=(128, 48), cameras=names)
        for name, names in (("both", None), ("plain", ["auto"]))
    ]
    assert made[0].read_bytes() != made[1].read_bytes()
    if suffix != "mp4":
        both, plain = (np.asarray(Image.open(path).convert("RGB")).astype(int) for path in made)
        assert both.shape == plain.shape


def test_four_stand_in_a_square(seen):
    names = ["left", "right", "auto", "left"]
    with SideBySide(seen, (104, 84), names) as four, Renderer(50, 40) as alone:
        pixels = four.frame(3)
        np.testing.assert_array_equal(pixels[44:, :50], alone.frame(seen, 3))
        np.testing.assert_array_equal(pixels[44:, 54:], pixels[:40, :50])


def test_an_unknown_camera_is_named(seen, tmp_path):
    for suffix in ("png", "html"):
        with pytest.raises(UnknownNameError, match="unknown camera 'lift'; did you mean 'left'"):
            seen.save(tmp_path / f"x.{suffix}", cameras=["lift"])
    with pytest.raises(InputError, match="2 views in 24 x 20 pixels"):
        SideBySide(seen, (24, 20))
