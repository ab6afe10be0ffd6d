"""What a run is judged by, watched while it goes: how well constraints hold, how bodies deform and move."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.constraints.linear import LinearConstraint

if TYPE_CHECKING:
    from supple.dynamics.legacy.handle import Handle
    from supple.dynamics.legacy.world import World

LOOKS, SHAPES = 240, 4
"""Constraints are looked at so many times a second, shapes at every fourth time, about as often as a frame."""
GRAVITY = 9.81


class Gauge:
    """Watches a world as it runs; `report()` gives the figures that every world demo has.

    >>> from supple.dynamics import World
    >>> from supple.scene import models
    >>> world = World()
    >>> ball = world.add(models.sphere(), at=(0, 1, 0))
    >>> pin, gauge = world.nail(ball.point("top")), Gauge(world)
    >>> take = world.run(0.5)
    >>> gauge.report()["nail_error_max_m"] < 1e-9
    True
    """

    def __init__(self, world: "World") -> None:
        self._world = world
        self._begin = world.time
        self._looks = 0
        self._worst = {"gap_max_m": 0.0, "nail_error_max_m": 0.0, "follow_error_max_m": 0.0}
        self._handles: list[Handle] = list(world.handles)
        self._impulses: list[float] = []
        self._times: list[float] = []
        self._states: list[Array] = []
        self._energies: list[tuple[float, bool]] = []
        world.agenda.add(world.time, self._look)

    def _look(self) -> None:
        world = self._world
        self._looks += 1
        world.agenda.add(world.time + 1 / LOOKS, self._look)
        if world.handles != self._handles:
            self._handles = list(world.handles)
            self._impulses.append(world.time)
        for handle, error in self._errors():
            kind = "gap_max_m" if len(handle.constraint.points) > 1 else "nail_error_max_m"
            kind = "follow_error_max_m" if _led(handle) else kind
            self._worst[kind] = max(self._worst[kind], error)
        if self._looks % SHAPES == 1:
            driven = any(_led(handle) for handle in world.held)
            self._times.append(world.time)
            self._states.append(world.state.q.copy())
            self._energies.append((world.energy(), driven))

    def _errors(self) -> "Iterator[tuple[Handle, float]]":
        """How far each exact constraint is from being met [m]."""
        world = self._world
        if world.constant:
            rows = world.rows
            gaps = np.abs(rows.gaps(world.state))
            for handle, first, last in zip(rows.handles, rows.first[:-1], rows.first[1:], strict=True):
                if handle.strength_at(world.time) >= 1.0:
                    yield handle, float(gaps[first:last].max())
            return
        for handle in world.held:
            if handle.strength_at(world.time) >= 1.0:
                places = np.array([world.position(p) for p in handle.constraint.points])
                yield handle, float(np.abs(handle.constraint.value(places, world.time)).max())

    def report(self) -> dict[str, float]:
        """The figures so far."""
        world, states = self._world, np.array(self._states)
        volumes, stretches, fastest, lowest = [1.0], [1.0], 0.0, np.inf
        for body in world.bodies:
            q = states[:, world.structure.span(body)]
            points = body.coefficients(
                body.node.surface.vertices[:: 1 + len(body.node.surface.vertices) // 200]
            )
            x = np.array([body.position(state, points) for state in q])
            fastest = max(fastest, self._acceleration(x))
            lowest = min(lowest, float(x[..., 1].min()))
            if isinstance(body, LinearBody):
                volumes += [body.volume_ratio(state) for state in q]
                mean = np.einsum("trk,gkc,g->trc", q.reshape(len(q), 3, body.k), body.G, body.share)
                stretches += np.linalg.svd(mean, compute_uv=False).reshape(-1).tolist()
        return {
            **self._worst,
            "energy_error": self._energy_error(),
            "volume_min": min(volumes),
            "volume_max": max(volumes),
            "stretch_min": min(stretches),
            "stretch_max": max(stretches),
            "acceleration_max_g": fastest / GRAVITY,
            "lowest_point_m": lowest,
            "steps": round((world.time - self._begin) / world.step_size),
            "seconds_of_motion": world.time - self._begin,
        }

    def _acceleration(self, x: Array) -> float:
        """Largest acceleration of points x (T, n, 3) from look to look, except where a constraint came or went."""
        t = np.array(self._times)
        dt = t[1] - t[0]
        a = np.linalg.norm(np.diff(x, 2, axis=0), axis=2).max(axis=1) / dt**2
        named = np.array(self._impulses)
        calm = ~((named >= t[:-2, None] - dt / 2) & (named <= t[2:, None] + dt / 2)).any(axis=1)
        return float(a[calm].max(initial=0.0))

    def _energy_error(self) -> float:
        """Largest gain of energy while nothing drives the world, relative to how much it varies."""
        energies = np.array([e for e, _ in self._energies])
        gain, low = 0.0, np.inf
        edges = np.searchsorted(self._times, self._impulses)
        for k, (energy, driven) in enumerate(self._energies):
            low = np.inf if driven or k in edges else min(low, energy)
            gain = max(gain, energy - low if np.isfinite(low) else 0.0)
        return float(gain / max(np.ptp(energies), 1e-12))


def _led(handle: "Handle") -> bool:
    """Whether it moves its points along a path."""
    constraint = handle.constraint
    return isinstance(constraint, LinearConstraint) and constraint.path.moving
