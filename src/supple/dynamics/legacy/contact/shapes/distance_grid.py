"""Any closed surface: signed distances on a grid, trilinear between them."""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.contact.shapes.distances import signed_distances
from supple.dynamics.legacy.contact.shapes.shape import Kind, Shape, sizes
from supple.errors import InputError
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
