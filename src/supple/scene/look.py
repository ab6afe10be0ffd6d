"""How a surface looks: color, texture, gloss. Physical materials are elsewhere; nothing here has mass."""

from dataclasses import dataclass, field, replace

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.errors import InputError

Color = tuple[float, float, float, float]
"""Linear RGBA, each in [0, 1], as glTF stores it."""


@dataclass(frozen=True)
class Texture:
    """An image file as it was found: its bytes and media type, never decoded on the way through.

    Texture coordinates (u, v) are scaled, turned and moved before the image is looked up there (glTF's
    KHR_texture_transform); v points down.
    """

    data: bytes = field(repr=False)
    media_type: str = "image/png"
    name: str = ""
    offset: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    """Counter-clockwise [rad]."""
    scale: tuple[float, float] = (1.0, 1.0)

    def placed(self, uv: Array) -> Array:
        """Where in the image texture coordinates (n, 2) are.

        >>> Texture(b"", offset=(0.5, 0), scale=(2, 2)).placed(np.array([[0.25, 0.25]]))
        array([[1. , 0.5]])
        """
        c, s = np.cos(self.turn), np.sin(self.turn)
        return np.asarray(uv * self.scale @ np.array([[c, -s], [s, c]]) + self.offset)

    @property
    def moved(self) -> bool:
        """Whether texture coordinates are changed at all."""
        return (self.offset, self.turn, self.scale) != ((0.0, 0.0), 0.0, (1.0, 1.0))


@dataclass(frozen=True)
class Look:
    """The material of a part in the sense of a painter.

    >>> Look(color=rgba("tomato")).color[0]
    1.0
    """

    name: str = ""
    color: Color = (0.8, 0.8, 0.8, 1.0)
    metallic: float = 0.0
    roughness: float = 0.6
    emission: tuple[float, float, float] = (0.0, 0.0, 0.0)
    texture: Texture | None = None
    two_sided: bool = False
    source: object | None = field(default=None, repr=False, compare=False)
    """What the file said of this look, kept whole by a reader so that its writer can give it back."""

    def painted(self, color: "str | ArrayLike") -> "Look":
        """The same surface in another color."""
        return replace(self, color=rgba(color), source=None)


def rgba(color: "str | ArrayLike") -> Color:
    """A color by CSS name, '#rrggbb' (both sRGB) or numbers (linear RGB or RGBA) → linear RGBA.

    >>> rgba("white"), rgba((0.5, 0, 0))
    ((1.0, 1.0, 1.0, 1.0), (0.5, 0.0, 0.0, 1.0))
    """
    if isinstance(color, str):
        from PIL import ImageColor

        try:
            srgb = np.asarray(ImageColor.getrgb(color), dtype=np.float64) / 255
        except ValueError as error:
            raise InputError(
                f"unknown color {color!r}; give a CSS name, '#rrggbb' or three numbers"
            ) from error
        numbers = np.concatenate([linear_from_srgb(srgb[:3]), srgb[3:]])
    else:
        numbers = np.asarray(color, dtype=np.float64)
    if numbers.shape not in ((3,), (4,)) or not ((numbers >= 0) & (numbers <= 1)).all():
        raise InputError(f"color {color!r}: expected three or four numbers in [0, 1]")
    r, g, b, a = (*numbers.tolist(), 1.0)[:4]
    return (r, g, b, a)


def linear_from_srgb(srgb: ArrayLike) -> np.ndarray:
    """IEC 61966-2-1 decoding, elementwise."""
    c = np.asarray(srgb, dtype=np.float64)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def srgb_from_linear(linear: ArrayLike) -> np.ndarray:
    """IEC 61966-2-1 encoding, elementwise."""
    c = np.clip(np.asarray(linear, dtype=np.float64), 0, None)
    return np.where(c <= 0.0031308, 12.92 * c, 1.055 * c ** (1 / 2.4) - 0.055)
