"""The page that answers, in a real browser: the ring under the mouse, what is shown, and what is said."""

import time

import numpy as np
import pytest

import supple
from supple.live import Server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server():
    with Server(supple.Shot.jump(supple.characters.lamp(), to=(0.5, 0, 0), samples=40)) as serving:
        yield serving


@pytest.fixture
def opened(browser):
    """Open the page of a server; console errors fail the test when it ends."""
    pages, troubles = [], []

    def open_page(server):
        page = browser.new_page(viewport={"width": 900, "height": 640})
        page.on("console", lambda m: m.type in ("error", "warning") and troubles.append(m.text))
        page.on("pageerror", lambda e: troubles.append(str(e)))
        page.goto(server.address)
        until(page, "window.supple?.ready === true && supple.live.answer !== null")
        page.evaluate("supple.pause()")
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()
    assert [t for t in troubles if "GPU stall" not in t] == []


def until(page, script, seconds=30.0):
    end = time.monotonic() + seconds
    while not page.evaluate(script):
        assert time.monotonic() < end, f"never came true: {script}"
        time.sleep(0.05)


def landed(page):
    """Where the base stands at the end of what is shown [m]."""
    page.evaluate("supple.seek(supple.duration)")
    return page.evaluate("supple.position('base')")


def drag(page, dx, dy=0, *, held=()):
    x, y = page.evaluate("supple.live.handle()")
    page.mouse.move(x, y)
    page.mouse.down()
    for key in held:
        page.keyboard.down(key)
    for share in np.linspace(0, 1, 6):
        page.mouse.move(x + share * dx, y + share * dy)
    return x + dx, y + dy


def test_the_ring_is_dragged_and_the_motion_lands_there(opened, server, pictures):
    page = opened(server)
    x, _ = drag(page, 60)
    until(page, "supple.live.delays.length > 0")
    page.screenshot(path=str(pictures / "live-drag.png"))
    page.mouse.up()
    until(page, "supple.live.answer.notes !== undefined && supple.live.answer.number > 3")
    to = page.evaluate("supple.live.answer.to")
    assert to[0] > 0.55
    np.testing.assert_allclose(page.evaluate("supple.live.handle()")[0], x, atol=1.5)
    np.testing.assert_allclose(landed(page)[0], to[0], atol=1e-4)
    last = server.take.position("base")[-1]
    np.testing.assert_allclose(landed(page), last, atol=1e-4)
    said = page.inner_text(".live")
    assert "solved in" in said
    assert "residual" in said
    assert "worst so far" in said
    assert page.evaluate("Math.min(...supple.live.delays)") > 0


def test_beyond_reach_the_last_motion_stays_and_the_page_says_what_limits_it(opened, server):
    page = opened(server)
    before = landed(page)
    drag(page, 0, 150, held=["Shift"])
    page.keyboard.up("Shift")
    page.mouse.up()
    until(page, "!supple.live.answer.reached && supple.live.answer.why.includes('cannot reach')", 90)
    assert "landing, place" in page.inner_text(".live .limit")
    np.testing.assert_allclose(landed(page), before, atol=1e-3)
    place = page.evaluate("supple.live.answer.to")
    np.testing.assert_allclose(place[1], 0, atol=1e-9)
    page.evaluate("supple.live.wish([0.5, 0, 0])")
    until(page, "supple.live.answer.reached")
    assert page.locator(".live .limit").is_hidden()


def test_what_is_no_place_is_refused_on_the_page(opened, server):
    page = opened(server)
    page.evaluate("supple.live.wish([NaN, 0, 0])")
    until(page, "!document.querySelector('.live .limit').hidden")
    until(page, "document.querySelector('.live .limit').textContent.includes('within 1000 m')")


def test_a_second_page_follows(opened, server):
    one, other = opened(server), opened(server)
    one.evaluate("supple.live.wish([0.57, 0, 0])")
    until(other, "Math.abs(supple.live.answer.to[0] - 0.57) < 1e-9")
    np.testing.assert_allclose(landed(other)[0], 0.57, atol=1e-4)


def test_the_rest_of_the_page_follows_too(opened, server):
    """Notes, plots and the time line are those of the new motion; the camera can still be turned."""
    page = opened(server)
    page.evaluate("supple.live.wish([0.9, 0, 0])")
    until(page, "supple.live.answer.notes !== undefined && supple.live.answer.to[0] === 0.9")
    shown = page.evaluate("[...document.querySelectorAll('.note')].map(n => n.title)")
    want = [f"{note['text']} ({note['time']:.2f} s)" for note in page.evaluate("supple.live.answer.notes")]
    assert shown == want
    longer = page.evaluate("supple.duration")
    page.evaluate("supple.live.wish([0.4, 0, 0])")
    until(page, "supple.live.answer.to[0] === 0.4")
    assert page.evaluate("supple.duration") < longer
    before = page.evaluate("supple.live.handle()")
    page.mouse.move(700, 150)
    page.mouse.down()
    page.mouse.move(600, 180, steps=4)
    page.mouse.up()
    until(
        page, f"Math.hypot(supple.live.handle()[0] - {before[0]}, supple.live.handle()[1] - {before[1]}) > 5"
    )


def test_when_the_server_ends_the_page_says_so(opened):
    serving = Server(supple.Shot.jump(supple.characters.lamp(), to=(0.5, 0, 0), samples=40))
    page = opened(serving)
    serving.close()
    until(page, "document.querySelector('.live .limit').textContent.includes('server has ended')")
    landed(page)
