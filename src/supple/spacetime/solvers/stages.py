"""A problem as stages x⁺ = F(x, u): what Fatrop wants of it.

The rules tie a⁺ into the step, so the state is staggered by half a step. With y = v − h/2 a and z = q − h/2 v,

trapezoidal    z⁺ = q + h/2 v,       y⁺ = v + h/2 a,    v = y + h/2 a,  q = z + h/2 v
differences    q⁺ = q + h y⁺,        y⁺ = v + h/2 a,    v = y + h/2 a

is the same program in other unknowns, no more of them. A phase begins with q and v themselves and with the muscles of
the phase before; where phases meet, q⁺ = q and v⁺ = v + M⁻¹ Jᵀ Λ.
"""

from typing import NamedTuple

import casadi as ca
import numpy as np

from supple.arrays import Array, Indices
from supple.errors import InputError
from supple.spacetime.problem import Problem
from supple.spacetime.program import Numbers
from supple.spacetime.sample import Sample

TIES = ("rule of positions", "rule of velocities", "phases meet", "touchdown")
"""Requirements that the steps from stage to stage stand for."""


class Stage(NamedTuple):
    """State and control of a sample, the old unknowns (q, v) by the new, and the state by the old ones."""

    state: ca.SX
    control: ca.SX
    old: ca.SX
    new: ca.SX
    inverse: ca.SX


class Stages:
    """Stage after stage: state, control, the step to the next, and what must hold there."""

    def __init__(self, problem: Problem, rule: str) -> None:
        if rule not in ("trapezoidal", "differences"):
            raise InputError(f"stages are for the trapezoidal rule and for differences, not for {rule}")
        self.problem, self.p, self.trapezoidal = problem, problem.p, rule == "trapezoidal"
        samples = problem.samples
        self.stages = [self._stage(k) for k in range(len(samples))]
        self.nx = [stage.state.numel() for stage in self.stages]
        self.nu = [stage.control.numel() for stage in self.stages]
        self.order = self._order()
        self.ng = [len(rows) + len(bounds) for rows, bounds in self.order]
        lines = []
        for k, (rows, bounds) in enumerate(self.order):
            if k + 1 < len(samples):
                lines.append(self.stages[k + 1].state - self._next(samples[k], samples[k + 1]))
            lines += [problem.g[rows], problem.x[bounds]]
        old, new = (ca.vertcat(*side) for side in zip(*((s.old, s.new) for s in self.stages), strict=True))
        f, g, x = ca.substitute([problem.f, ca.vertcat(*lines), problem.x], [old], [new])
        self.f, self.g = f, g
        self.x = ca.vertcat(*(part for stage in self.stages for part in (stage.state, stage.control)))
        self.back = ca.Function("back", [self.x, problem.p], [x])
        there = [part for stage in self.stages for part in (stage.inverse, stage.control)]
        self.there = ca.Function("there", [problem.x, problem.p], [ca.vertcat(*there)])

    def _stage(self, k: int) -> Stage:
        s = self.problem.samples[k]
        after = self.problem.samples[k + 1].unknown if k + 1 < len(self.problem.samples) else {}
        state, moving = ca.SX.sym(f"state{k}", 2 * s.resources.nq), ca.vertcat(s.q, s.v)
        muscles, rest = s.unknown["u"], ca.vertcat(s.contact, after.get("blow", ca.SX(0, 1)))
        control = ca.vertcat(s.a, muscles, rest)
        if not k:
            return Stage(state, control, moving, state, moving)
        if self.problem.samples[k - 1].phase != s.phase:
            whole, here = ca.vertcat(state, muscles), ca.vertcat(moving, muscles)
            return Stage(whole, ca.vertcat(s.a, rest), moving, state, here)
        place, pace = ca.vertsplit(state, s.resources.nq)
        v = pace + s.step / 2 * s.a
        q = place + s.step / 2 * v if self.trapezoidal else place
        behind = s.q - s.step / 2 * s.v if self.trapezoidal else s.q
        inverse = ca.vertcat(behind, s.v - s.step / 2 * s.a)
        return Stage(state, control, moving, ca.vertcat(q, v), inverse)

    def _next(self, s: Sample, after: Sample) -> ca.SX:
        """The state of the next stage."""
        if after.phase == s.phase:
            half = s.v + s.step / 2 * s.a
            return ca.SX(ca.vertcat(s.q + s.step * (s.v / 2 if self.trapezoidal else half), half))
        if "blow" not in after.unknown:
            return ca.vertcat(s.q, s.v, s.unknown["u"])
        pull = ca.SX.zeros(s.resources.nq)
        pull[list(s.resources.root)] = after.unknown["blow"]
        inverse_mass = ca.SX(s.resources.lagrangian.inverse_mass(s.q, s.p))
        return ca.vertcat(s.q, s.v + inverse_mass @ pull, s.unknown["u"])

    def _order(self) -> list[tuple[list[int], list[int]]]:
        """Rows and bounded unknowns of each stage."""
        problem, count = self.problem, len(self.problem.samples)
        column = self._columns()
        ties = [b.places for b in problem.rows if b.requirement.name in TIES]
        tied = set(np.concatenate([np.zeros(0, dtype=int), *ties]).tolist())
        rows, columns = (np.array(side) for side in problem.jacobian.sparsity_out(1).get_triplet())
        stages: list[tuple[list[int], list[int]]] = [([], []) for _ in range(count)]
        for row in range(problem.g.numel()):
            if row in tied:
                continue
            touched = set(column[columns[rows == row]].tolist())
            if len(touched) != 1:
                raise InputError(f"row {row} is about samples {sorted(touched)}: stages know one at a time")
            stages[touched.pop()][0].append(row)
        i, j = (np.array(side) for side in problem.hessian.sparsity_out(0).get_triplet())
        objective = ca.hessian(problem.f, problem.x)[0].sparsity()
        i, j = (np.array(side) for side in objective.get_triplet())
        if (column[i] != column[j]).any():
            raise InputError("the objective is about two samples at once: stages know one at a time")
        numbers = problem.numbers()
        for place in np.flatnonzero(np.isfinite(numbers.lbx) | np.isfinite(numbers.ubx)).tolist():
            stages[int(column[place])][1].append(place)
        return stages

    def _columns(self) -> Indices:
        """The stage of every unknown; an impulse belongs to the stage before it."""
        column = np.full(self.problem.x.numel(), -1)
        for k, s in enumerate(self.problem.samples):
            for key, places in s.where.items():
                column[places] = k - (key == "blow")
        if (column < 0).any():
            raise InputError("an unknown belongs to no sample: stages know no durations and no constants")
        return column

    def bounds(self, numbers: Numbers) -> tuple[Array, Array]:
        """Least and most of the rows, as they lie here."""
        low, high = [], []
        for k, (rows, bounds) in enumerate(self.order):
            tied = np.zeros(self.nx[k + 1] if k + 1 < len(self.order) else 0)
            low += [tied, numbers.lbg[rows], numbers.lbx[bounds]]
            high += [tied, numbers.ubg[rows], numbers.ubx[bounds]]
        return np.concatenate(low), np.concatenate(high)
