"""Shapes that can be touched: each has a gap, the signed distance to its surface, and a normal."""

from supple.dynamics.legacy.contact.shapes.arrays import ShapeArrays, gap, gap_of, gaps, shape_arrays
from supple.dynamics.legacy.contact.shapes.box import Box
from supple.dynamics.legacy.contact.shapes.capsule import Capsule
from supple.dynamics.legacy.contact.shapes.distance_grid import DistanceGrid
from supple.dynamics.legacy.contact.shapes.height_field import HeightField
from supple.dynamics.legacy.contact.shapes.plane import Plane
from supple.dynamics.legacy.contact.shapes.shape import Shape
from supple.dynamics.legacy.contact.shapes.sphere import Sphere
from supple.dynamics.legacy.contact.shapes.superquadric import Superquadric
from supple.dynamics.legacy.contact.shapes.surface import Surface

__all__ = [
    "Box", "Capsule", "DistanceGrid", "HeightField", "Plane", "Shape", "ShapeArrays", "Sphere", "Superquadric",
    "Surface", "gap", "gap_of", "gaps", "shape_arrays",
]  # fmt: skip
