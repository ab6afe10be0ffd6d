"""Rules of discretised time: their order on a known motion, and the finite differences of the paper."""

import casadi as ca
import numpy as np
import pytest

from supple.errors import InputError, UnknownNameError
from supple.mechanics.rules import RULES, rule, sampled


def swing(t: float) -> dict[str, float]:
    """q = sin 2t + t³."""
    return {"q": np.sin(2 * t) + t**3, "v": 2 * np.cos(2 * t) + 3 * t**2, "a": -4 * np.sin(2 * t) + 6 * t}


@pytest.mark.parametrize("name", RULES)
def test_what_is_left_over_along_a_smooth_motion_falls_one_order_above_the_rule(name: str) -> None:
    """Local error O(h^(order+1)), fitted over four steps."""
    law, steps = rule(name), np.array([0.1, 0.05, 0.025, 0.0125])
    left = []
    for h in steps:
        values = {**swing(1.0), **{f"{k}+": v for k, v in swing(1.0 + h).items()}}
        if law.middle:
            values |= {f"{k}/2": v for k, v in swing(1.0 + h / 2).items()}
        found = law.box(1)(**values, h=h)
        left.append([abs(float(found[key][0])) for key in ("position", "velocity")])
    slopes = np.polyfit(np.log(steps), np.log(np.array(left)), 1)[0]
    assert slopes.min() > law.order + 0.9


def integrated(name: str, h: float, steps: int) -> float:
    """The far end of a'' = −q from q = 1 by the rule, its equations solved exactly."""
    law, box = rule(name), rule(name).box(1)
    q, v, q_half, v_half = (ca.SX.sym(s) for s in ("q+", "v+", "q/2", "v/2"))
    now = {"q": ca.SX.sym("q"), "v": ca.SX.sym("v")}
    values = {"q": now["q"], "v": now["v"], "a": -now["q"], "q+": q, "v+": v, "a+": -q, "h": h}
    unknown = [q, v]
    if law.middle:
        values |= {"q/2": q_half, "v/2": v_half, "a/2": -q_half}
        unknown += [q_half, v_half]
    left, x = ca.vertcat(*box(**values).values()), ca.vertcat(*unknown)
    A, b = ca.jacobian(left, x), ca.substitute(left, x, ca.DM.zeros(x.shape))
    step = ca.Function("step", [now["q"], now["v"]], [ca.solve(A, -b)])
    state = np.array([1.0, 0.0])
    for _ in range(steps):
        state = step(*state).full()[:2, 0]
    return float(state[0])


@pytest.mark.parametrize("name", RULES)
def test_the_error_of_a_whole_motion_falls_at_the_order_of_the_rule(name: str) -> None:
    counts = np.array([10, 20, 40, 80])
    errors = [abs(integrated(name, 1.0 / n, n) - np.cos(1.0)) for n in counts]
    assert -np.polyfit(np.log(counts), np.log(errors), 1)[0] > rule(name).order - 0.1


def test_differences_are_those_of_the_paper() -> None:
    """q⁺ − 2q + q⁻ = h² a and q⁺ − q⁻ = 2h v at every inner sample, whatever the accelerations are."""
    h, a = 0.1, np.random.default_rng(0).normal(size=4)
    q, v = [0.3], [-0.2]
    for k in range(3):
        q.append(q[k] + h * v[k] + h**2 / 2 * a[k])
        v.append(v[k] + h / 2 * (a[k] + a[k + 1]))
        tie = {"q": q[k], "v": v[k], "a": a[k], "q+": q[k + 1], "v+": v[k + 1], "a+": a[k + 1], "h": h}
        assert all(abs(left[0]) < 1e-15 for left in rule("differences").box(1)(**tie).values())
    path = sampled("path", 1, 4)(values=np.array([q]), h=h)
    assert np.allclose(path["acceleration"], [a[1:3]], atol=1e-12)
    assert np.allclose(path["velocity"], [v[1:3]], atol=1e-13)


def test_jacobians_of_sampled_functions_are_banded() -> None:
    box = sampled("path", 2, 10)
    assert box.sparsity("acceleration", "values").nnz() == 3 * 2 * 8
    assert box.sparsity("velocity", "values").nnz() == 2 * 2 * 8


def test_unknown_rules_and_too_few_samples_are_named() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'trapezoidal'"):
        rule("trapezoid")
    with pytest.raises(InputError, match="at least 3"):
        sampled("path", 1, 2)
