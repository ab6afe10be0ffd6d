"""A lamp like that of `lamp.py` as a shooting problem for Crocoddyl: `python -m benchmarks.crocoddyl_lamp`.

x⁺ = f(x, τ)
2 J = h Σ (1e-4 |τ|² + |φ − pose|² + 1e-2 |v|²) + 1e5 |r − landing|² + 1e5 |q_n − stand|² + 1e3 |v_n|²

with r the place and turn of the base where it touches down. Bodies, samples, phases and the first guess are ours. The
cost is its own: shooting has no accelerations among its unknowns, Crocoddyl no cost of power, and where to land is a
cost as well. Of 2000 sets of weights tried nearly all converge, these among the quickest. The base stands by a
contact and lands by an impulse.
"""

import json
import statistics
import time
from dataclasses import asdict, dataclass

import crocoddyl
import numpy as np
import pinocchio as pin

from benchmarks.lamp import GRAVITY, LENGTHS, MASSES, POSE, TORQUE, TURNING, UPRIGHT, Timing
from supple.arrays import Array

POSED, RATE, PLACE, REST = 1.0, 1e-2, 1e5, 1e3
"""Weights of pose and speed on the way, of the place to land and the stand, of speed in the end."""
SINGULAR = 1e-12
"""Added to the diagonal of a contact's matrix, whose rows out of the plane are zero."""
ITERATIONS = 1000


def bodies() -> pin.Model:
    """Base and three links in the plane, q = (x, y, cos θ₀, sin θ₀, φ₁, φ₂, φ₃) with angles from link to link."""
    model, joint = pin.Model(), 0
    model.gravity.linear = np.array([0, -GRAVITY, 0])
    at = 0.0
    for i, (mass, length, turning) in enumerate(zip(MASSES, LENGTHS, TURNING, strict=True)):
        # Crocoddyl leaves a joint of this name without muscles; planar, for a composite one has wrong derivatives
        kind, name = (pin.JointModelRZ(), f"link {i}") if i else (pin.JointModelPlanar(), "root_joint")
        joint = model.addJoint(joint, kind, pin.SE3(np.eye(3), np.array([at, 0, 0])), name)
        inertia = pin.Inertia(mass, np.array([length / 2, 0, 0]), np.diag([turning] * 3))
        model.appendBodyToJoint(joint, inertia, pin.SE3.Identity())
        model.addJointFrame(joint)
        at = length
    return model


def stand(x: float) -> Array:
    """Base at x [m], links in their pose, all at rest (13,)."""
    return np.array([x, 0, np.cos(UPRIGHT), np.sin(UPRIGHT), *np.diff([UPRIGHT, *POSE]), *np.zeros(6)])


@dataclass(frozen=True)
class Solved:
    """A motion (n, 13), its torques, and how it was found; `missed` [m] is how far from its goal the base ended."""

    xs: list[Array]
    us: list[Array]
    seconds: float
    iterations: int
    converged: bool
    missed: float


class ShootingLeap:
    """The problem, and FDDP for it, on one thread."""

    def __init__(self, timing: Timing) -> None:
        self.state = crocoddyl.StateMultibody(bodies())
        self.muscles = crocoddyl.ActuationModelFloatingBase(self.state)
        self.base = self.state.pinocchio.getFrameId("root_joint")
        self.goals: list[crocoddyl.ResidualModelState] = []
        steps, touchdown = [], timing.samples - timing.standing
        for k in range(timing.samples - 1):
            if k == touchdown:
                steps.append(self._touchdown())
            steps.append(crocoddyl.IntegratedActionModelEuler(self._step(timing.floor(k)), timing.step))
        end = crocoddyl.IntegratedActionModelEuler(self._end(), 0.0)
        self.problem = crocoddyl.ShootingProblem(stand(0), steps, end)
        self.problem.nthreads = 1
        self.solver = crocoddyl.SolverFDDP(self.problem)
        ahead = [stand(k / (timing.samples - 1)) for k in range(timing.samples)]
        ahead.insert(touchdown, ahead[touchdown])
        self.guess = ahead, [np.zeros(step.nu) for step in steps]

    def _step(self, floor: bool) -> crocoddyl.DifferentialActionModelContactFwdDynamics:
        costs = crocoddyl.CostModelSum(self.state, self.muscles.nu)
        self._near(costs, np.repeat([0, POSED, RATE, RATE], 3))
        effort = crocoddyl.ResidualModelControl(self.state, self.muscles.nu)
        costs.addCost("effort", crocoddyl.CostModelResidual(self.state, effort), TORQUE)
        return self._physics(floor, costs)

    def _end(self) -> crocoddyl.DifferentialActionModelContactFwdDynamics:
        costs = crocoddyl.CostModelSum(self.state, self.muscles.nu)
        self.goals.append(self._near(costs, np.repeat([PLACE, REST], 6)))
        return self._physics(True, costs)

    def _touchdown(self) -> crocoddyl.ActionModelImpulseFwdDynamics:
        costs, impulses = crocoddyl.CostModelSum(self.state, 0), crocoddyl.ImpulseModelMultiple(self.state)
        self.goals.append(self._near(costs, np.repeat([PLACE, 0, 0, 0], 3)))
        impulses.addImpulse("floor", crocoddyl.ImpulseModel6D(self.state, self.base, pin.LOCAL))
        return crocoddyl.ActionModelImpulseFwdDynamics(self.state, impulses, costs, 0.0, SINGULAR)

    def _near(self, costs: crocoddyl.CostModelSum, weights: Array) -> crocoddyl.ResidualModelState:
        """Add the weighted distance to a stand, and return it."""
        distance = crocoddyl.ResidualModelState(self.state, stand(0), costs.nu)
        weighed = crocoddyl.ActivationModelWeightedQuad(weights)
        costs.addCost("near", crocoddyl.CostModelResidual(self.state, weighed, distance), 1.0)
        return distance

    def _physics(
        self, floor: bool, costs: crocoddyl.CostModelSum
    ) -> crocoddyl.DifferentialActionModelContactFwdDynamics:
        contacts = crocoddyl.ContactModelMultiple(self.state, self.muscles.nu)
        if floor:
            place, nu = pin.SE3.Identity(), self.muscles.nu
            contacts.addContact(
                "floor", crocoddyl.ContactModel6D(self.state, self.base, place, pin.LOCAL, nu)
            )
        return crocoddyl.DifferentialActionModelContactFwdDynamics(
            self.state, self.muscles, contacts, costs, SINGULAR
        )

    def solve(self, landing: float) -> Solved:
        """From the pose moved straight ahead, without effort."""
        return self._solve(landing, *self.guess, feasible=False)

    def solve_again(self, last: Solved, landing: float) -> Solved:
        """From another solution."""
        return self._solve(landing, last.xs, last.us, feasible=True)

    def _solve(self, landing: float, xs: list[Array], us: list[Array], feasible: bool) -> Solved:
        for goal in self.goals:
            goal.reference = stand(landing)
        begun = time.perf_counter()
        converged = self.solver.solve(xs, us, ITERATIONS, feasible)
        seconds = time.perf_counter() - begun
        xs, us = ([np.array(part) for part in parts] for parts in (self.solver.xs, self.solver.us))
        missed = float(np.linalg.norm((xs[-1] - stand(landing))[:2]))
        return Solved(xs, us, seconds, self.solver.iter, converged, missed)


@dataclass(frozen=True)
class Figures:
    """Median seconds from the guess and from the solution 5 % nearer, iterations of each, worst landing error [m]."""

    version: str
    cold_s: float
    again_s: float
    iterations: tuple[int, int]
    converged: bool
    missed: float


def measure(repeats: int = 5) -> Figures:
    """Leap 1 m, then 1.05 m."""
    leap = ShootingLeap(Timing())
    cold = [leap.solve(1.0) for _ in range(repeats)]
    again = [leap.solve_again(cold[0], 1.05) for _ in range(repeats)]
    both = cold[0], again[0]
    return Figures(
        crocoddyl.__version__,
        statistics.median(solved.seconds for solved in cold),
        statistics.median(solved.seconds for solved in again),
        (cold[0].iterations, again[0].iterations),
        all(solved.converged for solved in both),
        max(solved.missed for solved in both),
    )


if __name__ == "__main__":
    print(json.dumps(asdict(measure())))
