"""Any triangles, closed or open: stairs, a room, terrain."""

from dataclasses import dataclass
from functools import cached_property

from supple.arrays import Array
from supple.dynamics.legacy.contact.shapes.distance_grid import DistanceGrid
from supple.dynamics.legacy.contact.shapes.shape import Kind, Shape
from supple.errors import InputError
from supple.scene import Mesh, Node, Scene


@dataclass(frozen=True, eq=False)
class Surface(Shape):
    """The triangles of a mesh. They push to the side on which something is, so that a room may be entered.

    The one step meets the triangles themselves; elsewhere the distances to them on a grid stand for them.

    >>> from supple.scene import models
    >>> Surface.of(models.torus()).surface.watertight
    True
    """

    surface: Mesh
    kind = Kind.DISTANCE_GRID

    def __post_init__(self) -> None:
        if not len(self.surface.faces):
            raise InputError(f"mesh {self.surface.name!r} has no triangles, so nothing can touch it")

    @classmethod
    def of(cls, thing: "Mesh | Node | Scene") -> "Surface":
        """All meshes of a node or a scene, as they are at rest."""
        if isinstance(thing, Mesh):
            return cls(thing)
        roots = thing.nodes if isinstance(thing, Scene) else [thing]
        nodes = [node for root in roots for node in root.walk() if node.mesh is not None]
        name = thing.name if isinstance(thing, Node) else "surroundings"
        return cls(Mesh.joined((node.world_mesh for node in nodes), name))

    @cached_property
    def distances(self) -> DistanceGrid:
        """The grid of distances that stands for it where triangles are not met."""
        return DistanceGrid.of(self.surface)

    @property
    def grid(self) -> Array:
        """The distances."""
        return self.distances.grid

    @property
    def numbers(self) -> tuple[float, ...]:
        """The low corner, and the spacing."""
        return self.distances.numbers

    def mesh(self) -> Mesh:
        """The triangles."""
        return self.surface
