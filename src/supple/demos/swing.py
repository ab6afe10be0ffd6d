"""Two arms swing against each other: one is keyed, the other one is computed from it (bbop, em)."""

import numpy as np

import supple
from supple.arrays import Array
from supple.demos.walking import hanging
from supple.motion import Clip, procedural
from supple.motion.procedural import Reader

BACK, AHEAD = 26.0, -34.0
"""How far the keyed arm swings [degrees]."""
HALF, SECONDS = 0.55, 4.4
"""How long a swing takes, and the demo [s]."""


def demo() -> supple.Take:
    """The left arm and elbow are keyed over one swing there and back, and cycled; the right ones read them."""
    figure = supple.characters.human().figure
    for time, back, bent, turned in ((0, BACK, 10, 8), (HALF, AHEAD, 32, -8), (2 * HALF, BACK, 10, 8)):
        figure.key(time, hanging("L", back=back, bent=bent), interpolate="cosine")
        figure.key(time, hanging("R"), chest=supple.degrees(0, turned, 0), interpolate="cosine")
        figure.key(time, head=supple.degrees(0, -turned, 0), interpolate="cosine")
    clip = figure.clip.cycle()
    clip["arm.R.rotation"] = procedural(opposite, "euler.YXZ")
    clip["elbow.R.rotation"] = procedural(later, "rotation")
    notes = ("left back, right ahead", "left ahead, right back")
    clip["notes"] = supple.keys({k * HALF: notes[k % 2] for k in range(round(SECONDS / HALF) + 1)})
    take = supple.record(figure.scene_of(), clip, seconds=SECONDS, name="swing")
    return take.with_report(**figures(clip, take))


def opposite(t: Array, tracks: Reader) -> Array:
    """The mirror image of the left arm, but that it is ahead by as much as that one is back of the middle."""
    left = tracks["arm.L.rotation"](t)
    middle = np.radians([BACK + AHEAD, 0, 0])
    return np.asarray(middle - left)


def later(t: Array, tracks: Reader) -> Array:
    """The left elbow's bend half a round later, in the mirror."""
    return np.asarray(tracks["elbow.L.rotation"](t + HALF) * (1, -1, -1, 1))


def figures(clip: Clip, take: supple.Take) -> dict[str, float]:
    """How exactly the arms oppose each other, and how much the hands swing."""
    t = take.times
    left, right = (clip[f"arm.{side}.rotation"].x(t) for side in "LR")
    hands = {side: take.position(f"hand.{side}")[:, 2] for side in "LR"}
    together = np.corrcoef(hands["L"], hands["R"])[0, 1]
    return {
        "opposed_rad": float(np.abs(left + right - np.radians(BACK + AHEAD)).max()),
        "opposition_of_hands": -float(together),
        "swing_m": float(np.ptp(hands["L"])),
        "swing_right_m": float(np.ptp(hands["R"])),
    }
