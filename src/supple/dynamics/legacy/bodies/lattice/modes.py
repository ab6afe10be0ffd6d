"""Modes: named displacements of the control points of a lattice, free of the object they deform.

u(s) = Σ d_ijk B_i(s₁) B_j(s₂) B_k(s₃),  s ∈ [0, 1]³ over the box  (Faloutsos et al. 1997, §4.1)

d is told in fractions of the sides of the box, so that one mode serves a teapot and a tower alike.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from supple.arrays import Array, ArrayLike, finite, rounded
from supple.dynamics.legacy.bodies.lattice.basis import Functions, Lattice, blends
from supple.errors import InputError, UnknownNameError

UNIT = ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
FACES = ("x-", "x+", "y-", "y+", "z-", "z+")
"""The faces of a box: axis, and the low or the high end of it."""
EXACT = 1e-9
"""How well a lattice must be able to hold a field, in sides of its box."""
DIGITS = 13
"""To which it is held."""


@dataclass(frozen=True, eq=False)
class Mode:
    """A name and where it sends each control point at amplitude 1: displacement (l, m, n, 3) [sides of the box].

    >>> lifted = np.zeros((2, 2, 2, 3))
    >>> lifted[:, 1, :, 1] = 0.5
    >>> Mode("raise", lifted).values([[0.5, 0.0, 0.5], [0.5, 1.0, 0.5]])
    array([[0. , 0. , 0. ],
           [0. , 0.5, 0. ]])
    """

    name: str
    displacement: Array
    functions: Functions = "bernstein"

    def __post_init__(self) -> None:
        d = finite(self.displacement, f"displacement of mode {self.name!r}", (None, None, None, 3)).copy()
        d.flags.writeable = False
        object.__setattr__(self, "displacement", d)
        if not self.name or "/" in self.name:
            raise InputError(f"a mode needs a name without '/', got {self.name!r}")
        if not d.any():
            raise InputError(f"mode {self.name!r} moves no control point")
        Lattice(self.counts, UNIT, self.functions)

    @classmethod
    def fitted(
        cls,
        name: str,
        field: Callable[[Array], ArrayLike],
        counts: tuple[int, int, int] = (4, 4, 4),
        functions: Functions = "bernstein",
    ) -> "Mode":
        """The mode with u(s) = field(s) for places s (q, 3), counted from the middle: −½ … ½ along each side.

        >>> lean = Mode.fitted("lean", lambda s: np.stack([s[:, 1], 0 * s[:, 0], 0 * s[:, 0]], axis=1))
        >>> lean.values([[0.5, 1.0, 0.5]]).round(9)
        array([[0.5, 0. , 0. ]])
        """
        grid = Lattice(counts, UNIT, functions)
        lines = [np.linspace(0, 1, 3 * n) for n in counts]
        s = np.stack(np.meshgrid(*lines, indexing="ij"), axis=-1).reshape(-1, 3)
        wanted = finite(field(s - 0.5), f"field of mode {name!r}", (len(s), 3))
        inverse = [np.linalg.pinv(blends(line, n, functions)) for line, n in zip(lines, counts, strict=True)]
        cube = wanted.reshape(*map(len, lines), 3)
        d = np.einsum("ia,jb,kc,abcx->ijkx", *inverse, cube, optimize=True)
        missed = float(np.abs(grid.values(s) @ d.reshape(-1, 3) - wanted).max())
        if missed > EXACT * max(1.0, float(np.abs(wanted).max())):
            raise InputError(
                f"mode {name!r}: a {' × '.join(map(str, counts))} {functions} lattice misses it by {missed:.2g} of "
                "its sides; give it more control points (4 along each axis hold every cubic)"
            )
        return cls(name, rounded(d, DIGITS), functions)

    @property
    def counts(self) -> tuple[int, int, int]:
        """Control points along x, y and z."""
        i, j, k = self.displacement.shape[:3]
        return i, j, k

    def fits(self, grid: Lattice) -> bool:
        """Whether a lattice has as many control points, blended alike."""
        return self.counts == grid.counts and self.functions == grid.functions

    def values(self, s: ArrayLike) -> Array:
        """u (q, 3) [sides] at places s (q, 3) in [0, 1]³."""
        where = finite(s, f"places in mode {self.name!r}", (None, 3))
        grid = Lattice(self.counts, UNIT, self.functions)
        return np.asarray(grid.values(where) @ self.displacement.reshape(-1, 3))

    def still(self, faces: Iterable[str], rows: int = 2) -> "Mode":
        """The same mode with so many rows of control points at rest behind each of these faces ('x-' … 'z+').

        One Bernstein row holds the face where it is, two its slope as well (§4.2); B-splines need three for either.
        """
        d = self.displacement.copy()
        for face in faces:
            if face not in FACES:
                raise UnknownNameError("face of a lattice", face, FACES)
            line = np.moveaxis(d, FACES.index(face) // 2, 0)
            line[slice(None, rows) if face.endswith("-") else slice(-rows, None)] = 0.0
        if not d.any():
            raise InputError(
                f"mode {self.name!r}: with {rows} rows still behind {', '.join(faces)} none of its "
                f"{' × '.join(map(str, self.counts))} control points can move; hold fewer faces, or take more points"
            )
        return replace(self, displacement=d)

    def scaled(self, factor: float) -> "Mode":
        """The same mode, so many times as far at amplitude 1."""
        return replace(self, displacement=factor * self.displacement)
