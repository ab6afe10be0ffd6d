"""Any closed surface: signed distances on a grid, trilinear between them."""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.contact.shapes.distances import signed_distances
from supple.dynamics.legacy.contact.shapes.shape import Kind, Shape, sizes
from supple.errors import InputError
from supple.kernels import kernel
from supple.scene import Mesh

CELLS = 32
"""Cells along the longest side of a surface, unless said otherwise."""
MARGIN = 2
"""Cells around it."""


@dataclass(frozen=True, eq=False)
class DistanceGrid(Shape):
    """Distances (nx, ny, nz) [m] at low + spacing · (i, j, k), negative inside, and the mesh that they are of.

    >>> from supple.scene import models
    >>> grid = DistanceGrid.of(models.torus().surface, cells=16)
    >>> bool(grid.grid.min() < 0 < grid.grid.max())
    True
    """

    distances: ArrayLike
    low: ArrayLike
    spacing: float
    surface: Mesh
    kind = Kind.DISTANCE_GRID

    def __post_init__(self) -> None:
        sizes("distance grid", spacing=self.spacing)
        grid = np.ascontiguousarray(finite(self.distances, "distances", (None, None, None)))
        if min(grid.shape) < 2:
            raise InputError(f"distances: {grid.shape} samples; give two at least along every axis")
        object.__setattr__(self, "distances", grid)
        object.__setattr__(self, "low", finite(self.low, "low", (3,)))

    @classmethod
    def of(cls, mesh: Mesh, cells: int = CELLS) -> "DistanceGrid":
        """The distances of a mesh, with so many cells along its longest side; what is open counts as a thin shell."""
        if cells < 2:
            raise InputError(f"a distance grid of {cells} cells; give 2 at least")
        low, high = mesh.bounds
        spacing = float((high - low).max()) / cells
        shape = np.ceil((high - low) / spacing).astype(np.int64) + 1 + 2 * MARGIN
        corner = (low + high) / 2 - (shape - 1) * spacing / 2
        return cls(signed_distances(mesh, corner, spacing, shape), corner, spacing, mesh)

    @property
    def grid(self) -> Array:
        """The distances."""
        return np.asarray(self.distances)

    @property
    def numbers(self) -> tuple[float, ...]:
        """The low corner, and the spacing."""
        return (*np.asarray(self.low).tolist(), self.spacing)

    def mesh(self) -> Mesh:
        """What the distances are of."""
        return self.surface


@kernel
def grid_gap(
    values: Array, nx: int, ny: int, nz: int, size: Array, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """(gap, normal) from values (nx · ny · nz,), flat; size = (low corner (3,), spacing).

    Beyond the grid no point is told to be nearer than it is.
    """
    d = size[3]
    r, s, t = (x - size[0]) / d, (y - size[1]) / d, (z - size[2]) / d
    cr, cs, ct = min(max(r, 0.0), nx - 1.0), min(max(s, 0.0), ny - 1.0), min(max(t, 0.0), nz - 1.0)
    i, j, k = min(int(cr), nx - 2), min(int(cs), ny - 2), min(int(ct), nz - 2)
    beyond = d * np.sqrt((r - cr) ** 2 + (s - cs) ** 2 + (t - ct) ** 2)
    r, s, t = cr - i, cs - j, ct - k
    value = gx = gy = gz = 0.0
    for a in range(2):
        for b in range(2):
            for c in range(2):
                f = values[((i + a) * ny + j + b) * nz + k + c]
                wr, ws, wt = r if a else 1 - r, s if b else 1 - s, t if c else 1 - t
                value += wr * ws * wt * f
                gx += (f if a else -f) * ws * wt
                gy += (f if b else -f) * wr * wt
                gz += (f if c else -f) * wr * ws
    length = np.sqrt(gx * gx + gy * gy + gz * gz)
    if length == 0.0:
        return value + beyond, 0.0, 1.0, 0.0
    return value + beyond, gx / length, gy / length, gz / length
