"""What `animate` gives back: a take, and figures of it."""

from dataclasses import dataclass
from typing import Any

from supple.scene import Take


class Report(dict[str, Any]):
    """Figures by name; printed one a line.

    >>> print(Report(distance_m=1.23456, hops=5))
    distance_m  1.235
    hops        5
    """

    def __str__(self) -> str:
        wide = max((len(name) for name in self), default=0)
        lines = [f"{name:{wide}}  {_said(value)}" for name, value in self.items()]
        return "\n".join(line.rstrip() for line in lines)


def _said(value: object) -> str:
    if isinstance(value, list):
        return "; ".join(map(str, value)) or "none"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True, eq=False)
class Animation:
    """A mesh that moves: the take, and what can be said of it in numbers."""

    take: Take
    report: Report
