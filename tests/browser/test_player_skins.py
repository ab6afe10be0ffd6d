"""Skinned characters on the page: vertices as Supple has them, pictures as the renderer draws them."""

import io
import time

import numpy as np
import pytest
from PIL import Image

import supple
from supple.render import Renderer
from supple.scene import Mesh, Node, Part, Scene, Skin
from supple.spatial import from_axis_angle

pytestmark = pytest.mark.browser
SIZE = (640, 360)


def tube(rows, around, joints, influences=4):
    """A tube of height 1 m on a chain of joints, each vertex on several; it bulges by a morph target."""
    turn, level = 2 * np.pi * np.arange(around) / around, np.linspace(0, 1, rows)
    ring = np.stack([np.cos(turn), 0 * turn, np.sin(turn)], axis=1)
    vertices = (0.08 * ring + level[:, None, None] * [0, 1, 0]).reshape(-1, 3)
    k, j = np.meshgrid(np.arange(rows - 1), np.arange(around), indexing="ij")
    a, b = k * around + j, k * around + (j + 1) % around
    faces = np.stack([a, a + around, b, b, a + around, b + around], axis=-1).reshape(-1, 3)
    near = np.abs(vertices[:, 1:2] - np.arange(joints) / joints)
    numbers = np.argsort(near, axis=1)[:, :influences]
    weights = 1 / (0.5 / joints + np.take_along_axis(near, numbers, axis=1)) ** 3
    weights /= weights.sum(axis=1, keepdims=True)
    red = supple.scene.Look("red", color=(0.9, 0.02, 0.02, 1.0), two_sided=True)
    part = Part(vertices, faces, "tube", look=red, joints=numbers, weights=weights)
    chain = [Node("joint 0")]
    for n in range(1, joints):
        chain.append(chain[-1].add(Node(f"joint {n}", translation=(0, 1 / joints, 0))))
    bulge = vertices * [1, 0, 1] * np.sin(np.pi * vertices[:, 1:2])
    body = Node("body", Mesh((part,), "tube", targets={"bulge": bulge}), translation=(7, 0, 0))
    body.skin = Skin.bound(chain)
    return Scene([chain[0], body])


def swaying(scene, seconds=2.0):
    """Each joint turns a little, so that the whole bends like a plant; the morph swells and goes."""
    clip = supple.Clip()
    joints = [node.name for node in scene.walk() if node.name.startswith("joint")]
    most = 1.6 / len(joints)
    for k, name in enumerate(joints):
        angle = {
            t: from_axis_angle((0.3, 0, 1), most * np.sin(2 * t + 0.1 * k))
            for t in np.arange(0, seconds + 0.01, 0.1)
        }
        clip[f"{name}.rotation"] = supple.keys(angle, "linear", kind="rotation")
    clip["body.weights"] = supple.keys({0: [0.0], 1: [1.0], seconds: [0.0]}, "linear", kind="vector")
    return supple.record(scene, clip, fps=30, name="sway")


@pytest.fixture(scope="module")
def sway():
    return swaying(tube(40, 24, 8))


@pytest.fixture
def opened(browser, tmp_path):
    """The page of a take, at rest, and nothing on it but the picture."""
    pages = []

    def open_page(take, size=SIZE, before=""):
        path = take.save(tmp_path / f"page{len(pages)}.html", embed=True, play=False, theme="light")
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        page.add_init_script(before)
        page.goto(path.as_uri())
        end = time.monotonic() + 60
        while page.evaluate("window.supple?.ready") is not True:
            assert time.monotonic() < end
            time.sleep(0.05)
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()


def reds(pixels):
    pixels = pixels[..., :3].astype(int)
    return pixels[..., 0] - pixels[..., 1:].max(axis=-1) > 50


def test_vertices_are_where_supple_has_them(opened, sway):
    page = opened(sway)
    world = sway.world_vertices("body")
    for frame in (0, 13, 30, 60):
        page.evaluate(f"supple.pause(), supple.seek({sway.times[frame]})")
        for vertex in (0, 333, 959):
            np.testing.assert_allclose(
                page.evaluate(f"supple.vertex('body', {vertex})"), world[frame, vertex], atol=5e-6
            )


def test_pictures_of_page_and_renderer_agree(opened, sway, pictures):
    """What the graphics card bends on the page covers the same pixels as what it bends in the stills."""
    page = opened(sway)
    with Renderer(*SIZE) as renderer:
        for frame in (0, 20, 45):
            page.evaluate(f"supple.pause(), supple.seek({sway.times[frame]})")
            time.sleep(0.3)
            seen = np.array(Image.open(io.BytesIO(page.screenshot())))
            drawn = np.asarray(renderer.frame(sway, frame))
            Image.fromarray(np.hstack([seen[..., :3], drawn[..., :3]])).save(pictures / f"skin-{frame}.png")
            a, b = reds(seen), reds(drawn)
            assert min(a.sum(), b.sum()) > 2000
            assert (a & b).sum() / (a | b).sum() > 0.95


SLOW = """const next = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) => next(() => setTimeout(() => next(draw), 80));"""
COARSE = "document.querySelector('.pace').hidden === false"


def test_a_machine_that_cannot_keep_up_draws_coarser_and_says_so(opened, sway):
    """Fewer pixels while it plays, and the whole picture again at rest."""
    page = opened(sway, before=SLOW)
    width = "document.querySelector('canvas').width"
    assert page.evaluate(width) == SIZE[0]
    page.evaluate("supple.play()")
    end = time.monotonic() + 30
    while not (page.evaluate(COARSE) and page.evaluate(width) < 0.4 * SIZE[0]):
        assert time.monotonic() < end
        time.sleep(0.1)
    assert "coarser" in page.inner_text(".pace")
    page.evaluate("supple.pause()")
    while page.evaluate(width) != SIZE[0] or page.evaluate(COARSE):
        assert time.monotonic() < end
        time.sleep(0.1)
