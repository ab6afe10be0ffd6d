"""What an animator looks for in a jump, measured: anticipation, stretch, follow-through, and no jitter.

Heights are those of the center of mass, in shares of the height H that the character stands tall.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.scene import Take
from supple.spacetime.jump import way
from supple.spacetime.recording import centers

if TYPE_CHECKING:
    from supple.spacetime.shot import Shot

STILL = 0.05
"""A joint slower than this [rad/s] does not count as moving."""
FINE = 240.0
"""Samples a second at which accelerations are looked at."""
TREMOR = 10.0
"""Where a movement begins to be a tremor [Hz]."""


def moments(shot: "Shot") -> dict[float, str]:
    """When what happens [s], in words."""
    motion = shot.motion
    t, y = motion.t, motion.center[:, 1]
    push, air, land = (np.flatnonzero(motion.phase == k) for k in range(3))
    crouch, apex, squash = push[y[push].argmin()], air[y[air].argmax()], land[y[land].argmin()]
    return {
        0.0: "at rest",
        float(t[crouch]): "crouch",
        float(t[push[-1]]): "lift-off",
        float(t[apex]): "flight",
        float(t[land[0]]): "touchdown",
        float(t[squash]): "squash",
        float(t[-1]): "at rest again",
    }


def told(shot: "Shot", take: Take) -> Take:
    """The take with its moments in words, and its figures."""
    return replace(take, notes=()).with_notes(moments(shot)).with_report(**principles(shot))


def principles(shot: "Shot") -> dict[str, float]:
    """How far the center of mass goes down before and after, and how long that takes; load and speed."""
    motion, tall = shot.motion, shot.character.height
    t, y = motion.t, motion.center[:, 1]
    push, air, land = (motion.phase == k for k in range(3))
    low, lowest = y[push].argmin(), y[land].argmin()
    rates = np.abs(motion.v[:, list(shot.resources.muscles.joints)])
    return {
        "com_drop_before_takeoff": float(y[0] - y[push].min()) / tall,
        "anticipation_s": float(t[push][low] - t[0]),
        "com_drop_after_landing": float(y[land][0] - y[land].min()) / tall,
        "squash_after_s": float(t[land][lowest] - t[land][0]),
        "peak_contact_force_weights": float(motion.force[land, 1].max()) / shot.weight,
        "rise_m": float(y[air].max() - y[air][0]),
        "fastest_joint_deg_s": float(np.degrees(rates.max())),
        "fastest_head_deg_s": float(np.degrees(rates[:, -1].max())),
        "gaze_aside_deg": gaze_aside(shot),
        "reversals_max": max_reversals(shot),
        "tremor": tremor(shot),
    }


def gaze_aside(shot: "Shot") -> float:
    """How far at most the gaze leaves the way in the air and after [°]."""
    if shot.character.gaze is None:
        return 0.0
    chosen = [(k, s) for k, s in enumerate(shot.problem.samples) if s.phase > 0]
    q = shot.motion.q[[k for k, _ in chosen]]
    eye, ahead = (shot.character.skeleton.position(name, q) for name in shot.character.gaze)
    ways = np.array([way(shot, s.phase, s.share) for _, s in chosen])
    along = ((ahead - eye) * ways).sum(axis=1) / np.linalg.norm(ahead - eye, axis=1)
    return float(np.degrees(np.arccos(np.clip(along, -1, 1)).max()))


def max_reversals(shot: "Shot") -> int:
    """How often at most a joint turns back within one phase."""
    motion = shot.motion
    return max(
        reversals(motion.v[motion.phase == phase, joint])
        for phase in range(3)
        for joint in shot.resources.muscles.joints
    )


def reversals(rate: Array) -> int:
    """How often a rate changes its sign, small ones aside."""
    moving = np.sign(rate[np.abs(rate) > STILL])
    return int((np.diff(moving) != 0).sum())


def tremor(shot: "Shot") -> float:
    """Share of the power of joint accelerations above 10 Hz, worst joint."""
    motion = shot.motion
    times = np.arange(0, motion.duration, 1 / FINE)
    acceleration = motion.between(motion.a[:, list(shot.resources.muscles.joints)], times)
    power = np.abs(np.fft.rfft(acceleration * np.hanning(len(times))[:, None], axis=0)) ** 2
    fast = np.fft.rfftfreq(len(times), 1 / FINE) > TREMOR
    return float((power[fast].sum(axis=0) / power.sum(axis=0)).max())


def stretch(shot: "Shot") -> dict[str, float]:
    """How far the center of arms and head goes up from crouch to lift-off [m], and how fast at most [m/s]."""
    motion, body = shot.motion, shot.character
    base = body.skeleton.bodies[shot.resources.base.link].mass
    ready = motion.t[motion.phase == 0][-1]
    times = np.linspace(0, ready, round(FINE * ready))
    y = centers(shot, motion.at(times)[0])[:, 1] * shot.mass / (shot.mass - base)
    return {"travel_m": float(y[-1] - y.min()), "upward_speed_m_s": float(np.gradient(y, times).max())}
