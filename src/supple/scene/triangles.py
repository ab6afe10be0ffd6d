"""How far two triangles are apart, exactly: where edges are nearest, or a corner is over a face, or they cut."""

import numpy as np

from supple.arrays import Array


def distances(pairs: Array) -> Array:
    """Distances (n,) [m] between the triangles of pairs (n, 2, 3, 3) [m].

    >>> flat = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    >>> distances(np.array([[flat, flat + [0, 0, 2]], [flat, flat[:, ::-1] + [0.1, 0.1, -0.5]]]))
    array([2., 0.])
    """
    a, b = pairs[:, 0], pairs[:, 1]
    return np.asarray(np.minimum(_edges(a, b), np.minimum(_over(a, b), _over(b, a))))


def _edges(a: Array, b: Array) -> Array:
    """Between the nine pairs of edges: |w + s u − t v| least for s, t in [0, 1]."""
    u, v = (np.roll(x, -1, axis=1) - x for x in (a, b))
    u, v, w = u[:, :, None], v[:, None], a[:, :, None] - b[:, None]
    uu, uv, vv, uw, vw = (_dot(x, y) for x, y in ((u, u), (u, v), (v, v), (u, w), (v, w)))
    s = np.clip(_ratio(uv * vw - vv * uw, uu * vv - uv**2), 0, 1)
    t = np.clip(_ratio(uv * s + vw, vv + 0 * s), 0, 1)
    s = np.clip(_ratio(uv * t - uw, uu + 0 * t), 0, 1)
    return np.asarray(np.linalg.norm(w + s[..., None] * u - t[..., None] * v, axis=3).min(axis=(1, 2)))


def _over(face: Array, other: Array) -> Array:
    """From the corners of the other that are over the face; 0 where one of its edges goes through; else inf."""
    edges = np.roll(face, -1, axis=1) - face
    normal = np.cross(edges[:, 0], edges[:, 1])
    area = np.linalg.norm(normal, axis=1, keepdims=True)
    normal = normal / np.where(area > 0, area, 1)
    inward = np.cross(normal[:, None], edges)

    def inside(x: Array) -> np.ndarray:
        beyond = _dot(x[:, :, None] - face[:, None], inward[:, None])
        return np.asarray((beyond >= 0).all(axis=2) & (area > 0))

    h = _dot(other - face[:, :1], normal[:, None])
    next_h, along = np.roll(h, -1, axis=1), np.roll(other, -1, axis=1) - other
    through = (h * next_h < 0) & inside(other + _ratio(h, h - next_h)[..., None] * along)
    over = np.where(inside(other), np.abs(h), np.inf)
    return np.asarray(np.where(through, 0.0, over).min(axis=1))


def _dot(x: Array, y: Array) -> Array:
    return np.asarray(np.einsum("...i,...i->...", x, y))


def _ratio(x: Array, y: Array) -> Array:
    """x / y, and 0 where y is."""
    return np.divide(x, y, out=np.zeros_like(x), where=y != 0)
