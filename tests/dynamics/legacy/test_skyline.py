"""The kept factor against dense linear algebra, on definite and on semidefinite matrices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from supple.dynamics.linalg.skyline import Skyline, solve


def sparse_rows(seed: int, rows: int, columns: int) -> np.ndarray:
    """J with a few entries a row, no row empty."""
    rng = np.random.default_rng(seed)
    J = rng.normal(size=(rows, columns)) * (rng.random((rows, columns)) < 0.2)
    J[np.arange(rows), rng.integers(0, columns, rows)] += 2.0
    return J


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 25))
def test_solves_a_definite_matrix(seed, n):
    J = sparse_rows(seed, n, 3 * n)
    S = J @ J.T + 0.1 * np.eye(n)
    b = np.random.default_rng(seed).normal(size=n)
    kept = Skyline(csr_array(S))
    assert not kept.aside.any()
    np.testing.assert_allclose(S @ kept.solve(b), b, atol=1e-10 * np.linalg.cond(S))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 20), st.integers(1, 4))
def test_sets_aside_the_newest_row_of_a_dependent_set(seed, n, extra):
    """S = J Jᵀ with rows added that are sums of earlier ones: those, and only those, are set aside."""
    rng = np.random.default_rng(seed)
    J = np.eye(n, 3 * n) + 0.3 * sparse_rows(seed, n, 3 * n)
    mixed = rng.normal(size=(extra, n)) * (rng.random((extra, n)) < 0.4)
    mixed[:, 0] += 1.0
    if np.linalg.cond(J) > 1e3:
        return
    J = np.concatenate([J, mixed @ J])
    S = J @ J.T
    kept = Skyline(csr_array(S))
    assert kept.aside.tolist() == [False] * n + [True] * extra
    x = rng.normal(size=3 * n)
    mu = kept.solve(J @ x)
    assert (mu[n:] == 0).all()
    np.testing.assert_allclose(S @ mu, J @ x, atol=1e-7 * max(1.0, np.abs(J @ x).max()))


def test_factor_is_that_of_the_matrix():
    """L D Lᵀ, unpacked, is S in the factor's order."""
    J = sparse_rows(3, 12, 30)
    S = J @ J.T + np.eye(12)
    kept = Skyline(csr_array(S))
    L = np.eye(12)
    for i in range(12):
        L[i, kept.first[i] : i] = kept.L[kept.start[i] : kept.start[i + 1]]
    np.testing.assert_allclose(
        L @ np.diag(1 / kept.inverse) @ L.T, S[np.ix_(kept.order, kept.order)], atol=1e-12
    )


@pytest.mark.parametrize("n", [10, 100, 1000])
def test_a_chain_fills_no_more_than_its_band(n):
    """Shuffled, a tridiagonal matrix is put back in order: one number a row below the diagonal."""
    order = np.random.default_rng(0).permutation(n)
    S = (2.1 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))[np.ix_(order, order)]
    assert len(Skyline(csr_array(S)).L) == n - 1


def test_three_axes_at_once_equal_one_at_a_time():
    """(S ⊗ 1₃)⁻¹ b, to the bit."""
    J = sparse_rows(5, 9, 30)
    kept = Skyline(csr_array(J @ J.T + np.eye(9)))
    b = np.random.default_rng(1).normal(size=(9, 3))
    together = b[kept.order].reshape(-1)
    solve(3, kept.L, kept.start, kept.first, kept.inverse, together)
    assert np.array_equal(together.reshape(9, 3), kept.solve(b)[kept.order])


def test_an_empty_matrix_has_an_empty_factor():
    assert Skyline(csr_array((0, 0))).solve(np.zeros(0)).shape == (0,)
