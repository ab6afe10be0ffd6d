"""A particle with a jet flies from here to there on the least fuel; its ghosts are the iterates on the way."""

from dataclasses import replace

import numpy as np

import supple

BEGIN, END = (-1.2, 0.3, 0.0), (1.2, 0.6, 0.0)
LEAVE, ARRIVE = (-0.8, 2.2, 0.0), (0.4, -2.4, 0.0)
"""Velocities at both ends [m/s]."""
SECONDS, SAMPLES, MASS = 1.6, 41, 1.0
FLOATING = (0.0, 0.9, 0.0)
"""The first motion floats in the air above the straight line, as the paper's lamp does in figure 3."""
SHOWN = 3
BEADS = 16
"""Along the path of each iterate."""


def demo() -> supple.Take:
    """min ∫ |f|² dt from place and velocity to place and velocity (Witkin & Kass 1988, §3): x cubic, f linear."""
    jet = supple.characters.particle(MASS, radius=0.07, color="tomato")
    shot = supple.Shot(
        jet, [supple.spacetime.Fly(seconds=SECONDS)], samples=SAMPLES, transcription="differences"
    )
    for end, place, velocity in (("start", BEGIN, LEAVE), ("end", END, ARRIVE)):
        shot.pose(place, at=end)
        shot.velocity(velocity, at=end)
    shot.minimize(torque=1)
    take = shot.solve()
    printed, agreement = papers_way()
    ghosts, times = {}, np.linspace(0, SECONDS, SAMPLES)
    for k in [*supple.spacetime.chosen(len(printed), SHOWN), len(printed) - 1]:
        path = supple.keys(dict(zip(times, printed[k], strict=True)))
        strung(take.scene, path(np.linspace(0, SECONDS, BEADS)), f"path {k}", last=k == len(printed) - 1)
        if k < len(printed) - 1:
            ghosts[f"iterate {k}"] = jet.take(take.times, path(take.times))
    words = {0.1: "off", 0.5: "over the top", 0.8: "half way", 1.2: "braking", SECONDS: "there"}
    shown = supple.spacetime.with_ghosts(replace(take, notes=()), ghosts)
    shown = shown.with_trail("particle").with_notes(words)
    paper = {"papers_sqp_iterations": len(printed) - 1, "papers_sqp_agreement_m": agreement}
    return shown.with_report(**figures(shot), **paper)


def strung(scene: supple.Scene, path: np.ndarray, name: str, *, last: bool) -> None:
    """Beads along a path: the one that counts in red, those on the way pale."""
    bead = supple.models.sphere(radius=0.018, resolution=3).surface
    shift = len(bead.vertices) * np.arange(len(path))
    vertices, faces = bead.vertices + path[:, None], bead.faces + shift[:, None, None]
    look = supple.Look(color=(0.9, 0.1, 0.06, 1.0) if last else (0.25, 0.4, 0.6, 0.35))
    scene.add(supple.Mesh.of(vertices.reshape(-1, 3), faces.reshape(-1, 3), name=name, look=look), name=name)


def papers_way() -> tuple[list[np.ndarray], float]:
    """The particle as printed: its iterates by the paper's method, and how far IPOPT's answer is from the last."""
    problem = supple.spacetime.printed_particle(
        BEGIN, END, seconds=SECONDS, samples=SAMPLES, velocities=(LEAVE, ARRIVE), mass=MASS
    )
    numbers = problem.numbers()
    line = np.linspace(BEGIN, END, SAMPLES) + FLOATING
    start = supple.spacetime.solvers.Start(supple.spacetime.from_path(problem, line))
    by_paper = supple.spacetime.solvers.PrintedSqp().solve(problem, numbers, start)
    by_ipopt = supple.spacetime.solvers.Ipopt().solve(problem, numbers, start)
    paths = [supple.spacetime.path(problem, iterate.x) for iterate in by_paper.iterates]
    return paths, float(np.abs(paths[-1] - supple.spacetime.path(problem, by_ipopt.x)).max())


def figures(shot: supple.Shot) -> dict[str, float]:
    """How far samples are from the closed form: its cubic [m], and the linear force of the jet [N]."""
    a, b, va, vb = (np.array(x) for x in (BEGIN, END, LEAVE, ARRIVE))
    u = shot.motion.t[:, None] / SECONDS
    c, d = 3 * (b - a) - (2 * va + vb) * SECONDS, -2 * (b - a) + (va + vb) * SECONDS
    path = a + va * SECONDS * u + c * u**2 + d * u**3
    force = MASS * ((2 * c + 6 * d * u) / SECONDS**2 - shot.gravity)
    return {
        "closed_form_error_m": float(np.abs(shot.motion.q - path).max()),
        "closed_form_error_N": float(np.abs(shot.motion.tau - force).max()),
    }
