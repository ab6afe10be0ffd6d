"""What a gait costs: the functions of table 2 and eq. 8 by name, and the hop (Faloutsos et al. 1997, §6.3).

Lengths are in heights of the body at rest and energies in weight × height, so that small and large, light and heavy
are judged alike; t_x is the way gone, ṫ_x the mean speed over the last half [heights/s], E_c what control spent. The
paper's factors, 10⁷ and 5·10⁷ in its units, only set how a change of cost compares with a temperature: here 1 and 5.
"""

import reprlib
from collections.abc import Callable
from numbers import Real

import numpy as np

from supple.control import hop as limits
from supple.control.gait import Gait
from supple.control.measures import (
    airborne_fraction,
    beyond,
    crouches,
    energy,
    heading_drift_deg,
    slip_ratio,
    stretches,
)
from supple.control.search.tried import Tried
from supple.errors import InputError, UnknownNameError

Cost = Callable[[Tried], float]

HIGH = 1e3
"""The cost of a gait that goes nowhere, turns back or blows up."""
SHORT = 1e-3
"""A way below which nothing has gone anywhere [heights]."""
LIFT = 0.1
"""A height over ground that every hop should reach [heights]."""
FAR = 8.0
"""A way that is nearly worth as much as ways can be [heights]."""
MARGIN = 0.25
"""How far inside of the limits of a hop its cost keeps, as a share of what they leave."""


def way(gait: Gait) -> float:
    """t_x [heights]."""
    return float(gait.progress[-1]) / gait.height


def speed(gait: Gait) -> float:
    """ṫ_x over the last half [heights/s]."""
    half = len(gait.t) // 2
    return float((gait.progress[-1] - gait.progress[half]) / (gait.t[-1] - gait.t[half])) / gait.height


def effort(gait: Gait) -> float:
    """E_c [weight × height]."""
    return energy(gait) / (gait.weight * gait.height)


def leap(gait: Gait) -> float:
    """1/t_x: hops with unrealistic jumps."""
    return 1 / way(gait) if way(gait) > SHORT else HIGH


def thrift(gait: Gait) -> float:
    """E_c/t_x: hops with normal jumps."""
    return min(effort(gait) / way(gait), HIGH) if way(gait) > SHORT else HIGH


def bound(gait: Gait, factor: float = 1.0) -> float:
    """E_c/(factor √(t_x ṫ_x)): bounds, the faster the larger the factor is against the temperature."""
    product = way(gait) * speed(gait)
    forward = way(gait) > 0 and product > SHORT**2
    return min(effort(gait) / (factor * np.sqrt(product)), HIGH) if forward else HIGH


def fast_bound(gait: Gait) -> float:
    """E_c/(5 √(t_x ṫ_x)): faster bounds (fig. 2)."""
    return bound(gait, 5.0)


def shuffle(gait: Gait) -> float:
    """E_c/(5 √ṫ_x): a shuffle (fig. 13)."""
    v = speed(gait)
    return min(effort(gait) / (5 * np.sqrt(v)), HIGH) if v > SHORT and way(gait) > 0 else HIGH


def traded(K1: float, K2: float) -> Cost:
    """K₁ E_c − K₂ |t_x|: energy traded for distance (eq. 8).

    >>> traded(0, 1).__name__
    'eq. 8 with K1=0, K2=1'
    """
    if not (np.isfinite(K1) and np.isfinite(K2)):
        raise InputError(f"eq. 8 needs finite K1 and K2, got {K1} and {K2}")

    return Traded(K1, K2)


class Traded:
    """Eq. 8 with its constants."""

    def __init__(self, K1: float, K2: float) -> None:
        self.K1, self.K2 = K1, K2
        self.__name__ = f"eq. 8 with K1={K1:g}, K2={K2:g}"

    def __call__(self, gait: Gait) -> float:
        """K₁ E_c − K₂ |t_x|."""
        return self.K1 * SHARE * effort(gait) - self.K2 * abs(way(gait))


SHARE = 0.1
"""How many heights of distance one weight × height of energy is worth to eq. 8."""


def hop(gait: Gait) -> float:
    """What breaks the limits of a hop, or comes within a margin of them, some energy, − t_x.

    Each breach counts up to its weight and no more: else a body would rather stand than learn from falling. Together
    they outweigh the way, so that the first aim is a hop, and then one that goes far.
    """
    windows = gait.windows or [(0, len(gait.t))]
    low = crouches(gait) or [float(gait.tall[i:j].min()) for i, j in windows]
    high = stretches(gait) or [float(gait.tall[i:j].max()) for i, j in windows]
    lift = float(np.mean([gait.gaps[i:j].min(axis=1).max() for i, j in windows])) / gait.height
    flown = airborne_fraction(gait) / (limits.AIRBORNE * (1 + MARGIN))
    lean = (1 - gait.up) / ((1 - limits.UPRIGHT) * (1 - MARGIN)) - 1
    breaches = (
        (3.0, max(1 - flown, 0.0)),
        (1.0, max(1 - lift / LIFT, 0.0)),
        (2.0, float(np.clip(lean, 0.0, 1.0).mean())),
        (2.0, _full(lean.max())),
        (2.0, _full(beyond(gait.volume, *_inner(1 - limits.VOLUME, 1 + limits.VOLUME)) / limits.VOLUME)),
        (3.0, _full(beyond(low, *_inner(*limits.CROUCH)) / np.ptp(limits.CROUCH))),
        (3.0, _full(beyond(high, *_inner(*limits.STRETCH)) / np.ptp(limits.STRETCH))),
        (3.0, _full((slip_ratio(gait) / (limits.SLIP * (1 - MARGIN)) - 1) / 4)),
        (2.0, _full(heading_drift_deg(gait) / (limits.DRIFT * (1 - MARGIN)) - 1)),
        (1.0, _full(abs(gait.astray[-1]) / gait.height)),
    )
    broken = sum(weight * breach for weight, breach in breaches)
    return float(broken + 0.01 * effort(gait) - 2 * np.tanh(way(gait) / FAR))


def _full(breach: float) -> float:
    """From 0 toward 1, which a breach without end would have."""
    return max(breach, 0.0) / (1 + max(breach, 0.0))


def _inner(low: float, high: float) -> tuple[float, float]:
    margin = MARGIN * (high - low) / 2
    return low + margin, high - margin


COSTS: dict[str, Cost] = {
    "leap": leap,
    "thrift": thrift,
    "bound": bound,
    "fast-bound": fast_bound,
    "shuffle": shuffle,
    "eq8": traded(1, 1),
    "hop": hop,
}
"""By name."""


def cost(given: "str | Cost") -> Cost:
    """A cost by name, or a function of a gait; a gait that blew up costs a lot by any name."""
    if not isinstance(given, str):
        if not callable(given):
            raise InputError(f"a cost is a function of a gait or one of {', '.join(COSTS)}; got {given!r}")
        return given
    if given not in COSTS:
        raise UnknownNameError("cost", given, COSTS)
    return COSTS[given]


def usable(cost: object) -> bool:
    """Whether a cost is one finite number.

    >>> [usable(cost) for cost in (1, np.float32(0.5), np.array(0.5), np.nan, None, "0.5", np.zeros(2))]
    [True, True, True, False, False, False, False]
    """
    scalar = cost[()] if isinstance(cost, np.ndarray) else cost
    return isinstance(scalar, Real) and bool(np.isfinite(float(scalar)))


def checked(cost: object, what: str, described: Callable[[], str]) -> float:
    """The cost as a float; if it is no finite number, an error says what it is of."""
    if not usable(cost):
        shown = cost if isinstance(cost, Real) else reprlib.repr(cost)
        raise InputError(
            f"the cost of {what} is {shown}; it must be a finite number, a large one for what must not be. "
            f"It was of {described()}"
        )
    return float(cost)  # type: ignore[arg-type]
