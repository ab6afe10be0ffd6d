"""How: what a motion should waste little of. Each term is an integrand of one sample, or of one and the next.

∫ Σ (F φ̇)² dt and its kin; the signed ∫ F φ̇ dt is net work, which the ends of the motion almost fix. Where phases
meet, "one and the next" are before and after: |φ̈⁺ − φ̈⁻|² there is the jolt that a touchdown gives the joints.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from supple.errors import InputError, UnknownNameError
from supple.spacetime.sample import Sample, about

Integrand = Callable[..., Any]
"""sample → density, or (sample, next) → density between them."""

SMOOTH = 0.1
"""|P| ≈ √(P² + SMOOTH²) − SMOOTH [W]."""

TERMS: dict[str, Integrand] = {
    "power": lambda s: ca.sumsqr(s.tau * s.joint_rates),
    "work": lambda s: ca.sum1(ca.sqrt((s.tau * s.joint_rates) ** 2 + SMOOTH**2) - SMOOTH),
    "torque": lambda s: ca.sumsqr(s.tau),
    "torque_rate": lambda s, n: ca.sumsqr((n.tau - s.tau) / s.step),
    "contact": lambda s: ca.sumsqr(s.contact),
    "contact_rate": lambda s, n: ca.sumsqr((n.contact - s.contact) / s.step),
    "velocity": lambda s: ca.sumsqr(s.v),
    "acceleration": lambda s: ca.sumsqr(s.a),
    "smoothness": lambda s, n: ca.sumsqr((n.a - s.a) / s.step),
    "jolt": lambda s, n: ca.sumsqr((n.a - s.a)[list(s.resources.muscles.joints)]),
    "stiffness": lambda s: ca.sumsqr(s.unknown["u"][: len(s.resources.muscles.joints)]),
    "time": lambda s: 1.0,
}
"""Squares of: muscle power [W²], torque [(N m)²] and its rate, contact force and its rate, speeds, accelerations
and their rate (smoothness), and how far those of the joints jump where phases meet (jolt); and smoothed |power| [W],
muscle stiffness, and the duration itself [s]."""


@dataclass(eq=False)
class Term:
    """weight · ∫ integrand dt over some phases; the weight may change without a rebuild."""

    name: str
    integrand: Integrand
    weight: float
    source: str
    during: Any = None
    at: Any = None
    """One moment instead: weight · integrand there; of two samples, those before and after a meeting of phases."""
    values: Callable[[], Any] | None = None
    """Numbers that the integrand takes as a last argument, such as a preferred pose."""
    size: int = 0
    pairs: bool = field(init=False)

    def __post_init__(self) -> None:
        self.pairs = about(self.integrand) - (self.values is not None) == 2


def term(name: str, weight: float, source: str, during: Any, at: Any = None) -> Term:
    """A term by its name."""
    if name not in TERMS:
        raise UnknownNameError("objective term", name, [*TERMS, "style"])
    if name == "jolt" and at is None:
        raise InputError("minimize(jolt=…): say where phases meet, such as at='landing'")
    return Term(name, TERMS[name], float(weight), source, during, at)


def style(pose: Any, weight: float, source: str, during: Any) -> Term:
    """Preference for a pose: ∫ |q − pose|² dt over the coordinates whose value is not NaN (§6.2)."""
    target = np.asarray(pose, dtype=np.float64)
    chosen = np.flatnonzero(np.isfinite(target)).tolist()

    def away(s: Sample, wanted: ca.SX) -> ca.SX:
        return ca.sumsqr(s.q[chosen] - wanted)

    return Term("style", away, float(weight), source, during, values=lambda: target[chosen], size=len(chosen))
