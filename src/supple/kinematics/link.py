"""A link: a rigid thing with a frame of its own, and the joint by which it hangs on another."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.kinematics.inertia import Inertia
from supple.kinematics.joints import Z, freedoms


@dataclass(frozen=True, eq=False)
class Link:
    """x_parent = offset + rotation · (turn by the joint) x: the joint is at the link's origin.

    `axis` of a hinge or slide in the link's frame; `offset` [m] of the joint in the parent; `rotation` (xyzw) on the
    parent at angle 0; `mass` [kg], `center` [m] and `inertia` [kg m²] about that center, in the link's frame;
    `limits` lowest and highest angle [rad], or shift [m], of each coordinate; `rest` what it has at rest.

    >>> shin = Link("shin", "thigh", offset=(0, -0.4, 0), mass=3.0, center=(0, -0.2, 0), inertia=0.04)
    >>> shin.joint, shin.limits
    ('hinge', (-inf, inf))
    """

    name: str
    parent: str | None = None
    joint: str = "hinge"
    axis: tuple[float, float, float] = Z
    offset: ArrayLike = (0.0, 0.0, 0.0)
    rotation: ArrayLike = (0.0, 0.0, 0.0, 1.0)
    mass: float = 0.0
    center: ArrayLike = (0.0, 0.0, 0.0)
    inertia: ArrayLike = 0.0
    limits: tuple[float, float] = (-np.inf, np.inf)
    rest: float = 0.0
    body: Inertia = field(init=False, repr=False)
    """Mass, center and moments as one."""

    def __post_init__(self) -> None:
        what = f"link {self.name!r}"
        axis = finite(self.axis, f"axis of {what}", (3,))
        length = float(np.linalg.norm(axis))
        if length == 0:
            raise InputError(f"axis of {what} is (0, 0, 0); it must point somewhere")
        low, high = (float(limit) for limit in self.limits)
        if not low <= self.rest <= high:
            raise InputError(
                f"{what} rests at {self.rest:.4g}, outside its limits {low:.4g} to {high:.4g}; "
                "widen them (limits=) or rest elsewhere (rest=)"
            )
        freedoms(self.joint, self.axis, self.name)
        unit = tuple(float(component) for component in axis / length)
        for key, value in {
            "axis": unit,
            "offset": finite(self.offset, f"offset of {what}", (3,)),
            "rotation": finite(self.rotation, f"rotation of {what}", (4,)),
            "limits": (low, high),
            "body": Inertia.of(self.mass, self.center, self.inertia, what),
        }.items():
            object.__setattr__(self, key, value)

    @classmethod
    def rod(
        cls,
        name: str,
        parent: str | None = None,
        *,
        to: ArrayLike,
        mass: float,
        radius: float = 0.0,
        **joint: Any,
    ) -> "Link":
        """A round rod from the joint to `to` [m]; `joint`: joint, axis, offset, limits and rest as of any link."""
        body = Inertia.rod(to, mass, radius)
        return cls(name, parent, mass=mass, center=body.center, inertia=body.moments, **joint)

    @property
    def place(self) -> Array:
        """Where the joint is in the parent (3,) [m]."""
        return np.asarray(self.offset)
