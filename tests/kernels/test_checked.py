"""The checked build: what goes out of bounds raises, and says where, of which array, which place of how many."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pytest

from supple.arrays import Array, Indices
from supple.errors import InputError, KernelError
from supple.kernels import Kernel

pytestmark = pytest.mark.usefixtures("checked")


@pytest.fixture
def checked(monkeypatch):
    """Kernels that are first called from here on are of the checked build."""
    monkeypatch.setenv("SUPPLE_CHECK", "1")


class Rows(NamedTuple):
    start: Indices
    values: Array


def place(of: Rows, i: int, j: int) -> float:
    return of.values[of.start[i] + j]


def place_in_a_row(x: Array, i: int, j: int, k: int) -> float:
    return x[i][j, k]


def row(x: Array, i: int, to: Array) -> None:
    to[0] = 1.0
    to[:] = x[i]


def stored(x: Array, i: int) -> None:
    x[i, 1] += 2.0


def part(x: Array, i: int, j: int) -> int:
    return len(x[i:j])


def turned(x: Array, rows: int, columns: int) -> float:
    return x.reshape(rows, columns)[0, 0]


def three(x: Array) -> float:
    a, b, c = x
    return a + b + c


def divided(i: int, j: int) -> int:
    return i // j + i % j


def shifted(i: int, j: int) -> int:
    return i << j


def whole(x: float) -> int:
    return int(x)


def room(n: int) -> float:
    return np.zeros(n)[0]


def sure(x: float) -> float:
    assert x > 0, "100 % sure"
    return x


def calls(of: Rows, i: int) -> float:
    return inner(of, i, 0)


inner = Kernel(place)
rows, x = Rows(np.array([0, 2, 9]), np.arange(4.0)), np.arange(24.0).reshape(2, 3, 4)
HERE = r"test_checked\.py, line \d+: "


@pytest.mark.parametrize(
    ("function", "right", "wrong", "told"),
    [
        (place, (rows, 1, 1), (rows, 1, 2), r"'of.values\[of.start\[i\] \+ j\]': index 4 is out of bounds for"),
        (place, (rows, 0, 0), (rows, 0, -1), "index -1 is out of bounds for axis 0 of 'of.values' with size 4"),
        (place, (rows, 0, 0), (rows, 3, 0), "index 3 is out of bounds for axis 0 of 'of.start' with size 3"),
        (place_in_a_row, (x, 1, 2, 3), (x, 1, 2, 4), r"index 4 is out of bounds for axis 1 of 'x\[i\]' with size 4"),
        (place_in_a_row, (x, 1, 2, 3), (x, 1, 3, 0), r"index 3 is out of bounds for axis 0 of 'x\[i\]' with size 3"),
        (place_in_a_row, (x, 1, 2, 3), (x, 2, 0, 0), r"'x\[i\]': index 2 is out of bounds for axis 0 of 'x'"),
        (row, (x[0], 1, np.ones(4)), (x[0], 3, np.ones(4)), "index 3 is out of bounds for axis 0 of 'x' with size 3"),
        (row, (x[0], 1, np.ones(4)), (x[0], 1, np.ones(5)), r"'to\[:\]': an axis of size 5 is given one of size 4"),
        (stored, (x[0].copy(), 0), (x[0].copy(), 3), r"'x\[i, 1\]': index 3 is out of bounds for axis 0"),
        (part, (x, 1, 2), (x, 1, 3), r"slice 1:3 is out of bounds for 'x' with size 2"),
        (part, (x, 0, 0), (x, 2, 1), "slice 2:1 is out of bounds"),
        (part, (x, 0, 0), (x, -1, 1), "slice -1:1 is out of bounds"),
        (turned, (x[0], 2, 6), (x[0], 5, 2), "'x' has 12 numbers, the shape 10"),
        (three, (np.ones(3),), (np.ones(4),), "holds 4 numbers, for 3 names"),
        (divided, (7, 2), (7, 0), "'i // j': division by zero"),
        (shifted, (7, 9), (7, 64), "'i << j'.*64"),
        (whole, (-7.5,), (np.nan,), r"'int\(x\)': no integer of 64 bits"),
        (whole, (1e18,), (1e19,), "no integer of 64 bits"),
        (room, (1,), (-1,), "-1 is no size"),
        (room, (1,), (0,), "index 0 is out of bounds for axis 0 of 'np.zeros.n.' with size 0"),
        (sure, (0.5,), (-0.5,), "assert x > 0, .*100 % sure.*: does not hold"),
        (calls, (rows, 1), (rows, 2), r"index 9 is out of bounds for axis 0 of 'of.values' with size 4"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(function, right, wrong, told):
    run = Kernel(function)
    expected = function(*right)
    for _ in range(3):
        assert run(*right) == expected
        with pytest.raises(KernelError, match=HERE + ".*" + told):
            run(*wrong)


def test_the_line_is_that_of_the_fault():
    line = place.__code__.co_firstlineno + 1
    with pytest.raises(KernelError, match=rf"test_checked.py, line {line}: "):
        Kernel(calls)(rows, 2)


def test_threads_fault_apart():
    run = Kernel(place)

    def told(i):
        try:
            return run(rows, 0, i)
        except KernelError as error:
            return str(error).split("index ")[1].split()[0]

    run(rows, 0, 0)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(told, range(2000)))
    assert found[:5] == [0.0, 1.0, 2.0, 3.0, "4"]
    assert found[5:] == [str(i) for i in range(5, 2000)]


def test_nothing_is_held_and_arguments_are_still_looked_at():
    run = Kernel(place)
    with pytest.raises(InputError):
        run(rows, 0, "x")
    with pytest.raises(KernelError):
        run(rows, 0, 4)


def test_it_is_kept_apart(monkeypatch):
    """The same kernel, unchecked, runs other code: beyond a part of an array lies the rest."""
    of = Rows(rows.start, np.arange(8.0)[:4])
    monkeypatch.delenv("SUPPLE_CHECK")
    assert Kernel(place)(of, 1, 3) == 5.0
    monkeypatch.setenv("SUPPLE_CHECK", "1")
    with pytest.raises(KernelError):
        Kernel(place)(of, 1, 3)


def test_asserts_are_of_the_checked_build_alone(monkeypatch):
    monkeypatch.setenv("SUPPLE_CHECK", "0")
    assert Kernel(sure)(-0.5) == -0.5
