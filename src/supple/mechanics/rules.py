"""Discretised functions of time are boxes too: rules that tie (q, v, a) of one sample to those of the next.

differences        q⁺ = q + h v + h²/2 a,        v⁺ = v + h/2 (a + a⁺)
trapezoidal        q⁺ = q + h/2 (v + v⁺),        v⁺ = v + h/2 (a + a⁺)
Hermite–Simpson    q⁺ = q + h/6 (v + 4 v½ + v⁺),  q½ = (q + q⁺)/2 + h/8 (v − v⁺), and so for v and a

The first is the finite differences of Witkin & Kass 1988 (§4.5) said forwards: it implies
v = (q⁺ − q⁻)/2h and a = (q⁺ − 2q + q⁻)/h². A rule's box gives what is left over: zero where the rule holds.
"""

from collections.abc import Callable
from dataclasses import dataclass

import casadi as ca
from typing_extensions import TypeAliasType

from supple.errors import InputError, UnknownNameError
from supple.mechanics.box import Box

Sample = TypeAliasType("Sample", dict[str, ca.SX])
"""q, v and a at one time."""


@dataclass(frozen=True)
class Rule:
    """How samples h seconds apart hang together; the error of a whole motion falls as h^order."""

    name: str
    order: int
    middle: bool
    """Whether a sample halfway takes part."""
    ties: Callable[[Sample, Sample, Sample, ca.SX], dict[str, ca.SX]]

    def box(self, size: int) -> Box:
        """Inputs q, v, a; q+, v+, a+; h; and q/2, v/2, a/2 where a middle takes part. Outputs: what is left over.

        >>> box = rule("trapezoidal").box(1)
        >>> values = box(**{"q": 0, "v": 1, "a": 2, "q+": 2, "v+": 3, "a+": 2, "h": 1})
        >>> {name: float(left[0]) for name, left in values.items()}
        {'position': 0.0, 'velocity': 0.0}
        """
        now, half, then = (_sample(size, mark) for mark in ("", "/2", "+"))
        h = ca.SX.sym("h")
        taking_part = [now, half, then] if self.middle else [now, then]
        marks = ("", "/2", "+") if self.middle else ("", "+")
        inputs = {f"{key}{m}": s[key] for m, s in zip(marks, taking_part, strict=True) for key in "qva"}
        return Box(self.name, {**inputs, "h": h}, self.ties(now, half, then, h))


def rule(name: str) -> Rule:
    """A rule by name: `differences`, `trapezoidal` or `hermite-simpson`."""
    if name not in RULES:
        raise UnknownNameError("rule", name, RULES)
    return RULES[name]


def sampled(name: str, size: int, samples: int) -> Box:
    """A function of time as a box: its values (size, samples) at steps of h in, central differences out (§4.5).

    Outputs `value`, `velocity`, `acceleration`, (size, samples − 2) each: those at the inner samples.
    """
    if samples < 3:
        raise InputError(f"{name!r} has {samples} samples; differences of second order need at least 3")
    values, h = ca.SX.sym("values", size, samples), ca.SX.sym("h")
    before, at, after = values[:, :-2], values[:, 1:-1], values[:, 2:]
    outputs = {
        "value": at,
        "velocity": (after - before) / (2 * h),
        "acceleration": (after - 2 * at + before) / h**2,
    }
    return Box(name, {"values": values, "h": h}, outputs)


def _sample(size: int, mark: str) -> Sample:
    return {key: ca.SX.sym(f"{key}{mark}", size) for key in "qva"}


def _differences(now: Sample, half: Sample, then: Sample, h: ca.SX) -> dict[str, ca.SX]:
    return {
        "position": then["q"] - now["q"] - h * now["v"] - h**2 / 2 * now["a"],
        "velocity": then["v"] - now["v"] - h / 2 * (now["a"] + then["a"]),
    }


def _trapezoidal(now: Sample, half: Sample, then: Sample, h: ca.SX) -> dict[str, ca.SX]:
    return {
        "position": then["q"] - now["q"] - h / 2 * (now["v"] + then["v"]),
        "velocity": then["v"] - now["v"] - h / 2 * (now["a"] + then["a"]),
    }


def _hermite_simpson(now: Sample, half: Sample, then: Sample, h: ca.SX) -> dict[str, ca.SX]:
    left = {}
    for what, x, rate in (("position", "q", "v"), ("velocity", "v", "a")):
        left[what] = then[x] - now[x] - h / 6 * (now[rate] + 4 * half[rate] + then[rate])
        left[f"middle {what}"] = half[x] - (now[x] + then[x]) / 2 - h / 8 * (now[rate] - then[rate])
    return left


RULES = {
    rule.name: rule
    for rule in (
        Rule("differences", 2, False, _differences),
        Rule("trapezoidal", 2, False, _trapezoidal),
        Rule("hermite-simpson", 4, True, _hermite_simpson),
    )
}
