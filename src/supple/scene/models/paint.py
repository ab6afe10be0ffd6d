"""Looks by a word and a number."""

from dataclasses import replace

from supple.arrays import ArrayLike
from supple.scene.look import Look, rgba


def paint(
    name: str,
    color: "str | ArrayLike",
    *,
    roughness: float = 0.5,
    metallic: float = 0.0,
    shade: float = 1.0,
    glow: float = 0.0,
) -> Look:
    """A look of that color: `shade` < 1 darkens it, `glow` > 0 makes it shine by itself.

    >>> paint("leg", (0.8, 0.4, 0.2), shade=0.5).color
    (0.4, 0.2, 0.1, 1.0)
    """
    r, g, b, a = rgba(color)
    look = Look(name, (r * shade, g * shade, b * shade, a), metallic, roughness)
    return replace(look, emission=(r * glow, g * glow, b * glow)) if glow else look
