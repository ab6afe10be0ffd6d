"""One cycle of a walk is repeated by an operator: in place, and traveling on from where each round ended (bbop)."""

import numpy as np

import supple
from supple.demos import walking
from supple.demos.stepping import SOLES, slides
from supple.motion import Clip
from supple.motion.root_motion import joined, split
from supple.scene import foot_contacts, stage

ROUNDS, SHORT = 4, {"rounds": 2}
SEAM = 1e-7
"""How near to a seam it is looked at [s]."""


def demo(rounds: int = ROUNDS) -> supple.Take:
    """The travel is split off one cycle, which then repeats; put back, each round goes on where one ended."""
    figure = supple.characters.human().figure
    one = walking.cycle(figure)
    in_place, travel = split(one, "hips")
    seconds = rounds * walking.SECONDS
    there = in_place.cycle().crop(0, seconds)
    on = joined(in_place, travel).cycle(going_on="hips.position").crop(0, seconds)
    clips = {"in place": there, "traveling": on}
    takes = {
        name: supple.record(figure.scene_of(), clip, seconds=seconds, name=name)
        for name, clip in clips.items()
    }
    contacts = foot_contacts(figure, on, SOLES)
    found = {
        "slide_m": slides(takes["traveling"], contacts),
        "steps": float(len(contacts.of("heel.L")) + len(contacts.of("heel.R"))),
        "travel_per_round_m": float(on["hips.position"](seconds - 1e-9)[2] - on["hips.position"](0)[2])
        / rounds,
        "drift_in_place_m": float(np.ptp(there["hips.position"](np.arange(rounds) * walking.SECONDS)[:, 2])),
        **seams(on, rounds),
    }
    take = stage(takes, apart=(1.3, 0, 0), name="cycle")
    take = take.with_notes(walking.strikes(seconds))
    return walking.filmed(take, (5.8, 0.7, 1.8), angle=42).with_report(**found)


def seams(clip: Clip, rounds: int) -> dict[str, float]:
    """The largest jumps of angles and their velocities where a round begins [rad, rad/s]."""
    at = np.arange(1, rounds) * walking.SECONDS
    turns = [clip[name].to_rotation() for name in clip if name.endswith(".rotation")]
    jump = max(float(np.abs(np.abs(np.sum(q(at - SEAM) * q(at + SEAM), axis=1)) - 1).max()) for q in turns)
    speed = max(float(np.abs(q.velocity(at - SEAM) - q.velocity(at + SEAM)).max()) for q in turns)
    return {"seam_jump": jump, "seam_speed_rad_s": speed}
