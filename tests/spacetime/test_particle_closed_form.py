"""The particle against closed forms: m ẍ = f + m g, min ∫ f² → f linear, x cubic (Witkin & Kass 1988, §3)."""

from types import SimpleNamespace

import casadi as ca
import numpy as np
import pytest

from supple.characters import Muscle, particle
from supple.mechanics.lagrangian import Lagrangian
from supple.spacetime import Fly, Shot
from supple.spacetime.particle import printed_particle
from supple.spacetime.program import Numbers, Program
from supple.spacetime.solvers.ipopt import Ipopt
from supple.spacetime.solvers.newton import Newton
from supple.spacetime.solvers.printed import PrintedSqp
from supple.spacetime.solvers.solution import Start

A, B = np.array([0.0, 1.0, 0.0]), np.array([2.0, 0.5, 1.0])
VA, VB = np.array([0.0, 2.0, 0.0]), np.array([1.0, 0.0, 0.0])
SECONDS, MASS, GRAVITY = 1.5, 2.0, np.array([0.0, -9.81, 0.0])
COUNTS = (11, 21, 41, 81)


def cubic(t):
    """The path with given ends and velocities whose ẍ is linear, and its jet force."""
    u = np.asarray(t)[:, None] / SECONDS
    c, d = 3 * (B - A) - (2 * VA + VB) * SECONDS, -2 * (B - A) + (VA + VB) * SECONDS
    return A + VA * u * SECONDS + c * u**2 + d * u**3, MASS * ((2 * c + 6 * d * u) / SECONDS**2 - GRAVITY)


def flown(character, transcription, samples, ends=((A, VA), (B, VB))):
    shot = Shot(character, [Fly(seconds=SECONDS)], samples=samples, transcription=transcription)
    for when, (x, v) in zip(("start", "end"), ends, strict=True):
        shot.pose(x, at=when)
        shot.velocity(v, at=when)
    shot.minimize(torque=1.0)
    shot.solve()
    return shot.motion


def order(errors):
    return np.polyfit(np.log(1 / (np.array(COUNTS) - 1)), np.log(errors), 1)[0]


@pytest.mark.parametrize("transcription", ["differences", "trapezoidal"])
def test_path_and_force_converge_at_second_order(transcription):
    motions = [flown(particle(MASS), transcription, n) for n in COUNTS]
    path = [np.abs(m.q - cubic(m.t)[0]).max() for m in motions]
    inside = [np.abs(m.tau - cubic(m.t)[1])[1:-1].max() for m in motions]
    assert order(path) == pytest.approx(2, abs=0.15)
    assert order(inside) == pytest.approx(2, abs=0.15)


@pytest.mark.parametrize("samples", COUNTS)
def test_simpson_meets_the_cubic_exactly(samples):
    motion = flown(particle(MASS), "hermite-simpson", samples)
    path, force = cubic(motion.t)
    np.testing.assert_allclose(motion.q, path, atol=1e-12)
    np.testing.assert_allclose(motion.tau, force, atol=1e-10)
    between = np.linspace(0, SECONDS, 333)
    np.testing.assert_allclose(motion.at(between)[0], cubic(between)[0], atol=1e-12)


OMEGA = 5.0


def tethered():
    """One coordinate on a spring: m ẍ = f − m ω² x."""
    q, v = ca.SX.sym("q"), ca.SX.sym("v")
    at = ca.vertcat(q, 0, 0)
    body = Lagrangian(
        "bob", q, v, masses=[(MASS, at)], potential=MASS * OMEGA**2 * q**2 / 2, points={"bob": at}
    )
    return SimpleNamespace(
        name="bob", lagrangian=body, muscles=[Muscle("x")], limits=np.array([[-np.inf, np.inf]]),
        rest_pose=np.zeros(1), skeleton=SimpleNamespace(coordinates=("x",), links=()), base=None,
        take=lambda times, q, channels, name: particle().take(times, np.pad(q, ((0, 0), (0, 2))), channels=channels),
    )  # fmt: skip


def swung(t):
    """min ∫ f² gives f̈ = −ω² f, f = m (a cos ωt + b sin ωt); x has t/2ω (a sin ωt − b cos ωt) besides cos and sin."""

    def rows(t):
        c, s = np.cos(OMEGA * t), np.sin(OMEGA * t)
        x = np.array([c, s, t * s / (2 * OMEGA), -t * c / (2 * OMEGA)])
        v = [-OMEGA * s, OMEGA * c, s / (2 * OMEGA) + t * c / 2, -c / (2 * OMEGA) + t * s / 2]
        return x, np.array(v), np.array([0 * c, 0 * s, c, s])

    ends = np.array([rows(0.0)[0], rows(0.0)[1], rows(SECONDS)[0], rows(SECONDS)[1]])
    weights = np.linalg.solve(ends, [0.0, 1.0, 0.5, 0.0])
    x, _, f = rows(np.asarray(t))
    return weights @ x, MASS * (weights @ f)


@pytest.mark.parametrize(
    ("transcription", "rate"), [("differences", 2), ("trapezoidal", 2), ("hermite-simpson", 4)]
)
def test_a_tethered_particle_converges_at_the_order_of_the_rule(transcription, rate):
    ends = (([0.0], [1.0]), ([0.5], [0.0]))
    motions = [flown(tethered(), transcription, n, ends) for n in COUNTS]
    errors = [np.abs(m.q[:, 0] - swung(m.t)[0]).max() for m in motions]
    assert order(errors) == pytest.approx(rate, abs=0.25)


def test_the_papers_method_ipopt_and_the_kkt_step_agree():
    """§3.2 as printed, on the particle as printed (eqs. 4 and 5), where H is a multiple of the identity."""
    problem = printed_particle(A, B, seconds=1.0, samples=21, mass=MASS, gravity=GRAVITY)
    numbers = problem.numbers()
    start = Start(np.zeros(len(numbers.lbx)))
    paper, ipopt, newton = (
        s.solve(problem, numbers, start) for s in (PrintedSqp(), Ipopt(1e-10), Newton(1e-9))
    )
    assert paper.success
    np.testing.assert_allclose(paper.x, ipopt.x, atol=1e-6)
    np.testing.assert_allclose(newton.x, ipopt.x, atol=1e-6)
    assert len(paper.iterates) > 2
    assert paper.iterates[-1].violation < 1e-9 < paper.iterates[0].violation


def test_the_papers_method_is_wrong_where_weights_differ():
    """½ (x² + 10 y²) on x + y = 1: printed (½, ½), right (10/11, 1/11) (errata of the paper)."""
    x = ca.SX.sym("x", 2)
    problem = Program()
    problem.x, problem.p = x, ca.SX(0, 1)
    problem.f, problem.g = (x[0] ** 2 + 10 * x[1] ** 2) / 2, x[0] + x[1]
    free, one = np.full(2, np.inf), np.ones(1)
    numbers = Numbers(-free, free, one, one, np.zeros(0))
    start = Start(np.array([3.0, -1.0]))
    np.testing.assert_allclose(PrintedSqp().solve(problem, numbers, start).x, [0.5, 0.5], atol=1e-9)
    np.testing.assert_allclose(Newton().solve(problem, numbers, start).x, [10 / 11, 1 / 11], atol=1e-9)
