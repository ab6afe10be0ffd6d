"""Functions of time: tracks, keys, eases, interpolators, operators, clips."""

from supple.motion import pacing
from supple.motion.clip import Clip
from supple.motion.frame_count import frames
from supple.motion.interpolators import INTERPOLATORS
from supple.motion.key_track import euler_keys, keys, rotation_keys
from supple.motion.poses import Pose, Poses
from supple.motion.procedural import Procedural, procedural
from supple.motion.track import Track

__all__ = [
    "INTERPOLATORS",
    "Clip",
    "Pose",
    "Poses",
    "Procedural",
    "Track",
    "euler_keys",
    "frames",
    "keys",
    "pacing",
    "procedural",
    "rotation_keys",
]
