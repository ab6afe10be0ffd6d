"""What C leaves open about the order of evaluation is as in Python, and what stands once is evaluated once."""

import numpy as np
import pytest

from supple.arrays import Array
from supple.kernels import kernel


@kernel
def counted(x: Array) -> float:
    """How often it has been called."""
    x[0] += 1.0
    return x[0]


@kernel
def place(x: Array) -> int:
    return int(counted(x))


@kernel
def summed(a: float, b: float, c: float) -> float:
    return 100 * a + 10 * b + c


@kernel
def chained(x: Array) -> float:
    a = 1.0 if 0 < counted(x) < 2 <= counted(x) < 3 else 0.0
    b = 1.0 if 5 < counted(x) < counted(x) < counted(x) else 0.0
    return 100 * a + 10 * b + x[0]


@kernel
def chained_of_both(x: Array) -> float:
    return 1.0 if counted(x) < counted(x) < x[0] + 1 else 0.0


@kernel
def operands(x: Array) -> float:
    return counted(x) / counted(x) + x[0] * counted(x) - x[0]


@kernel
def arguments(x: Array) -> float:
    return summed(x[0], counted(x), counted(x)) + max(counted(x), x[0], counted(x))


@kernel
def several(x: Array) -> tuple[float, float, float]:
    return x[0], counted(x), x[0]


@kernel
def assigned(x: Array) -> float:
    a, b = counted(x), x[0] + counted(x)
    return 10 * a + b


@kernel
def changed(x: Array) -> float:
    x[0] += counted(x)
    x[place(x)] += 10.0
    x[place(x)] -= counted(x)
    x[0] *= 2
    return x[0]


@kernel
def stored(x: Array) -> float:
    x[int(x[0])] = counted(x)
    return x[0] + 10 * x[1] + 100 * x[2]


@kernel
def parts(x: Array) -> float:
    of = np.zeros((6, 6))
    for k in range(36):
        of.reshape(-1)[k] = k
    total = of[place(x)][place(x)] + of[place(x), place(x)]
    return total + len(of[place(x), 1 : place(x)]) + x[0]


@kernel
def row(x: Array, of: Array) -> Array:
    return of[place(x)]


@kernel
def of_a_row(x: Array) -> float:
    of = np.zeros((3, 4))
    of[1, 3], of[2, 3] = 5.0, 7.0
    return row(x, of)[-1] + 10 * x[0] + row(x, of)[1:].reshape(3, 1)[2, 0] + 100 * x[0]


@kernel
def truth(x: Array) -> float:
    a = counted(x) < 0 and counted(x) < 0
    b = counted(x) > 0 or counted(x) > 0
    return x[0] + 10 * a + 100 * b


@kernel
def chosen(x: Array) -> float:
    """`and` and `or` give one of their numbers, as Python has it."""
    a = x[1] or counted(x)
    b = x[0] and counted(x)
    c = (x[1] and counted(x)) or 7
    return a + 10 * b + 100 * c + 1000 * (x[1] or 0.0 or x[0])


@kernel
def overlapping(x: Array) -> float:
    x[1:] = x[:-1]
    x[:2] = x[1:3]
    return x[0] + 10 * x[1] + 100 * x[2] + 1000 * x[3]


@kernel
def wide(x: Array) -> float:
    """Integers have 64 bits from the first literal on."""
    k = 1 << 40
    m = 100000 * 100000
    return k + m + (1 << place(x)) + (70000 if x[0] > 0 else 1) * (70000 if x[0] > 0 else 1)


@kernel
def promoted(x: Array) -> float:
    return half(3) + truths(0.5)


@kernel
def half(i: int) -> float:
    i = i * 0.5
    return i


@kernel
def truths(a: float) -> float:
    return bool(a) + (not a) + bool(a > 1)


KERNELS = [
    chained, chained_of_both, operands, arguments, several, assigned, changed, stored, parts, truth, chosen,
    overlapping, wide, promoted,
]  # fmt: skip


@pytest.mark.parametrize("run", KERNELS, ids=[run.__name__ for run in KERNELS])
def test_it_is_as_in_python(run):
    python, ours = np.array([0.0, 0.0, 3.0, 4.0, 5.0, 6.0]), np.array([0.0, 0.0, 3.0, 4.0, 5.0, 6.0])
    assert run.function(python) == run(ours)
    assert python.tolist() == ours.tolist()


def test_a_row_that_a_kernel_returns_is_found_once():
    x = np.zeros(2)
    assert of_a_row(x) == 5 + 10 * 1 + 7 + 100 * 2
    assert x[0] == 2
