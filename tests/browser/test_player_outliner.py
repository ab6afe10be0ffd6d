"""What one picks on the page, by mouse and by keyboard, and what is then said and drawn of it."""

import sys
from pathlib import Path

import numpy as np
import pytest

from supple import spatial
from supple.render.projection import perspective

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
character = pytest.importorskip("benchmarks.tube")
pytestmark = pytest.mark.browser
NUMBER = "e => Number(e.textContent.replace('−', '-').replace(/[^-0-9.e]/g, ''))"


@pytest.fixture(scope="module")
def take():
    """A tube on six joints with keys, notes and a number over time."""
    sway = character.swaying(character.tube(30, 16, 6))
    return sway.with_notes({0.0: "begin", 0.9: "far over"}).with_channels("m", tip=sway.position("joint 5"))


def numbers(page, row):
    values = page.locator(f".picked dt:has-text('{row}') + dd span")
    return [
        each.evaluate(NUMBER.replace("e.textContent", "e.lastChild.textContent")) for each in values.all()
    ]


def test_a_click_picks_the_joint_that_moves_what_is_under_it(opened, take, until):
    page = opened(take, play=False, time=0.5)
    frame, skin = take.frame(0.5), take.scene["body"].mesh
    box = page.locator("canvas.view").bounding_box()
    aspect = box["width"] / box["height"]
    clip = perspective(take.framing.camera(frame, aspect), aspect) @ [0, 0.08, 0, 1]
    across, up = clip[:2] / clip[3]
    page.mouse.click(box["x"] + box["width"] * (1 + across) / 2, box["y"] + box["height"] * (1 - up) / 2)
    until(page, "document.querySelector('.picked h2').textContent !== ''")
    picked = page.evaluate("supple.picked")
    low = skin.vertices[:, 1] < 0.2
    names = [joint.name for joint in take.scene["body"].skin.joints]
    heaviest = np.take_along_axis(skin.joints, skin.weights.argmax(axis=1)[:, None], axis=1)[low, 0]
    assert picked in {names[k] for k in heaviest}, "a click near the floor picks what moves the tube there"
    assert page.locator(".picked h2").inner_text() == picked
    np.testing.assert_allclose(numbers(page, "place"), take.position(picked)[frame], atol=6e-4)
    angles = np.rad2deg(spatial.to_euler(take.motions[picked].rotation[frame], "XYZ"))
    np.testing.assert_allclose(numbers(page, "turn"), angles, atol=0.06)
    page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + 0.3 * box["height"])
    until(page, "supple.picked === null")
    assert page.locator(".mode").inner_text() == "Auto", "a click turns nothing"


def test_the_outliner_goes_by_keyboard(opened, take, until):
    page = opened(take, play=False)
    page.keyboard.press("n")
    focus = "document.activeElement.textContent"
    assert page.evaluate(focus) == "joint 0"
    for key, reached in [
        ("ArrowDown", "joint 1"),
        ("ArrowDown", "joint 2"),
        ("End", "joint 5"),
        ("Home", "joint 0"),
    ]:
        page.keyboard.press(key)
        assert page.evaluate(focus) == reached
    assert page.evaluate("supple.time") == 0, "arrows in the tree step no frames"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focus) == "joint 0", "what is folded cannot be reached"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until(page, "supple.picked === 'joint 1'")
    assert page.get_by_role("treeitem", selected=True).inner_text() == "joint 1"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.get_by_role("button", name="far over").first.click()
    until(page, "supple.time === 0.9")
    page.keyboard.press("Escape")
    until(page, "supple.picked === null")
    for shown in (True, False):
        page.keyboard.press("n")
        assert page.locator(".outliner").is_visible() == shown


def test_the_curves_of_what_is_picked_are_its_angles(opened, take, until):
    page = opened(take, play=False, time=0.7)
    page.keyboard.press("n")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    until(page, "[...document.querySelectorAll('.lane b')].filter(b => b.textContent).length === 3")
    assert page.locator(".lane .name").inner_text() == "joint 5, turn"
    shown = [value.evaluate(NUMBER) for value in page.locator(".lane b").all()]
    angles = np.rad2deg(spatial.to_euler(take.motions["joint 5"].rotation[take.frame(0.7)], "XYZ"))
    np.testing.assert_allclose(shown, angles, atol=6e-3)
    strokes = page.eval_on_selector_all(
        ".lane path", "all => all.map(p => p.getAttribute('stroke-dasharray'))"
    )
    assert len(set(strokes)) == 3, "told apart without color"


def test_the_dope_sheet_has_the_keys_and_goes_from_one_to_the_next(opened, take, until):
    page = opened(take, play=False)
    page.get_by_role("button", name="Dope sheet").click()
    rows = page.locator(".dope .keys")
    assert rows.nth(0).inner_text() == "all"
    names = [row.inner_text() for row in rows.all()[1:]]
    assert names == list(dict.fromkeys(name.rpartition(".")[0] for name in take.keys))
    assert rows.nth(1).locator("i").count() == len(take.keys["joint 0.rotation"])
    box = page.locator(".dope > div").bounding_box()
    mark = rows.nth(1).locator("i").nth(5).bounding_box()
    share = (mark["x"] + mark["width"] / 2 - box["x"]) / box["width"]
    assert share * take.duration == pytest.approx(take.keys["joint 0.rotation"][5], abs=2e-3)
    page.keyboard.press(".")
    until(page, f"Math.abs(supple.time - {take.keys['joint 0.rotation'][1]}) < 1e-6")
    page.keyboard.press(",")
    until(page, "supple.time === 0")


def test_notes_show_their_text_where_there_is_room(opened, take):
    page = opened(take, play=False)
    texts = page.locator(".notes .note span")
    assert [text.inner_text() for text in texts.all() if text.is_visible()] == ["begin", "far over"]


def test_ghosts_and_plots_are_found_by_words(opened, take, until):
    page = opened(take, play=False)
    page.get_by_role("button", name="Ghosts", exact=True).click()
    assert page.get_by_role("button", name="Ghosts", exact=True).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Plots", exact=True).click()
    until(page, "document.querySelectorAll('.lane').length === 1")
    page.get_by_role("button", name="Plots", exact=True).click()
    assert not page.locator(".plots").is_visible()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_it_opens_playing_with_the_subject_clear_of_the_bars(opened, take, size):
    page = opened(take, size=size)
    assert page.evaluate("supple.playing")
    page.evaluate("supple.pause(), supple.seek(0.5)")
    fill, box = page.evaluate("supple.fill()"), page.locator("canvas.view").bounding_box()
    seen = [box["y"] + box["height"] * fill["top"], box["y"] + box["height"] * fill["bottom"]]
    bars = [page.locator(f"{bar}").bounding_box() for bar in (".words", ".viewbar")]
    for bar in bars:
        assert bar["y"] + bar["height"] < seen[0] or bar["y"] > seen[1]
    assert abs((fill["left"] + fill["right"]) / 2 - 0.5) < 0.15


def test_readers_who_want_less_motion_start_it_themselves(opened, take):
    page = opened(take, reduced_motion="reduce")
    assert page.evaluate("supple.playing") is False
    page.keyboard.press("n")
    moving = "[...document.querySelectorAll('*')].filter(e => parseFloat(getComputedStyle(e).transitionDuration) > 0)"
    assert page.evaluate(f"{moving}.length") == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_axe_finds_nothing_serious(opened, take, theme, size, pictures):
    page = opened(take, size=size, theme=theme, play=False, channels=["tip"])
    for key in ("n", "ArrowDown", "Enter", "k", "g"):
        page.keyboard.press(key)
    if size[0] < 720:
        page.keyboard.press("n")
    page.evaluate((ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    page.screenshot(path=pictures / f"outliner-{size[0]}-{theme}.png")
    for dialog in (False, True):
        if dialog:
            page.evaluate("document.querySelector('dialog').showModal()")
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        serious = [
            (each["id"], [node["html"][:120] for node in each["nodes"]])
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert serious == []
