"""What a hop is, and a cost whose minimum is one.

It leaves the ground with every point in each period, upright, with its volume kept, crouched before the take-off and
stretched in flight; its feet hold, and it goes straight on, in strides that are alike.
"""

import numpy as np

from supple.control.gait import Gait
from supple.control.measures import (
    airborne_fraction,
    beyond,
    crouches,
    distance_m,
    heading_drift_deg,
    hops,
    period_variation,
    slip_ratio,
    stretches,
    volume_max,
    volume_min,
)

AIRBORNE = 0.20
"""Least share of each period in the air."""
UPRIGHT = 0.85
"""Least vertical component of the up axis."""
VOLUME = 0.15
"""Most change of volume."""
CROUCH = (0.60, 0.85)
"""Height before take-off, of that at rest."""
STRETCH = (1.05, 1.30)
"""Height in flight, of that at rest."""
SLIP = 0.05
"""Most slip of a loaded point, of the length of a hop."""
IN_A_ROW = 4
"""Least hops."""
DRIFT = 10.0
"""Most turn about the vertical [°]."""
FORWARD = 0.02
"""Least way forward, of its height for each hop."""
VARIATION = 0.25
"""Most deviation of strides from their mean."""


def failures(gait: Gait) -> list[str]:
    """What keeps a gait from being a hop: each limit that it breaks, with what it has; empty for a hop."""
    if not gait.sound:
        return ["it blows up"]
    flown, kept = airborne_fraction(gait), (volume_min(gait), volume_max(gait))
    slipped, drifted = slip_ratio(gait), heading_drift_deg(gait)
    count, low, high = hops(gait), crouches(gait), stretches(gait)
    gone, varied = forward(gait), period_variation(gait)
    said = [
        (flown < AIRBORNE, f"in the air for {flown:.0%} of a period, less than {AIRBORNE:.0%}"),
        (gait.up.min() < UPRIGHT, f"up axis falls to {gait.up.min():.2f}, below {UPRIGHT}"),
        (beyond([*kept], 1 - VOLUME, 1 + VOLUME) > 0, f"volume is {kept[0]:.2f} to {kept[1]:.2f} of rest"),
        (beyond(low, *CROUCH) > 0, f"crouches to {_range(low)} of its height, not {_percent(CROUCH)}"),
        (beyond(high, *STRETCH) > 0, f"stretches to {_range(high)} of its height in flight, not {_percent(STRETCH)}"),
        (slipped > SLIP, f"loaded points slip {slipped:.0%} of a hop, more than {SLIP:.0%}"),
        (count < IN_A_ROW, f"{count} hops in a row, fewer than {IN_A_ROW}"),
        (drifted > DRIFT, f"turns by {drifted:.0f}°, more than {DRIFT:.0f}°"),
        (gone < FORWARD, f"goes {gone:.0%} of its height forward in a hop, less than {FORWARD:.0%}"),
        (varied == np.inf, "makes too few strides to tell whether they are alike"),
        (VARIATION < varied < np.inf, f"strides vary by {varied:.0%}, more than {VARIATION:.0%}"),
    ]  # fmt: skip
    return [text for broken, text in said if broken]


def forward(gait: Gait) -> float:
    """How far it goes the way it should in a hop, of its height."""
    return distance_m(gait) / gait.height / max(len(gait.flights), 1)


def is_hop(gait: Gait) -> bool:
    """Whether a gait is a hop by all limits; `failures` says which it breaks."""
    return not failures(gait)


def _percent(band: tuple[float, float]) -> str:
    return f"{band[0]:.0%} to {band[1]:.0%}"


def _range(values: list[float]) -> str:
    return _percent((min(values), max(values))) if values else "nothing"
