"""The modes of a body as its user meets them: springs, rest amplitudes, which are active, and what controls them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from supple.arrays import Array, finite
from supple.dynamics.bodies.body import Body
from supple.dynamics.bodies.lattice.drive import Drive, checked, steady
from supple.dynamics.bodies.lattice.forces import Springs
from supple.dynamics.bodies.lattice.settings import Settings
from supple.errors import UnknownNameError


class Moded(Body):
    """A body with amplitudes γ after the seven coordinates of a frame; all of this may change at any time."""

    modes: tuple[str, ...]
    """Their names, in the order of γ."""
    stiffness: Settings
    damping: Settings
    rest_amplitude: Settings
    drive: Drive | None = None
    drive_start = 0.0
    sleep: float | None = None
    """Amplitudes that stay below this sleep until a force appears (§5.2); None: none does."""

    def set_modes(self, stiffness: ArrayLike, damping: ArrayLike, active: Sequence[str]) -> None:
        """Springs [J] and dampers [J s] of all modes, and which of them control may move."""
        self.stiffness = Settings("stiffness", self.modes, stiffness)
        self.damping = Settings("damping", self.modes, damping)
        self.rest_amplitude = Settings("rest amplitude", self.modes, 0.0, positive=False)
        self.active = tuple(active)

    @property
    def active(self) -> tuple[str, ...]:
        """The modes that control may move."""
        return self._active

    @active.setter
    def active(self, names: Sequence[str]) -> None:
        for name in names:
            self._index(name)
        self._active = tuple(mode for mode in self.modes if mode in names)

    @property
    def passive(self) -> tuple[str, ...]:
        """The modes that only give way."""
        return tuple(mode for mode in self.modes if mode not in self.active)

    def amplitude(self, name: str) -> float:
        """γ of a mode now, in the body's world; at rest where it is in none."""
        q = self.rest if self.world is None else self.world.coordinates(self)[0]
        return float(q[7 + self._index(name)])

    def control(self, target: ArrayLike, C: ArrayLike, damping: ArrayLike) -> None:
        """Strive for amplitudes u (D,) from now on with Q_u = −(C (γ − u) + D γ̇); C and D of active modes, else 0."""
        D = len(self.modes)
        wanted, gain, slow = (np.broadcast_to(finite(x, "control"), D).copy() for x in (target, C, damping))
        passive = np.array([mode not in self.active for mode in self.modes], dtype=bool)
        gain[passive] = slow[passive] = 0.0
        self.driven(steady(wanted, gain, slow))

    def driven(self, drive: Drive | None, start: float | None = None) -> None:
        """Go through the poses of a drive from a time [s] on, now unless given; None: no control."""
        self.drive = None if drive is None else checked(drive, len(self.modes))
        now = 0.0 if self.world is None else self.world.time
        self.drive_start = now if start is None else start

    def springs(self, t: float) -> Springs:
        """Springs and control of all modes at a time [s]."""
        k, d, rest = (x.at(t) for x in (self.stiffness, self.damping, self.rest_amplitude))
        none = np.zeros(len(self.modes))
        if self.drive is None:
            return Springs(k, d, rest, none, none, none)
        pose, gain, slow = self.drive.pose(t - self.drive_start), self.drive.C, self.drive.damping
        if self.drive.by_rest:
            return Springs(k, d, np.where(gain > 0, pose, rest), none, none, none)
        return Springs(k, d, rest, gain, slow, pose)

    def control_force(self, q: Array, v: Array) -> Array:
        """Q_u (D,): of the control, or what moved rest amplitudes add."""
        if self.drive is None:
            return np.zeros(len(self.modes))
        s = self._springs
        if self.drive.by_rest:
            return np.asarray(s.stiffness * (s.rest - self.rest_amplitude.at(self._time)))
        return np.asarray(s.gain * (s.target - q[7:]) - s.control_damping * v[6:])

    def _index(self, name: str) -> int:
        if name not in self.modes:
            raise UnknownNameError(f"mode of {self.name!r}:", name, self.modes)
        return self.modes.index(name)

    @property
    def _time(self) -> float:
        return 0.0 if self.world is None else self.world.time

    @property
    def _springs(self) -> Springs:
        return self.springs(self._time)
