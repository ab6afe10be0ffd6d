"""What six scenes cost, in counts that no noise reaches: a change that makes the step dearer fails here.

`python tests/dynamics/integrators/test_counts.py` counts them anew, when it is meant that they are others.
"""

import ast
import inspect
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[3]))

from benchmarks.falling import Falling
from benchmarks.piles import dominoes, mass_ratio, mixed, pile, stack
from supple.dynamics.bodies.registry import KINDS
from supple.dynamics.integrators.step import FACTORED, POINTS, SOLVED, STEPS, SWEPT, advance
from supple.kernels import Kernel

SCENES = {
    "pile-30 falls": (pile(30), 0, 1000),
    "pile-30 rests": (pile(30), 3000, 4000),
    "pile-100 falls": (pile(100), 0, 1000),
    "mixed-30 falls": (mixed(30), 0, 1000),
    "stack-10 lands": (stack(10), 0, 1000),
    "stack-10 rests": (stack(10), 3000, 4000),
    "dominoes-50 fall": (dominoes(), 0, 2000),
    "mass-ratio-100 lands": (mass_ratio(), 0, 500),
}
"""Things, and from which step to which."""
COUNTED = "steps", "points", "points swept", "factors", "Newton calls", "pairs found", "manifolds made"
RECORDED = {
    "pile-30 falls": (1000, 77657, 499458, 318, 55, 401, 14426),
    "pile-30 rests": (1000, 139000, 139000, 0, 0, 0, 0),
    "pile-100 falls": (1000, 274890, 2695434, 379, 71, 441, 65466),
    "mixed-30 falls": (1000, 57045, 121384, 166, 46, 524, 1503),
    "stack-10 lands": (1000, 37346, 386790, 1029, 741, 43, 56),
    "stack-10 rests": (1000, 44000, 106480, 50, 50, 0, 0),
    "dominoes-50 fall": (2000, 406125, 601679, 420, 231, 163, 9986),
    "mass-ratio-100 lands": (500, 3976, 30380, 303, 297, 1, 17),
}
DEARER = (1.0, 1.15, 1.15, 1.5, 1.5, 1.15, 1.15)
"""What is so much dearer is too dear; how often Newton's method is called in a fall hangs on how it falls."""
OTHER = 0.5
"""What costs less than half is another scene, or deserves a new record."""


def totals(falling: Falling) -> np.ndarray:
    sums, slots = falling.built.work.sums, falling.built.state.contacts.slots
    return np.array([*sums[[STEPS, POINTS, SWEPT, FACTORED, SOLVED]], slots[1], slots[2]], np.int64)


def counted(name: str) -> tuple[int, ...]:
    things, begin, end = SCENES[name]
    falling = Falling(things)
    falling.step(begin)
    before = totals(falling)
    falling.step(end - begin)
    return tuple((totals(falling) - before).tolist())


@pytest.mark.parametrize("name", SCENES)
def test_it_costs_what_it_did(name):
    for what, now, then, dearer in zip(COUNTED, counted(name), RECORDED[name], DEARER, strict=True):
        assert now <= dearer * then + 2, f"{name}: {now} {what}, {then} before"
        assert now >= OTHER * then - 2, (
            f"{name}: {now} {what}, {then} before: record it anew if that is meant"
        )


def test_what_rests_costs_one_sweep_and_nothing_is_found_anew():
    steps, points, swept, factors, _, found, made = counted("pile-30 rests")
    assert points > 100 * steps
    assert (swept, factors, found, made) == (points, 0, 0, 0)


def called(kernel: Kernel, found: dict[str, ast.Module]) -> dict[str, ast.Module]:
    """The texts of a kernel and of all that it calls, by name."""
    function = kernel.function
    if function.__qualname__ not in found:
        found[function.__qualname__] = ast.parse(inspect.getsource(function))
        for name in function.__code__.co_names:
            other = function.__globals__.get(name)
            if isinstance(other, Kernel):
                called(other, found)
    return found


def test_the_step_allocates_nothing():
    """Room in its kernels is of a size that stands there, so that it lies on the stack."""
    found: dict[str, ast.Module] = {}
    for kernel in (advance, *(each for kind in KINDS.values() for each in kind.kernels.values())):
        called(kernel, found)
    rooms = {
        f"{name}: {ast.unparse(call)}": call.args[0]
        for name, text in found.items() for call in ast.walk(text)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("np.empty", "np.zeros")
    }  # fmt: skip
    assert len(found) > 60
    assert len(rooms) > 20
    assert not [what for what, size in rooms.items() if np.prod(ast.literal_eval(size)) > 64]


if __name__ == "__main__":
    for scene in SCENES:
        print(f'    "{scene}": {counted(scene)},')
