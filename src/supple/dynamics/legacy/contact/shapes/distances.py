"""Signed distances from the nodes of a grid to a surface, in compiled code.

Near the surface each triangle measures the nodes around it. From there every node hands its nearest triangle on to
its neighbors, back and forth along the axes, as fast sweeping does, until all know one. The sign says what is inside.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.filling import depth
from supple.kernels import kernel
from supple.scene import Mesh

NEAR = 1
"""Triangles measure nodes as far as this many cells beyond their box."""
ROUNDS = 2
"""Sweeps through all eight octants."""


def signed_distances(mesh: Mesh, low: Array, spacing: float, shape: Indices) -> Array:
    """Distances (nx, ny, nz) [m] at the nodes low + spacing · (i, j, k), negative where the mesh goes around them.

    A mesh that is open encloses nothing: all of it is a shell, half a cell thick.
    """
    corners = np.ascontiguousarray(mesh.vertices[mesh.faces])
    found = np.full(tuple(shape.tolist()), np.inf)
    nearest = np.full(found.shape, -1, dtype=np.int64)
    measure(corners, low, spacing, found, nearest)
    for _ in range(ROUNDS):
        spread(corners, low, spacing, found, nearest)
    if not mesh.watertight:
        return found - spacing / 2
    lines = [low[axis] + spacing * np.arange(shape[axis]) for axis in range(3)]
    return np.where(depth(corners, lines) > 0, -found, found)


@kernel
def measure(corners: Array, low: Array, spacing: float, found: Array, nearest: Indices) -> None:
    """Give every node around a triangle (n, 3, 3) its distance to it, if it is the nearest so far."""
    nx, ny, nz = found.shape
    for m in range(len(corners)):
        i0, i1 = _around(corners[m], 0, low[0], spacing, nx)
        j0, j1 = _around(corners[m], 1, low[1], spacing, ny)
        k0, k1 = _around(corners[m], 2, low[2], spacing, nz)
        for i in range(i0, i1):
            for j in range(j0, j1):
                for k in range(k0, k1):
                    _offer(corners, m, low, spacing, found, nearest, i, j, k)


@kernel
def _around(triangle: Array, axis: int, low: float, spacing: float, count: int) -> tuple[int, int]:
    """The first of the nodes along an axis that a triangle (3, 3) measures, and the one after the last."""
    least = min(triangle[0, axis], triangle[1, axis], triangle[2, axis])
    most = max(triangle[0, axis], triangle[1, axis], triangle[2, axis])
    first = int(np.floor((least - low) / spacing)) - NEAR
    last = int(np.ceil((most - low) / spacing)) + NEAR
    return max(first, 0), min(last + 1, count)


@kernel
def spread(corners: Array, low: Array, spacing: float, found: Array, nearest: Indices) -> None:
    """Hand nearest triangles on, in the order of each octant."""
    nx, ny, nz = found.shape
    for octant in range(8):
        sx, sy, sz = 1 - 2 * (octant & 1), 1 - (octant & 2), 1 - (octant & 4) // 2
        for a in range(nx):
            for b in range(ny):
                for c in range(nz):
                    i, j, k = (
                        (a if sx > 0 else nx - 1 - a),
                        (b if sy > 0 else ny - 1 - b),
                        (c if sz > 0 else nz - 1 - c),
                    )
                    for step in range(1, 8):
                        p, q, r = i - sx * (step & 1), j - sy * ((step >> 1) & 1), k - sz * (step >> 2)
                        if 0 <= p < nx and 0 <= q < ny and 0 <= r < nz and nearest[p, q, r] >= 0:
                            _offer(corners, nearest[p, q, r], low, spacing, found, nearest, i, j, k)


@kernel
def _offer(
    corners: Array, m: int, low: Array, spacing: float, found: Array, nearest: Indices, i: int, j: int, k: int
) -> None:
    """Take triangle m for a node if it is nearer than what the node has."""
    if nearest[i, j, k] == m:
        return
    d = triangle_distance(corners[m], low[0] + spacing * i, low[1] + spacing * j, low[2] + spacing * k)
    if d < found[i, j, k]:
        found[i, j, k], nearest[i, j, k] = d, m


@kernel
def triangle_distance(triangle: Array, x: float, y: float, z: float) -> float:
    """From a point to a triangle (3, 3) [m]: over its face, or to the nearest of its edges."""
    ax, ay, az = triangle[0]
    ux, uy, uz = triangle[1, 0] - ax, triangle[1, 1] - ay, triangle[1, 2] - az
    vx, vy, vz = triangle[2, 0] - ax, triangle[2, 1] - ay, triangle[2, 2] - az
    wx, wy, wz = x - ax, y - ay, z - az
    uu, uv, vv = ux * ux + uy * uy + uz * uz, ux * vx + uy * vy + uz * vz, vx * vx + vy * vy + vz * vz
    uw, vw = ux * wx + uy * wy + uz * wz, vx * wx + vy * wy + vz * wz
    area = uu * vv - uv * uv
    s, t = vv * uw - uv * vw, uu * vw - uv * uw
    if area > 0.0 and s >= 0.0 and t >= 0.0 and s + t <= area:
        s, t = s / area, t / area
        px, py, pz = wx - s * ux - t * vx, wy - s * uy - t * vy, wz - s * uz - t * vz
        return float(np.sqrt(px * px + py * py + pz * pz))
    least = np.inf
    for e in range(3):
        b, c = triangle[e], triangle[(e + 1) % 3]
        dx, dy, dz = c[0] - b[0], c[1] - b[1], c[2] - b[2]
        px, py, pz = x - b[0], y - b[1], z - b[2]
        length = dx * dx + dy * dy + dz * dz
        share = min(max((px * dx + py * dy + pz * dz) / length, 0.0), 1.0) if length > 0.0 else 0.0
        px, py, pz = px - share * dx, py - share * dy, pz - share * dz
        least = min(least, px * px + py * py + pz * pz)
    return float(np.sqrt(least))
