"""Kernels: what runs as C is what Python says, and what cannot is refused by file and line."""

import resource
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from supple import compiler
from supple.arrays import Array, Indices
from supple.errors import InputError, MissingToolError
from supple.kernels import Kernel, kernel

HALF = 0.5


class Inner(NamedTuple):
    weights: Array
    count: int


class Outer(NamedTuple):
    scale: float
    inner: Inner
    table: Array
    order: Indices


@kernel
def norm(x: Array) -> float:
    total = 0.0
    for i in range(len(x)):
        total += x[i] ** 2
    return float(np.sqrt(total))


@kernel
def ends(x: Array, i: int) -> tuple[float, float]:
    return min(x[i], x[-1], HALF), max(x[i], x[-1])


@kernel
def numbers(a: float, b: float, i: int, j: int, to: Array) -> int:
    """Arithmetic, as Python has it."""
    to[0], to[1] = a / b, i / j
    to[2] = i // j
    to[3] = i % j
    to[4] = a**2 + abs(b) ** 1.5 - i**2
    to[5] = -a if a < b < 3.0 and not i > j else max(a, i)
    to[6] = int(a) + (i & 3) + (i >> 1)
    to[7] = np.copysign(np.floor(a), b) + np.ceil(b)
    half = 1
    half = half * HALF
    half += i
    half *= 2
    i -= j
    to[8] = half + i
    to[9] = np.inf if a > 0 or b > 0 else -np.inf
    return 1 if np.isfinite(a) else 0


@kernel
def loops(n: int, to: Array) -> int:
    """Ranges up and down, a loop that is left, one that goes on, and the last value of a name."""
    at = i = 0
    for i in range(n - 1, -1, -1):
        if i % 3 == 1:
            continue
        to[at] = i
        at += 1
    for i in range(1, n, 2):
        to[at] = i * HALF
        at += 1
    while at < len(to):
        to[at] = 7.0
        at += 1
        if at > 9:
            break
    return i + at


@kernel
def arrays(of: Outer, x: Array, to: Array) -> float:
    """Rows, slices, filling, copying, swapping, and room that is let go of."""
    inner, table = of.inner, of.table
    rows, columns = table.shape
    room, order = np.zeros((rows, columns)), np.empty(rows, dtype=np.int64)
    room[:] = table
    for k in range(rows):
        order[k] = of.order[rows - 1 - k]
        first = room[order[k]]
        first[0], first[columns - 1] = first[columns - 1], first[0]
    to[1:3] = x[2:4]
    to[:1] = of.scale
    to[3:] = room[1]
    a, b = ends(inner.weights, 1)
    c, d, e = x[:3]
    total = 0.0
    for w in inner.weights:
        total += w * inner.count
    flat, tall = table.reshape(-1), table.reshape(columns, rows)
    total += tall[2, 1] * len(tall) + x[1:5].reshape(2, 2)[1, 0]
    return total + norm(room[0]) + a * b + c * d * e + flat[len(flat) - 1] + table.shape[1]


def outer():
    inner = Inner(np.array([0.3, -2.0, 1.5]), 4)
    return Outer(2.5, inner, np.arange(6.0).reshape(2, 3) ** 2, np.array([1, 0]))


def both(kernel, *args):
    """What Python and C give, and what they write to the last argument."""
    results = []
    for run in (kernel.function, kernel):
        to = np.full(24, np.nan)
        results.append((run(*args, to), to.tobytes()))
    return results


@settings(deadline=None)
@given(
    st.floats(-5, 5),
    st.floats(0.1, 5) | st.floats(-5, -0.1),
    st.integers(-20, 20),
    st.integers(1, 9) | st.integers(-9, -1),
)
def test_arithmetic_is_pythons(a, b, i, j):
    python, ours = both(numbers, a, b, i, j)
    assert python == ours


@pytest.mark.parametrize("n", [2, 3, 6])
def test_loops_are_pythons(n):
    python, ours = both(loops, n)
    assert python == ours


def test_arrays_are_pythons():
    there, here = np.zeros(6), np.zeros(6)
    assert arrays.function(outer(), np.arange(5.0), there) == arrays(outer(), np.arange(5.0), here)
    assert np.array_equal(there, here)


def test_several_results():
    assert ends(np.array([3.0, 4.0]), 0) == (0.5, 4.0)


def test_without_a_compiler_it_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("CC", str(tmp_path / "none"))
    with pytest.raises(MissingToolError, match="no C compiler"):
        Kernel(norm.function)(np.array([0.1, 0.7, -1.3]))


def test_it_is_compiled_once_and_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("SUPPLE_CACHE", str(tmp_path))
    assert Kernel(norm.function)(np.ones(4)) == 2.0
    monkeypatch.setattr(compiler, "_compile", lambda *_: pytest.fail("compiled twice"))
    assert Kernel(norm.function)(np.ones(9)) == 3.0


def test_many_threads_may_be_first(monkeypatch, tmp_path):
    monkeypatch.setenv("SUPPLE_CACHE", str(tmp_path))
    fresh = Kernel(norm.function)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(fresh, [np.full(4, float(i)) for i in range(32)])) == [
            2.0 * i for i in range(32)
        ]


def test_room_is_let_go_of():
    """Ten thousand calls that take 80 kB each."""
    take(10_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(10_000):
        take(10_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


@kernel
def take(n: int) -> float:
    room = np.empty(n)
    room[n - 1] = 1.0
    return room[n - 1]


@kernel
def adds_arrays(x: Array, y: Array) -> None:
    x[:] = x + y


@kernel
def strides(x: Array) -> float:
    column = x[:, 0]
    return column[0]


@kernel
def two_kinds(x: Array) -> float:
    y = x
    if len(y) > 2:
        y = x[0]
    return y


@kernel
def calls_numpy(x: Array) -> float:
    return np.linalg.norm(x)


@kernel
def names_nothing(x: Array) -> float:
    return x[0] * unheard_of  # noqa: F821


@pytest.mark.parametrize(
    ("wrong", "args", "reason"),
    [
        (adds_arrays, (np.ones(3), np.ones(3)), r"arithmetic on arrays; write the loop"),
        (strides, (np.ones((3, 2)),), r"does not lie in line"),
        (two_kinds, (np.ones(3),), r"stands for one kind of thing"),
        (calls_numpy, (np.ones(3),), r"calls what is no kernel"),
        (names_nothing, (np.ones(3),), r"'unheard_of' is neither set"),
        (norm, (np.ones((3, 3))[:, 0],), r"in line; got float64"),
        (norm, (np.ones(3, dtype=np.float32),), r"in line; got float32"),
        (norm, ("x",), r"takes numbers, arrays of them"),
        (norm, (np.ones(3), 2), r"takes 1 arguments"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(wrong, args, reason):
    with pytest.raises(InputError, match=reason):
        wrong(*args)


def test_what_fits_no_more_is_refused_too():
    """Once a kernel has run, what it is given is looked at by C first."""
    of, x, to = outer(), np.arange(5.0), np.zeros(6)
    arrays(of, x, to)
    for wrong in (
        (of, x, to[::2]),
        (of, x.astype(np.float32), to),
        (of, x.astype(">f8"), to),
        (of, np.arange(5), to),
        (of, [1.0, 2.0], to),
        (of, None, to),
        (of._replace(inner=of.inner._replace(count=1.5)), x, to),
        (of._replace(scale="x"), x, to),
        (of[:3], x, to),
        (x, x, to),
        (of, x),
    ):
        with pytest.raises(InputError):
            arrays(*wrong)
    assert arrays(of, x, to) == arrays.function(of, x, to)


def test_nothing_is_held_of_what_is_given():
    """References are as many as before, of arrays, of numbers, and of what is returned."""
    of, x, to = outer(), np.arange(5.0), np.zeros(6)
    for run in (lambda: arrays(of, x, to), lambda: fill(x), lambda: ends(x, 0)):
        run()
    held = [of, of.inner, of.table, x, to, None]
    before = [sys.getrefcount(each) for each in held]
    for _ in range(1000):
        arrays(of, x, to)
        fill(x)
        ends(x, 0)
    assert np.abs(np.subtract([sys.getrefcount(each) for each in held], before)).max() < 100


@kernel
def fill(x: Array) -> None:
    x[:] = 1.0


def test_a_refusal_says_where():
    with pytest.raises(InputError, match=r"test_kernels.py, line \d+: 'x \+ y'"):
        adds_arrays(np.ones(3), np.ones(3))


def test_arguments_come_in_line():
    with pytest.raises(InputError, match="got x by name"):
        norm(x=np.ones(3))


@kernel
def halved(of: Outer) -> float:
    return of.scale / 2


def test_numbers_in_a_named_tuple_are_what_it_says():
    """An integer that comes first does not make an integer of what is annotated as a float."""
    assert halved(outer()._replace(scale=3)) == 1.5
    assert halved(outer()._replace(scale=2.5)) == 1.25
