"""How a figure of two equal legs walks, seen from the side: where its hips, knees and ankles are over time.

A stride of legs of length h at speed v is S = 2.3 h Fr^0.3 long, Fr = v²/gh (Alexander 1984). Each foot stands for a
share of it, then swings forward on a cycloid, S (w − sin 2πw / 2π) with w from 0 to 1. Knees follow from hips and
ankles. Places are forward and up (T, 2) [m] from where the walker sets out.
"""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array

GRAVITY = 9.81
START = 0.25
"""Strides since the left foot stood below the hips, at time 0."""
STRETCHED = 0.97
"""A leg is never longer than this share of itself, so that the knee knows which way to bend."""
LIFT, SWAY, BOB, TWIST = 0.12, 0.05, 0.6, 0.25
"""How high a foot swings and how far the hips sway, as shares of the leg; how much of what the legs allow the hips
rise and fall; how far hips and shoulders turn [rad]."""


@dataclass(frozen=True)
class Shoe:
    """How far below, before and behind the ankle a shoe ends [m]."""

    sole: float
    toe: float
    heel: float

    def height(self, lean: Array) -> Array:
        """Of the ankle over the floor, with the shin leaning forward [rad]: it stands on its toe, or on its heel."""
        s = np.sin(lean)
        return np.asarray(self.sole * np.cos(lean) + np.where(s > 0, self.toe * s, -self.heel * s))


@dataclass(frozen=True)
class Gait:
    """The walk of legs [m] at a speed [m/s]; at time 0 both feet stand, the right one in front."""

    leg: float
    speed: float
    shoe: Shoe

    @property
    def froude(self) -> float:
        """v²/gh."""
        return self.speed**2 / (GRAVITY * self.leg)

    @property
    def stride(self) -> float:
        """Length of two steps [m]."""
        return float(2.3 * self.leg * self.froude**0.3)

    @property
    def stance(self) -> float:
        """Share of the stride for which a foot stands: less, the faster."""
        return 0.62 - 0.25 * min(self.froude, 1.0)

    def beat(self, t: Array) -> Array:
        """Strides since the left foot stood below the hips (T,)."""
        return np.asarray(self.speed * t / self.stride + START)

    def turn(self, t: Array) -> Array:
        """How far the left hip is turned forward (T,) [rad]: each goes with its foot."""
        return np.asarray(-TWIST * np.sin(2 * np.pi * self.beat(t)))

    def sway(self, t: Array) -> Array:
        """How far the hips lie to the left (T,) [m]: over the foot that stands."""
        return np.asarray(SWAY * self.leg * np.cos(2 * np.pi * self.beat(t)))

    def hips(self, t: Array) -> Array:
        """The middle of the hips: highest over a foot that stands."""
        long = STRETCHED * self.leg
        low = np.sqrt(long**2 - (self.stance * self.stride / 2) ** 2)
        high = low + BOB * (long - low) * (1 + np.cos(4 * np.pi * self.beat(t))) / 2
        return np.stack([self.speed * t, high + self.shoe.sole], axis=1)

    def leg_of(self, t: Array, side: int) -> tuple[Array, Array]:
        """Knee and ankle of the left (1) or the right (−1) leg."""
        hip, ankle = self.hips(t), self._step(t, 0.0 if side > 0 else 0.5)
        flight = ankle[:, 1].copy()
        for _ in range(4):
            knee = _knee(hip, ankle, self.leg / 2)
            shin = knee - ankle
            ankle[:, 1] = flight + self.shoe.height(np.arctan2(shin[:, 0], shin[:, 1]))
        return _knee(hip, ankle, self.leg / 2), ankle

    def _step(self, t: Array, late: float) -> Array:
        """Forward, and how high it swings, of a foot that is so many strides late."""
        whole, part = np.divmod(self.beat(t) + self.stance / 2 + late, 1.0)
        w = np.clip((part - self.stance) / (1 - self.stance), 0.0, 1.0)
        forward = whole + w - np.sin(2 * np.pi * w) / (2 * np.pi) - late - START
        return np.stack([self.stride * forward, LIFT * self.leg * np.sin(np.pi * w) ** 2], axis=1)


def _knee(hip: Array, ankle: Array, half: float) -> Array:
    """Where two bones of a length meet, to the front."""
    bone = ankle - hip
    length = np.linalg.norm(bone, axis=1)
    out = np.sqrt(np.maximum(half**2 - length**2 / 4, 0.0))
    front = np.stack([-bone[:, 1], bone[:, 0]], axis=1) / length[:, None]
    return np.asarray((hip + ankle) / 2 + out[:, None] * front)
