"""What the ground does to the character in a phase: nothing, a wrench under the base, or a push along a slope.

physics    M a + bias = B τ + Jᵀ λ,  λ unknown (Witkin & Kass 1988, §6.1: "whatever force is required")
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import casadi as ca
import numpy as np

from supple.arrays import Array
from supple.spacetime.problem import Problem
from supple.spacetime.requirement import Requirement, law
from supple.spacetime.resources import Resources
from supple.spacetime.sample import Sample

Rows = Iterator[tuple[Requirement, ca.SX]]
PARTING = 0.15
"""Most that the floor still pushes with when it is left in space, in weights."""
RUBS = 0.4
"""How far from its middle a round sole rubs when it spins, in radii: ⅔ evenly pressed, less at one side."""


class Contact(ABC):
    """The forces of one phase, and the laws they obey."""

    forces = 0
    """How many contact forces λ there are."""
    unknowns: Mapping[str, int] = {}
    """Further unknowns of every sample, by name and size."""
    constants: Mapping[str, Requirement] = {}
    """Further unknowns of the whole phase."""
    pushes_only = False
    """Whether the ground cannot pull."""
    push = 0
    """Which of them pushes along the normal."""
    rule: str | None = None
    """The rule that it needs, if only one will do."""
    abrupt = False
    """Whether some push may be left when it is left, so that muscles must answer at once."""

    @abstractmethod
    def pull(self, s: Sample, lam: ca.SX) -> ca.SX:
        """Jᵀ λ: what the ground does to the coordinates (nq,)."""

    @abstractmethod
    def force(self, s: Sample) -> ca.SX:
        """What the ground pushes with (3,) [N], in the world."""

    def state(self, s: Sample) -> tuple[ca.SX, ca.SX, ca.SX]:
        """q, v, a as the physics sees them: what the ground holds is put in, which makes for shorter expressions."""
        return s.q, s.v, s.a

    def strikes(self, before: "Contact") -> bool:
        """Whether the phase begins with a touchdown."""
        return bool(self.forces) and not before.forces

    def blow(self, s: Sample, lam: ca.SX) -> ca.SX:
        """Jᵀ Λ: what the impulse of a touchdown does to the coordinates (nq,)."""
        return self.pull(s, lam)

    @property
    def blows(self) -> int:
        """How many components the impulse of a touchdown has."""
        return self.forces

    def hold(self, problem: Problem, samples: Sequence[Sample], first: int) -> None:
        """What keeps the character on the ground; in the air, nothing."""
        return

    def laws(self, s: Sample) -> Rows:
        """What the forces obey at every sample."""
        yield from ()

    def lets_go(self, s: Sample, weight: float) -> Rows:
        """What the forces obey when the ground is left by a character of that weight [N]: nothing is left of them."""
        yield law("lift-off", "N, N m"), s.contact

    def blow_laws(self, s: Sample) -> Rows:
        """What the impulse of a touchdown obeys."""
        yield from ()


class Air(Contact):
    """No ground, no force."""

    def pull(self, s: Sample, lam: ca.SX) -> ca.SX:
        """Nothing."""
        return ca.SX.zeros(s.resources.nq)

    def force(self, s: Sample) -> ca.SX:
        """Nothing."""
        return ca.SX.zeros(3)


@dataclass(frozen=True)
class Nailed:
    """Infinite friction, and a floor that may pull as well: the paper's (§6.1)."""

    pushes_only = False

    def laws(self, s: Sample, lam: ca.SX, unit: str) -> Rows:
        """None."""
        yield from ()


@cache
def _laws(unit: str) -> tuple[Requirement, Requirement, Requirement]:
    """Push, cone, pressure: each must not be negative."""
    return (
        law("floor pushes only", unit, 0.0, np.inf),
        law("friction cone", unit, 0.0, np.inf),
        law("center of pressure under the base", f"{unit} m", 0.0, np.inf),
    )


@dataclass(frozen=True)
class Coulomb:
    """A floor that only pushes, |tangential| ≤ μ normal, and its center of pressure under the base.

    In the plane, with the base from x₀ to x₁ and its sole at height y:  x₀ fy ≤ M + y fx ≤ x₁ fy. `support` is the
    share of the base, about its middle, that is counted on: less than 1, and a small mishap does not tip it over.
    """

    friction: float = 0.9
    support: float = 1.0
    pushes_only = True

    def laws(self, s: Sample, lam: ca.SX, unit: str) -> Rows:
        """Push, cone, pressure under the base; in space also no more spin than friction gives."""
        push, cone, pressure = _laws(unit)
        yield push, lam[1]
        rows = self._plane(s, lam) if lam.numel() == 3 else self._space(s, lam)
        yield from zip((cone, pressure), rows, strict=True)

    def _sole(self, s: Sample) -> tuple[Array, Array]:
        """Middle and half size of what carries (3,) [m]."""
        foot = s.resources.footprint
        return foot.mean(axis=0), self.support * np.ptp(foot, axis=0) / 2

    def _plane(self, s: Sample, lam: ca.SX) -> tuple[ca.SX, ca.SX]:
        """μ fy ± fx  and  w fy ± (M + y fx − x fy)."""
        middle, half = self._sole(s)
        off = lam[2] + float(middle[1]) * lam[0] - float(middle[0]) * lam[1]
        side, wide = self.friction * lam[1], float(half[0]) * lam[1]
        return ca.vertcat(side - lam[0], side + lam[0]), ca.vertcat(wide - off, wide + off)

    def _space(self, s: Sample, lam: ca.SX) -> tuple[ca.SX, ca.SX]:
        """A square in the cone, less what the spin takes of it; an octagon around what carries of a round sole."""
        (x, y, z), half = self._sole(s)
        turn = s.q[3]
        fx = ca.cos(turn) * lam[0] - ca.sin(turn) * lam[2]
        fz = ca.sin(turn) * lam[0] + ca.cos(turn) * lam[2]
        radius = float(half[[0, 2]].mean()) / self.support
        side, spun = self.friction / np.sqrt(2) * lam[1], lam[3] / (RUBS * radius)
        cone = (side + a * f + b * spun for f in (fx, fz) for a in (1, -1) for b in (1, -1))
        off = ca.vertcat((lam[5] + y * fx - x * lam[1]) / half[0], (lam[4] - y * fz + z * lam[1]) / half[2])
        eighths = np.arange(8) * np.pi / 4
        rim = radius * (lam[1] - ca.DM(np.column_stack([np.cos(eighths), np.sin(eighths)])) @ off)
        return ca.vertcat(*cone), rim


class Floor(Contact):
    """A wrench on the coordinates of the base, under a law of friction; the base stands at `place`."""

    push = 1

    def __init__(
        self, resources: Resources, friction: "Nailed | Coulomb", place: Sequence[Requirement]
    ) -> None:
        self.root = list(resources.root)
        self.forces = len(self.root)
        self.friction = friction
        self.pushes_only = friction.pushes_only
        self.abrupt = friction.pushes_only and self.forces == 6
        self.place = place
        """Where it stands [m], and how it is turned [rad]."""

    def pull(self, s: Sample, lam: ca.SX) -> ca.SX:
        """λ itself, on the coordinates of the base."""
        total = ca.SX.zeros(s.resources.nq)
        total[self.root] = lam
        return total

    def force(self, s: Sample) -> ca.SX:
        """The force of the wrench."""
        return s.contact[:3] if self.forces == 6 else ca.vertcat(s.contact[:2], 0)

    def state(self, s: Sample) -> tuple[ca.SX, ca.SX, ca.SX]:
        """The base is still, and in space upright."""
        q, v, a = (ca.SX(x) for x in (s.q, s.v, s.a))
        q[self.root[4:]] = 0
        v[self.root] = a[self.root] = 0
        return q, v, a

    def laws(self, s: Sample) -> Rows:
        """Those of the friction."""
        yield from self.friction.laws(s, s.contact, "N")

    def lets_go(self, s: Sample, weight: float) -> Rows:
        """In space a few joints cannot make six components vanish at one moment: there the push is small, and all
        else with it, by the laws of friction.
        """
        if not self.abrupt:
            yield from super().lets_go(s, weight)
            return
        yield law("lift-off", "N", -np.inf, PARTING * weight), s.contact[self.push]
        yield from self.laws(s)

    def blow_laws(self, s: Sample) -> Rows:
        """A blow obeys what a force obeys."""
        yield from self.friction.laws(s, s.unknown["blow"], "N s")

    def hold(self, problem: Problem, samples: Sequence[Sample], first: int) -> None:
        """Placed and still at the entry, unaccelerated ever after: no row says what another already says."""
        entry = samples[0]
        axes = len(self.root) // 3 + 1
        problem.require(self.place[0], entry.q[self.root[:axes]], first)
        problem.require(self.place[1], entry.q[self.root[axes:]], first)
        problem.require(law("stands still", "m/s"), entry.v[self.root], first)
        unaccelerated = law("stands still", "m/s²")
        for k, s in enumerate(samples):
            problem.require(unaccelerated, s.a[self.root], first + k)
            if k:
                for key in ("q", "v"):
                    problem.same(s.where[key][self.root], entry.where[key][self.root])
