"""A walk, with a limp added to its upper body, that goes over into a jump with its feet in step."""

from math import tau

import numpy as np

import supple
from supple.arrays import Array
from supple.demos import jumping, walking
from supple.demos.stepping import SOLES, slides
from supple.motion import Clip, Track
from supple.motion.layers import Layer
from supple.scene import crossfade, foot_contacts

AT, FADE = 2.16 * walking.SECONDS, 0.16
"""When the walk begins to go over into the jump, on its left foot, and how long that takes [s]."""
FULL = (0.2, 1.2)
"""From when to when the limp comes in [s]."""
LURCH = {
    "spine": (5.0, 0.0, 7.0),
    "chest": (9.0, -6.0, 8.0),
    "neck": (-4.0, 3.0, -7.0),
    "head": (-5.0, 3.0, -5.0),
}
"""What the limp adds as the right foot takes the weight [degrees]: it lurches over, and the head stays upright."""


def demo() -> supple.Take:
    """Three clips that know nothing of each other: a cycle, what is added to it, and a jump."""
    figure = supple.characters.human().figure
    walk = walking.steps(figure, 4 * walking.SECONDS)
    weight = supple.keys({FULL[0]: 0.0, FULL[1]: 1.0})
    limping = Layer(lurch(walk), "additive", {"*": weight, "head": 0.8}, zero=0.0).over(walk)
    fade = crossfade(figure, limping, jumping.jump(figure), AT, FADE, SOLES)
    clip, seconds = fade.clip, AT + jumping.SECONDS - fade.entered
    take = supple.record(figure.scene_of(), clip, seconds=seconds, name="layers")
    contacts = foot_contacts(figure, clip.crop(0, seconds), SOLES)
    return walking.filmed(take, (2.9, 0.3, 3.0), angle=40).with_report(
        slide_m=slides(take, contacts),
        slide_in_fade_m=slides(take[AT : AT + FADE], contacts),
        lowest_m=float(take.world_vertices("body")[..., 1].min()),
        fastest_turn_rad_s=fastest(clip, seconds),
        limp_rad=changed(walk, limping, "chest"),
        early_limp_rad=changed(walk, limping, "chest", FULL[0]),
        legs_changed_rad=changed(walk, limping, "leg.R"),
    )


def changed(walk: Clip, limping: Clip, joint: str, until: float = AT) -> float:
    """The most that a layer turns a joint by [rad]."""
    t = np.linspace(0, until, 200)
    return float(np.abs(limping[f"{joint}.rotation"](t) - walk[f"{joint}.rotation"](t)).max())


def lurch(walk: Clip) -> Clip:
    """The limp alone: a dip to the right once a cycle, as angles beside nothing."""

    def dip(t: Array) -> Array:
        return np.asarray(np.exp(6 * (np.cos(tau * (t / walking.SECONDS - 0.66)) - 1)))

    found = Clip()
    for joint, angles in LURCH.items():
        times = np.arange(0, walk.end, 1 / 30)
        turned = dip(times)[:, None] * np.radians(angles)
        found[f"{joint}.rotation"] = Track.sampled(times, turned, "euler.YXZ")
    return found


def fastest(clip: Clip, seconds: float) -> float:
    """The fastest that any joint of legs and trunk turns [rad/s]."""
    t = np.arange(0, seconds, 1 / 60)
    joints = ("leg.L", "leg.R", "knee.L", "knee.R", "spine", "chest")
    turns = [clip[f"{joint}.rotation"].to_rotation().velocity(t) for joint in joints]
    return float(max(np.linalg.norm(w, axis=1).max() for w in turns))
