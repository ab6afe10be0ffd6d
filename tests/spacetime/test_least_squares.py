"""Conjugate-gradient least squares is the pseudo-inverse (Witkin & Kass 1988, §3.3)."""

import numpy as np
import pytest
from scipy import sparse

from supple.spacetime.solvers.least_squares import conjugate_gradients


@pytest.mark.parametrize("shape", [(60, 20), (20, 60), (40, 40)])
def test_over_and_under_constrained_systems(shape):
    rng = np.random.default_rng(4)
    a = sparse.random(*shape, density=0.2, rng=rng, format="csc") + sparse.eye(*shape, format="csc")
    b = rng.standard_normal(shape[0])
    x = conjugate_gradients(a, b, tolerance=1e-14).x
    np.testing.assert_allclose(x, np.linalg.pinv(a.toarray()) @ b, atol=1e-8)


def test_a_rank_deficient_system_gets_its_smallest_solution():
    a = np.array([[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 0.0, 1.0]])
    b = np.array([1.0, 3.0, 5.0])
    np.testing.assert_allclose(conjugate_gradients(a, b).x, np.linalg.pinv(a) @ b, atol=1e-10)


def test_a_preconditioner_saves_steps_and_changes_nothing():
    rng = np.random.default_rng(5)
    a = np.diag(np.logspace(0, 4, 30)) + 0.01 * rng.standard_normal((30, 30))
    b = rng.standard_normal(30)
    scale = 1 / np.diag(a)
    plain = conjugate_gradients(a, b, iterations=2000)
    quick = conjugate_gradients(a, b, before=(lambda y: scale * y, lambda y: scale * y))
    assert quick.iterations < plain.iterations / 2
    np.testing.assert_allclose(quick.x, np.linalg.solve(a, b), atol=1e-8)
