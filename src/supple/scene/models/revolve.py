"""Solids of revolution: a profile turned about the Y axis."""

import numpy as np

from supple.arrays import Array, ArrayLike, Indices
from supple.scene.look import Look
from supple.scene.mesh import Part
from supple.scene.models.rings import shell

CREASE = float(np.radians(40))
"""A profile that turns by more than this at a point has an edge there [rad]."""


def revolve(
    profile: ArrayLike,
    around: int,
    *,
    closed: bool = False,
    crease: float = CREASE,
    name: str = "",
    look: Look | None = None,
) -> Part:
    """(r, y) ↦ (r sin φ, y, r cos φ) for a profile (k, 2) [m] that runs from the bottom, outside, to the top.

    A profile that begins and ends on the axis, or is `closed` into a loop, gives a closed shell. The widest ring
    has `around` vertices; a ring half as wide has half as many, so that triangles keep their size up to the pole.

    >>> can = revolve([(0, 0), (1, 0), (1, 2), (0, 2)], 32)
    >>> len(can.vertices), len(can.faces)
    (130, 128)
    """
    p = np.asarray(profile, dtype=np.float64)
    before, after = _profile_normals(p, closed, crease)
    counts = ring_counts(p[:, 0], around)
    rings, normals = [], []
    for i in range(len(p)):
        sides = [before[i]] if np.array_equal(before[i], after[i]) else [before[i], after[i]]
        for normal in sides:
            is_tip = counts[i] == 1 and normal[0] != 0
            count = counts[1 if i == 0 else i - 1] if is_tip else counts[i]
            turn = (np.arange(count) + (0.5 if is_tip else 0.0)) * (2 * np.pi / count)
            direction = np.stack([np.sin(turn), np.zeros(count), np.cos(turn)], axis=1)
            rings.append(direction * p[i, 0] + [0, p[i, 1], 0])
            normals.append(direction * normal[0] + [0, normal[1], 0])
    return shell(rings, normals, closed=closed, name=name, look=look)


def ring_counts(radius: Array, around: int) -> Indices:
    """Vertices of each ring: `around`, halved each time the radius is, while 8 or more are left; 1 on the axis."""
    halvings = np.floor(np.log2(radius.max() / np.maximum(radius, 1e-12)) + 1e-9).astype(np.int64)
    most = 0
    while around % 2 ** (most + 1) == 0 and around >> (most + 1) >= 8:
        most += 1
    return np.where(radius == 0, 1, around >> np.minimum(halvings, most))


def _profile_normals(p: Array, closed: bool, crease: float) -> tuple[Array, Array]:
    """Unit normals (k, 2) at each profile point as the segment before it and the segment after it want them."""
    step = np.roll(p, -1, axis=0) - p
    after = np.stack([step[:, 1], -step[:, 0]], axis=1) / np.maximum(np.hypot(*step.T), 1e-300)[:, None]
    before = np.roll(after, 1, axis=0)
    if not closed:
        before[0], after[-1] = after[0], before[-1]
    both = before + after
    both /= np.maximum(np.hypot(*both.T), 1e-300)[:, None]
    on_axis = p[:, 0] == 0
    both[on_axis] = np.stack([np.zeros(on_axis.sum()), np.sign(both[on_axis, 1])], axis=1)
    smooth = np.einsum("ij,ij->i", before, both) > np.cos(np.where(on_axis, crease, crease / 2))
    return np.where(smooth[:, None], both, before), np.where(smooth[:, None], both, after)
