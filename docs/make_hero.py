"""Make the README's picture, a lamp, a jelly, a puppet and a human side by side: `python docs/make_hero.py`."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

import supple
from supple import Take, demos
from supple.render import Renderer

PICTURE = Path(__file__).parent / "images" / "hero.webp"
SECONDS, FPS = 4.0, 15
PANEL, SEAM = (202, 250), 4
"""Pixels."""


def main() -> None:
    """Draw the panels and join them, picture by picture."""
    panels = [
        _panel(demos.run("luxo-jump", short=True), 0.3),
        _panel(_jelly(), 0.0),
        _panel(_followed(demos.run("puppet", short=True), "torso", 2.6), 0.1),
        _panel(demos.run("layers", short=True), 1.2),
    ]
    seam = np.full((PANEL[1], SEAM, 3), 255, np.uint8)
    strips = [
        np.hstack([part for panel in each for part in (panel, seam)][:-1])
        for each in zip(*panels, strict=True)
    ]
    frames = [Image.fromarray(strip) for strip in strips]
    PICTURE.parent.mkdir(exist_ok=True)
    frames[0].save(
        PICTURE,
        save_all=True,
        append_images=frames[1:],
        duration=round(1000 / FPS),
        loop=0,
        quality=72,
        method=6,
    )


def _jelly() -> Take:
    """The README's own jelly."""
    world = supple.World()
    world.add(supple.models.teapot(color="#edae49"), material="jelly", at=(0, 1, 0), tilt=25)
    return world.run(SECONDS)


def _followed(take: Take, node: str, distance: float) -> Take:
    """The take as seen by a camera that goes along with a node, this far away [m]."""
    place = iter(take.position(node))
    direction = take.framing.direction

    def along(_: float) -> supple.scene.Camera:
        center = next(place)
        return supple.scene.Camera(center + distance * direction, center, 0.0, take.framing.angle)

    return replace(take, camera=take.with_camera("along", along).cameras["along"])


def _panel(take: Take, start: float) -> list[np.ndarray]:
    """The pictures of one take from a time on; it rests on its last frame."""
    times = np.minimum(start + np.arange(round(SECONDS * FPS)) / FPS, take.times[-1])
    with Renderer(2 * PANEL[0], 2 * PANEL[1], shadow_side=2048) as renderer:
        pictures = [Image.fromarray(renderer.frame(take, float(time))) for time in times]
    return [np.asarray(picture.resize(PANEL, Image.Resampling.BOX)) for picture in pictures]


if __name__ == "__main__":
    main()
