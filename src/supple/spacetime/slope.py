"""Sliding on a curve (Witkin & Kass 1988, §6.2): the base flat on it, pushed along its normal.

(x, y) = r(s) + height · n(s),  turn = θ(s),  force = N n − μ (t·ẋ) t,  s unknown at every sample, μ unknown

r, t, n: where a flat sole rests about c(s), and its directions; tangent where the curve is straight or bulges.
Position is what is held, sample by sample, and N at a sample is what brings the next one onto the curve: so the rule
must be that of differences. Velocities are held at both ends of the phase.
"""

from collections.abc import Mapping, Sequence

import casadi as ca
import numpy as np

from supple.spacetime.contact import Contact, Rows
from supple.spacetime.curve import Spline
from supple.spacetime.problem import Problem
from supple.spacetime.requirement import Requirement, law
from supple.spacetime.resources import Resources
from supple.spacetime.sample import Sample


class Slope(Contact):
    """Normal force [N], moment [N m], and friction proportional to the speed along the curve."""

    forces = 2
    unknowns: Mapping[str, int] = {"s": 1}
    rule = "differences"

    def __init__(self, resources: Resources, curve: Spline, friction: Requirement) -> None:
        self.curve, self.root = curve, list(resources.root)
        self.height = -float(resources.footprint[:, 1].mean())
        self.half = float(np.ptp(resources.footprint[:, 0])) / 2
        s = ca.SX.sym("s")
        place, tangent = curve.resting(s, self.half)
        normal = ca.vertcat(-tangent[1], tangent[0])
        place += self.height * normal
        self.rests = ca.Function("rests", [s], [place, tangent, normal])
        """s → where the base is, and its directions."""
        self._rates = ca.Function(
            "rates", [s], [ca.jacobian(place, s), ca.dot(normal, ca.jacobian(tangent, s))]
        )
        self.constants: Mapping[str, Requirement] = {"friction": friction}

    def pull(self, s: Sample, lam: ca.SX) -> ca.SX:
        """Push and moment, less the friction."""
        _, tangent, _ = self.rests(s.unknown["s"])
        slowed = -s.unknown["friction"] * ca.dot(tangent, s.v[self.root[:2]]) * tangent
        total = self.blow(s, lam)
        total[self.root[:2]] += slowed
        return total

    def blow(self, s: Sample, lam: ca.SX) -> ca.SX:
        """Push and moment on the coordinates of the base."""
        _, _, normal = self.rests(s.unknown["s"])
        total = ca.SX.zeros(s.resources.nq)
        total[self.root] = ca.vertcat(lam[0] * normal, lam[1])
        return total

    def force(self, s: Sample) -> ca.SX:
        """Push and friction."""
        return ca.vertcat(self.pull(s, s.contact)[self.root[:2]], 0)

    def laws(self, s: Sample) -> Rows:
        """A slope only pushes, and under the base."""
        yield from self._pushing(s, s.contact, "N")

    def blow_laws(self, s: Sample) -> Rows:
        """A blow obeys what a force obeys."""
        yield from self._pushing(s, s.unknown["blow"], "N s")

    def _pushing(self, s: Sample, lam: ca.SX, unit: str) -> Rows:
        foot = s.resources.footprint[:, 0]
        yield law("slope pushes only", unit, 0.0, np.inf), lam[0]
        under = ca.vertcat(foot.max() * lam[0] - lam[1], lam[1] - foot.min() * lam[0])
        yield law("center of pressure under the base", f"{unit} m", 0.0, np.inf), under

    def hold(self, problem: Problem, samples: Sequence[Sample], first: int) -> None:
        """On the curve and tangent to it at every sample; along it at both ends."""
        on, along = law("on the slope", "m, rad"), law("along the slope", "m/s, rad/s")
        stretch = law("on the curve", "", 0.0, float(self.curve.pieces))
        for k, s in enumerate(samples):
            parameter = s.unknown["s"]
            place, tangent, _ = self.rests(parameter)
            x, turn = s.q[self.root[:2]], s.q[self.root[2]]
            aslant = ca.cos(turn) * tangent[1] - ca.sin(turn) * tangent[0]
            problem.require(on, ca.vertcat(x - place, aslant), first + k)
            problem.require(stretch, parameter, first + k)
            if k in (0, len(samples) - 1):
                forward, bend = self._rates(parameter)
                way = forward / ca.norm_2(forward)
                v, spin = s.v[self.root[:2]], s.v[self.root[2]]
                pace = ca.dot(way, v)
                rows = ca.vertcat(way[0] * v[1] - way[1] * v[0], spin - bend * pace / ca.norm_2(forward))
                problem.require(along, rows, first + k)
