"""The controls of the player page: what one clicks, drags and types, and what then is shown."""

import time

import numpy as np
import pytest

import supple
from supple.scene import Mark, NodeMotion, Take

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory, until):
    """A ball that flies along x for two seconds, beside a box that stays; opened once for all tests."""
    t = np.arange(49) / 24
    path = np.stack([t - 1, 0.5 + t * (2 - t), 0 * t], 1)
    ball = supple.Node("ball", supple.models.sphere(radius=0.2).mesh)
    box = supple.Node("box", supple.models.box().mesh, translation=(0, 0, -1), scale=0.2)
    marks = {"path": Mark("trail", path[:, None]), "balance": Mark("center of mass", path[:, None])}
    take = Take(supple.Scene([ball, box]), t, {"ball": NodeMotion(translation=path)}, marks=marks)
    take = take.with_channels("m", height=path[:, 1])
    path = take.save(tmp_path_factory.mktemp("controls") / "page.html", play=False)
    page = browser.new_page(viewport={"width": 800, "height": 600})
    page.goto(path.as_uri())
    until(page, "window.supple?.ready === true")
    yield page
    page.close()


@pytest.fixture(scope="module")
def comes_true(page, until):
    return lambda script: until(page, f"() => {script}")


def test_dragging_the_time_line_scrubs(page):
    bar = page.locator(".timeline").bounding_box()
    y = bar["y"] + 14
    page.mouse.move(bar["x"] + bar["width"] / 4, y)
    page.mouse.down()
    assert page.evaluate("supple.time") == pytest.approx(0.5, abs=0.01)
    page.mouse.move(bar["x"] + bar["width"] * 3 / 4, y)
    page.mouse.up()
    assert page.evaluate("supple.time") == pytest.approx(1.5, abs=0.01)
    x = page.evaluate("supple.position('ball')[0]")
    assert x == pytest.approx(page.evaluate("supple.time") - 1, abs=1e-6)


def test_plus_and_minus_change_the_speed(page, comes_true):
    page.keyboard.press("+")
    comes_true("document.querySelector('.speed').value === '2'")
    page.keyboard.press("-")
    page.keyboard.press("-")
    comes_true("document.querySelector('.speed').value === '0.5'")
    page.evaluate("supple.seek(0), supple.play()")
    look = "new Promise(r => requestAnimationFrame(() => r([performance.now() / 1000, supple.time])))"
    first = page.evaluate(look)
    time.sleep(0.8)
    then = page.evaluate(look)
    page.evaluate("supple.pause()")
    page.keyboard.press("+")
    assert then[1] - first[1] == pytest.approx(0.5 * (then[0] - first[0]), abs=0.06)


def test_without_the_loop_it_stops_at_the_end(page, comes_true):
    page.keyboard.press("l")
    page.evaluate("supple.seek(1.9), supple.play()")
    comes_true("!supple.playing")
    assert page.evaluate("supple.time") == pytest.approx(2)
    page.keyboard.press("Space")
    assert page.evaluate("supple.playing && supple.time < 1")
    page.keyboard.press("Space")
    page.keyboard.press("l")


def test_space_still_plays_after_a_click_on_a_button(page):
    page.get_by_role("button", name="Next frame").click()
    page.keyboard.press("Space")
    assert page.evaluate("supple.playing")
    page.keyboard.press("Space")
    assert not page.evaluate("supple.playing")


def test_an_orbit_frees_the_camera_and_a_key_frames_all_again(page, comes_true):
    page.mouse.move(300, 200)
    page.mouse.down()
    page.mouse.move(420, 230, steps=4)
    page.mouse.up()
    comes_true("document.querySelector('.mode').textContent === 'Free'")
    page.keyboard.press("c")
    comes_true("document.querySelector('.mode').textContent === 'Auto'")
    for key in "123f":
        page.keyboard.press(key)
        fill = page.evaluate("supple.fill()")
        assert 0 < fill["top"] < fill["bottom"] < 1
        assert 0 < fill["left"] < fill["right"] < 1


def test_the_panel_offers_what_the_take_has(page, comes_true):
    page.keyboard.press("o")
    names = [row.inner_text() for row in page.get_by_role("switch").all()]
    assert names == ["Ghosts", "Center of mass"]
    for name in names:
        page.get_by_role("switch", name=name).click()
        assert page.get_by_role("switch", name=name).get_attribute("aria-checked") == "true"
    page.locator(".panel").get_by_role("button", name="height").click()
    page.evaluate("supple.seek(1)")
    comes_true("document.querySelector('.lane b').textContent === '1.500'")
    page.locator(".panel").get_by_role("button", name="height").click()
    assert page.locator(".lane").count() == 0
    page.keyboard.press("Escape")
    assert not page.locator(".panel").is_visible()


def test_at_rest_nothing_is_drawn(page):
    """A page that nobody touches must not heat a phone."""
    page.evaluate("supple.pause()")
    page.keyboard.press("f")
    count = """() => { const next = requestAnimationFrame.bind(window); window.frames_asked = 0;
               window.requestAnimationFrame = f => { window.frames_asked++; return next(f) } }"""
    time.sleep(0.5)
    page.evaluate(count)
    time.sleep(0.5)
    assert page.evaluate("window.frames_asked") == 0
