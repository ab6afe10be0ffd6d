"""The block factor of the conditions of optimality against dense algebra; the presolve and its multipliers."""

import numpy as np
import pytest
from scipy import sparse

from supple.characters import lamp
from supple.spacetime import Shot
from supple.spacetime.solvers import factor
from supple.spacetime.solvers.interior_point import InteriorPoint
from supple.spacetime.solvers.ipopt import Ipopt
from supple.spacetime.solvers.ordering import Entries, SingularError, eliminated, paired
from supple.spacetime.solvers.solution import Start
from supple.spacetime.solvers.structure import adjacency, structure

SHOTS = ["hop", "free", "springs"]


@pytest.fixture(params=SHOTS)
def asked(request, make_hop):
    """Problems of several structures, with numbers and a guess."""
    options = {"free": {"seconds": ((0.4, 0.8), 0.3, (0.4, 0.8))}, "springs": {"springs": (0.0, 40.0)}}
    shot = make_hop(**options.get(request.param, {}))
    numbers = shot.problem.numbers()
    return shot.problem, numbers, shot.session.start(numbers).x


@pytest.mark.parametrize("delta", [0.0, 1.0])
def test_inertia_and_solution_are_those_of_the_dense_matrix(asked, delta):
    problem, numbers, x = asked
    s = structure(problem, numbers, x)
    e, rng = s.elements, np.random.default_rng(0)
    e.whole(x / e.units + 0.01 * rng.standard_normal(e.n), rng.standard_normal(e.m))
    sigma = rng.uniform(0, 2, e.n + e.m)
    factor.assemble(s.pattern, s.scatter, e.hessian, e.jacobian, sigma, delta, s.room)
    matrix = dense(s, sigma, delta)
    one = np.zeros(s.size)
    column = np.zeros(s.size)
    for k in rng.integers(0, s.size, 5):
        one[:] = 0
        one[k] = 1
        factor.product(s.pattern, s.room.matrix, one, column)
        np.testing.assert_allclose(column, matrix[:, k], atol=1e-9)
    negative = factor.factor(s.pattern, s.room, 1)
    assert negative == (np.linalg.eigvalsh(matrix) < 0).sum()
    right, found = rng.standard_normal(s.size), np.zeros(s.size)
    factor.solve(s.pattern, s.room, right, found, 3)
    np.testing.assert_allclose(matrix @ found, right, atol=1e-6)


def dense(s, sigma, delta):
    """The matrix put together by SciPy out of the entries, permuted to the order of elimination."""
    e, u, q = s.elements, s.scatter.unknown, s.scatter.equation
    bend = sparse.coo_array((e.hessian, (e.one, e.other)), (e.n, e.n)).toarray()
    bend = np.tril(bend + np.triu(bend, 1).T)
    bend = bend + np.tril(bend, -1).T
    jacobian = sparse.coo_array((e.jacobian, (e.row, e.column)), (e.m, e.n)).toarray()
    inner = jacobian[~s.equal]
    bend += np.diag(sigma[: e.n] + delta) + inner.T @ (sigma[e.n :][~s.equal, None] * inner)
    matrix = np.zeros((s.size, s.size))
    free, rows = np.flatnonzero(u >= 0), np.flatnonzero(q >= 0)
    matrix[np.ix_(u[free], u[free])] = bend[np.ix_(free, free)]
    matrix[np.ix_(q[rows], u[free])] = jacobian[np.ix_(rows, free)]
    matrix[np.ix_(u[free], q[rows])] = jacobian[np.ix_(rows, free)].T
    matrix[q[rows], q[rows]] -= factor.EPSILON
    return matrix


def test_what_standing_fixes_is_fixed_beforehand_and_exactly(make_hop):
    shot = make_hop()
    numbers = shot.problem.numbers()
    x = shot.session.start(numbers).x
    s = structure(shot.problem, numbers, x)
    base = shot.problem.places("q")[5][:3]
    assert s.presolved.fixed[base].all()
    e = s.elements
    settled = s.settle(numbers, x / e.units)
    e.whole(settled, np.zeros(e.m))
    used = s.presolved.used
    assert used.sum() > 50
    np.testing.assert_allclose((e.g * e.row_units)[used], numbers.lbg[used], atol=1e-12)


def test_multipliers_of_presolved_rows_are_ipopts():
    shot = Shot.jump(lamp(), to=(0.5, 0, 0), samples=24)
    numbers = shot.problem.numbers()
    start = shot.session.start(numbers)
    ours, theirs = (solver.solve(shot.problem, numbers, start) for solver in (InteriorPoint(), Ipopt()))
    used = structure(shot.problem, numbers, start.x).presolved.used
    assert np.abs(theirs.lam_g[used]).max() > 1e-3
    np.testing.assert_allclose(ours.lam_g, theirs.lam_g, atol=1e-4 * np.abs(theirs.lam_g).max())
    np.testing.assert_allclose(ours.lam_x, theirs.lam_x, atol=1e-4 * np.abs(theirs.lam_x).max())


def test_a_structure_is_kept_until_other_bounds_are_equal(make_hop):
    shot = make_hop()
    numbers = shot.problem.numbers()
    x = shot.session.start(numbers).x
    first = structure(shot.problem, numbers, x)
    assert structure(shot.problem, numbers, x) is first
    wider = numbers._replace(ubx=np.where(numbers.lbx == numbers.ubx, numbers.ubx + 1, numbers.ubx))
    assert structure(shot.problem, wider, x) is not first


def test_elimination_fills_what_it_must():
    """A chain taken from its middle ties its neighbors; from its ends nothing."""
    tied = adjacency(5, np.arange(4), np.arange(1, 5))
    order, near = eliminated(tied, np.zeros(5, dtype=np.int64), np.ones(5, dtype=bool))
    assert sorted(order) == list(range(5))
    assert near.sum(axis=1).max() == 1
    order, near = eliminated(tied, np.array([1, 1, 0, 1, 1]), np.ones(5, dtype=bool))
    assert order[0] == 2
    assert np.flatnonzero(near[2]).tolist() == [1, 3]


@pytest.mark.parametrize("count", [1, 31, 32, 33, 100])
def test_elimination_by_words_is_that_by_sets(count):
    """Least degree with Python's own sets, pairs weighing double; ties of degree go to the first."""
    rng = np.random.default_rng(count)
    tied = np.triu(rng.random((count, count)) < 3 / count, 1)
    tied, group, single = tied | tied.T, rng.integers(0, 3, count), rng.random(count) < 0.4
    sets, order = [set(np.flatnonzero(row).tolist()) for row in tied], []
    for stage in sorted({*zip(group.tolist(), single.tolist(), strict=True)}):
        left = [i for i in range(count) if (group[i], single[i]) == stage]
        while left:
            i = min(left, key=lambda i: sum(2 - single[j] for j in sets[i]))
            left.remove(i)
            order.append(i)
            for j in sets[i]:
                sets[j] = (sets[j] | sets[i]) - {i, j}
    got, near = eliminated(tied, group, single)
    assert got.tolist() == order
    assert [set(np.flatnonzero(row).tolist()) for row in near] == sets


def test_equations_without_an_unknown_of_their_own_are_refused():
    entries = Entries(np.array([0, 1]), np.array([0, 0]), np.ones(2), np.zeros(2, dtype=bool))
    with pytest.raises(SingularError):
        paired(2, entries, np.zeros(2, dtype=np.int64))


def test_the_solution_is_warm_from_a_start_with_multipliers(make_hop):
    shot = make_hop()
    numbers = shot.problem.numbers()
    cold = InteriorPoint().solve(shot.problem, numbers, Start(shot.session.start(numbers).x))
    warm = InteriorPoint().solve(shot.problem, numbers, cold.start)
    assert warm.success
    assert warm.iterations < cold.iterations / 2
