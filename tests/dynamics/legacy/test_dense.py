"""Small dense matrices in compiled code against NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from supple.dynamics.linalg import dense
from supple.dynamics.linalg.spectrum import decompose, keep_positive

SIZES = (1, 2, 3, 6, 12, 30, 60)


def symmetric(n, seed=0):
    A = np.random.default_rng(seed).normal(size=(n, n))
    return A + A.T


def positive_part(A):
    values, vectors = np.linalg.eigh(A)
    return vectors * np.maximum(values, 0.0) @ vectors.T


def test_products():
    rng = np.random.default_rng(0)
    A, B, x = rng.normal(size=(4, 5)), rng.normal(size=(5, 3)), rng.normal(size=5)
    C, D, y = np.full((4, 3), np.nan), np.full((5, 5), np.nan), np.full(4, np.nan)
    dense.multiply(A, B, C)
    dense.multiply_transposed(A, A, D)
    dense.apply(A, x, y)
    assert pytest.approx(A @ B, abs=1e-14) == C
    assert pytest.approx(A.T @ A, abs=1e-14) == D
    assert y == pytest.approx(A @ x, abs=1e-14)


@pytest.mark.parametrize("rows", range(10))
def test_rows_are_added_in_their_order(rows):
    """y + a₁ A₁ + a₂ A₂ …, to the bit, however many are taken at a time."""
    rng = np.random.default_rng(rows)
    a, A, y = rng.normal(size=rows), rng.normal(size=(rows, 7)), rng.normal(size=7)
    found = y.copy()
    dense.add_rows(a, A, found)
    for weight, row in zip(a, A, strict=True):
        y += weight * row
    assert np.array_equal(found, y)


def test_the_largest():
    assert dense.largest(np.array([3, 7, 1])) == 7
    assert dense.largest(np.zeros(0, dtype=np.int64)) == 0


@pytest.mark.parametrize("n", SIZES)
def test_the_inverse_of_what_is_definite(n):
    A = symmetric(n) @ symmetric(n) + np.eye(n)
    back = np.empty((n, n))
    assert dense.invert_definite(A, back)
    assert np.array_equal(back, back.T)
    assert back == pytest.approx(np.linalg.inv(A), abs=1e-12 * np.abs(np.linalg.inv(A)).max())
    A[n - 1, n - 1] = -1.0
    assert not dense.invert_definite(A, back)


def test_the_inverse_of_three_by_three():
    G, back = np.random.default_rng(3).normal(size=(3, 3)), np.empty((3, 3))
    dense.invert_three(G, back)
    assert back == pytest.approx(np.linalg.inv(G), rel=1e-12)


@pytest.mark.parametrize("n", SIZES)
def test_eigenvalues_and_eigenvectors(n):
    """A Z = Z Λ with Zᵀ Z = 1, and the eigenvalues are NumPy's."""
    A, values, Z = symmetric(n), np.empty(n), np.empty((n, n))
    decompose(A, values, Z)
    size = np.abs(A).max()
    assert np.sort(values) == pytest.approx(np.linalg.eigvalsh(A), abs=1e-12 * size)
    assert pytest.approx(np.eye(n), abs=1e-12) == Z @ Z.T
    assert pytest.approx(A, abs=1e-12 * size) == Z.T * values @ Z


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 20), st.floats(-4, 4))
def test_the_positive_part(seed, n, shift):
    """Also where eigenvalues are all of one sign, and where some are zero."""
    A = symmetric(n, seed) + shift * np.sqrt(n) * np.eye(n)
    for K in (A, A[:, :1] @ A[:1], -A[:, :1] @ A[:1]):
        found = K.copy()
        keep_positive(found)
        assert found == pytest.approx(positive_part(K), abs=1e-12 * np.abs(K).max())


@pytest.mark.parametrize(
    "A",
    [np.zeros((4, 4)), np.eye(5), np.ones((7, 7)), np.diag([1.0, -1, 0, 0, 2]), np.kron(np.eye(3), -np.ones((2, 2)))],
)  # fmt: skip
def test_eigenvalues_that_are_equal(A):
    found = A.copy()
    keep_positive(found)
    assert found == pytest.approx(positive_part(A), abs=1e-13)


def test_what_is_no_number_stays_so_and_comes_to_an_end():
    found = np.full((6, 6), np.nan)
    keep_positive(found)
    assert np.isnan(found).all()
