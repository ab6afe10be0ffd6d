"""The bench lamp: a base and three links leap from one stand to another; as stages of a program, and plainly.

v⁺ = v + h a,  q⁺ = q + h v⁺,  J = h Σ |τ φ̇|² + 1e-4 |τ|² + 1e-3 |a|²

Base of 2 kg and links of 0.5, 0.5 and 0.8 kg with absolute angles, q = (x, y, θ₀ … θ₃); of 40 samples 12 on the
floor, 16 in the air, 12 on the floor.
"""

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from supple.arrays import Array, Indices
from supple.mechanics import Lagrangian
from supple.spacetime.program import Numbers, Program

MASSES, LENGTHS = (2.0, 0.5, 0.5, 0.8), (0.0, 0.6, 0.6, 0.25)
TURNING = (2.0 * 0.3**2 / 4, 0.5 * 0.6**2 / 12, 0.5 * 0.6**2 / 12, 0.8 * 0.25**2 / 12 + 0.01)
UPRIGHT, POSE = np.pi / 2, np.array([2.2, 0.6, -0.6])
TORQUE, ACCELERATION = 1e-4, 1e-3
GRAVITY = 9.81
TOLERANCE = 1e-6


@dataclass(frozen=True)
class Timing:
    """Samples in all and on the floor at either end, and seconds."""

    samples: int = 40
    standing: int = 12
    seconds: float = 1.6

    @property
    def step(self) -> float:
        """Seconds from one sample to the next."""
        return self.seconds / (self.samples - 1)

    def floor(self, k: int) -> bool:
        """Whether the base stands."""
        return k < self.standing or k >= self.samples - self.standing

    def straight(self, k: int) -> Array:
        """The guess: the pose moved straight ahead."""
        return np.array([k / (self.samples - 1), 0.0, UPRIGHT, *POSE])


def mechanics() -> Lagrangian:
    """The four bodies."""
    q, v = ca.SX.sym("q", 6), ca.SX.sym("v", 6)
    end, masses, spins = q[:2], [], []
    for i, (mass, length, turning) in enumerate(zip(MASSES, LENGTHS, TURNING, strict=True)):
        along = length * ca.vertcat(ca.cos(q[2 + i]), ca.sin(q[2 + i]))
        masses.append((mass, ca.vertcat(end + along / 2, 0)))
        spins.append((ca.vertcat(0, 0, v[2 + i]), np.diag([0, 0, turning])))
        end = end + along
    return Lagrangian("lamp", q, v, masses=masses, spins=spins)


def pull(tau: ca.SX, lam: ca.SX) -> ca.SX:
    """What muscles and floor do to q: a muscle turns one link against the one before."""
    return ca.vertcat(lam[:2], lam[2] - tau[0], tau[:2] - tau[1:], tau[2])


class Leap(Program):
    """Unknowns q, v, a, τ and on the floor λ, sample after sample; where it lands is p. Its rows are stages'."""

    def __init__(self, timing: Timing) -> None:
        self.timing, self.p = timing, ca.SX.sym("landing")
        self.inverse = mechanics().inverse
        self.f = ca.SX(0)
        rows: list[ca.SX] = []
        self.ng: list[int] = []
        moves = [ca.SX.sym(f"x{k}", 12) for k in range(timing.samples)]
        efforts = [ca.SX.sym(f"u{k}", 12 if timing.floor(k) else 9) for k in range(timing.samples - 1)]
        for k, x in enumerate(moves):
            step = self._step(x, efforts[k], moves[k + 1]) if k + 1 < timing.samples else [ca.SX(0, 1)]
            held = [*step[1:], *self._held(k, x)]
            rows += [step[0], *held]
            self.ng.append(sum(row.numel() for row in held))
        self.nx, self.nu = [12] * timing.samples, [*(u.numel() for u in efforts), 0]
        both = zip(moves, [*efforts, ca.SX(0, 1)], strict=True)
        self.x = ca.vertcat(*(part for pair in both for part in pair))
        self.g = ca.vertcat(*rows)

    def _step(self, x: ca.SX, u: ca.SX, after: ca.SX) -> list[ca.SX]:
        h, (q, v) = self.timing.step, ca.vertsplit(x, 6)
        a, tau, lam = u[:6], u[6:9], u[9:] if u.numel() == 12 else ca.SX.zeros(3)
        self.f += h * (
            ca.sumsqr(tau * (v[3:] - v[2:5])) + TORQUE * ca.sumsqr(tau) + ACCELERATION * ca.sumsqr(a)
        )
        then = v + h * a
        needed = self.inverse(q, v, a, [], [0, -GRAVITY, 0])
        return [after - ca.vertcat(q + h * then, then), needed - pull(tau, lam)]

    def _held(self, k: int, x: ca.SX) -> list[ca.SX]:
        """What must hold at a sample; that the base is still in the end follows."""
        last = self.timing.samples - 1
        place = ca.vertcat(0 if k < self.timing.standing else self.p, 0, UPRIGHT)
        if k in (0, last):
            return [x[:6] - ca.vertcat(place, POSE), x[6 if k == 0 else 9 :]]
        return [x[:3] - place] if self.timing.floor(k) else []

    @cached_property
    def samples_of_unknowns(self) -> Indices:
        """Sample after sample."""
        return np.repeat(np.arange(len(self.nx)), np.add(self.nx, self.nu))

    @property
    def guess(self) -> Array:
        """Straight ahead, without effort."""
        x = []
        for k in range(self.timing.samples):
            effort = 0 if k + 1 == self.timing.samples else 12 if self.timing.floor(k) else 9
            x += [self.timing.straight(k), np.zeros(6 + effort)]
        return np.concatenate(x)

    def numbers(self, landing: float) -> Numbers:
        """Equations only."""
        free, zero = np.full(self.x.numel(), np.inf), np.zeros(self.g.numel())
        return Numbers(-free, free, zero, zero, np.array([landing]))

    def bounds(self, numbers: Numbers) -> tuple[Array, Array]:
        """Of the rows, stage by stage, as they are."""
        return numbers.lbg, numbers.ubg

    def there(self, x: Array, p: Array) -> Array:
        """The unknowns of the stages."""
        return x

    back = there

    def forces(self, x: Array) -> tuple[Array, Array, Array]:
        """q (n, 6), τ (n, 3) and λ (n, 3)."""
        n, start = self.timing.samples, 0
        q, tau, lam = np.zeros((n, 6)), np.zeros((n, 3)), np.zeros((n, 3))
        for k, effort in enumerate(self.nu):
            q[k], u = x[start : start + 6], x[start + 12 : start + 12 + effort]
            if effort:
                tau[k], lam[k, : effort - 9] = u[6:9], u[9:]
            start += 12 + effort
        return q, tau, lam
