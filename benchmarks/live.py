"""A landing dragged on a page that answers: by random wishes on the line, and by the mouse in Chromium."""

import importlib.util
import json
import shutil
import statistics
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import supple
from benchmarks.row import Bench, Row, bench
from supple.live import Server, unpacked
from supple.spacetime.report import residuals

WISHES, NEAR, FAR = 1000, 0.2, 1.4
"""How many places are asked for at random, and from where to where [m]."""
AT_MOST, BREAKS = 0.06, 1e-6
"""Seconds from a move of the mouse to its motion in the picture, and by how much a motion may miss physics."""
MOVES, EVERY = 150, 1 / 60
"""Moves of the mouse, and seconds between them."""
SIZE = {"width": 1280, "height": 800}
FLAGS = ("--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")
"""Chromium without a graphics card."""
BROWSERS = "chromium", "chromium-browser", "google-chrome"


def benches() -> Iterator[Bench]:
    """Yield one a way of dragging."""
    yield bench("drag-random", at_random)
    yield bench("drag-page", on_the_page)


def jump() -> supple.Shot:
    """The jump of the gallery, as it is shown."""
    return supple.Shot.jump(supple.characters.lamp(), to=(0.9, 0, 0), samples=80)


def at_random() -> Row:
    """A thousand places, each reached or refused; no motion may break physics."""
    from websockets.sync.client import connect

    rng, seconds, refused, worst = np.random.default_rng(20), [], 0, 0.0
    with Server(jump()) as server:
        problem, shot = server.follower.shot.problem, server.follower.shot
        address = server.address.replace("http:", "ws:") + "drag"
        with connect(address, origin=f"http://127.0.0.1:{server.port}") as line:
            for number, x in enumerate(rng.uniform(NEAR, FAR, WISHES), start=1):
                begun = time.perf_counter()
                line.send(json.dumps({"number": number, "to": [float(x), 0, 0]}))
                header = _answer(line, number)
                seconds.append(time.perf_counter() - begun)
                refused += not header["reached"]
                worst = max(worst, *residuals(problem, shot.solution).values())
    if worst > BREAKS:
        raise RuntimeError(f"a motion that was shown misses physics by {worst:.1g}")
    note = f"{WISHES} places from {NEAR} to {FAR} m, {refused} refused; worst residual {worst:.0e}; "
    note += f"median {statistics.median(seconds) * 1e3:.0f} ms, slowest {max(seconds) * 1e3:.0f} ms"
    return Row("drag-random", float(np.mean(seconds)), "a second", "", "", 1.0, note)


def _answer(line: Any, number: int) -> dict[str, Any]:
    while True:
        header = unpacked(line.recv())[0]
        if header["number"] == number:
            return header


def on_the_page() -> Row:
    """The ring goes to and fro under the mouse while the take plays; medians of what the page itself measures."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None or importlib.util.find_spec("playwright") is None:
        return Row("drag-page", 0.0, "60 ms", note="no Chromium and Playwright: make browser")
    with Server(jump()) as server:
        delays, version = _dragged(server.address, program)
    late = np.mean(np.array(delays) > AT_MOST)
    note = f"from the mouse to the picture, {len(delays)} motions shown of {MOVES} moves, software GL, "
    note += f"{SIZE['width']} × {SIZE['height']}; {late:.0%} later than {AT_MOST * 1e3:.0f} ms"
    return Row("drag-page", statistics.median(delays), "60 ms", version, "", AT_MOST, note)


def _dragged(address: str, program: str) -> tuple[list[float], str]:
    """Seconds from each move to its picture."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        page = browser.new_page(viewport=SIZE)
        page.goto(address)
        while not page.evaluate("window.supple?.ready === true && supple.live.answer !== null"):
            time.sleep(0.05)
        time.sleep(2)
        x, y = page.evaluate("supple.live.handle()")
        page.mouse.move(x, y)
        page.mouse.down()
        for k in range(MOVES):
            page.mouse.move(x + MOVES / 2 - abs(k - MOVES / 2), y)
            time.sleep(EVERY)
        time.sleep(1)
        page.mouse.up()
        delays = page.evaluate("[...supple.live.delays]")
        version = browser.version
        browser.close()
    return [delay / 1e3 for delay in delays], version
