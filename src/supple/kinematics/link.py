"""A link: a rigid thing with a frame of its own, and the joint by which it hangs on another."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.kinematics.inertia import Inertia
from supple.kinematics.shape import Shape
from supple.renamed import Renamed
from supple.scene.joint import Axis, Joint, Pair, Z
from supple.spatial import normalize


@dataclass(frozen=True, eq=False)
class Passive:
    """What acts at a joint by itself, each one number or one for each degree of freedom (nv,).

    damping [N m s/rad, N s/m]; stiffness [N m/rad, N/m] of a spring whose rest is `at` (nq,), by default the link's
    rest; armature [kg m², kg]: rotor inertia added to the joint's own; friction [N m, N]: dry, at most that much.
    """

    damping: ArrayLike = 0.0
    stiffness: ArrayLike = 0.0
    at: ArrayLike | None = None
    armature: ArrayLike = 0.0
    friction: ArrayLike = 0.0


class Link:
    """x_parent = offset + rotation · (motion of the joint) x: the joint is at the link's origin.

    `joint`: a `Joint`, or its kind with `axis` and `limits`; `offset` [m] of the joint in the parent; `rotation`
    (xyzw) on the parent where the joint is at zero; `mass` [kg], `center` [m] and `inertia` [kg m²] about that
    center, in the link's frame; `rest`: what q its joint has at rest; `shapes`: what it meets others with;
    `passive`: damping, springs and friction of the joint.

    >>> shin = Link("shin", "thigh", offset=(0, -0.4, 0), mass=3.0, center=(0, -0.2, 0), inertia=0.04)
    >>> shin.joint.kind, shin.limits
    ('hinge', array([[-inf,  inf]]))
    """

    axis = Renamed("joint.axis")
    center = Renamed("body.center")
    inertia = Renamed("body.moments")

    def __init__(
        self,
        name: str,
        parent: str | None = None,
        joint: Joint | str = "hinge",
        axis: Axis = Z,
        offset: ArrayLike = (0.0, 0.0, 0.0),
        rotation: ArrayLike = (0.0, 0.0, 0.0, 1.0),
        mass: float = 0.0,
        center: ArrayLike = (0.0, 0.0, 0.0),
        inertia: ArrayLike = 0.0,
        limits: "Pair | tuple[Pair | None, ...] | None" = None,
        rest: ArrayLike | None = None,
        shapes: Iterable[Shape] = (),
        passive: Passive | None = None,
    ) -> None:
        what = f"link {name!r}"
        self.name, self.parent = name, parent
        self.joint = joint if isinstance(joint, Joint) else _joint(joint, axis, limits, what)
        self.offset = finite(offset, f"offset of {what}", (3,))
        self.rotation = normalize(finite(rotation, f"rotation of {what}", (4,)))
        self.body = Inertia.of(mass, center, inertia, what)
        self.shapes = tuple(shapes)
        self.passive = passive or Passive()
        self.rest = self._resting(rest)

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

    def but(self, **changes: Any) -> "Link":
        """The same link with other arguments of its constructor.

        >>> Link("arm", mass=1).but(parent="torso").parent
        'torso'
        """
        own: dict[str, Any] = {
            "name": self.name, "parent": self.parent, "joint": self.joint, "offset": self.offset,
            "rotation": self.rotation, "mass": self.mass, "center": self.body.center,
            "inertia": self.body.moments, "shapes": self.shapes, "passive": self.passive,
        }  # fmt: skip
        kept = {} if "joint" in changes else {"rest": self.rest}
        return type(self)(**{**own, **kept, **changes})

    @property
    def mass(self) -> float:
        """Its mass [kg]."""
        return self.body.mass

    @property
    def place(self) -> Array:
        """Where the joint is in the parent (3,) [m]."""
        return self.offset

    @property
    def limits(self) -> Array:
        """Lowest and highest value of each degree of freedom (nv, 2) [rad, m]; infinite where it has none."""
        pairs = [f.limits or (-np.inf, np.inf) for f in self.joint.freedoms]
        return np.array(pairs, dtype=np.float64).reshape(-1, 2)

    @property
    def zero(self) -> Array:
        """q (nq,) at which the joint has not moved."""
        still = [f.still for f in self.joint.freedoms]
        return np.array([*still, 1.0] if self.joint.turning else still, dtype=np.float64)

    @property
    def freedom_names(self) -> tuple[str, ...]:
        """The full name of each degree of freedom (nv,): a hinge's or slide's is the link's own."""
        if self.joint.kind in ("hinge", "slide"):
            return (self.name,)
        return tuple(f"{self.name}.{name}" for name in self.joint.names)

    def _resting(self, rest: ArrayLike | None) -> Array:
        """q at rest, within the limits; by default where the joint has not moved."""
        low, high = self.limits.T
        q = self.zero if rest is None else np.atleast_1d(finite(rest, f"rest of link {self.name!r}"))
        if q.shape != (self.joint.nq,):
            raise InputError(
                f"rest of link {self.name!r}: a {self.joint.kind} needs {self.joint.nq} numbers, got {len(q)}"
            )
        if not self.joint.turning and ((q < low) | (q > high)).any():
            k = int(np.flatnonzero((q < low) | (q > high))[0])
            raise InputError(
                f"link {self.name!r} rests at {q[k]:.4g}, outside its limits {low[k]:.4g} to {high[k]:.4g}; "
                "widen them (limits=) or rest elsewhere (rest=)"
            )
        return q

    def __repr__(self) -> str:
        return f"<link {self.name}: {self.joint.kind} on {self.parent or 'the world'}, {self.mass:.3g} kg>"


def _joint(kind: str, axis: Axis, limits: Any, what: str) -> Joint:
    axis = finite(axis, f"axis of {what}", (3,))  # type: ignore[assignment]
    return Joint(kind, (float(axis[0]), float(axis[1]), float(axis[2])), limits)
