"""The player page in a real browser, opened from disk, against the take that it plays."""

import math
import time

import numpy as np
import pytest

import supple
from supple.scene import Mark, NodeMotion, Take

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def take():
    """A ball on a path with a wobble of its shape, every kind of mark, two channels, notes."""
    mesh = supple.models.sphere(radius=0.3).mesh
    t = np.arange(241) / 60
    path = np.stack([np.cos(1.5 * t), 0.6 + 0.3 * np.sin(3 * t), np.sin(1.5 * t)], 1)
    mesh = type(mesh)(mesh.parts, "ball", targets={"squash": mesh.vertices * [0.5, -0.6, 0.5]})
    scene = supple.Scene([supple.Node("ball", mesh)])
    take = Take(
        scene,
        t,
        {"ball": NodeMotion(translation=path, weights=np.sin(5 * t)[:, None])},
        notes=(supple.scene.Note(1.0, "one"), supple.scene.Note(3.0, "three")),
        marks={
            "push": Mark("force", path[:, None], vectors=np.tile([0, 5.0, 0], (241, 1, 1))),
            "balance": Mark("center of mass", path[:, None]),
            "pin": Mark("pin", path[:, None], strength=np.linspace(1, 0, 241)[:, None]),
            "cage": Mark("cage", path[:, None] + np.eye(3) * 0.5, edges=np.array([[0, 1], [1, 2]])),
        },
        name="orbit",
    )
    return take.with_trail("ball").with_channels("m", height=path[:, 1], east=path[:, 0])


def shown(page, script):
    return page.evaluate(script)


def test_scrubbing_shows_the_right_frame_of_node_and_vertex(opened, take):
    page = opened(take)
    for frame in (0, 37, 120, 240):
        shown(page, f"supple.pause(), supple.seek({take.times[frame]})")
        np.testing.assert_allclose(
            shown(page, "supple.position('ball')"), take.position("ball")[frame], atol=2e-6
        )
        expected = take.shape("ball", frame)[17] + take.position("ball")[frame]
        np.testing.assert_allclose(shown(page, "supple.vertex('ball', 17)"), expected, atol=2e-6)
        assert shown(page, "supple.frame") == frame


def test_between_samples_it_interpolates(opened, take):
    page = opened(take)
    middle = (take.times[30] + take.times[31]) / 2
    shown(page, f"supple.pause(), supple.seek({middle})")
    expected = take.position("ball")[30:32].mean(axis=0)
    np.testing.assert_allclose(shown(page, "supple.position('ball')"), expected, atol=2e-6)


def test_two_seconds_of_playing_are_two_seconds(opened, take):
    page = opened(take, size=(640, 480))
    shown(page, "supple.pause(), supple.seek(0.5), supple.play()")
    time.sleep(0.3)
    look = "new Promise(r => requestAnimationFrame(() => r([supple.time, performance.now() / 1000])))"
    shown_first, first = shown(page, look)
    time.sleep(2.0)
    shown_then, then = shown(page, look)
    assert 1.9 < then - first < 3.0
    assert shown_then - shown_first == pytest.approx(then - first, abs=0.1)


def test_the_keys_that_people_expect(opened, take):
    page = opened(take)
    shown(page, "supple.pause(), supple.seek(1)")
    page.keyboard.press("ArrowRight")
    assert shown(page, "supple.time") == pytest.approx(1 + 1 / 60, abs=1e-6)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert shown(page, "supple.time") == pytest.approx(1 - 1 / 60, abs=1e-6)
    page.keyboard.press("End")
    assert shown(page, "supple.time") == pytest.approx(4, abs=1e-6)
    page.keyboard.press("Home")
    assert shown(page, "supple.time") == pytest.approx(0, abs=1e-6)
    page.keyboard.press("Space")
    assert shown(page, "supple.playing") is True
    page.keyboard.press("Space")
    assert shown(page, "supple.playing") is False


def test_the_address_carries_the_time(opened, take, until):
    page = opened(take, fragment="#t=2.500")
    assert shown(page, "supple.time") == pytest.approx(2.5, abs=1 / 60)
    shown(page, "supple.pause(), supple.seek(1.25)")
    until(page, "location.hash.startsWith('#t=1.25')")


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
def test_the_subject_is_inside_the_frame_and_fills_it_well(opened, take, size):
    page = opened(take, size=size)
    shares = []
    for moment in np.linspace(0, 4, 9):
        shown(page, f"supple.pause(), supple.seek({moment})")
        fill = shown(page, "supple.fill()")
        assert 0 <= fill["top"] < fill["bottom"] <= 1
        assert 0 <= fill["left"] < fill["right"] <= 1
        shares.append((fill["top"], fill["bottom"]))
    swept = max(b for _, b in shares) - min(t for t, _ in shares)
    assert 0.25 <= swept <= 0.7


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_clips_nothing(opened, take, pictures, theme):
    page = opened(take, size=(360, 640), theme=theme, channels=["height"])
    assert shown(page, "document.documentElement.scrollWidth") <= 360
    outside = shown(
        page,
        """[...document.querySelectorAll('button, input, select')].filter(e => e.offsetParent !== null)
           .map(e => [e.id || e.ariaLabel || e.className, e.getBoundingClientRect()])
           .filter(([, r]) => r.width)
           .filter(([, r]) => r.left < -0.5 || r.right > innerWidth + 0.5 || r.bottom > innerHeight + 0.5)
           .map(([name]) => name)""",
    )
    assert outside == []
    page.screenshot(path=pictures / f"player-phone-{theme}.png")


def test_two_takes_overlaid_with_everything_on(opened, take, pictures):
    later = take.at(take.times[:-12] + 0.2).shifted(-0.2)
    page = opened(take, against=later, trails=["ball"], channels=["height", "east"])
    assert shown(page, "supple.takes") == 2
    shown(page, "supple.pause(), supple.seek(1.5)")
    page.screenshot(path=pictures / "player-overlaid.png")


def test_a_glb_that_supple_did_not_make_still_plays(opened, take, tmp_path):
    foreign = supple.load_take(take.save(tmp_path / "orbit.glb"))
    page = opened(Take(foreign.scene, foreign.times, foreign.motions, name="plain"))
    assert shown(page, "supple.duration") == pytest.approx(4.0)
    assert math.isfinite(shown(page, "supple.position('ball')[0]"))
