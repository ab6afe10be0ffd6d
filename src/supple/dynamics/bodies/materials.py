"""What bodies are made of, in constants or in words that an animator can set."""

from dataclasses import dataclass, replace

import numpy as np

from supple.errors import InputError, UnknownNameError

DAMPINGS = ("strain", "paper")


@dataclass(frozen=True)
class Material:
    """How a body answers to being deformed, by what can be seen: its slowest wobble and how soon it settles.

    hz: frequency of the lowest strain mode, as the body swings free; resting on the floor it sways about half as
    fast. settle: seconds until a free wobble has fallen to 5 %. volume: resistance of the volume relative to that
    of the shape (k_c / k_e). density [kg/m³], friction against the floor. bounce: restitution of what is too hard
    to be seen wobbling; softer bodies bounce by their own elasticity. The constants of the energy follow from the
    body's own size and mass.

    size [m]: hz and settle are meant for a body this large (the cube root of its volume), and a body of size L has
    hz √(size / L), settle √(L / size): it sags, squashes and wobbles alike at any size, only slower when large.
    Without it they hold as they are.

    damping: "strain" resists the rate of strain, and decays alike at all amplitudes; "paper" is −k_d V̇ ∂V/∂R
    (Witkin & Welch 1990, §2.4), which settles so at 20 % strain, and fades with the square of the strain.

    turning: what touches at a point, or may roll on a line, resists being turned and rolled as if friction acted over
    a patch whose radius is this share of how far its shape reaches, τ ≤ μ ρ N; a ball loses by it, and comes to rest.

    drag [1/s]: share of every velocity that the air takes a second, on top of the world's own.
    """

    name: str = "custom"
    hz: float = 3.0
    settle: float = 1.0
    volume: float = 2.0
    density: float = 400.0
    friction: float = 0.6
    bounce: float = 0.0
    turning: float = 0.002
    size: float | None = None
    damping: str = "strain"
    drag: float = 0.0

    def __post_init__(self) -> None:
        if self.damping not in DAMPINGS:
            raise UnknownNameError("kind of damping", self.damping, DAMPINGS)
        for what in ("hz", "settle", "density"):
            if not (np.isfinite(getattr(self, what)) and getattr(self, what) > 0):
                raise InputError(
                    f"material {self.name!r}: {what} is {getattr(self, what)}; it must be positive"
                )
        for what in ("volume", "friction", "bounce", "turning", "drag"):
            if not (np.isfinite(getattr(self, what)) and getattr(self, what) >= 0):
                raise InputError(
                    f"material {self.name!r}: {what} is {getattr(self, what)}; it must not be negative"
                )
        if self.bounce > 1:
            raise InputError(
                f"material {self.name!r}: bounce is {self.bounce}; a ball cannot return higher than it fell"
            )
        if self.size is not None and not (np.isfinite(self.size) and self.size > 0):
            raise InputError(f"material {self.name!r}: size is {self.size} m; it must be positive, or None")

    def sized(self, volume: float) -> "Material":
        """The material as a body of that volume [m³] shows it.

        >>> jelly = MATERIALS["jelly"]
        >>> jelly.sized(4**3 * jelly.size**3).hz == jelly.hz / 2
        True
        """
        if self.size is None:
            return self
        slower = float(np.sqrt(np.cbrt(volume) / self.size))
        return replace(self, hz=self.hz / slower, settle=self.settle * slower, size=None)


def wobble(hz: float, settle: float, **other: float | str) -> Material:
    """A material by ear: it wobbles `hz` times a second and is still after `settle` seconds.

    >>> wobble(hz=3, settle=1.0).hz
    3
    """
    return replace(Material(name=f"wobble {hz:g} Hz", hz=hz, settle=settle), **other)  # type: ignore[arg-type]


MATERIALS: dict[str, Material] = {
    material.name: material
    for material in (
        Material("jello", hz=8.5, settle=0.5, volume=60.0, density=1000, friction=0.5, size=0.3),
        Material("jelly", hz=12.0, settle=0.25, volume=20.0, density=900, friction=0.6, size=0.3),
        Material("sponge", hz=12.0, settle=0.15, volume=4.0, density=120, friction=0.9, size=0.3),
        Material("leather", hz=18.0, settle=0.12, volume=6.0, density=600, friction=0.6, size=0.3),
        Material("rubber", hz=20.0, settle=1.0, volume=30.0, density=1100, friction=0.9, size=0.3),
        Material("wood", hz=60.0, settle=0.12, volume=1.0, density=600, friction=0.5, bounce=0.3),
        Material("steel", hz=120.0, settle=0.1, volume=1.0, density=7800, friction=0.4, bounce=0.5),
    )
}
"""From soft to hard. Dropped from four times their own size, jello squashes to over a half, jelly to two thirds."""


def named(material: "str | Material") -> Material:
    """A material, or the one of that name."""
    if isinstance(material, Material):
        return material
    if material not in MATERIALS:
        raise UnknownNameError("material", str(material), MATERIALS)
    return MATERIALS[material]
