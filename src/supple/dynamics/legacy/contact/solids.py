"""What others meet when they touch a body: a shape in its rest frame."""

from hashlib import sha256

from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.contact.shapes import DistanceGrid, Shape
from supple.scene import Mesh

KEPT = 64
"""So many distance grids are kept for meshes that come again."""
_kept: dict[str, DistanceGrid] = {}


def solid_of(body: Body) -> Shape:
    """The body's own `solid`, or the signed distances of its mesh at rest; equal meshes share one grid."""
    return body.solid if body.solid is not None else _grid(body.node.surface)


def _grid(mesh: Mesh) -> DistanceGrid:
    key = sha256(mesh.vertices.tobytes() + mesh.faces.tobytes()).hexdigest()
    if key not in _kept:
        if len(_kept) >= KEPT:
            _kept.pop(next(iter(_kept)))
        _kept[key] = DistanceGrid.of(mesh)
    return _kept[key]
