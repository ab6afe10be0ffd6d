"""One kernel for many records, open names that are filled in, and kernels whose text a program has written."""

import sys
import traceback
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from supple.arrays import Array, Indices
from supple.errors import InputError
from supple.kernels import bound, generated, kernel, slot


class Low(NamedTuple):
    x: Array
    y: Array


class High(NamedTuple):
    y: Array
    x: Array


class Pair(NamedTuple):
    low: Low
    high: High
    double: float  # a word of C


class Turned(NamedTuple):
    low: High
    high: Low
    double: float


def record(name, members):
    """A named tuple's class that is made while the program runs."""
    return NamedTuple(name, members)


@kernel
def first(of) -> float:
    return of.x[0]


@kernel
def firsts(of) -> float:
    return first(of.low) + 10 * first(of.high) + 100 * of.double


one, two, three = np.array([1.0, 5.0]), np.array([2.0, 6.0]), np.array([[3.0]])


def test_a_kernel_serves_several_records_in_turn():
    """Also where records have as many members of the same kinds, in another order."""
    for _ in range(3):
        assert first(Low(one, two)) == 1
        assert first(High(one, two)) == 2
        assert first(Low(two, three)) == 2
        assert firsts(Pair(Low(one, two), High(one, two), 1)) == 121
        assert firsts(Turned(High(one, two), Low(one, two), 2)) == 212


def test_records_of_one_name_may_differ():
    """As the models of two worlds do, which hold other kinds of bodies."""
    for member, value in (("x", one), ("w", two)):
        wide = record("Wide", [("first", Low), (member, Array)])
        narrow = record("Narrow", [("wide", wide), ("x", Array)])
        assert first(narrow(wide(Low(one, two), value), two)) == 2


def test_a_class_made_anew_is_the_same_kernel():
    for _ in range(3):
        again = record("Again", [("x", Array), ("y", Array)])
        assert first(again(two, one)) == 2
    assert len([kinds for kinds in first._built if kinds[0].name == "Again"]) == 1


def test_what_fits_no_record_is_refused():
    with pytest.raises(InputError, match=r"float32.*of\.y"):
        first(Low(one, two.astype(np.float32)))
    with pytest.raises(InputError, match=r"int64 serves for true and false"):
        first(Low(one > 0, two))


class Arm(NamedTuple):
    length: Array


class Ball(NamedTuple):
    radius: Array


@slot
def reach(model, state: Array, b: int) -> float:
    """How far body b reaches."""


@kernel
def farthest(model, state: Array) -> float:
    best = 0.0
    for b in range(len(model.kind)):
        best = max(best, reach(model, state, b))
    return best


@kernel
def twice_farthest(model, state: Array) -> float:
    return 2 * farthest(model, state) + undeclared(1.0)  # noqa: F821


@kernel
def arm_reach(arms: Arm, i: int, state: Array) -> float:
    return arms.length[i] + state[0]


@kernel
def ball_reach(balls: Ball, i: int, state: Array) -> float:
    return 2 * balls.radius[i] + state[0]


@kernel
def small(x: float) -> float:
    return x / 1024


DISPATCH = """
@kernel
def reach(model, state: Array, b: int) -> float:
    i = model.row[b]
"""


def dispatched(*kinds):
    """The kernel over the kinds that there are, as text."""
    lines = [
        f"    if model.kind[b] == {k}:\n        return {kind}_reach(model.{kind}, i, state)\n"
        for k, kind in enumerate(kinds)
    ]
    text = DISPATCH + "".join(lines) + "    return -1.0\n"
    return generated(text, "dispatch", globals()).reach


def test_one_loop_over_kinds():
    both = record("Model", [("kind", Indices), ("row", Indices), ("arm", Arm), ("ball", Ball)])
    alone = record("Model", [("kind", Indices), ("row", Indices), ("ball", Ball)])
    balls, state = Ball(np.array([0.5, 2.0])), np.array([0.25])
    of_both = bound(twice_farthest, reach=dispatched("arm", "ball"), undeclared=small)
    of_balls = bound(twice_farthest, reach=dispatched("ball"), undeclared=small)
    model = both(np.array([1, 0, 1]), np.array([0, 0, 1]), Arm(np.array([7.0])), balls)
    assert of_both(model, state) == 14.5 + 1 / 1024
    assert of_balls(alone(np.array([0, 0]), np.array([0, 1]), balls), state) == 8.5 + 1 / 1024
    assert of_both.function(model, state) == of_both(model, state)


def test_a_module_is_bound_as_a_whole():
    loop = generated(
        "@kernel\ndef run(x: float) -> float:\n    return law(x) + 1\n", "loop", {"kernel": kernel}
    )
    again = bound(loop, law=small)
    assert again.run(1024.0) == 2
    with pytest.raises(InputError, match=r"line 3: 'law\(x\)' calls a name that stands for nothing"):
        loop.run(1024.0)


def test_what_is_open_is_refused_by_name():
    with pytest.raises(InputError, match="reach=…"):
        reach(None, one, 0)
    with pytest.raises(InputError, match=r"test_binding.py, line \d+: reach\(\) is open"):
        bound(farthest, other=small)(record("Model", [("kind", Indices)])(np.array([0])), one)


def test_the_rest_is_not_copied():
    assert bound(first, reach=small) is first


def test_generated_text_is_a_file():
    text = "@kernel\ndef wrong(x: Array) -> float:\n    return x + x\n"
    module = generated(text, "wrong", {"kernel": kernel, "Array": Array})
    with pytest.raises(InputError, match=r"wrong_\w{16}.py, line 3: 'x \+ x'"):
        module.wrong(one)
    try:
        module.wrong.function(None)
    except TypeError:
        shown = traceback.format_exception(*sys.exc_info())
    assert "return x + x" in shown[-2]
    assert generated(text, "wrong", {"kernel": kernel, "Array": Array}).__file__ == module.__file__


def test_a_spoilt_file_is_written_anew():
    text = "@kernel\ndef three() -> int:\n    return 3\n"
    path = Path(generated(text, "three", {"kernel": kernel}).__file__)
    path.write_text("half")
    assert generated(text, "three", {"kernel": kernel}).three() == 3
    assert path.read_text() == text
