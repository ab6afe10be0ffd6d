"""Skinned characters on the page: vertices as Supple has them, pictures as the renderer draws them."""

import io
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from supple.render import Renderer

sys.path.insert(0, str(Path(__file__).parents[2]))
character = pytest.importorskip("benchmarks.tube")
pytestmark = pytest.mark.browser
SIZE = (640, 360)
CARD = """const real = WebGL2RenderingContext.prototype.getParameter;
WebGL2RenderingContext.prototype.getParameter = function (name) {
  return name === 0x9246 ? "a graphics card" : real.call(this, name);
};"""
"""Skins are then bent by shaders, and edges smoothed by the canvas."""


@pytest.fixture(scope="module")
def sway():
    return character.swaying(character.tube(40, 24, 8))


@pytest.fixture
def shown(opened):
    """The page of a take, at rest, and nothing on it but the picture."""

    def show(take, size=SIZE, before=""):
        return opened(take, size=size, before=before, embed=True, play=False, theme="light")

    return show


def reds(pixels):
    pixels = pixels[..., :3].astype(int)
    return pixels[..., 0] - pixels[..., 1:].max(axis=-1) > 50


@pytest.mark.parametrize("before", ["", CARD], ids=["software", "card"])
def test_vertices_are_where_supple_has_them(shown, sway, before):
    page = shown(sway, before=before)
    world = sway.world_vertices("body")
    for frame in (0, 13, 30, 60):
        page.evaluate(f"supple.pause(), supple.seek({sway.times[frame]})")
        for vertex in (0, 333, 959):
            np.testing.assert_allclose(
                page.evaluate(f"supple.vertex('body', {vertex})"), world[frame, vertex], atol=5e-6
            )


@pytest.mark.parametrize("before", ["", CARD], ids=["software", "card"])
def test_pictures_of_page_and_renderer_agree(shown, sway, pictures, before):
    """What the page bends, itself or on the card, covers the same pixels as what the card bends in the stills."""
    page = shown(sway, before=before)
    with Renderer(*SIZE) as renderer:
        for frame in (0, 20, 45):
            page.evaluate(f"supple.pause(), supple.seek({sway.times[frame]})")
            time.sleep(0.5)
            seen = np.array(Image.open(io.BytesIO(page.screenshot())))
            drawn = np.asarray(renderer.frame(sway, frame))
            Image.fromarray(np.hstack([seen[..., :3], drawn[..., :3]])).save(pictures / f"skin-{frame}.png")
            a, b = reds(seen), reds(drawn)
            assert min(a.sum(), b.sum()) > 2000
            assert (a & b).sum() / (a | b).sum() > 0.95


SLOW = """const next = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) => next(() => setTimeout(() => next(draw), 80));"""
COARSE = "document.querySelector('.pace').hidden === false"


@pytest.mark.parametrize(("before", "finest"), [("", 2), (CARD, 1)], ids=["software", "card"])
def test_a_machine_that_cannot_keep_up_draws_coarser_and_says_so(shown, sway, before, finest):
    """Fewer pixels while it plays, and the whole picture again at rest; software smooths edges there by more."""
    page = shown(sway, before=SLOW + before)
    width, end = "document.querySelector('canvas').width", time.monotonic() + 30

    def waits_for(script):
        while not page.evaluate(script):
            assert time.monotonic() < end, script
            time.sleep(0.1)

    waits_for(f"{width} === {finest * SIZE[0]}")
    page.evaluate("supple.play()")
    waits_for(f"{COARSE} && {width} < {0.4 * SIZE[0]}")
    assert "coarser" in page.inner_text(".pace")
    page.evaluate("supple.keepUp(false)")
    waits_for(f"{width} === {finest * SIZE[0]}")
    page.evaluate("supple.keepUp(true), supple.pause()")
    waits_for(f"!({COARSE}) && {width} === {finest * SIZE[0]}")
