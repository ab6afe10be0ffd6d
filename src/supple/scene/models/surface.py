"""The surface f(x) = 0 of an implicit solid as even triangles: naive surface nets, then relaxed on the surface.

One vertex for every grid cell that the surface crosses, one quad for every grid edge (Gibson 1998). The vertices then
move to the mean of their neighbors and back onto the surface a few times, which evens out the triangles.
"""

from collections.abc import Callable

import numpy as np

from supple.arrays import Array, ArrayLike, Indices
from supple.scene import solid
from supple.scene.look import Look
from supple.scene.mesh import Part
from supple.scene.models.grid import triangles

Field = Callable[[Array], Array]
"""Points (n, 3) [m] ↦ values (n,), about the distance [m], negative inside."""


def surface(
    f: Field, bounds: ArrayLike, step: float, *, rounds: int = 6, name: str = "", look: Look | None = None
) -> Part:
    """The closed surface of f < 0 within `bounds` (2, 3) [m], with triangles of about `step` [m]."""
    low, high = np.asarray(bounds, dtype=np.float64)
    shape = np.ceil((high - low) / step).astype(int) + 1
    origin = (low + high) / 2 - (shape - 1) * step / 2
    places = origin + step * np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1)
    inside = f(places.reshape(-1, 3)).reshape(shape) < 0
    vertices, quads = _net(inside)
    vertices = onto(f, origin + step * vertices, step)
    for _ in range(rounds):
        vertices = onto(f, _relaxed(vertices, quads), step, rounds=1)
    vertices = onto(f, vertices, step)
    faces = triangles(vertices, quads)
    return Part(vertices, faces, name, look or Look(), normals=solid.vertex_normals(vertices, faces))


def onto(f: Field, x: Array, step: float, rounds: int = 4) -> Array:
    """Newton steps along the gradient, x ← x - f ∇f / |∇f|², none longer than half a `step`."""
    for _ in range(rounds):
        gradient = _gradient(f, x, step)
        move = f(x)[:, None] * gradient / np.maximum((gradient**2).sum(axis=1), 1e-12)[:, None]
        x = x - move * np.minimum(1, 0.5 * step / np.maximum(np.linalg.norm(move, axis=1), 1e-300))[:, None]
    return x


def directions(f: Field, x: Array, step: float) -> Array:
    """Unit outward normals ∇f / |∇f|, (n, 3)."""
    gradient = _gradient(f, x, step)
    return np.asarray(gradient / np.linalg.norm(gradient, axis=1, keepdims=True))


def _gradient(f: Field, x: Array, step: float) -> Array:
    h = 0.02 * step
    return np.stack([(f(x + e) - f(x - e)) / (2 * h) for e in h * np.eye(3)], axis=1)


def _net(inside: np.ndarray) -> tuple[Array, Indices]:
    """Cell centers (n, 3), in grid steps, and quads across the grid edges whose ends differ."""
    cells = np.array(inside.shape) - 1
    corners = [
        inside[i : i + cells[0], j : j + cells[1], k : k + cells[2]] for i, j, k in np.ndindex(2, 2, 2)
    ]
    total = np.sum(corners, axis=0)
    mixed = (total > 0) & (total < 8)
    number = np.cumsum(mixed.reshape(-1)).reshape(mixed.shape) - 1
    quads = []
    for axis in range(3):
        a, b = (axis + 1) % 3, (axis + 2) % 3
        low = np.take(inside, range(cells[axis]), axis)
        high = np.take(inside, range(1, cells[axis] + 1), axis)
        edges = np.argwhere(low != high)
        step_a, step_b = np.eye(3, dtype=int)[[a, b]]
        around = [edges - step_a - step_b, edges - step_b, edges, edges - step_a]
        loop = np.stack([number[tuple(c.T)] for c in around], axis=1)
        outward = low[tuple(edges.T)]
        quads.append(np.where(outward[:, None], loop, loop[:, ::-1]))
    return np.argwhere(mixed).astype(np.float64) + 0.5, np.concatenate(quads)


def _relaxed(vertices: Array, quads: Indices) -> Array:
    """Each vertex half way to the mean of its neighbors."""
    ends = np.concatenate([quads[:, [i, (i + 1) % 4]] for i in range(4)])
    sums, counts = np.zeros_like(vertices), np.zeros(len(vertices))
    np.add.at(sums, ends[:, 0], vertices[ends[:, 1]])
    np.add.at(counts, ends[:, 0], 1)
    return 0.5 * vertices + 0.5 * sums / counts[:, None]
