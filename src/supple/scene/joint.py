"""A joint: the degrees of freedom of a node on its parent, one after another.

x_parent = placement · G₁(q₁) G₂(q₂) … x,   each G a shift along, a turn about, or a scale along an axis of its own

| kind | degrees of freedom |
|---|---|
| fixed | none |
| hinge, slide | a turn about `axis`, a shift along it |
| universal | a turn about `axis`, then one about `second` |
| ball | three turns; one quaternion in the world and in files, angles in `order` where they are keyed apart |
| free | three shifts, then a ball |
| general | any freedoms in any order, up to nine: shifts, turns and scales (Sturman's joints in bbop) |
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from supple.arrays import finite
from supple.errors import InputError, UnknownNameError

Axis = tuple[float, float, float]
Pair = tuple[float, float]
Motion = Literal["shift", "turn", "scale"]
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
KINDS = ("fixed", "hinge", "slide", "universal", "ball", "free", "general")
ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")
"""Three turns, each about an axis that those before have turned: "YXZ" is yaw, then pitch, then roll."""
_TURN = {"Y": ("yaw", Y), "X": ("pitch", X), "Z": ("roll", Z)}
_SHIFTS = (("x", X), ("y", Y), ("z", Z))


def unit(axis: Axis, what: str) -> Axis:
    """The axis at length one."""
    given = finite(axis, what, (3,))
    length = float(np.linalg.norm(given))
    if length == 0:
        raise InputError(f"{what} is (0, 0, 0); it must point somewhere")
    x, y, z = (float(component) for component in given / length)
    return x, y, z


def rising(limits: Pair, what: str) -> Pair:
    """Lowest and highest value, in that order."""
    low, high = (float(limit) for limit in limits)
    if not low <= high:
        raise InputError(f"{what} are reversed: {low:.4g} to {high:.4g}; give the lower one first")
    return low, high


@dataclass(frozen=True)
class Freedom:
    """One degree of freedom: its name within the joint, what it does, and along or about which axis.

    >>> Freedom("yaw", "turn", (0, 2, 0), (-1, 1)).axis
    (0.0, 1.0, 0.0)
    """

    name: str
    motion: Motion
    axis: Axis
    limits: Pair | None = None
    """Lowest and highest value [rad, m], or None."""

    def __post_init__(self) -> None:
        if self.motion not in ("shift", "turn", "scale"):
            raise UnknownNameError(f"motion of {self.name!r}:", str(self.motion), ("shift", "turn", "scale"))
        object.__setattr__(self, "axis", unit(self.axis, f"axis of {self.name!r}"))
        if self.limits is not None:
            object.__setattr__(self, "limits", rising(self.limits, f"limits of {self.name!r}"))

    @property
    def still(self) -> float:
        """The value at which nothing has moved: 1 for a scale, else 0."""
        return 1.0 if self.motion == "scale" else 0.0


@dataclass(frozen=True)
class Joint:
    """How a node may move on its parent, as data for those who make bodies: the pivot is the node's origin.

    `limits` [rad, m]: one pair for all degrees of freedom, or one for each (None for none). Of a ball, one pair is
    how far it may swing to either side.

    >>> Joint("hinge", (0, 0, 1), (-1, 0.5)).freedoms[0].limits
    (-1.0, 0.5)
    >>> Joint("free", order="ZXY").names, Joint("free").nq, Joint("free").nv
    (('x', 'y', 'z', 'roll', 'pitch', 'yaw'), 7, 6)
    """

    kind: str = "fixed"
    axis: Axis = Z
    limits: Pair | tuple[Pair | None, ...] | None = None
    second: Axis = X
    """The second axis of a universal joint."""
    order: str = "YXZ"
    """In which order the turns of a ball act when they are given as angles."""
    freedoms: tuple[Freedom, ...] = ()
    """Of a general joint, in the order in which they act; the other kinds say theirs."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UnknownNameError("kind of joint", str(self.kind), KINDS)
        if self.order not in ORDERS:
            raise UnknownNameError("order of turns", str(self.order), ORDERS)
        freedoms = self.freedoms if self.kind == "general" else self._usual()
        pairs = _pairs(self.limits, len(freedoms), self.kind)
        limited = tuple(replace(f, limits=p) if p else f for f, p in zip(freedoms, pairs, strict=True))
        if len({f.name for f in limited}) < len(limited):
            raise InputError(f"two freedoms of a joint share a name: {', '.join(f.name for f in limited)}")
        object.__setattr__(self, "freedoms", limited)

    @classmethod
    def general(cls, names: str | Sequence[str], limits: Iterable[Pair | None] | None = None) -> "Joint":
        """Freedoms along and about x, y and z in the order in which they act.

        >>> nine = Joint.general("x y z yaw pitch roll scale.x scale.y scale.z")
        >>> nine.nq, nine.freedoms[3].axis
        (9, (0.0, 1.0, 0.0))
        """
        words = names.split() if isinstance(names, str) else list(names)
        for word in words:
            if word not in _NAMED:
                raise UnknownNameError("freedom of a joint", word, _NAMED)
        return cls(
            "general", freedoms=tuple(_NAMED[w] for w in words), limits=tuple(limits) if limits else None
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its freedoms."""
        return tuple(f.name for f in self.freedoms)

    @property
    def turning(self) -> bool:
        """Whether its turns are one quaternion in q."""
        return self.kind in ("ball", "free")

    @property
    def nq(self) -> int:
        """How many numbers say where it is: a ball's quaternion takes four."""
        return len(self.freedoms) + self.turning

    @property
    def nv(self) -> int:
        """How many degrees of freedom it has."""
        return len(self.freedoms)

    def _usual(self) -> tuple[Freedom, ...]:
        axis = unit(self.axis, f"axis of a {self.kind}")
        turns = tuple(Freedom(name, "turn", a) for name, a in (_TURN[letter] for letter in self.order))
        return {
            "fixed": (),
            "hinge": (Freedom("turn", "turn", axis),),
            "slide": (Freedom("shift", "shift", axis),),
            "universal": (Freedom("first", "turn", axis), Freedom("second", "turn", self.second)),
            "ball": turns,
            "free": tuple(Freedom(name, "shift", a) for name, a in _SHIFTS) + turns,
        }[self.kind]


_NAMED = {
    **{name: Freedom(name, "shift", axis) for name, axis in _SHIFTS},
    **{name: Freedom(name, "turn", axis) for name, axis in _TURN.values()},
    **{f"scale.{name}": Freedom(f"scale.{name}", "scale", axis) for name, axis in _SHIFTS},
}


def _pairs(limits: object, count: int, kind: str) -> tuple[Pair | None, ...]:
    """One pair of limits, or None, for each freedom."""
    if limits is None:
        return (None,) * count
    given = tuple(limits) if isinstance(limits, Iterable) else (limits,)
    if len(given) == 2 and all(isinstance(limit, int | float | np.number) for limit in given):
        return (rising(given, f"limits of a {kind} joint"),) * count
    if len(given) != count or not all(pair is None or np.shape(pair) == (2,) for pair in given):
        raise InputError(
            f"limits of a {kind} joint: expected (low, high), or {count} such pairs, one for each freedom; "
            f"got {limits!r}"
        )
    return given
