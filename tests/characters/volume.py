"""How much of a body is within a ball, counting what lies in it twice once."""

import numpy as np


def volume_within(vertices, faces, center, radius, lines=30):
    """Volume [m³] where the surface winds around a point at least once, by lines along z through the ball.

    Crossings of a line are sorted; between them the number of windings is the sum of the signs before. Where limbs
    fold into each other they are counted once, so that an overlap does not pass for volume.
    """
    grid = (np.arange(lines) + 0.5) / lines * 2 - 1
    x, y = (a.reshape(-1) * radius for a in np.meshgrid(grid, grid))
    half = np.sqrt(np.maximum(radius**2 - x**2 - y**2, 0))
    corners = vertices[faces] - center
    near = (np.abs(corners[..., :2]).min(axis=1) < radius).all(axis=1)
    corners = corners[near]
    total = 0.0
    for px, py, h in zip(x, y, half, strict=True):
        if h > 0:
            total += _inside(corners, px + 1.1e-7, py + 0.7e-7, h)
    return total * (2 * radius / lines) ** 2


def _inside(corners, px, py, half):
    """The length within ±half of a line along z at (px, py) that is inside."""
    low, high = corners[..., :2].min(axis=1), corners[..., :2].max(axis=1)
    hit = ((low <= (px, py)) & (high >= (px, py))).all(axis=1)
    a, b, c = corners[hit].transpose(1, 0, 2)

    def side(p, q):
        return (q[:, 0] - p[:, 0]) * (py - p[:, 1]) - (q[:, 1] - p[:, 1]) * (px - p[:, 0])

    u, v, w = side(b, c), side(c, a), side(a, b)
    area = u + v + w
    within = ((u >= 0) & (v >= 0) & (w >= 0)) | ((u <= 0) & (v <= 0) & (w <= 0))
    within &= area != 0
    z = (u * a[:, 2] + v * b[:, 2] + w * c[:, 2])[within] / area[within]
    sign = -np.sign(area[within])  # a face that looks up is left, one that looks down is entered, going up
    order = np.argsort(z)
    z, winding = np.clip(z[order], -half, half), np.cumsum(sign[order])
    return float(np.sum(np.diff(z)[winding[:-1] > 0.5]))
