"""Legs posed by where the feet stand: a human's pelvis and ankles, and the angles of hips and knees between them.

d = R (k + Rₓ(θ) s),  R = R_y(ψ) Rₓ(φ) R_z(ρ)     d: from hip to ankle; k, s: thigh and shin at rest; θ: the knee

|d| gives θ, then d_x gives ρ, then the direction in the plane of the leg gives φ; ψ is free and turns the knee out.
"""

from dataclasses import dataclass
from math import acos, atan2, cos, hypot, sin
from typing import Any

import numpy as np

import supple
from supple.arrays import Array
from supple.scene import Contacts, Figure
from supple.scene.contacts import Soles
from supple.spatial import conjugate, from_axis_angle, from_euler, multiply, rotate

HEEL, BALL = np.array([0.0, -0.0805, -0.05]), np.array([0.009, -0.0585, 0.127])
"""Where heel and ball are, seen from the left ankle [m]; the ball is as high above the sole as the toes' joint."""
SOLES: Soles = {
    "heel.L": ("foot.L", HEEL),
    "heel.R": ("foot.R", HEEL),
    "ball.L": ("toes.L", (0.0, -0.022, 0.0)),
    "ball.R": ("toes.R", (0.0, -0.022, 0.0)),
}
"""What a human stands on."""
STRETCHED = 0.999
"""Share of its length beyond which a leg is not stretched."""


@dataclass(frozen=True)
class Stance:
    """Where a foot is: its ankle in the world [m], how it is pitched and turned out [rad], how its toes are bent."""

    ankle: Array
    pitch: float = 0.0
    out: float = 0.0
    toes: float = 0.0

    def rotation(self, side: float) -> Array:
        """The foot in the world (xyzw); side: 1 left, −1 right."""
        return from_euler([side * self.out, self.pitch, 0.0], "YXZ")


def on_heel(place: Array, side: float, pitch: float, out: float) -> Stance:
    """A foot that stands on its heel, pitched up (pitch < 0)."""
    turned = rotate(from_euler([side * out, pitch, 0.0], "YXZ"), HEEL)
    return Stance(place + (0, 0, 0) - turned, pitch, out)


def on_ball(place: Array, side: float, pitch: float, out: float, toes: float = 1.0) -> Stance:
    """A foot whose heel is off the floor (pitch > 0) while its toes lie flat; place: under the ball."""
    turned = rotate(from_euler([side * out, pitch, 0.0], "YXZ"), BALL * (side, 1, 1))
    return Stance(place + (0, 0.022, 0) - turned, pitch, out, toes * pitch)


def pelvis_turn(pelvis: Array) -> Array:
    """The rotation (xyzw) of a pelvis x, y, z, yaw, pitch, roll."""
    return from_euler([pelvis[3], pelvis[4], pelvis[5]], "YXZ")


def legs(figure: Figure, pelvis: Array, feet: dict[str, Stance]) -> dict[str, Any]:
    """Values of hips and legs for a pelvis x, y, z [m], yaw, pitch, roll [rad] at its place, and both feet."""
    node = {name: figure.node(name) for name in figure}
    turn = pelvis_turn(pelvis)
    found: dict[str, Any] = {"hips": pelvis[[4, 3, 5]]}
    found |= dict(zip(("hips.x", "hips.y", "hips.z"), pelvis[:3] - node["hips"].translation, strict=True))
    for letter, side in (("L", 1.0), ("R", -1.0)):
        stance = feet[letter]
        hip = pelvis[:3] + rotate(turn, node[f"leg.{letter}"].translation)
        d = rotate(conjugate(turn), stance.ankle - hip)
        thigh, shin = node[f"knee.{letter}"].translation, node[f"foot.{letter}"].translation
        out = side * stance.out * 0.6
        pitch, roll, knee = leg(d, thigh, shin, out)
        above = multiply(
            multiply(turn, from_euler([out, pitch, roll], "YXZ")), from_axis_angle((1, 0, 0), knee)
        )
        found |= {
            f"leg.{letter}": (pitch, out, roll),
            f"knee.{letter}": knee,
            f"foot.{letter}": multiply(conjugate(above), stance.rotation(side)),
            f"toes.{letter}": stance.toes,
        }
    return found


def leg(d: Array, k: Array, s: Array, yaw: float) -> tuple[float, float, float]:
    """Pitch and roll of the hip and the angle of the knee for a way from hip to ankle."""
    longest = hypot(*k) + hypot(*s)
    reach = min(hypot(*d), STRETCHED * longest)
    a, b = 2 * (k[1] * s[1] + k[2] * s[2]), 2 * (k[2] * s[1] - k[1] * s[2])
    c = reach**2 - k @ k - s @ s - 2 * k[0] * s[0]
    knee = atan2(b, a) + acos(float(np.clip(c / hypot(a, b), -1, 1)))
    v = k + rotate(from_axis_angle((1, 0, 0), knee), s)
    u = rotate(from_axis_angle((0, 1, 0), -yaw), d) * (reach / hypot(*d))
    flat = hypot(v[0], v[1])
    roll = -acos(float(np.clip(u[0] / flat, -1, 1))) - atan2(v[1], v[0])
    w = (sin(roll) * v[0] + cos(roll) * v[1], v[2])
    pitch = atan2(u[2], u[1]) - atan2(w[1], w[0])
    return atan2(sin(pitch), cos(pitch)), roll, knee


def slides(take: supple.Take, contacts: Contacts) -> float:
    """How far points of the feet slide along the floor while they stand [m], the worst."""
    worst = 0.0
    for step in contacts:
        joint, at = SOLES[step.point]
        during = (take.times >= step.start) & (take.times <= step.end)
        path = take.position(joint, at)[during][:, [0, 2]]
        if len(path) == 0:
            continue
        worst = max(worst, float(np.linalg.norm(path - path.mean(axis=0), axis=1).max()))
    return worst
