"""How far bodies are inside each other, whatever contact thinks: by all vertices of their meshes."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from supple.dynamics.legacy.contact.locate import locate
from supple.dynamics.legacy.contact.narrow import gaps_in
from supple.dynamics.legacy.contact.shapes import shape_arrays
from supple.dynamics.legacy.contact.solids import solid_of

if TYPE_CHECKING:
    from supple.dynamics.legacy.bodies.body import Body
    from supple.dynamics.legacy.world import World


class Overlap(NamedTuple):
    """How deep [m] a vertex of `body` is inside `other`; names are empty where nothing is."""

    depth: float
    body: str
    other: str


def deepest_overlap(world: "World") -> Overlap:
    """The worst of all pairs, as the world stands.

    >>> from supple.dynamics import World
    >>> from supple.scene import models
    >>> world = World()
    >>> for y in (1.0, 1.38):
    ...     _ = world.add(models.box(), kind="rigid", at=(0, y, 0), name=f"at {y}")
    >>> round(deepest_overlap(world).depth, 3)
    0.02
    """
    found = [_in(world, a, b) for a in world.bodies for b in world.bodies if a is not b and b.whole_map]
    return max(found, default=Overlap(0.0, "", ""))


def _in(world: "World", a: "Body", b: "Body") -> Overlap:
    """Vertices of a in the rest shape of b."""
    q, mesh = world.coordinates(b)[0], b.node.surface
    middle = mesh.bounds.mean(axis=0)[None]
    center, G = b.position(q, b.coefficients(middle)), b.gradient(q, middle)[0]
    x = a.position(world.coordinates(a)[0], a.coefficients(a.node.surface.vertices))
    reach = np.linalg.norm(b.position(q, b.coefficients(mesh.vertices)) - center, axis=1).max()
    x = x[np.linalg.norm(x - center, axis=1) <= reach]
    if not len(x):
        return Overlap(0.0, "", "")
    r, _ = locate(b, q, x, middle + (x - center) @ np.linalg.inv(G).T)
    gaps, _ = gaps_in(shape_arrays([solid_of(b)], [np.eye(4)]), np.zeros(len(r), dtype=np.int64), r)
    depth = -float(gaps.min())
    return Overlap(depth, a.name, b.name) if depth > 0 else Overlap(0.0, "", "")
