"""The cameras of a take on the page: one after another, and side by side."""

import io
import time

import numpy as np
import pytest
from PIL import Image

from supple import demos
from supple.render.side_by_side import SideBySide

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def take():
    return demos.run("cameras")


def blues(pixels):
    """Where the car is."""
    pixels = pixels[..., :3].astype(int)
    return pixels[..., 2] - pixels[..., 0] > 70


@pytest.mark.feature("BB-24")
@pytest.mark.parametrize("size", [(900, 600), (390, 844)])
def test_several_cameras_side_by_side_see_what_the_stills_see(opened, take, pictures, size):
    """The car covers the same shares of each view; below each other on a narrow page."""
    names = ["ride", "crane"]
    page = opened(take, size=size, cameras=names, time=1.5, play=False, theme="light")
    time.sleep(0.7)
    page.add_style_tag(
        content=".bars *, .words *, .viewbar *, h1, .caption, .card { visibility: hidden; border: 0 }"
    )
    box = page.locator("canvas.view").bounding_box()
    picture = page.locator("canvas.view").screenshot()
    seen = np.array(Image.open(io.BytesIO(picture)))
    page.screenshot(path=pictures / f"cameras-{size[0]}.png")
    width, height = round(box["width"]), round(box["height"])
    below = width < height
    halves = np.array_split(seen, 2, axis=0 if below else 1)
    pane = (width, height // 2) if below else (width // 2, height)
    for name, half in zip(names, halves, strict=True):
        with SideBySide(take, pane, [name]) as alone:
            drawn = alone.frame(1.5)
        rows, columns = np.minimum(half.shape[:2], drawn.shape[:2])
        a, b = blues(half[:rows, :columns]), blues(drawn[:rows, :columns])
        assert b.sum() > 150
        assert a.sum() / b.sum() == pytest.approx(1, abs=0.3), "as large"
        middles = [np.argwhere(mask).mean(axis=0) for mask in (a, b)]
        assert np.abs(middles[0] - middles[1]).max() < 6, "in the same place"
    page.keyboard.press("v")
    assert not page.locator(".panes").is_visible()


def test_the_camera_key_goes_through_them(opened, take, until):
    page = opened(take, play=False, theme="light")
    assert page.locator(".panes span").all_inner_texts() == list(take.cameras)
    for name in [*take.cameras, "Free", "Auto"]:
        page.keyboard.press("c")
        until(page, f"document.querySelector('.mode').textContent === '{name}'")
        assert not page.locator(".panes").is_visible()
