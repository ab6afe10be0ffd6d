"""The jump of a shot as one writes it first: Opti and IPOPT, a row for everything, functions called sample by sample.

Unknowns, constraints, objective, guess and tolerance are the shot's: its goals and terms are asked of these samples
as they are of its own. Mechanics are those of `plain_body`.
"""

from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from benchmarks.plain_body import PlainBody
from supple.arrays import Array
from supple.spacetime import Shot
from supple.spacetime.contact import Coulomb


@dataclass
class Moment:
    """One sample: columns of the unknowns, and what goals and terms ask of it."""

    body: PlainBody
    joints: list[int]
    phase: int
    share: float
    step: float
    q: ca.MX
    v: ca.MX
    a: ca.MX
    tau: ca.MX
    contact: ca.MX
    impulse: ca.MX | None = None

    def point(self, name: str) -> ca.MX:
        """Where a point is (3,) [m]."""
        return self.body.points[name](self.q)

    @property
    def unknown(self) -> dict[str, ca.MX]:
        """By the names that goals use."""
        return {"q": self.q, "v": self.v, "a": self.a, "u": self.tau}

    @property
    def joint_rates(self) -> ca.MX:
        """Of every muscle [rad/s]."""
        return self.v[self.joints]

    @property
    def center(self) -> ca.MX:
        """Center of mass (3,) [m]."""
        return self.body.center(self.q)

    @property
    def clearance(self) -> ca.MX:
        """How far parts keep apart [m]."""
        return self.body.clearance(self.q)

    @property
    def force(self) -> ca.MX:
        """What the floor pushes with (3,) [N]."""
        return ca.vertcat(self.contact[:2], 0)


class PlainJump:
    """Push-off, flight and landing of a character in the plane."""

    def __init__(self, shot: Shot, tolerance: float, *, expand: bool = False) -> None:
        self.shot, self.opti = shot, ca.Opti()
        self.to = self.opti.parameter(2)
        self.body = PlainBody(shot.character, -float(shot.gravity[1]))
        self.variables: list[tuple[ca.MX, Array]] = []
        self.moments: list[list[Moment]] = [self._phase(k) for k in range(3)]
        for samples in self.moments:
            self._physics(samples)
            self._limits(samples)
        self._stand(0, ca.DM([0, 0]))
        self._stand(2, self.to)
        self.opti.subject_to(self.moments[0][-1].contact == 0)
        self._meet()
        self._goals()
        self.opti.minimize(self._cost())
        quiet = {"print_time": False, "ipopt.print_level": 0, "ipopt.sb": "yes", "expand": expand}
        precise = {"ipopt.tol": tolerance, "ipopt.constr_viol_tol": tolerance / 10, "ipopt.max_iter": 1000}
        self.opti.solver("ipopt", quiet | precise)

    def _variable(self, key: str, phase: int) -> ca.MX:
        """A matrix of unknowns, a column a sample, and where they are among the shot's."""
        timeline = self.shot.timeline
        mine = self.shot.problem.samples[timeline.first(phase) : timeline.first(phase + 1)]
        places = np.array([s.where[key] for s in mine])
        made = self.opti.variable(*places.T.shape)
        self.variables.append((made, places))
        return made

    def _phase(self, phase: int) -> list[Moment]:
        count = self.shot.timeline.counts[phase]
        q, v, a, tau = (self._variable(key, phase) for key in "qvau")
        contact = self._variable("lam", phase) if phase != 1 else ca.MX.zeros(3, count)
        step = self.shot.timeline.phases[phase].guess / (count - 1)
        joints = list(self.shot.character.joints)
        samples = [
            Moment(
                self.body, joints, phase, k / (count - 1), step, *(m[:, k] for m in (q, v, a, tau, contact))
            )
            for k in range(count)
        ]
        if phase == 2:
            first = self.shot.problem.samples[self.shot.timeline.first(2)]
            samples[0].impulse = self.opti.variable(3)
            self.variables.append((samples[0].impulse, first.where["blow"][None]))
        return samples

    def _physics(self, samples: list[Moment]) -> None:
        for s in samples:
            self.opti.subject_to(self.body.physics(s.q, s.v, s.a, s.tau, s.contact) == 0)
        for _, _, left in self.shot.transcription.rows(samples[0].step, samples):
            self.opti.subject_to(left == 0)

    def _limits(self, samples: list[Moment]) -> None:
        character = self.shot.character
        low, high = character.limits[character.joints, :].T
        strength = character.torque_limits
        for s in samples:
            self.opti.subject_to(self.opti.bounded(low, s.q[s.joints], high))
            self.opti.subject_to(self.opti.bounded(-strength, s.tau, strength))
            for k, muscle in enumerate(character.muscles):
                if np.isfinite(muscle.speed_limit):
                    self.opti.subject_to(
                        self.opti.bounded(-muscle.speed_limit, s.joint_rates[k], muscle.speed_limit)
                    )

    def _stand(self, phase: int, where: Any) -> None:
        samples, friction = self.moments[phase], self.shot.timeline.phases[phase].friction  # type: ignore[attr-defined]
        sole = self.shot.resources.footprint
        self.opti.subject_to(samples[0].q[:3] == ca.vertcat(where[0], where[1] - sole[:, 1].mean(), 0))
        self.opti.subject_to(samples[0].v[:3] == 0)
        for s in samples:
            self.opti.subject_to(s.a[:3] == 0)
        for s in samples if phase else samples[:-1]:
            self._pushed(s.contact, friction, sole)
        if samples[0].impulse is not None:
            self._pushed(samples[0].impulse, friction, sole)

    def _pushed(self, force: ca.MX, friction: Coulomb, sole: Array) -> None:
        """Upward, within the cone, under the base."""
        middle, half = sole[:, 0].mean(), friction.support * np.ptp(sole[:, 0]) / 2
        moment = force[2] + sole[:, 1].mean() * force[0]
        self.opti.subject_to(force[1] >= 0)
        self.opti.subject_to(force[0] <= friction.friction * force[1])
        self.opti.subject_to(-force[0] <= friction.friction * force[1])
        self.opti.subject_to(moment <= (middle + half) * force[1])
        self.opti.subject_to(moment >= (middle - half) * force[1])

    def _meet(self) -> None:
        push, air, land = self.moments
        for before, after in ((push[-1], air[0]), (air[-1], land[0])):
            self.opti.subject_to(after.q == before.q)
            self.opti.subject_to(after.tau == before.tau)
        self.opti.subject_to(air[0].v == push[-1].v)
        jolt = ca.vertcat(land[0].impulse, ca.MX.zeros(len(self.shot.character.joints)))
        self.opti.subject_to(self.body.mass_matrix(land[0].q) @ (land[0].v - air[-1].v) == jolt)

    def _goals(self) -> None:
        samples = [s for phase in self.moments for s in phase]
        for goal in self.shot.goals:
            for k in goal.samples():
                asked = goal.expression(samples[k])
                low, high = (np.broadcast_to(side, asked.numel()) for side in (goal.low, goal.high))
                if np.array_equal(low, high):
                    self.opti.subject_to(asked == low)
                    continue
                if np.isfinite(low).all():
                    self.opti.subject_to(asked >= low)
                if np.isfinite(high).all():
                    self.opti.subject_to(asked <= high)

    def _cost(self) -> Any:
        timeline, cost = self.shot.timeline, 0
        for term in self.shot.terms:
            chosen = set(timeline.span(term.during))
            for phase, samples in enumerate(self.moments):
                share, first = self.shot.transcription.quadrature(len(samples)), timeline.first(phase)
                for k, s in enumerate(samples):
                    if term.pairs and {first + k, first + k + 1} <= chosen and k + 1 < len(samples):
                        cost += term.weight * s.step * term.integrand(s, samples[k + 1])
                    elif not term.pairs and first + k in chosen:
                        cost += term.weight * s.step * share[k] * term.integrand(s)
        return cost

    def solve(self, guess: Array, to: Array, multipliers: Any = None) -> Any:
        """From a guess of the shot's unknowns, landing at (x, y)."""
        for variable, places in self.variables:
            self.opti.set_initial(variable, guess[places.T])
        self.opti.set_initial(self.opti.lam_g, 0 if multipliers is None else multipliers)
        self.opti.set_value(self.to, to)
        return self.opti.solve()

    def unknowns(self, solution: Any) -> Array:
        """A solution in the order of the shot's unknowns."""
        x = np.zeros(self.shot.problem.x.numel())
        for variable, places in self.variables:
            x[places.T] = np.reshape(solution.value(variable), places.T.shape)
        return x

    def judged(self, x: Array, to: Array) -> tuple[float, float]:
        """Cost of the shot's unknowns here, and by how much the worst row is missed."""
        at = ca.Function(
            "at", [self.opti.x, self.opti.p], [self.opti.f, self.opti.g, self.opti.lbg, self.opti.ubg]
        )
        given = np.zeros(self.opti.x.numel())
        start = 0
        for _, places in self.variables:
            given[start : start + places.size] = x[places].ravel()
            start += places.size
        f, g, low, high = at(given, to)
        return float(f), float(ca.mmax(ca.fmax(ca.fmax(low - g, g - high), 0)))
