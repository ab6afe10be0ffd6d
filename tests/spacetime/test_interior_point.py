"""The interior point and Newton's steps against closed forms and against IPOPT; bytes, hand-overs, no compiler."""

import casadi as ca
import numpy as np
import pytest

from supple import cache
from supple.characters import hopper, lamp, particle
from supple.spacetime import Fly, Nailed, Shot, Stand
from supple.spacetime.program import Numbers, Program
from supple.spacetime.solvers import InteriorPoint, Ipopt, Newton, Start, interior_point
from supple.spacetime.solvers.evaluation import Evaluation, residual
from supple.spacetime.solvers.filter import Filter, Measure
from supple.spacetime.solvers.interior_point import PACES, TOGETHER


class Plain(Program):
    """f and g of x alone."""

    def __init__(self, x, f, g):
        self.x, self.p, self.f, self.g = x, ca.SX(0, 1), f, g


def numbers(low, high, least, most):
    sides = [np.array(side, dtype=np.float64) for side in (low, high, least, most)]
    return Numbers(*sides, np.zeros(0))


def rosenbrock():
    """Rosenbrock's valley with x² + y² ≤ 1, x ≥ 0.1."""
    x = ca.SX.sym("x", 2)
    program = Plain(x, (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2, ca.SX(ca.sumsqr(x)))
    return program, numbers([0.1, -np.inf], [np.inf, np.inf], [-np.inf], [1.0])


def test_rosenbrock_in_a_disk():
    program, limits = rosenbrock()
    found = InteriorPoint().solve(program, limits, Start(np.array([0.5, 2.0])))
    assert found.solver == "interior point"
    assert found.success
    np.testing.assert_allclose(found.x, [0.7864151541684, 0.6176983125233], atol=1e-8)
    slope = np.array(program.gradient(found.x, [])[1]).ravel()
    np.testing.assert_allclose(slope + 2 * found.lam_g[0] * found.x, 0, atol=1e-6)


def test_a_saddle_is_left_for_a_minimum():
    """x⁴ − x² − x/100 has its maximum near 0; inertia is what tells."""
    x = ca.SX.sym("x", 1)
    limits = numbers([-2], [2], [], [])
    found = InteriorPoint().solve(Plain(x, x**4 - x**2 - x / 100, ca.SX(0, 1)), limits, Start(np.zeros(1)))
    roots = np.roots([4, 0, -2, -0.01]).real
    assert found.x[0] == pytest.approx(roots.max(), abs=1e-8)


def test_limits_get_multipliers_of_their_sign():
    """min (x − 3)² + (y + 3)², 0 ≤ x, y ≤ 1: λ = 4 at x = 1, −6 at y = 0."""
    x = ca.SX.sym("x", 2)
    program = Plain(x, (x[0] - 3) ** 2 + (x[1] + 3) ** 2, ca.SX(0, 1))
    limits = numbers([0, 0], [1, 1], [], [])
    for solver in (InteriorPoint(), Newton()):
        found = solver.solve(program, limits, Start(np.full(2, 0.5)))
        np.testing.assert_allclose(found.x, [1, 0], atol=1e-8)
        np.testing.assert_allclose(found.lam_x, [4, -6], atol=1e-6)


def nailed(make_rods, **options):
    body = make_rods()
    phases = [
        Stand(seconds=0.6, friction=Nailed()),
        Fly(seconds=0.3),
        Stand(at=(0.3, 0, 0), seconds=0.6, friction=Nailed()),
    ]
    shot = Shot(body, phases, samples=24, **options)
    for end in ("start", "end"):
        shot.pose(body.rest_pose, at=end)
        shot.still(at=end)
    shot.minimize(power=1e-2, torque=2e-3, acceleration=1e-3)
    return shot


def hopping(make_rods):
    return Shot.jump(hopper(), to=(0.3, 0, 0), samples=30)


def flying(make_rods):
    shot = Shot(particle(), [Fly(seconds=1.0)], samples=21)
    for end, x in (("start", 0.0), ("end", 1.0)):
        shot.pose((x, 0, 0), at=end)
        shot.still(at=end)
    shot.require(lambda s: s.q[1], at_least=0.3, during=(0.4, 0.6), name="over the wall", unit="m")
    shot.minimize(torque=1)
    return shot


def looping(make_rods):
    shot = Shot(particle(), [Fly(seconds=1.0)], samples=21, gravity=(0, 0, 0))
    shot.periodic(travel=())
    shot.place("particle", (0.5, 0, 0), at=0.5)
    shot.place("particle", (-0.5, 0, 0), at="start")
    shot.minimize(torque=1)
    return shot


CASES = {
    "trapezoidal": lambda make, rods: make(),
    "hermite-simpson": lambda make, rods: make(transcription="hermite-simpson"),
    "differences": lambda make, rods: make(transcription="differences"),
    "springs": lambda make, rods: make(springs=(0.0, 40.0)),
    "free durations": lambda make, rods: make(seconds=((0.4, 0.8), (0.2, 0.4), (0.4, 0.8))),
    "nailed": lambda make, rods: nailed(rods),
    "particle": lambda make, rods: flying(rods),
    "loop": lambda make, rods: looping(rods),
    "hopper": lambda make, rods: hopping(rods),
}


def same_cost(shot):
    """Cold, from the same guess: conditions hold, and IPOPT's cost is not lower by more than a millionth."""
    given = shot.problem.numbers()
    start = Start(shot.session.start(given).x)
    ours, theirs = (solver.solve(shot.problem, given, start) for solver in (InteriorPoint(), Ipopt()))
    assert ours.solver == "interior point"
    assert ours.success
    assert ours.objective <= theirs.objective * (1 + 1e-6) + 1e-9
    exact = Newton(1e-9).solve(shot.problem, given, ours.start)
    assert exact.success
    point = Evaluation(shot.problem)(exact.x, given.p, exact.lam_g)
    assert residual(point, given, exact.start) < 1e-6
    return ours


@pytest.mark.parametrize("case", CASES)
def test_it_finds_what_ipopt_finds(case, make_hop, make_rods):
    same_cost(CASES[case](make_hop, make_rods))


@pytest.mark.parametrize("times", [0.2, 5.0])
def test_heavy_bases_and_light_ones(times):
    same_cost(Shot.jump(lamp(base_mass=times), to=(0.5, 0, 0), samples=40))


@pytest.mark.parametrize("landing", ["natural", "soft", None])
def test_random_goals_are_all_reached(landing):
    """Three goals each; the bench has a hundred. Another minimum than IPOPT's may be found, never a wild one."""
    shot = Shot.jump(lamp(), to=(0.9, 0, 0), samples=40, landing=landing)
    for x in np.random.default_rng(7).uniform(0.3, 1.5, 3):
        shot.to = (x, 0, 0)
        given = shot.problem.numbers()
        start = Start(shot.session.start(given).x)
        ours, theirs = (solver.solve(shot.problem, given, start) for solver in (InteriorPoint(), Ipopt()))
        assert ours.solver == "interior point"
        assert ours.success
        assert ours.objective < 1.01 * theirs.objective


def test_the_best_of_several_starts_counts(make_hop):
    """With durations free the hop has several minima; starts beside each other find what each finds alone."""
    shot = CASES["free durations"](make_hop, None)
    given = shot.problem.numbers()
    start = shot.session.start(given)

    def found(*paces):
        return InteriorPoint(paces=paces).alone(shot.problem, given, start)

    alone = [found(pace) for pace in PACES]
    costs = [each.objective for each in alone]
    assert max(costs) - min(costs) > 0.1
    best = found(*PACES)
    assert best.objective == min(costs)
    assert best.x.tobytes() == alone[int(np.argmin(costs))].x.tobytes()


@pytest.mark.parametrize(("case", "starts"), [("nailed", 2), ("differences", 3), ("free durations", 3)])
def test_where_two_starts_agree_there_is_no_third(case, starts, make_hop, make_rods, monkeypatch):
    """But where durations are free there is."""
    shot = CASES[case](make_hop, make_rods)
    given = shot.problem.numbers()
    run, paces = interior_point.Search.run, []
    monkeypatch.setattr(interior_point.Search, "run", lambda self: paces.append(self.stride) or run(self))
    InteriorPoint().alone(shot.problem, given, shot.session.start(given))
    assert len(paces) == starts


def test_a_large_program_is_solved_from_one_start(make_hop, make_rods, monkeypatch):
    shot = CASES["nailed"](make_hop, make_rods)
    given = shot.problem.numbers()
    run, paces = interior_point.Search.run, []
    monkeypatch.setattr(interior_point.Search, "run", lambda self: paces.append(self.stride) or run(self))
    for small, count in ((10_000, TOGETHER), (10, 1)):
        paces.clear()
        monkeypatch.setattr(interior_point, "SMALL", small)
        InteriorPoint().alone(shot.problem, given, shot.session.start(given))
        assert len(paces) == count


def test_ctrl_c_stops_all_starts(make_hop):
    """The watch is asked by each of them; the best so far is given."""
    shot = make_hop()
    given = shot.problem.numbers()
    found = InteriorPoint().solve(shot.problem, given, shot.session.start(given), lambda iterate: False)
    assert found.status == interior_point.STOPPED
    assert found.iterations == 0
    assert not found.success


def test_equal_bytes_on_repeat(make_hop):
    found = []
    for _ in range(2):
        shot = make_hop()
        given = shot.problem.numbers()
        found.append(InteriorPoint().solve(shot.problem, given, shot.session.start(given)))
    for one, other in zip(found[0].start, found[1].start, strict=True):
        assert one.tobytes() == other.tobytes()


def test_what_cannot_be_is_handed_to_ipopt():
    x = ca.SX.sym("x", 2)
    program = Plain(x, ca.sumsqr(x), ca.vertcat(ca.sumsqr(x)))
    found = InteriorPoint().solve(program, numbers([2, 2], [3, 3], [0], [1]), Start(np.full(2, 2.5)))
    assert found.solver == "ipopt"
    assert not found.success


def test_what_is_given_beforehand_and_contradicts_itself_is_no_solution():
    x = ca.SX.sym("x", 2)
    program = Plain(x, ca.sumsqr(x), ca.vertcat(x[0], x[0] + x[1], x[1]))
    given = numbers([-9, -9], [9, 9], [1, 3, 5], [1, 3, 5])
    assert not Newton().solve(program, given, Start(np.zeros(2))).success
    assert not InteriorPoint().alone(program, given, Start(np.zeros(2))).success


def test_equations_that_say_the_same_are_handed_to_ipopt():
    x = ca.SX.sym("x", 2)
    program = Plain(x, ca.sumsqr(x), ca.vertcat(x[0] * x[1], 2 * x[0] * x[1], 3 * x[0] * x[1]))
    found = InteriorPoint().solve(
        program, numbers([-9, -9], [9, 9], [1, 2, 3], [1, 2, 3]), Start(np.array([1.5, 0.5]))
    )
    assert found.solver == "ipopt"


def test_without_a_compiler_ipopt_solves_and_it_is_said(monkeypatch, make_hop, capsys):
    cache.notice.cache_clear()
    monkeypatch.setenv("CC", "no-such-compiler")
    shot = make_hop(samples=18)
    shot.solve()
    assert shot.solution.solver == "ipopt"
    assert "no C compiler" in capsys.readouterr().err
    shot.timeline.phases[2].at = (0.41, 0, 0)
    shot.solve()
    assert shot.solution.success


def test_newton_goes_half_way_where_a_change_is_too_much(own):
    """Stopped after so few steps that the whole change cannot be made, half of it can."""
    problem, before = own.problem, own.problem.numbers()
    own.timeline.phases[2].at = (0.6, 0, 0)
    after = problem.numbers()
    newton = Newton(1e-8, iterations=6)
    assert not newton.solve(problem, after, own.solution.start).success
    found = newton.follow(problem, before, after, own.solution.start)
    assert found.success
    assert found.iterations > 6
    assert found.violation < 1e-7


def test_a_filter_wants_one_of_two_to_be_better():
    tried = Filter()
    here = Measure(1.0, 5.0)
    assert not tried.accepts(here, Measure(1.0, 5.0), -1.0, 1.0)
    assert tried.accepts(here, Measure(0.5, 9.0), -1.0, 1.0)
    assert not tried.accepts(Measure(0.5, 9.0), Measure(1.0, 5.0), -1.0, 1.0)
    assert not tried.accepts(here, Measure(np.nan, 0.0), -1.0, 1.0)
    assert not tried.accepts(Measure(0.0, 5.0), Measure(0.0, 5.1), -1.0, 1.0)
    assert tried.accepts(Measure(0.0, 5.0), Measure(0.0, 4.0), -1.0, 1.0)
