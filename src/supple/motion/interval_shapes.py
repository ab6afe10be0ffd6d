"""What each kind of interval looks like, in a line of text (BB-44)."""

import numpy as np

from supple.motion.interpolators import INTERPOLATORS
from supple.motion.key_track import keys, rotation_keys

BARS = "▁▂▃▄▅▆▇█"


def interval_shapes(width: int = 16) -> dict[str, str]:
    """What each kind of interval looks like from 0 to 1, as a line of little bars; before it 0, after it 1.

    >>> interval_shapes(8)["linear"], interval_shapes(8)["step"]
    ('▁▂▃▄▅▆▇█', '▁▁▁▁▁▁▁█')
    """
    found = {}
    for name, way in INTERPOLATORS.items():
        u = np.linspace(0, 1, width)
        if name == "arc":
            x = keys({0: (0.0, 0.0), 1: (1.0, 1.0), 2: (2.0, 0.0)}, interpolate=name)(u)[:, 1]
        elif way.counts:
            x = keys({-1: 0.0, 0: 0.0, 1: 1.0, 2: 1.0}, interpolate=name)(u)
        else:
            turns = {float(t): ((0, 1, 0), float(a)) for t, a in ((-1, 0), (0, 0), (1, 1), (2, 1))}
            q = rotation_keys(turns, interpolate=name)(u)
            x = 2 * np.arctan2(q[:, 1], q[:, 3])
        bars = np.clip(np.round(x * (len(BARS) - 1)), 0, len(BARS) - 1).astype(int)
        found[name] = "".join(BARS[k] for k in bars)
    return found
