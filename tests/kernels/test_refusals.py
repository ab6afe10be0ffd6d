"""What C would refuse, leave unset or take for something else is refused before, by file and line."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from supple.arrays import Array
from supple.errors import SuppleError
from supple.kernels import Kernel, kernel

LAST = -1
TABLE = (1.0, 2.0)


class Of(NamedTuple):
    x: Array
    n: int


WRONG: list[tuple[Kernel, str]] = []
"""Kernels, and why they are refused at the line that ends with `# wrong`."""


def wrong(why: str) -> Callable:
    def kept(function: Callable) -> Kernel:
        made = Kernel(function)
        WRONG.append((made, why))
        return made

    return kept


@kernel
def given(i: int, x: Array) -> float:
    return x[i]


@kernel
def nothing(x: Array) -> None:
    x[0] = 1.0


@kernel
def two(x: Array) -> tuple[float, float]:
    return x[0], x[1]


@kernel
def same(x: Array) -> Array:
    return x


@wrong("'y' may not be set")
def unset_by_if(x):
    if x[0] > 0:
        y = 1.0
    return y  # wrong


@wrong("'y' may not be set")
def unset_by_else(x):
    if x[0] > 0:
        y = 1.0
    elif x[0] > -1:
        z = 2.0
    else:
        y = 3.0
    return y  # wrong


@wrong("'y' may not be set")
def unset_by_no_turn(x):
    for i in range(len(x)):
        y = x[i]
    return y + i  # wrong


@wrong("'y' may not be set")
def unset_by_break(x):
    for i in range(3):
        if x[i] > 0:
            break
        y = x[i]
    return y  # wrong


@wrong("'y' may not be set")
def unset_by_while(x):
    while x[0] < 0:
        y = 1.0
        x[0] += y
    return y  # wrong


@wrong("'total' may not be set")
def unset_changed(x):
    if x[0] > 0:
        total = 1.0
    total += x[0]  # wrong
    return total


@wrong("'LAST' is neither set")
def unset_module_number(x):
    y = x[LAST]  # wrong
    LAST = 3
    return y + LAST


@wrong("'y' may not be set")
def unset_array(x):
    if x[0] > 0:
        y = x
    y[0] = 1.0  # wrong
    return 1.0


@wrong("no_return.. gives a result, but its last line")
def no_return(x) -> float:  # wrong
    if x[0] > 0:
        return 1.0


@wrong("gives a result, but its last line")
def no_return_after_loop(x):  # wrong
    for i in range(len(x)):
        if x[i] > 0:
            return x[i]


@wrong("gives a result, but its last line")
def never_returns(x) -> float:  # wrong
    x[0] = 1.0


@wrong("gives a result, but none here")
def returns_nothing_here(x):
    if x[0] > 0:
        return None  # wrong
    return 1.0


@wrong(r"calls_itself\(\) → calls_itself\(\): kernels do not call themselves")
def calls_itself(x) -> float:
    return calls_itself(x) + 1.0  # wrong


@wrong(r"turns_round\(\) → comes_back\(\) → turns_round\(\)")
def turns_round(x) -> float:
    return comes_back(x) / 2


@kernel
def comes_back(x) -> float:
    return turns_round(x)  # wrong


@wrong("gives a float for i, an integer")
def float_for_integer(x):
    return given(0.5, x)  # wrong


@wrong(r"'n\[0\]' is an integer, given the float 'x\[0\]'")
def float_into_integers(x, n):
    n[0] = x[0]  # wrong


@wrong("is an integer, given the float '0.5'")
def float_added_to_integers(x, n):
    n[0] += 0.5  # wrong


@wrong(r"'x\[0\]' counts, but is a float")
def float_range(x):
    total = 0.0
    for i in range(x[0]):  # wrong
        total += i
    return total


@wrong("counts, but is a float")
def float_slice(x):
    return len(x[: x[0]])  # wrong


@wrong("is a power of integers")
def power_of_integers(n):
    return n[0] ** 3  # wrong


@wrong("too large: integers have 64 bits")
def large(x):
    return x[0] + 9223372036854775808  # wrong


@wrong("'x' is no number")
def not_of_array(x):
    return -x  # wrong


@wrong("'x' is no number")
def holds_array(x):
    if x:  # wrong
        return 1
    return 0


@wrong("'x' is no number")
def array_beside_number(x):
    return x < 1.0  # wrong


@wrong("'x' is no number")
def either_array(x):
    return x or 1  # wrong


@wrong("'x' is no number")
def root_of_array(x):
    return np.sqrt(x)  # wrong


@wrong("takes 1 number")
def too_many(x):
    return np.sqrt(x[0], x[1])  # wrong


@wrong("takes 2 numbers")
def too_few(x):
    return np.hypot(x[0])  # wrong


@wrong("'x' is no number")
def least_of_one(x):
    return min(x)  # wrong


@wrong("names arguments")
def named_argument(x):
    return given(0, x=x)  # wrong


@wrong("names arguments")
def named_option(x):
    return np.sqrt(x[0], where=True)  # wrong


@wrong(r"given\(\) takes 2 arguments in line; got 1")
def fewer(x):
    return given(0)  # wrong


@wrong("is 2 values for 3 places")
def spread(x):
    a, b, c = two(x)  # wrong
    return a + b + c


@wrong("is not 2 values")
def spread_matrix(m):
    a, b = m  # wrong
    return a


@wrong("is 2 values for 3 places")
def shape_of_three(m):
    a, b, c = m.shape  # wrong
    return a + b + c


@wrong("is 3 values for 2 places")
def tuples(x):
    a, b = x[0], x[1], 1.0  # wrong
    return a + b


@wrong("is nothing, which no name")
def nothing_kept(x):
    y = nothing(x)  # wrong
    return y


@wrong("gives nothing")
def nothing_stored(x):
    x[1] = nothing(x)  # wrong


@wrong("gives nothing")
def nothing_returned(x):
    return nothing(x)  # wrong


@wrong("is 2 numbers, which no name stands for")
def two_as_one(x):
    y = two(x)  # wrong
    return y


@wrong("is arithmetic on")
def two_in_a_sum(x):
    return two(x) + 1.0  # wrong


@wrong("returns several things that are not all numbers")
def of_both(x):
    return x[0], x  # wrong


@wrong("'of.n' is not set in a kernel")
def sets_member(of):
    of.n = 3  # wrong


@wrong("member of Of")
def reads_member(of):
    return of.m  # wrong


@wrong("is a member of what is no named tuple")
def member_of_array(x):
    return x.T  # wrong


@wrong("'of' is no array")
def place_in_record(of):
    return of[0]  # wrong


@wrong("'of' is no array")
def length_of_record(of):
    return len(of)  # wrong


@wrong("counts from the end, which only literals do")
def from_end(x, i: int):
    return x[-i]  # wrong


@wrong("counts from the end, which only literals do")
def slice_from_end(x, i: int):
    return len(x[-i:])  # wrong


@wrong("does not lie in line")
def every_second(x):
    return len(x[::2])  # wrong


@wrong("takes more places than there are axes")
def too_deep(x):
    return x[0, 0]  # wrong


@wrong("one to 4 counts, or -1 alone")
def unknown_shape(m):
    return len(m.reshape(-1, 2))  # wrong


@wrong("one to 4 counts")
def five_axes(x):
    return len(x.reshape(1, 1, 1, 1, 1))  # wrong


@wrong("one to 4 axes")
def five_axes_of_room(x):
    return len(np.zeros((1, 1, 1, 1, 1)))  # wrong


@wrong("room of less than nothing")
def less_than_no_room(x):
    return len(np.zeros(-1))  # wrong


@wrong("takes a shape and perhaps a dtype")
def room_of_an_order(x):
    return len(np.zeros(3, order="C"))  # wrong


@wrong("takes room within a test")
def room_in_a_test(x):
    while np.zeros(3)[0] < x[0]:  # wrong
        x[0] -= 1


@wrong("takes room within a test")
def room_now_and_then(x):
    return x[0] > 0 and np.zeros(len(x))[0] > 0  # wrong


@wrong("lies in room that ends with the kernel")
def room_returned(x):
    y = np.zeros(3)
    row = y[1:]
    return row  # wrong


@wrong("lies in room that ends with the kernel")
def room_passed_on(x):
    y = np.zeros(3)
    return same(y)  # wrong


@wrong("is not among what")
def is_in(x):
    return 1.0 in x  # wrong


@wrong("is not among what")
def is_it(x):
    return x is x  # wrong


@wrong("is not among what")
def text(x):
    return "x"  # wrong


@wrong("is no array|is not among what")
def many(x):
    return [1.0, 2.0][0]  # wrong


@wrong("is not among what")
def comprehension(x):
    y = [2 * each for each in x]  # wrong
    return y


@wrong("is not among what")
def inside(x):
    with x:  # wrong
        return 1.0


@wrong("is not among what")
def tried(x):
    try:  # wrong
        return 1.0
    except ValueError:
        return 2.0


@wrong("is not among what")
def raised(x):
    raise ValueError  # wrong


@wrong("is not among what")
def deleted(x):
    del x  # wrong


@wrong("is not among what")
def matched(x):
    match x[0]:  # wrong
        case 1.0:
            return 1.0
    return 2.0


@wrong("calls")
def lent(x):
    return (lambda: 1.0)()  # wrong


@wrong("is not among what")
def yielded(x):
    yield x[0]  # wrong


@wrong("is not among what")
def walrus(x):
    return (y := x[0]) + y  # wrong


@wrong("'TABLE' is neither set")
def not_a_number(x):
    return x[0] + TABLE  # wrong


@wrong("each by its name")
def of_many(x, *more):  # wrong
    return x[0]


@wrong("each by its name")
def by_name(x, *, n):  # wrong
    return x[0]


x = np.ones(3)
GIVEN = {"x": x, "m": np.ones((2, 3)), "n": np.ones(3, dtype=np.int64), "of": Of(x, 3), "i": 1}
LINES = Path(__file__).read_text().splitlines()


@pytest.mark.parametrize(("run", "why"), WRONG, ids=[run.__name__ for run, _ in WRONG])
def test_it_is_refused_by_file_and_line(run, why):
    code = run.function.__code__
    args = [GIVEN[name] for name in code.co_varnames[: code.co_argcount]]
    line = next(k for k in range(code.co_firstlineno, len(LINES)) if LINES[k - 1].endswith("# wrong"))
    with pytest.raises(SuppleError, match=rf"test_refusals\.py, line {line}: .*({why})"):
        run(*args)
