"""The modes that everybody asks for, by kind and axis: "squash.y", "bend.x", "shear.zy", "twist.y" …

Fields u(s) [sides of the box] of places s ∈ [−½, ½]³, for an axis a and the two others b, c:

    squash   u_a = −s_a,                 u_b = ν s_b,  u_c = ν s_c
    stretch  the opposite
    bend     u_a = 4 s_b² − ⅓                                    toward a, along b
    curl     u_a = 4 s_b² + 4 k² s_a² − ⅓ (1 + k²),  u_b = −8 k² s_a s_b     with sections that turn, k = a/b
    shear    u_a = s_b,                  u_b = s_a
    twist    u_b = −s_a s_c c/b,         u_c = s_a s_b b/c       (1 rad from end to end)
    taper    u_b = −s_a s_b,  u_c = −s_a s_c,  u_a = ν (2 s_a² − 1/6)
    bulge    u_b = (⅓ − 4 s_a²) s_b,  u_c likewise,  u_a = −⅔ (s_a − 4 s_a³)

ν = ½ keeps the volume (∇·u = 0), ν = 0 moves only what is named. All have no mean over the box and no turn, so that
none repeats what translation and rotation do. A squash of 0.3 takes 30 % off the height.
"""

from collections.abc import Callable

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.bodies.lattice.basis import Functions
from supple.dynamics.legacy.bodies.lattice.modes import Mode
from supple.errors import InputError, UnknownNameError

AXES = "xyz"
Field = Callable[[Array, Array, float], Array]
"""u (3, q) along the axes (a, b, c) of places s (3, q) along them, for a box of sides (3,), with ν."""


def _squash(s: Array, sides: Array, nu: float) -> Array:
    return np.stack([-s[0], nu * s[1], nu * s[2]])


def _stretch(s: Array, sides: Array, nu: float) -> Array:
    return -_squash(s, sides, nu)


def _bend(s: Array, sides: Array, nu: float) -> Array:
    return np.stack([4 * s[1] ** 2 - 1 / 3, 0 * s[1], 0 * s[2]])


def _curl(s: Array, sides: Array, nu: float) -> Array:
    k = (sides[0] / sides[1]) ** 2
    thickened = 2 * nu * k * (4 * s[0] ** 2 - 1 / 3)
    return np.stack([4 * s[1] ** 2 - 1 / 3 + thickened, -8 * k * s[0] * s[1], 0 * s[2]])


def _shear(s: Array, sides: Array, nu: float) -> Array:
    return np.stack([s[1], s[0], 0 * s[2]])


def _twist(s: Array, sides: Array, nu: float) -> Array:
    k = sides[2] / sides[1]
    return np.stack([0 * s[0], -s[0] * s[2] * k, s[0] * s[1] / k])


def _taper(s: Array, sides: Array, nu: float) -> Array:
    return np.stack([2 * nu * (s[0] ** 2 - 1 / 12), -s[0] * s[1], -s[0] * s[2]])


def _bulge(s: Array, sides: Array, nu: float) -> Array:
    wide = (1 / 3 if nu else 1) - 4 * s[0] ** 2
    return np.stack([-4 * nu * (s[0] - 4 * s[0] ** 3) / 3, wide * s[1], wide * s[2]])


KINDS: dict[str, Field] = {
    "squash": _squash, "stretch": _stretch, "bend": _bend, "curl": _curl,
    "shear": _shear, "twist": _twist, "taper": _taper, "bulge": _bulge,
}  # fmt: skip
PAIRED = ("bend", "curl", "shear")
"""Kinds with a second axis: toward the first, along the second; left out it is y, or x for those toward y."""


def mode(
    name: str,
    counts: tuple[int, int, int] = (4, 4, 4),
    functions: Functions = "bernstein",
    *,
    keep_volume: bool = True,
    sides: ArrayLike = (1.0, 1.0, 1.0),
) -> Mode:
    """A mode of the library by kind and axis; `sides` of the box matter to what turns: twist and curl.

    >>> squash = mode("squash.y")
    >>> 2 * squash.values([[1.0, 1.0, 0.5]]).round(9) + 0.0  # of the sides: lower by one, wider by a half
    array([[ 0.5, -1. ,  0. ]])
    >>> mode("bend.w")
    Traceback (most recent call last):
    supple.errors.UnknownNameError: unknown axis of mode 'bend.w': 'w'. There are: x, y, z
    """
    kind, _, axes = name.partition(".")
    if kind not in KINDS:
        raise UnknownNameError("mode", kind, KINDS)
    order = _order(name, axes, kind in PAIRED)
    box = finite(sides, "sides", (3,))
    if not (box > 0).all():
        raise InputError(f"sides of the box of {name!r} are {box.tolist()} m; they must be positive")

    def field(s: Array) -> Array:
        u = np.empty_like(s)
        u[:, order] = KINDS[kind](s[:, order].T, box[order], 0.5 if keep_volume else 0.0).T
        return u

    return Mode.fitted(name, field, counts, functions)


def _order(name: str, axes: str, paired: bool) -> list[int]:
    """The axes (a, b, c) as indices; right-handed where only a is named."""
    for axis in axes:
        if axis not in AXES:
            raise UnknownNameError(f"axis of mode {name!r}:", axis, AXES)
    if len(axes) not in ((1, 2) if paired else (1,)) or len(set(axes)) < len(axes):
        what = (
            "an axis toward which and one along which, as in 'bend.xy'"
            if paired
            else "one axis, as in 'squash.y'"
        )
        raise InputError(f"mode {name!r}: expected {what}")
    first = AXES.index(axes[0])
    if not paired:
        return [first, (first + 1) % 3, (first + 2) % 3]
    second = AXES.index(axes[1]) if len(axes) == 2 else (0 if axes == "y" else 1)
    return [first, second, 3 - first - second]


def names() -> tuple[str, ...]:
    """Every mode of the library, each once.

    >>> names()[:4]
    ('squash.x', 'squash.y', 'squash.z', 'stretch.x')
    """
    pairs = ("xy", "xz", "yx", "yz", "zx", "zy")
    return tuple(f"{kind}.{axes}" for kind in KINDS for axes in (pairs if kind in PAIRED else AXES))
