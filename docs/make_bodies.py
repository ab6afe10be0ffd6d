"""Draw the human and the horse: `python docs/make_bodies.py` writes docs/images/bodies.webp."""

from pathlib import Path

import numpy as np
from PIL import Image

import supple
from supple.render.renderer import Renderer
from supple.scene import Camera, Take, stage

SIZE = (960, 560)


def man() -> Take:
    """A man who greets, his weight on one leg."""
    figure = supple.characters.human().figure
    figure.key(
        0,
        {
            "arm.L": supple.degrees(-25, 0, -30),
            "elbow.L": supple.degrees(118),
            "hand.L": supple.degrees(0, 35, 10),
            "arm.R": supple.degrees(4, 0, 33),
            "elbow.R": supple.degrees(18),
            "hips.roll": supple.degrees(3),
            "leg.R": supple.degrees(-14, 0, -7),
            "knee.R": supple.degrees(26),
            "foot.R": supple.degrees(-8, -8, 4),
            "leg.L": supple.degrees(0, 0, -3),
            "spine": supple.degrees(2, 0, -4),
            "hips.yaw": supple.degrees(18),
            "head": supple.degrees(3, 4, 4),
        },
    )
    return figure.take(seconds=0.1, name="man")


def horse() -> Take:
    """A horse at a trot."""
    figure = supple.characters.quadruped().figure
    figure.key(
        0,
        {
            "hips": supple.degrees(0, -38, 0),
            "arm.L": supple.degrees(-34, 0, 0),
            "elbow.L": supple.degrees(52),
            "wrist.L": supple.degrees(78),
            "fetlock.front.L": supple.degrees(40),
            "arm.R": supple.degrees(14, 0, 0),
            "fetlock.front.R": supple.degrees(-14),
            "leg.R": supple.degrees(-20, 0, 0),
            "knee.R": supple.degrees(22),
            "hock.R": supple.degrees(38),
            "fetlock.hind.R": supple.degrees(30),
            "leg.L": supple.degrees(15, 0, 0),
            "knee.L": supple.degrees(-8),
            "hock.L": supple.degrees(-10),
            "neck": supple.degrees(-6, 8, 0),
            "head": supple.degrees(12, 10, 0),
            "tail": supple.degrees(18, 0, 0),
            "tail.2": supple.degrees(10, 10, 0),
            "ear.L": supple.degrees(12, 0, 0),
        },
    )
    return figure.take(seconds=0.1, name="horse")


def draw(path: Path) -> None:
    """Both beside each other."""
    take = stage({"man": man(), "horse": horse()}, apart=(2.1, 0, -0.55))
    with Renderer(2 * SIZE[0], 2 * SIZE[1]) as renderer:
        view = Camera(np.array([3.4, 1.75, 6.2]), np.array([1.2, 1.03, 0.0]), angle=np.radians(22))
        pixels = renderer.frame(take, 0, camera=view)
    Image.fromarray(pixels).resize(SIZE, Image.Resampling.LANCZOS).save(path, quality=82)


if __name__ == "__main__":
    draw(Path(__file__).parent / "images" / "bodies.webp")
