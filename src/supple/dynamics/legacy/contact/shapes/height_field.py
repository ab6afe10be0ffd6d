"""Height field: ground at y = f(x, z), bilinear between samples, solid below.

gap = (y − f) n_y,   n = (−∂f/∂x, 1, −∂f/∂z)/|…|  :  the distance to the tangent plane.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, ArrayLike, Indices, finite
from supple.dynamics.legacy.contact.shapes.shape import Kind, Shape, sizes
from supple.errors import InputError
from supple.kernels import kernel
from supple.scene import Look, Mesh

GREY = (0.55, 0.52, 0.47, 1.0)
THICK = 0.05
"""Of what is lowest, where that is not above the floor [m]."""
BEYOND = 20.0
"""How far the border goes on, in widths."""


@dataclass(frozen=True, eq=False)
class HeightField(Shape):
    """Heights (nx, nz) [m] over an even grid, `width` (x) by `depth` (z) [m] about the origin; the border goes on.

    >>> hill = HeightField.of(lambda x, z: 0.1 * np.cos(x), width=6.0, depth=2.0, step=0.1)
    >>> hill.heights.shape, round(float(hill.heights.max()), 3)
    ((61, 21), 0.1)
    """

    heights: ArrayLike
    width: float = 10.0
    depth: float = 10.0
    kind = Kind.HEIGHT_FIELD

    def __post_init__(self) -> None:
        sizes("height field", width=self.width, depth=self.depth)
        heights = np.ascontiguousarray(finite(self.heights, "heights", (None, None)))
        if min(heights.shape) < 2:
            raise InputError(f"heights: {heights.shape} samples; give two at least along x and along z")
        object.__setattr__(self, "heights", heights)

    @classmethod
    def of(
        cls,
        f: "Callable[[Array, Array], ArrayLike]",
        width: float = 10.0,
        depth: float = 10.0,
        step: float = 0.05,
    ) -> "HeightField":
        """y = f(x, z), arrays in and out, sampled about every `step` [m]."""
        sizes("height field", width=width, depth=depth, step=step)
        lines = [np.linspace(-s / 2, s / 2, max(round(s / step), 1) + 1) for s in (width, depth)]
        x, z = np.meshgrid(*lines, indexing="ij")
        return cls(np.broadcast_to(f(x, z), x.shape), width, depth)

    @property
    def grid(self) -> Array:
        """The heights (nx, 1, nz)."""
        return np.asarray(self.heights)[:, None]

    @property
    def numbers(self) -> tuple[float, ...]:
        """The corner at low x and z, and the spacings."""
        nx, nz = np.shape(self.heights)
        return (-self.width / 2, -self.depth / 2, self.width / (nx - 1), self.depth / (nz - 1))

    def mesh(self) -> Mesh:
        """Two triangles for each square of samples, and sides down to the floor, or a little below what is lowest."""
        y = np.asarray(self.heights)
        lines = [
            np.linspace(-s / 2, s / 2, n) for s, n in zip((self.width, self.depth), y.shape, strict=True)
        ]
        x, z = np.meshgrid(*lines, indexing="ij")
        top = np.stack([x, y, z], axis=-1)
        low = float(y.min())
        base = 0.0 if low > 0.0 else low - THICK
        look = Look("ground", GREY, roughness=0.9, two_sided=True)
        walls = [_wall(edge, base) for edge in (top[:, -1], top[::-1, 0], top[0], top[-1, ::-1])]
        return Mesh.joined(
            (Mesh.of(*part, name="ground", look=look) for part in (_sheet(top), *walls)), "ground"
        )

    def wide(self) -> Mesh:
        """The ground alone, with a border that goes on as it is, so far that nothing leaves it."""
        y = np.pad(np.asarray(self.heights), 1, mode="edge")
        lines = [
            np.concatenate([[-BEYOND * s], np.linspace(-s / 2, s / 2, n - 2), [BEYOND * s]])
            for s, n in zip((self.width, self.depth), y.shape, strict=True)
        ]
        x, z = np.meshgrid(*lines, indexing="ij")
        return Mesh.of(*_sheet(np.stack([x, y, z], axis=-1)), name="ground")


def _sheet(rows: Array) -> tuple[Array, Indices]:
    """Vertices and faces of a grid (n, m, 3) of places, seen from where rows go on to the left of columns."""
    index = np.arange(rows.shape[0] * rows.shape[1]).reshape(rows.shape[:2])
    a, b, c, d = (k.reshape(-1) for k in (index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]))
    return rows.reshape(-1, 3), np.concatenate([np.stack([a, c, b], axis=1), np.stack([a, d, c], axis=1)])


def _wall(edge: Array, base: float) -> tuple[Array, Indices]:
    """From an edge (n, 3) straight down to a height."""
    foot = edge.copy()
    foot[:, 1] = base
    return _sheet(np.stack([edge, foot], axis=1))


@kernel
def height_gap(
    heights: Array, nx: int, nz: int, size: Array, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """(gap, normal) over heights (nx · nz,), flat; size = (corner x, corner z, spacing x, spacing z)."""
    across, along = (x - size[0]) / size[2], (z - size[1]) / size[3]
    s, t = min(max(across, 0.0), nx - 1.0), min(max(along, 0.0), nz - 1.0)
    i, j = min(int(s), nx - 2), min(int(t), nz - 2)
    s, t = s - i, t - j
    k = i * nz + j
    a, b, c, d = heights[k], heights[k + nz], heights[k + 1], heights[k + nz + 1]
    height = (1 - s) * ((1 - t) * a + t * c) + s * ((1 - t) * b + t * d)
    slope_x = ((1 - t) * (b - a) + t * (d - c)) / size[2] if 0.0 <= across <= nx - 1 else 0.0
    slope_z = ((1 - s) * (c - a) + s * (d - b)) / size[3] if 0.0 <= along <= nz - 1 else 0.0
    up = 1.0 / np.sqrt(1.0 + slope_x * slope_x + slope_z * slope_z)
    return (y - height) * up, -slope_x * up, up, -slope_z * up
