"""Numbers that tell how good a gait is. Those of single hops give the worst, so that a limit holds for all."""

from collections.abc import Callable

import numpy as np

from supple.arrays import Array
from supple.control.gait import CLEARANCE, SETTLING, STRIDES, Gait


def distance_m(gait: Gait) -> float:
    """How far it went the way it should [m]."""
    return float(gait.progress[-1])


def energy(gait: Gait) -> float:
    """What control spent, E_c = ∫ Σ |γ̇ Q_u| dt [J]."""
    return gait.energy


def period_variation(gait: Gait) -> float:
    """Deviation of the last five strides from their mean, relative to it; a stride is the way of one period."""
    times = gait.t[[i for i, _ in gait.windows] + [j for _, j in gait.windows[-1:]]]
    if np.isfinite(gait.period):
        times = gait.period * np.arange(SETTLING, np.floor(gait.t[-1] / gait.period + 1e-9) + 1)
    places = np.stack([np.interp(times, gait.t, gait.center[:, i]) for i in (0, 2)], axis=1)
    strides = np.diff(places, axis=0)[-STRIDES:]
    if len(strides) < 2:
        return np.inf
    mean = strides.mean(axis=0)
    spread = np.sqrt(((strides - mean) ** 2).sum(axis=1).mean())
    return float(spread / max(np.linalg.norm(mean), 1e-9))


def airborne_fraction(gait: Gait) -> float:
    """Least share of a period that every point is off the ground."""
    return float(min((gait.airborne[i:j].mean() for i, j in gait.windows), default=0.0))


def hop_length(gait: Gait) -> float:
    """Mean way from one take-off to the next [m]; of a period, if there are no two."""
    off = [i for _, i, _ in gait.judged]
    marks = off if len(off) > 1 else [i for i, _ in gait.windows]
    if len(marks) < 2:
        return 0.0
    way = np.diff(gait.center[marks][:, [0, 2]], axis=0)
    return float(np.linalg.norm(way, axis=1).mean())


def slip_ratio(gait: Gait) -> float:
    """Longest way that a loaded point slides in one stance, over the length of a hop."""
    down = gait.gaps <= CLEARANCE * gait.height
    slides = np.linalg.norm(np.diff(gait.points[:, :, [0, 2]], axis=0), axis=2)
    slides *= gait.loaded[1:] & down[1:] & down[:-1]
    stances = [(before, i) for before, i, _ in gait.judged] or gait.windows
    worst = max((float(slides[i:j].sum(axis=0).max(initial=0.0)) for i, j in stances), default=0.0)
    return worst / max(hop_length(gait), 1e-9 * gait.height)


def tilt_max_deg(gait: Gait) -> float:
    """Most that the up axis leans [°]."""
    return float(np.degrees(np.arccos(np.clip(gait.up.min(), -1.0, 1.0))))


def volume_min(gait: Gait) -> float:
    """Least volume, of that at rest."""
    return float(gait.volume.min())


def volume_max(gait: Gait) -> float:
    """Most volume, of that at rest."""
    return float(gait.volume.max())


def squash_before_takeoff(gait: Gait) -> float:
    """Height to which it crouches before it takes off, of that at rest; of the hop that crouches least."""
    return max(crouches(gait), default=1.0)


def stretch_in_flight(gait: Gait) -> float:
    """Height to which it stretches in flight, of that at rest; of the hop that stretches least."""
    return min(stretches(gait), default=1.0)


def heading_drift_deg(gait: Gait) -> float:
    """Most that it has turned about the vertical since the start [°]."""
    return float(np.degrees(np.abs(gait.yaw - gait.yaw[0]).max()))


def hops(gait: Gait) -> int:
    """Flights in a row, with no period left out between them."""
    off = np.array([gait.t[i] for i, _ in gait.flights])
    if len(off) == 0:
        return 0
    usual = (
        gait.period if np.isfinite(gait.period) else float(np.median(np.diff(off))) if len(off) > 1 else 0.0
    )
    gaps = np.diff(off) > 1.5 * usual
    runs = np.split(off, np.flatnonzero(gaps) + 1)
    return max(map(len, runs))


def crouches(gait: Gait) -> list[float]:
    """Least height of each stance that ends in a flight, of that at rest."""
    return [float(gait.tall[before:i].min(initial=1.0)) for before, i, _ in gait.judged]


def stretches(gait: Gait) -> list[float]:
    """Most height in each flight, of that at rest."""
    return [float(gait.tall[i:j].max()) for _, i, j in gait.judged]


MEASURES: dict[str, Callable[[Gait], float]] = {
    measure.__name__: measure
    for measure in (
        distance_m, energy, period_variation, airborne_fraction, slip_ratio, tilt_max_deg, volume_min, volume_max,
        squash_before_takeoff, stretch_in_flight, heading_drift_deg, hops,
    )
}  # fmt: skip
"""By the names that reports use."""


def measured(gait: Gait) -> dict[str, float]:
    """All measures of a gait, by name."""
    return {name: measure(gait) for name, measure in MEASURES.items()}


def beyond(values: "list[float] | Array", low: float, high: float) -> float:
    """How far the worst of some values lies outside of [low, high]; 0 inside."""
    return max((max(low - x, x - high, 0.0) for x in values), default=0.0)
