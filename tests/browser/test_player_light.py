"""The light of the page is that of the stills: the same room, the same key, developed alike."""

import io
import time

import numpy as np
import pytest
from PIL import Image

import supple
from supple.render import Renderer

pytestmark = pytest.mark.browser
SIZE = (480, 300)


@pytest.fixture(scope="module")
def bodies():
    """A matte red ball, a glossy blue one, a metal one, each on the floor."""
    scene = supple.Scene()
    looks = {
        "red": supple.scene.Look("red", (0.8, 0.03, 0.03, 1), roughness=0.9),
        "blue": supple.scene.Look("blue", (0.03, 0.03, 0.8, 1), roughness=0.2),
        "green": supple.scene.Look("green", (0.05, 0.6, 0.05, 1), roughness=0.4, metallic=1.0),
    }
    for k, (name, look) in enumerate(looks.items()):
        mesh = supple.models.sphere(radius=0.3, resolution=48).mesh
        part = mesh.parts[0]
        part = type(part)(part.vertices, part.faces, name, look=look, normals=part.shading_normals)
        scene.add(supple.Node(name, type(mesh)((part,), name)), name=name, at=(0.8 * k, 0.3, 0))
    return supple.record(scene, supple.Clip({"red.position": supple.keys({0: (0, 0.3, 0), 1: (0, 0.3, 0)})}))


def masks(pixels):
    """Well inside each ball: where one channel is far above the others."""
    pixels = pixels.astype(int)
    for channel in (0, 2, 1):
        others = np.delete(pixels, channel, axis=-1).max(axis=-1)
        yield pixels[..., channel] - others > 25


def test_surfaces_on_the_page_are_lit_as_in_the_stills(opened, bodies, pictures):
    page = opened(bodies, size=SIZE, embed=True, play=False, theme="light")
    time.sleep(0.6)
    seen = np.array(Image.open(io.BytesIO(page.screenshot())))[..., :3]
    with Renderer(*SIZE) as renderer:
        drawn = np.asarray(renderer.frame(bodies, 0))[..., :3]
    Image.fromarray(np.hstack([seen, drawn])).save(pictures / "light.png")
    for a, b in zip(masks(seen), masks(drawn), strict=True):
        both = a & b
        assert both.sum() > 800
        off = seen[both].astype(float) - drawn[both]
        assert np.abs(off.mean(axis=0)).max() < 8, "of 255, on average"
        assert np.percentile(np.abs(off), 90) < 26


def test_shadows_fall_the_same_way(opened, bodies):
    """On the floor the page is darkest, against its own light, on the side where the stills are."""
    page = opened(bodies, size=SIZE, embed=True, play=False, theme="light")
    time.sleep(0.6)
    seen = np.array(Image.open(io.BytesIO(page.screenshot())))[..., :3].astype(int)
    with Renderer(*SIZE) as renderer:
        drawn = np.asarray(renderer.frame(bodies, 0))[..., :3].astype(int)
    sides = []
    for pixels in (seen, drawn):
        gray = np.ptp(pixels, axis=-1) < 14
        floor = np.where(gray, pixels.mean(axis=-1), np.nan)[SIZE[1] // 3 :]
        dark = floor < np.nanmedian(floor) - 14
        assert dark.sum() > 300
        colored = ~gray[SIZE[1] // 3 :]
        sides.append(np.argwhere(dark)[:, 1].mean() - np.argwhere(colored)[:, 1].mean())
    assert sides[0] * sides[1] > 0
    assert min(np.abs(sides)) > 8
