"""Surface points that may touch something."""

from collections.abc import Sequence

import numpy as np

from supple.arrays import Array
from supple.dynamics.assembly import flat, offsets
from supple.dynamics.bodies.body import Body
from supple.dynamics.bodies.linear import LinearBody
from supple.dynamics.contact.floor import ContactArrays

CONTACT_POINTS = 80


def contact_arrays(
    bodies: Sequence[LinearBody], points: Sequence[Array], height: float
) -> ContactArrays:  # fmt: skip
    """Surface points (n, 3) at rest of each body, as the compiled loop reads them."""
    p = [b.basis.values(r) for b, r in zip(bodies, points, strict=True)]
    Wp = [x @ b.W for b, x in zip(bodies, p, strict=True)]
    weight = [np.einsum("ij,ij->i", x, y) for x, y in zip(p, Wp, strict=True)]
    counts = np.array([len(x) for x in p], dtype=np.int64)
    widths = np.repeat([b.k for b in bodies], counts).astype(np.int64)
    return ContactArrays(
        body=np.repeat(np.arange(len(bodies)), counts),
        p=flat(p),
        Wp=flat(Wp),
        p_start=offsets(widths)[:-1],
        weight=flat(weight),
        friction=np.array([b.material.friction for b in bodies]),
        bounce=np.array([b.material.bounce for b in bodies]),
        height=height,
    )


def surface_points(body: Body, count: int = CONTACT_POINTS) -> Array:
    """At most `count` vertices spread over the surface: the extremes first, then ever the farthest from those taken."""
    vertices = np.unique(body.node.surface.vertices.round(9), axis=0)
    if len(vertices) <= count:
        return vertices
    directions = np.array([d for d in np.ndindex(3, 3, 3) if d != (1, 1, 1)]) - 1
    chosen: list[int] = list(dict.fromkeys((vertices @ directions.T).argmax(axis=0).tolist()))
    distance = np.full(len(vertices), np.inf)
    for i in chosen:
        distance = np.minimum(distance, np.linalg.norm(vertices - vertices[i], axis=1))
    while len(chosen) < count:
        chosen.append(int(distance.argmax()))
        distance = np.minimum(distance, np.linalg.norm(vertices - vertices[chosen[-1]], axis=1))
    return np.asarray(vertices[chosen])
