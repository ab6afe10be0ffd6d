"""Pages opened from disk, which may complain of nothing and reach for nothing."""

import time

import pytest

TROUBLE = ("error", "warning")


@pytest.fixture(scope="session")
def until():
    """Ask again and again; the page's own rules forbid it to evaluate strings, so Playwright cannot wait inside."""

    def ask(page, script, seconds=20.0):
        end = time.monotonic() + seconds
        while not page.evaluate(script):
            assert time.monotonic() < end, f"never came true: {script}"
            time.sleep(0.05)

    return ask


@pytest.fixture
def opened(browser, tmp_path, until):
    """Open the page of a take; console errors and network requests fail the test when it ends."""
    contexts, troubles = [], []

    def open_page(
        take, *, size=(1280, 800), fragment="", before="", reduced_motion="no-preference", **options
    ):
        path = take.save(tmp_path / f"page{len(contexts)}.html", **options)
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion=reduced_motion
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: m.type in TROUBLE and troubles.append(m.text))
        page.on("pageerror", lambda e: troubles.append(str(e)))
        page.on("request", lambda r: r.url.startswith(("file:", "data:", "blob:")) or troubles.append(r.url))
        page.add_init_script(before)
        page.goto(path.as_uri() + fragment)
        until(page, "window.supple?.ready === true", 60.0)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [t for t in troubles if "GPU stall" not in t] == []
