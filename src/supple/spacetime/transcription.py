"""Transcription: samples of a phase, tied by a rule of `mechanics.rules`, stand for a function of time (§4.5).

∫ f dt ≈ h Σ w f, with the weights that belong to the rule: the trapezium's, or Simpson's where every other sample
is the middle of an interval.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.mechanics.rules import Rule, rule


@dataclass(frozen=True)
class Transcription:
    """A rule laid along the samples of a phase, which are a step apart.

    >>> Transcription.named("hermite-simpson").quadrature(5).round(3).tolist()
    [0.333, 1.333, 0.667, 1.333, 0.333]
    """

    rule: Rule

    @classmethod
    def named(cls, name: str) -> "Transcription":
        """By the name of its rule: `differences`, `trapezoidal` or `hermite-simpson`."""
        return cls(rule(name))

    @property
    def span(self) -> int:
        """Steps that one use of the rule covers."""
        return 2 if self.rule.middle else 1

    def rows(self, step: Any, samples: Sequence[Any]) -> Iterator[tuple[int, str, Any]]:
        """(sample at the end, "position" or "velocity", what must vanish (nq,)) along samples that have q, v, a."""
        for k in range(0, len(samples) - self.span, self.span):
            now, half, then = (
                {key: getattr(samples[i], key) for key in "qva"}
                for i in (k, k + self.span // 2, k + self.span)
            )
            for what, left in self.rule.ties(now, half, then, step * self.span).items():
                yield k + self.span, what, left

    def quadrature(self, count: int) -> Array:
        """Weights (count,) [steps] with which ∫ f dt ≈ h Σ w f."""
        share = np.array([1.0, 4.0, 1.0]) / 3 if self.rule.middle else np.array([0.5, 0.5])
        total = np.zeros(count)
        for first in range(0, count - self.span, self.span):
            total[first : first + self.span + 1] += share
        return total

    def admissible(self, count: int) -> int:
        """The nearest number of samples of a phase, not fewer than asked."""
        return max(1, -(-(count - 1) // self.span)) * self.span + 1
