"""The motion found: the samples, and between them the transcription's own polynomial.

On an interval of length h, with u = (t − t₀)/h, q(t) is the cubic with q and v given at both ends (Hermite). For the
trapezoidal rule its cubic part vanishes; for Hermite–Simpson it passes through the middle sample.
"""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, ArrayLike, Indices, finite
from supple.spacetime.problem import Problem


@dataclass(frozen=True, eq=False)
class Motion:
    """t (n,) [s], q, v, a (n, nq), muscle forces tau (n, m), contact (n, k), phase (n,), impulses (touchdowns, k).

    `contact` and `impulses` are the unknowns of the ground: (fx, fy, moment) on a floor, (normal force, moment) on a
    slope, six in space; `force` (n, 3) [N] is what they push with in the world, `center` (n, 3) the center of mass.

    Where phases meet there are two samples of one time: before, and after.
    """

    t: Array
    q: Array
    v: Array
    a: Array
    tau: Array
    contact: Array
    phase: Indices
    impulses: Array
    center: Array
    force: Array
    middle: bool = False
    """Whether every other sample of a phase is the middle of an interval (Hermite–Simpson)."""

    @classmethod
    def read(cls, problem: Problem, x: Array, p: Array) -> "Motion":
        """The numbers out of the vector of unknowns."""
        t, tau, center, force = (np.array(rows) for rows in problem.readout(x, p))
        widest = max(len(s.where["lam"]) for s in problem.samples)
        contact = np.array([_padded(x[s.where["lam"]], widest) for s in problem.samples])
        blows = [_padded(x[s.where["blow"]], widest) for s in problem.samples if "blow" in s.where]
        q, v, a = (x[problem.places(key)] for key in "qva")
        return cls(
            t.ravel(), q, v, a, tau.T, contact, np.array([s.phase for s in problem.samples]),
            np.array(blows).reshape(len(blows), widest), center.T, force.T, problem.middle,
        )  # fmt: skip

    @property
    def duration(self) -> float:
        """Seconds."""
        return float(self.t[-1])

    def at(self, times: ArrayLike) -> tuple[Array, Array]:
        """q and v (…, nq) at any times [s]; where phases meet, those after."""
        t = np.clip(finite(times, "times"), 0, self.duration)
        left, u, h = self._interval(t)
        q0, q1, v0, v1 = self.q[left], self.q[left + 1], self.v[left], self.v[left + 1]
        u, h = u[..., None], h[..., None]
        q = (1 + 2 * u) * (1 - u) ** 2 * q0 + u**2 * (3 - 2 * u) * q1
        q += h * u * (1 - u) * ((1 - u) * v0 - u * v1)
        v = 6 * u * (1 - u) * (q1 - q0) / h + (1 - u) * (1 - 3 * u) * v0 + u * (3 * u - 2) * v1
        return q, v

    def between(self, rows: Array, times: ArrayLike) -> Array:
        """Forces and accelerations (n, …) at any times: straight between samples, or the parabola of an interval."""
        t = np.clip(finite(times, "times"), 0, self.duration)
        left, u, _ = self._interval(t)
        shape = u.shape + (1,) * (rows.ndim - 1)
        if not self.middle:
            u = u.reshape(shape)
            return np.asarray((1 - u) * rows[left] + u * rows[left + 1])
        first = np.searchsorted(self.phase, self.phase[left])
        knot = first + 2 * ((left - first) // 2)
        u = ((t - self.t[knot]) / (self.t[knot + 2] - self.t[knot])).reshape(shape)
        return np.asarray(
            (1 - u) * (1 - 2 * u) * rows[knot]
            + 4 * u * (1 - u) * rows[knot + 1]
            + u * (2 * u - 1) * rows[knot + 2]
        )

    def _interval(self, t: Array) -> tuple[Indices, Array, Array]:
        """The sample to the left of each time, the share of the interval gone, and its length."""
        left = np.clip(np.searchsorted(self.t, t, side="right") - 1, 0, len(self.t) - 2)
        left = np.where(self.phase[left] != self.phase[left + 1], left - 1, left)
        h = self.t[left + 1] - self.t[left]
        return left, (t - self.t[left]) / h, h

    def arrays(self) -> dict[str, np.ndarray]:
        """Everything by name, as it is written beside a take."""
        return {
            "t": self.t, "q": self.q, "v": self.v, "a": self.a, "tau": self.tau, "contact": self.contact,
            "phase": self.phase, "landing_impulse": self.impulses, "contact_force": self.force,
            "center_of_mass": self.center,
        }  # fmt: skip


def _padded(row: Array, width: int) -> Array:
    return np.concatenate([row, np.zeros(width - len(row))])
