"""Scratch, subscripts, functions and operators: what C gives is what Python gives."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from supple.arrays import Array, Indices
from supple.errors import InputError
from supple.kernels import kernel

WIDE = 12
LAST = -1


@kernel
def scratch(n: int, to: Array) -> float:
    """Room of known sizes in a loop, zeros that are zero each time, and room that is too large for the stack."""
    total = 0.0
    for i in range(n):
        a, b, c = np.zeros((3, 4)), np.empty(WIDE), np.zeros(3, np.int64)
        total += a[2, 1] + c[1]
        for k in range(12):
            b[k] = i * k
        a[2, 1], c[1] = 1.0 + i, 5
        total += b[11] + a[2, 1] + len(c) + a.shape[1]
        to[:12] = b
    large = np.zeros((30, 40))
    large[29, 39] = 1.0
    return total + large[29, 39] + large[0, 0] + len(np.zeros(0))


@kernel
def parts(x: Array, y: Array, c: int, to: Array) -> float:
    """Stretches of a row, rows of a stretch, and what is counted from the end."""
    to[0:3] = x[c, 0:3]
    to[3:6] = x[c, 1:4]
    to[6:10] = x[c, :]
    to[10:13] = y[c, 1, :-1]
    to[13:16] = y[c][LAST][1:]
    to[16] = y[c, 0:2, :][1, 2] + x[1:, :][0, -2] + x[:, :][0, 0]
    x[c, 1:3] = 0.5
    to[17] = x[c, 1] + x[LAST, LAST]
    return len(x[c, 1:-1]) + 0.0


@kernel
def functions(a: float, b: float, to: Array) -> None:
    to[0], to[1], to[2] = np.tan(a), np.tanh(a), np.hypot(a, b)
    to[3], to[4], to[5] = np.arccos(np.tanh(a)), np.arcsin(np.tanh(b)), np.copysign(a, b)
    to[6], to[7], to[8] = np.floor(a), np.ceil(a), np.arctan(b)
    to[9], to[10], to[11] = np.sinh(a), np.cosh(a), np.cbrt(a)
    to[12], to[13], to[14] = np.log1p(abs(a)), np.expm1(a), np.trunc(a)
    to[15] = np.isfinite(a / b) + 0.0


@kernel
def remainders(a: float, b: float, to: Array) -> None:
    to[0], to[1] = a % b, a // b


@kernel
def bits(i: int, j: int, k: int) -> int:
    return (i ^ j) + (i & j) - (i | ~j) + (i << k) - (j >> k)


def both(kernel, *args):
    results = []
    for run in (kernel.function, kernel):
        copies = [x.copy() if isinstance(x, np.ndarray) else x for x in args]
        to = np.full(24, 9.0)
        results.append((run(*copies, to), to, *copies))
    return results


@pytest.mark.parametrize("n", [1, 3])
def test_scratch_is_pythons(n):
    python, ours = both(scratch, n)
    assert python[0] == ours[0]
    assert np.array_equal(python[1], ours[1])


def test_parts_are_pythons():
    x, y = np.random.default_rng(1).normal(size=(3, 4)), np.random.default_rng(2).normal(size=(3, 2, 4))
    python, ours = both(parts, x, y, 1)
    assert python[0] == ours[0]
    for a, b in zip(python[1:], ours[1:], strict=True):
        assert np.array_equal(a, b)


@settings(deadline=None)
@given(st.floats(-3, 3), st.floats(-5, -0.1) | st.floats(0.1, 5))
def test_functions_are_numpys(a, b):
    python, ours = both(functions, a, b)
    assert np.allclose(python[1], ours[1], rtol=1e-14, atol=1e-15)


finite = st.floats(-1e6, 1e6) | st.sampled_from([0.0, -0.0, 3.0, -3.0, 0.1, 1e-300, np.inf])


@settings(deadline=None)
@given(finite, finite.filter(bool))
def test_remainders_have_pythons_sign(a, b):
    if np.isinf(a):
        return
    python, ours = both(remainders, a, b)
    assert python[1].tobytes() == ours[1].tobytes()


@settings(deadline=None)
@given(st.integers(-1000, 1000), st.integers(-1000, 1000), st.integers(0, 10))
def test_bits_are_pythons(i, j, k):
    assert bits(i, j, k) == bits.function(i, j, k)


@kernel
def bits_of_floats(x: Array) -> float:
    return x[0] ^ 3


@kernel
def loop_with_else(x: Array) -> float:
    for i in range(3):
        if x[i] > 0:
            break
    else:
        return 1.0
    return 0.0


@kernel
def float_index(x: Array) -> float:
    k = 0.0
    k = 1
    return x[k]


@kernel
def far_axis(x: Array) -> int:
    return x.shape[1]


@kernel
def step_of_a_name(n: int) -> int:
    total = 0
    for i in range(0, 10, n):
        total += i
    return total


@kernel
def copies_integers(x: Array, n: Indices) -> None:
    x[:] = n


@kernel
def bools(x: Array) -> None:
    flags = np.zeros(3, bool)
    flags[0] = x[0] > 0


@pytest.mark.parametrize(
    ("wrong", "args", "reason"),
    [
        (bits_of_floats, (np.ones(3),), "floats have no bits"),
        (loop_with_else, (np.ones(3),), "a loop with else"),
        (float_index, (np.ones(3),), r"'k' counts, but is a float"),
        (far_axis, (np.ones(3),), "an axis is a number"),
        (step_of_a_name, (1,), "the step of a range is a number"),
        (copies_integers, (np.ones(3), np.ones(3, np.int64)), r"of floats with one axis, given an array of integers"),
        (bools, (np.ones(3),), "room is for"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_by_file_and_line(wrong, args, reason):
    with pytest.raises(InputError, match=rf"test_language.py, line \d+: .*{reason}"):
        wrong(*args)
