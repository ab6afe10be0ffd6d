"""Figures of a solution: sizes, how exactly physics and constraints hold, landing."""

from typing import TYPE_CHECKING

import numpy as np

from supple.spacetime.motion import Motion
from supple.spacetime.problem import Problem
from supple.spacetime.solvers.solution import Solution, violation

if TYPE_CHECKING:
    from supple.spacetime.shot import Shot


def residuals(problem: Problem, solution: Solution) -> dict[str, float]:
    """Worst miss of the equations of motion [N, N m], and of everything else, unscaled, over all samples."""
    numbers = problem.numbers()
    g = np.array(problem.values(solution.x, numbers.p)[1]).ravel()
    rows = np.concatenate([b.places for b in problem.rows if b.requirement.name == "physics"])
    rest = g.copy()
    rest[rows] = numbers.lbg[rows]
    return {
        "physics_residual_max": float(np.abs(g[rows]).max(initial=0.0)),
        "constraint_residual_max": violation(numbers, solution.x, rest),
    }


def figures(shot: "Shot", motion: Motion) -> dict[str, float | int | str]:
    """What a report says of any shot; the time that a solve took is in `shot.solution.seconds`."""
    problem, solution = shot.problem, shot.solution
    found: dict[str, float | int | str] = {
        "samples": len(motion.t) - len(shot.timeline.phases) + 1,
        **problem.size,
        "iterations": solution.iterations,
        "objective": solution.objective,
        "solver": solution.solver,
        **residuals(problem, solution),
    }
    for s in problem.samples:
        phase = shot.timeline.names[s.phase]
        found |= {f"{name}_{phase}": float(solution.x[s.where[name]][0]) for name in s.ground.constants}
    struck = [s.ground.push for s in problem.samples if "blow" in s.where]
    if struck:
        found["landing_impulse_Ns"] = float(motion.impulses[-1, struck[-1]])
    if np.abs(motion.force).any():
        weight = shot.mass * float(np.linalg.norm(shot.gravity))
        found["peak_contact_force_weights"] = float(np.linalg.norm(motion.force, axis=1).max()) / weight
    return found
