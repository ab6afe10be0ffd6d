"""A stroll made by code: feet roll from heel to toe on footprints along a path, and legs follow by two bones."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

import supple
from supple.spatial import conjugate, from_axis_angle, look_at, multiply, rotate, shortest_arc, slerp

PERIOD, STRIDE = 1.1, 0.94
"""Seconds of two steps, and how far they lead, in lengths of a leg."""
FLAT, ROLL, OFF = 0.08, 0.42, 0.62
"""Shares of the period, from when the heel comes down: the sole is flat, the heel leaves, the toes leave."""
MIDDLE = 0.28
"""When the body is over the foot, as a share of the period."""
STRIKE, PUSH = np.radians(-16.0), np.radians(34.0)
"""The pitch of a foot that comes down and of one that leaves, heel up [rad]."""
CLEARANCE, LOW, BOB, SWAY = 0.05, 0.957, 0.012, 0.02
"""How high feet swing, how high hips go, how they bob and sway, in lengths of a leg."""
X, Y, Z = np.eye(3)
Places = Mapping[str, np.ndarray]
"""Where the parts of a body are at rest, facing +Z, left at +X, by name: hips, chest, head, arm.L, … toes.R [m]."""


@dataclass(frozen=True)
class Strolling:
    """Turns since rest of each part (T, 4), the way of the hips (T, 3) [m], and when each foot lies flat."""

    turns: dict[str, np.ndarray]
    hips: np.ndarray
    flat: dict[str, np.ndarray]


def stroll(
    at: Places, times: np.ndarray, *, around: float = 0.0, wave: tuple[float, float] = (1, 0)
) -> Strolling:
    """Walk for a time (T,) [s] while turning `around` [rad] to the left; the right hand waves from when to when."""
    leg = sum(_length(at, f"{a}.L", f"{b}.L") for a, b in (("thigh", "shin"), ("shin", "foot")))
    path = _Path(STRIDE * leg / PERIOD, around, float(times[-1]))
    heading = from_axis_angle(Y, path.angle(times))
    phase = 2 * np.pi * times / PERIOD
    turns = {"hips": multiply(heading, from_axis_angle(Y, -0.09 * np.cos(phase)))}
    turns["chest"] = multiply(heading, from_axis_angle(Y, 0.11 * np.cos(phase)))
    turns["head"] = multiply(heading, from_axis_angle(X, 0.05 + 0 * phase))
    sole = min(float(at[f"toes.{side}"][1]) for side in "LR")
    center = (at["thigh.L"] + at["thigh.R"]) / 2
    way = path.place(times) + rotate(heading, np.outer(SWAY * leg * np.sin(phase), X))
    way[:, 1] = at["foot.L"][1] + LOW * leg - BOB * leg * np.cos(2 * phase)
    flat = {}
    for side in "LR":
        hip = way + rotate(turns["hips"], at[f"thigh.{side}"] - center)
        flat[side] = _leg(turns, at, side, times, path, hip, leg, sole)
        _arm(turns, at, side, phase, heading, times, wave)
    return Strolling(turns, way + rotate(turns["hips"], at["hips"] - center), flat)


@dataclass(frozen=True)
class _Path:
    """A way along the floor that turns evenly by `around` between a third and two thirds of the time."""

    speed: float
    around: float
    seconds: float

    def angle(self, t: np.ndarray) -> np.ndarray:
        u = np.clip(3 * t / self.seconds - 1, 0, 1)
        return np.asarray(self.around * u * u * (3 - 2 * u))

    def place(self, t: np.ndarray) -> np.ndarray:
        fine = np.linspace(-PERIOD, self.seconds + PERIOD, 2000)
        ahead = np.stack([np.sin(self.angle(fine)), 0 * fine, np.cos(self.angle(fine))], axis=1) * self.speed
        steps = np.diff(fine)[:, None] * (ahead[1:] + ahead[:-1]) / 2
        way = np.concatenate([np.zeros((1, 3)), np.cumsum(steps, axis=0)])
        return np.stack([np.interp(t, fine, way[:, k]) for k in range(3)], axis=1)


def _leg(
    turns: dict[str, np.ndarray], at: Places, side: str, t: np.ndarray, path: _Path, hip: np.ndarray, leg: float,
    sole: float,
) -> np.ndarray:  # fmt: skip
    """Turn thigh, shin, foot and toes; return when the foot lies flat (T,)."""
    cycles = t / PERIOD - (0.5 if side == "R" else 0.0)
    step = np.floor(cycles)
    phase = cycles - step
    swing = np.clip((phase - OFF) / (1 - OFF), 0, 1)
    ease = swing**2 * (3 - 2 * swing)
    pitch = (
        np.interp(phase, [0, FLAT, ROLL], [STRIKE, 0, 0])
        + PUSH * np.clip((phase - ROLL) / (OFF - ROLL), 0, 1) ** 2
    )
    pitch = np.where(phase < OFF, pitch, PUSH + (STRIKE - PUSH) * ease)
    here, there = (_print(at, side, step + k, path) for k in (0, 1))
    bearing = here[1] + (there[1] - here[1]) * ease
    heading = from_axis_angle(Y, bearing)
    foot = multiply(heading, from_axis_angle(X, pitch))
    standing = here[0] + _rolled(at, side, here[1], pitch, sole)
    leaving = here[0] + _rolled(at, side, here[1], np.full(len(t), PUSH), sole)
    coming = there[0] + _rolled(at, side, there[1], np.full(len(t), STRIKE), sole)
    lift = CLEARANCE * leg * np.sin(np.pi * swing) ** 2
    swung = leaving + (coming - leaving) * ease[:, None] + np.outer(lift, Y)
    ankle = np.where((phase < OFF)[:, None], standing, swung)
    names = [f"{part}.{side}" for part in ("thigh", "shin", "foot")]
    lengths = [_length(at, a, b) for a, b in pairwise(names)]
    knee = supple.kinematics.two_bone(hip, ankle, lengths, rotate(heading, Z)).knee
    pole = rotate(heading, Z)
    turns[names[0]] = _aimed(at[names[1]] - at[names[0]], knee - hip, pole)
    turns[names[1]] = _aimed(at[names[2]] - at[names[1]], ankle - knee, pole)
    turns[names[2]] = foot
    bent = np.maximum(pitch, 0.0) * np.where(phase < OFF, 1.0, 1 - ease)
    turns[f"toes.{side}"] = multiply(foot, from_axis_angle(X, -bent))
    return np.asarray((phase >= FLAT) & (phase <= ROLL))


def _print(at: Places, side: str, step: np.ndarray, path: _Path) -> tuple[np.ndarray, np.ndarray]:
    """Where the ankle of a foot that lies flat is in each step, and where the foot points [rad]."""
    when = (step + MIDDLE + (0.5 if side == "R" else 0.0)) * PERIOD
    angle = path.angle(when)
    aside = at[f"foot.{side}"][0] * 0.8
    place = path.place(when) + rotate(from_axis_angle(Y, angle), np.array([aside, 0, 0]))
    return place + at[f"foot.{side}"][1] * Y, angle


def _rolled(at: Places, side: str, angle: np.ndarray, pitch: np.ndarray, sole: float) -> np.ndarray:
    """How far the ankle moves when the foot is pitched: about its heel, or about the joint of its toes."""
    toes = at[f"toes.{side}"] - at[f"foot.{side}"]
    heel = np.array([0.0, sole - at[f"foot.{side}"][1], -0.3 * toes[2]])
    pivot = np.where((pitch > 0)[:, None], toes, heel)
    flat = from_axis_angle(Y, angle)
    return np.asarray(rotate(flat, pivot - rotate(from_axis_angle(X, pitch), pivot)))


def _arm(
    turns: dict[str, np.ndarray], at: Places, side: str, phase: np.ndarray, heading: np.ndarray, t: np.ndarray,
    wave: tuple[float, float],
) -> None:  # fmt: skip
    """Swing an arm against its leg; the right one is lifted and waves."""
    sign = 1.0 if side == "L" else -1.0
    upper, lower = (
        at[f"{b}.{side}"] - at[f"{a}.{side}"] for a, b in (("arm", "forearm"), ("forearm", "hand"))
    )
    swing = sign * 0.42 * np.cos(phase) - 0.05
    directions = [np.stack([0 * t + sign * 0.14, -np.cos(swing), -np.sin(swing)], axis=1)]
    bent = 1.35 * swing - 0.4
    directions.append(np.stack([0 * t + sign * 0.05, -np.cos(bent), -np.sin(bent)], axis=1))
    up = np.clip(np.minimum(t - wave[0], wave[1] - t) / 0.45, 0, 1) * (side == "R")
    up = up * up * (3 - 2 * up)
    to_and_fro = 0.5 * np.sin(2 * np.pi * (t - wave[0]) / 0.55)
    lifted = [np.stack([0 * t - 0.95, 0 * t + 0.25, 0 * t + 0.2], axis=1)]
    lifted.append(np.stack([-0.25 + np.sin(to_and_fro), 0 * t + 1.0, 0 * t + 0.25], axis=1))
    for part, rest, hanging, high in zip(("arm", "forearm"), (upper, lower), directions, lifted, strict=True):
        low, raised = (multiply(heading, shortest_arc(rest, way)) for way in (hanging, high))
        turns[f"{part}.{side}"] = slerp(low, raised, up)
    turns[f"hand.{side}"] = turns[f"forearm.{side}"]


def _aimed(rest: np.ndarray, bone: np.ndarray, pole: np.ndarray) -> np.ndarray:
    """The turn that takes a bone from rest to where it shall be, with its front toward a pole."""
    return multiply(look_at((0, 0, 0), bone, pole), conjugate(look_at((0, 0, 0), rest, Z)))


def _length(at: Places, a: str, b: str) -> float:
    return float(np.linalg.norm(at[b] - at[a]))
