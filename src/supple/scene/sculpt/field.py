"""The distance to joined solids, in compiled code.

Of an ellipsoid with half axes r:  d ≈ k (k − 1) / |p/r²|,  k = |p/r|;  exact on the surface, and for a ball.
"""

import numpy as np

from supple.arrays import Array
from supple.kernels import kernel

ROW = 25
"""Numbers of a solid: start 0, axes 3, length 12, radii 13 and 16, blend 19, sign 20, middle 21, reach 24."""


@kernel
def distances(solids: Array, points: Array, found: Array) -> None:
    """Distances (n,) of points (n, 3) to what the solids (m, 25) make one after another."""
    for i in range(len(points)):
        d = 1e9
        for j in range(len(solids)):
            s = solids[j]
            apart = 0.0
            for x in range(3):
                apart += (points[i, x] - s[21 + x]) ** 2
            apart = np.sqrt(apart) - s[24]
            if s[20] > 0.0:
                if apart < d + s[19]:
                    d = _joined(d, _solid(s, points[i]), s[19])
            elif apart < s[19] - d:
                d = -_joined(-d, _solid(s, points[i]), s[19])
        found[i] = d


@kernel
def _joined(d: float, e: float, blend: float) -> float:
    if blend <= 0.0:
        return min(d, e)
    h = max(blend - abs(d - e), 0.0) / blend
    return min(d, e) - h * h * blend / 4.0


@kernel
def _solid(s: Array, point: Array) -> float:
    """The distance to one solid."""
    x, y, z = 0.0, 0.0, 0.0
    for axis in range(3):
        away = point[axis] - s[axis]
        x += s[3 + axis] * away
        y += s[6 + axis] * away
        z += s[9 + axis] * away
    length, t = s[12], 0.0
    if length > 0.0:
        t = min(max(y / length, 0.0), 1.0)
    over = y - t * length
    rx, ry, rz = s[13] + t * (s[16] - s[13]), s[14] + t * (s[17] - s[14]), s[15] + t * (s[18] - s[15])
    k = np.sqrt((x / rx) ** 2 + (over / ry) ** 2 + (z / rz) ** 2)
    g = np.sqrt((x / rx**2) ** 2 + (over / ry**2) ** 2 + (z / rz**2) ** 2)
    if g < 1e-12:
        return float(-min(rx, min(ry, rz)))
    return float(k * (k - 1.0) / g)
