"""What bodies are made of, in constants or in words that an animator can set."""

from dataclasses import dataclass, replace

import numpy as np

from supple.errors import InputError, UnknownNameError


@dataclass(frozen=True)
class Material:
    """How a body answers to being deformed, by what can be seen: its slowest wobble and how soon it settles.

    hz: frequency of the lowest strain mode. settle: seconds until a wobble has fallen to 5 %. volume: resistance
    of the volume relative to that of the shape (k_c / k_e). density [kg/m³], friction against the floor,
    bounce: restitution. The constants of the energy follow from the body's own size and mass.
    """

    name: str = "custom"
    hz: float = 3.0
    settle: float = 1.0
    volume: float = 2.0
    density: float = 400.0
    friction: float = 0.6
    bounce: float = 0.0

    def __post_init__(self) -> None:
        for what in ("hz", "settle", "density"):
            if not (np.isfinite(getattr(self, what)) and getattr(self, what) > 0):
                raise InputError(
                    f"material {self.name!r}: {what} is {getattr(self, what)}; it must be positive"
                )
        for what in ("volume", "friction", "bounce"):
            if not (np.isfinite(getattr(self, what)) and getattr(self, what) >= 0):
                raise InputError(
                    f"material {self.name!r}: {what} is {getattr(self, what)}; it must not be negative"
                )
        if self.bounce > 1:
            raise InputError(
                f"material {self.name!r}: bounce is {self.bounce}; a ball cannot return higher than it fell"
            )


def wobble(hz: float, settle: float, **other: float) -> Material:
    """A material by ear: it wobbles `hz` times a second and is still after `settle` seconds.

    >>> wobble(hz=3, settle=1.0).hz
    3
    """
    return replace(Material(name=f"wobble {hz:g} Hz", hz=hz, settle=settle), **other)  # type: ignore[arg-type]


MATERIALS: dict[str, Material] = {
    material.name: material
    for material in (
        Material("jello", hz=2.2, settle=1.6, volume=3.0, density=1000, friction=0.5),
        Material("jelly", hz=3.5, settle=1.1, volume=3.0, density=900, friction=0.6),
        Material("sponge", hz=4.5, settle=0.5, volume=0.2, density=120, friction=0.9),
        Material("rubber", hz=9.0, settle=0.7, volume=4.0, density=1100, friction=0.9, bounce=0.3),
        Material("leather", hz=14.0, settle=0.25, volume=1.0, density=600, friction=0.6),
        Material("wood", hz=60.0, settle=0.12, volume=1.0, density=600, friction=0.5, bounce=0.2),
        Material("steel", hz=120.0, settle=0.1, volume=1.0, density=7800, friction=0.4, bounce=0.4),
    )
}


def named(material: "str | Material") -> Material:
    """A material, or the one of that name."""
    if isinstance(material, Material):
        return material
    if material not in MATERIALS:
        raise UnknownNameError("material", str(material), MATERIALS)
    return MATERIALS[material]
