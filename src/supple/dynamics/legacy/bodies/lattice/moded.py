"""The modes of a body as its user meets them: springs, rest amplitudes, which are active, and what controls them."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.lattice.drive import Drive, checked, steady
from supple.dynamics.legacy.bodies.lattice.folding import Folding
from supple.dynamics.legacy.bodies.lattice.forces import Springs
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice
from supple.dynamics.legacy.bodies.lattice.settings import Settings
from supple.errors import DivergenceError, InputError, UnknownNameError
from supple.motion import Track

LOOKS = 64
"""How often a track is looked at between its ends, besides its keys."""
FIRM = 1e12
"""Of a mode that stands still: damping over inertia [1/s]."""


class Moded(Body):
    """A body with amplitudes γ after the seven coordinates of a frame; all of this may change at any time."""

    lattices: tuple[ModalLattice, ...]
    modes: tuple[str, ...]
    """Their names, in the order of γ."""
    places: Array
    """Where its mass is at rest (n, 3) [m]."""
    contacts: Array
    stiffness: Settings
    damping: Settings
    rest_amplitude: Settings
    drive: Drive | None = None
    drive_start = 0.0
    firmness: Array
    """Damping [J s] of the modes that stand still, so large that a step leaves nothing of their motion (D,)."""
    sleep: float | None = None
    """In rollouts, amplitudes that stay below this sleep until a force appears (§5.2); None: none does."""

    def set_modes(self, stiffness: ArrayLike, damping: ArrayLike, active: Sequence[str]) -> None:
        """Springs [J] and dampers [J s] of all modes, and which of them control may move."""
        self.stiffness = Settings("stiffness", self.modes, stiffness)
        self.damping = Settings("damping", self.modes, damping)
        self.rest_amplitude = RestAmplitudes(self)
        self.active = tuple(active)
        self._still: tuple[str, ...] = ()
        self.firmness = np.zeros(len(self.modes))

    @property
    def active(self) -> tuple[str, ...]:
        """The modes that control may move; what is taken out lets go of a drive at once."""
        return self._active

    @active.setter
    def active(self, names: Sequence[str]) -> None:
        for name in names:
            self._index(name)
        self._active = tuple(mode for mode in self.modes if mode in names)
        if self.drive is not None:
            may = np.array([mode in names for mode in self.modes], dtype=np.float64)
            self.drive = self.drive._replace(C=self.drive.C * may, damping=self.drive.damping * may)

    @property
    def still(self) -> tuple[str, ...]:
        """Modes that stand where they are, whatever pulls: what a body can do changes with them (§5)."""
        return self._still

    @still.setter
    def still(self, names: Sequence[str]) -> None:
        for name in names:
            self._index(name)
        self._still = tuple(mode for mode in self.modes if mode in names)
        firm = np.array([mode in names for mode in self.modes], dtype=np.float64)
        self.firmness = FIRM * firm * self.mass_matrix(self.rest).diagonal()[6:] if firm.any() else firm

    @property
    def passive(self) -> tuple[str, ...]:
        """The modes that only give way."""
        return tuple(mode for mode in self.modes if mode not in self.active)

    def amplitude(self, name: str) -> float:
        """γ of a mode now, in the body's world; at rest where it is in none."""
        q = self.rest if self.world is None else self.world.coordinates(self)[0]
        return float(q[7 + self._index(name)])

    @cached_property
    def folding(self) -> Folding:
        """What tells where the body is inside out: at its mass points and where it may touch."""
        return Folding(self.lattices, np.concatenate([self.places, self.contacts]))

    @cached_property
    def folding_inside(self) -> Folding:
        """The same at its mass points alone: a hard landing may crease the skin for a moment."""
        return Folding(self.lattices, self.places)

    def check_amplitudes(self, what: str, amplitudes: "Sequence[float | Track]") -> None:
        """Refuse amplitudes of all modes that turn the body inside out; tracks at their keys and between."""
        tracks = [x for x in amplitudes if isinstance(x, Track)]
        times = _moments(tracks)
        columns = [x(times) if isinstance(x, Track) else np.full(len(times), x) for x in amplitudes]
        for t, gamma in zip(times, np.stack(columns, axis=1), strict=True):
            if folded := self.folding.said(gamma):
                when = f" at {t:.3g} s" if tracks else ""
                raise InputError(f"{self.name!r} {folded}; take smaller {what}{when}")

    def check_shape(self, q: Array, t: float, h: float) -> None:
        """Stop where steps of h seconds have turned the body inside out by a time t [s]."""
        if folded := self.folding_inside.said(q[7:]):
            raise DivergenceError(
                f"{self.name!r} turned inside out at {t:.3f} s: it {folded}; something pulls too hard for its "
                f"springs, or the step of {h:.2g} s is too coarse"
            )

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
        d += self.firmness
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


class RestAmplitudes(Settings):
    """Amplitudes at which springs rest; those that turn the body inside out are refused."""

    def __init__(self, body: Moded) -> None:
        self._body = body
        super().__init__("rest amplitude", body.modes, 0.0, positive=False)

    def __setitem__(self, name: str, value: "float | Track") -> None:
        before = self[name]
        super().__setitem__(name, value)
        try:
            self._body.check_amplitudes("rest amplitudes", list(self.values()))
        except InputError:
            super().__setitem__(name, before)
            raise


def _moments(tracks: Sequence[Track]) -> Array:
    """When to look at tracks [s], (n,): at their keys, and evenly between the first and the last of their ends."""
    keyed = np.concatenate([[0.0], *(track.times for track in tracks)])
    ends = [t for track in tracks for t in (track.start, track.end) if np.isfinite(t)]
    between = np.linspace(min(ends), max(ends), LOOKS) if ends else np.zeros(0)
    return np.asarray(np.unique(np.concatenate([keyed, between])))
