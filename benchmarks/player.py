"""How fast the player page draws a skinned character in software GL: 20,000 vertices on 60 joints, 960 × 540.

It may draw coarser to keep up, as it does for anyone; the rate with every pixel stands in the note.
"""

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.row import Bench, Row, bench
from benchmarks.tube import swaying, tube
from supple.errors import MissingToolError

SIZE = {"width": 960, "height": 540}
FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
SETTLING, MEASURED = 3.0, 4.0
"""Seconds."""
COUNT = "() => { const next = () => { window.count = (window.count ?? 0) + 1; requestAnimationFrame(next) }; next() }"


def benches() -> Iterator[Bench]:
    """Yield the one."""
    yield bench("player-skin", _player)


def _player() -> Row:
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        raise MissingToolError("Chromium is missing: `make browser` installs it on Debian")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = swaying(tube(200, 100, 60)).save(Path(folder) / "page.html", embed=True, theme="light")
        chromium = playwright.chromium.launch(executable_path=program, args=FLAGS)
        page = chromium.new_page(viewport=SIZE)
        page.goto(path.as_uri())
        while page.evaluate("window.supple?.ready") is not True:
            time.sleep(0.05)
        page.evaluate(COUNT)
        paced, width = seconds_a_picture(page), page.evaluate("document.querySelector('canvas').width")
        page.evaluate("supple.keepUp(false)")
        whole = seconds_a_picture(page)
        chromium.close()
    share = f"{width}/{SIZE['width']}"
    return Row(
        "player-skin", paced, note=f"{1 / paced:.1f}/s at {share} pixels; at full quality {1 / whole:.1f}/s"
    )


def seconds_a_picture(page: Any) -> float:
    """The mean over some seconds of playing, once the page has found its pace."""
    time.sleep(SETTLING)
    start, before = page.evaluate("[performance.now() / 1000, window.count]")
    time.sleep(MEASURED)
    end, after = page.evaluate("[performance.now() / 1000, window.count]")
    return float((end - start) / (after - before))
