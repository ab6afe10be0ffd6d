"""The bench lamp of `lamp.py` as one writes it first: positions are the unknowns, rates are their differences.

Lagrange's equations by differentiating T − V, called sample by sample; the floor's force is an unknown throughout and
set to zero in the air.
"""

from typing import Any

import casadi as ca
import numpy as np

from benchmarks.lamp import ACCELERATION, GRAVITY, LENGTHS, MASSES, POSE, TORQUE, TURNING, UPRIGHT, Timing
from supple.arrays import Array


def residual() -> ca.Function:
    """d/dt ∂L/∂v − ∂L/∂q − Q."""
    q, v, a = (ca.SX.sym(name, 6) for name in "qva")
    tau, lam = ca.SX.sym("tau", 3), ca.SX.sym("lam", 3)
    energy, joint = ca.SX(0), q[:2]
    for i in range(4):
        link = LENGTHS[i] * ca.vertcat(ca.cos(q[2 + i]), ca.sin(q[2 + i]))
        center = joint + link / 2
        speed = ca.jtimes(center, q, v)
        energy += MASSES[i] * ca.dot(speed, speed) / 2 + TURNING[i] * v[2 + i] ** 2 / 2
        energy -= MASSES[i] * GRAVITY * center[1]
        joint = joint + link
    momentum = ca.gradient(energy, v)
    motion = ca.jtimes(momentum, q, v) + ca.jtimes(momentum, v, a) - ca.gradient(energy, q)
    force = ca.vertcat(lam[0], lam[1], lam[2] - tau[0], tau[0] - tau[1], tau[1] - tau[2], tau[2])
    return ca.Function("residual", [q, v, a, tau, lam], [motion - force])


class PlainLeap:
    """The program, and IPOPT for it."""

    def __init__(self, timing: Timing, tolerance: float) -> None:
        n, h, physics = timing.samples, timing.step, residual()
        q, tau, lam = ca.MX.sym("q", 6, n), ca.MX.sym("tau", 3, n), ca.MX.sym("lam", 3, n)
        landing, rows, cost = ca.MX.sym("landing"), [], 0
        for k in range(n - 1):
            v = (q[:, k] - q[:, k - 1]) / h if k else ca.MX.zeros(6)
            a = ((q[:, k + 1] - q[:, k]) / h - v) / h
            rows.append(physics(q[:, k], v, a, tau[:, k], lam[:, k]))
            power = tau[:, k] * ca.vertcat(v[3] - v[2], v[4] - v[3], v[5] - v[4])
            cost += h * (ca.sumsqr(power) + TORQUE * ca.sumsqr(tau[:, k]) + ACCELERATION * ca.sumsqr(a))
        for k in range(n):
            if not timing.floor(k):
                rows.append(lam[:, k])
            else:
                rows.append(q[:3, k] - ca.vertcat(0 if k < timing.standing else landing, 0, UPRIGHT))
        rows += [q[3:, k] - POSE for k in (0, n - 2, n - 1)]
        nlp = {"x": ca.veccat(q, tau, lam), "p": landing, "f": cost, "g": ca.vertcat(*rows)}
        options = {"expand": True, "print_time": False, "ipopt.print_level": 0, "ipopt.sb": "yes"}
        options |= {"ipopt.tol": tolerance, "ipopt.max_iter": 1000}
        self.values = ca.Function("values", [nlp["x"], nlp["p"]], [nlp["f"], nlp["g"]])
        self.solver = ca.nlpsol("plain", "ipopt", nlp, options)
        self.guess = np.concatenate([*(timing.straight(k) for k in range(n)), np.zeros(6 * n)])

    def solve(self, landing: float) -> Any:
        """From the guess."""
        return self.solver(x0=self.guess, p=landing, lbg=0, ubg=0)

    def solve_again(self, last: Any, landing: float) -> Any:
        """From another solution and its multipliers."""
        return self.solver(x0=last["x"], lam_g0=last["lam_g"], lam_x0=last["lam_x"], p=landing, lbg=0, ubg=0)

    def judged(self, q: Array, tau: Array, lam: Array, landing: float) -> tuple[float, float]:
        """Cost, and the worst miss of a row."""
        f, g = self.values(np.concatenate([q.ravel(), tau.ravel(), lam.ravel()]), landing)
        return float(f), float(ca.mmax(ca.fabs(g)))
