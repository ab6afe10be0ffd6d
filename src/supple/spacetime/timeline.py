"""When each sample is: phases one after another, every one with its own samples, both ends included."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.errors import InputError, UnknownNameError
from supple.spacetime.phases import Phase
from supple.spacetime.transcription import Transcription

When = float | str | tuple[str, float]
"""Seconds, "start", "end", or a phase by its name and how much of it has passed: ("stand", 1.0)."""
During = None | str | Sequence[str] | tuple[float, float] | tuple[str, float, float]
"""The whole shot, phases by name, from one second to another, or from one share of a phase to another."""


@dataclass(frozen=True)
class Timeline:
    """Phases, their names, and how many samples each has."""

    phases: tuple[Phase, ...]
    names: tuple[str, ...]
    counts: tuple[int, ...]

    @classmethod
    def of(cls, phases: Sequence[Phase], samples: int, transcription: Transcription) -> "Timeline":
        """Share `samples` moments among phases by their duration; where two meet, both have a sample."""
        if not phases:
            raise InputError("a shot needs at least one phase: Stand(…), Fly(…) or Slide(…)")
        seconds = np.array([phase.guess for phase in phases])
        if samples < 3 * len(phases):
            raise InputError(
                f"{samples} samples for {len(phases)} phases; give at least three for each, {3 * len(phases)}"
            )
        shares = np.rint((samples - 1) * seconds / seconds.sum()).astype(int) + 1
        wanted = [phase.samples or max(3, int(n)) for phase, n in zip(phases, shares, strict=True)]
        counts = tuple(transcription.admissible(n) for n in wanted)
        names: list[str] = []
        for phase in phases:
            plain = phase.name or type(phase).__name__.lower()
            taken = sum(name.split(" ")[0] == plain for name in names)
            names.append(plain if not taken else f"{plain} {taken + 1}")
            phase.name = names[-1]
        return cls(tuple(phases), tuple(names), counts)

    @property
    def total(self) -> int:
        """Samples in all."""
        return sum(self.counts)

    def first(self, phase: int) -> int:
        """The first sample of a phase."""
        return sum(self.counts[:phase])

    def phase(self, name: str) -> int:
        """A phase by name."""
        if name not in self.names:
            raise UnknownNameError("phase", str(name), self.names)
        return self.names.index(name)

    def sample(self, when: When) -> int:
        """The sample nearest to a time; where phases meet, the first of the later one."""
        if when == "start":
            return 0
        if when == "end":
            return self.total - 1
        if isinstance(when, str):
            return self.first(self.phase(when))
        if isinstance(when, tuple):
            name, share = when
            k = self.phase(name)
            if not 0 <= share <= 1:
                raise InputError(f"at={when}: how much of the phase has passed must be from 0 to 1")
            return self.first(k) + round(share * (self.counts[k] - 1))
        return self._at_second(float(when))

    def span(self, during: During) -> list[int]:
        """The samples of a stretch."""
        if during is None:
            return list(range(self.total))
        if isinstance(during, tuple) and len(during) == 3 and not isinstance(during[1], str):
            name, *shares = during
            k = self.phase(str(name))
            first, last = (float(share) * (self.counts[k] - 1) for share in shares)
            return [self.first(k) + i for i in range(self.counts[k]) if first <= i <= last]
        if isinstance(during, tuple) and len(during) == 2 and not isinstance(during[0], str):
            begin, end = float(during[0]), float(during[1])
            if not begin <= end:
                raise InputError(f"during={during}: the end comes before the beginning")
            return list(range(self._at_second(begin), self._at_second(end) + 1))
        chosen = [during] if isinstance(during, str) else [str(name) for name in during]
        return [
            k
            for name in chosen
            for k in range(self.first(self.phase(name)), self.first(self.phase(name) + 1))
        ]

    def _at_second(self, seconds: float) -> int:
        start = 0.0
        for k, (phase, count) in enumerate(zip(self.phases, self.counts, strict=True)):
            if phase.free:
                raise InputError(
                    f"at {seconds} s: the duration of phase {self.names[k]!r} is left to the optimiser; "
                    f"say when by a phase, such as at=({self.names[k]!r}, 1.0)"
                )
            last = k == len(self.phases) - 1
            if seconds < start + phase.guess - 1e-9 or (last and seconds <= start + phase.guess + 1e-9):
                return self.first(k) + max(0, round((seconds - start) / phase.guess * (count - 1)))
            start += phase.guess
        raise InputError(f"{seconds} s is after the end of the shot, which lasts {start:g} s")
