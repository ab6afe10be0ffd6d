"""Editing the keys of many tracks at once: move, copy, insert time, mark moments that stay aligned (BB-32 … BB-37).

`only` names the tracks that are meant, all of them by default; tracks that are not named do not change. What is
procedural, or not made of keys, has none to edit and is left as it is.
"""

from collections.abc import Callable
from typing import Self

import numpy as np

from supple.arrays import ArrayLike
from supple.errors import InputError, UnknownNameError
from supple.motion.clip_operators import ClipOperators, Only
from supple.motion.curves import Choice, Curve, Keyed
from supple.motion.key_list import ListedKey, listed
from supple.motion.operators import editing, moving
from supple.motion.operators.editing import Span
from supple.motion.track import Track

NOTES = "notes"
"""The track whose keys are the markers."""
MODES = (*moving.MODES, "ripple all")


class ClipEditing(ClipOperators):
    """Each returns a new clip."""

    def __getitem__(self, name: str) -> Track:
        """The track of that name."""
        raise NotImplementedError

    def move_keys(
        self,
        span: Span,
        by: float,
        mode: str = "roll",
        *,
        only: Only = None,
        until: float | str | None = None,
        shape: str = "anew",
    ) -> Self:
        """Keys at a time, or in a span, later by some seconds.

        "roll" moves them alone; "ripple" takes later keys of the same tracks along, up to the time or marker `until`;
        "ripple all" makes room in all tracks, so that everything later stays in step, markers too.

        >>> from supple.motion import Clip, keys
        >>> step = keys({0: 0, 1: 1, 2: 0})
        >>> both = Clip({"leg.angle": step, "arm.angle": step})
        >>> moved = both.move_keys(1, 0.25, "ripple", only="arm*")
        >>> moved["leg.angle"].times.tolist(), moved["arm.angle"].times.tolist()
        ([0.0, 1.0, 2.0], [0.0, 1.25, 2.25])
        """
        if mode not in MODES:
            raise UnknownNameError("mode of moving keys", str(mode), MODES)
        self._some(span, only)
        if mode == "ripple all":
            return self.ripple(editing.bounds(span)[0], by, shape=shape)
        stop = self._moment(until)
        return self._edited(
            lambda curve: moving.with_moved_keys(curve, span, by, mode, shape, stop), only, span
        )

    def copy_keys(self, span: Span, to: float, *, only: Only = None) -> Self:
        """Keys at a time, or in a span, once more so that they begin at `to`, in place of those that are there."""
        self._some(span, only)
        return self._edited(lambda curve: editing.with_copies(curve, span, to), only, span)

    def remove_keys(self, span: Span, *, only: Only = None) -> Self:
        """Without the keys at a time or in a span."""
        self._some(span, only)
        return self._edited(lambda curve: editing.without_keys(curve, span), only, span)

    def ripple(
        self,
        after: float,
        by: float,
        *,
        only: Only = None,
        until: float | str | None = None,
        shape: str = "anew",
    ) -> Self:
        """Insert time: all keys at or after `after` move by `by` seconds, up to the time or the marker `until`."""
        stop = self._moment(until)
        return self._edited(lambda curve: moving.with_time(curve, after, by, shape, stop), only)

    def set_interval(self, span: Span, interpolate: Choice, *, only: Only = None) -> Self:
        """Another interpolator in the interval that holds a time, or in all of a span (BB-44)."""
        return self.each(lambda track: track.set_interval(span, interpolate), only)

    def set_continuity(self, time: ArrayLike, how: str, *, only: Only = None) -> Self:
        """How tracks pass a key: "jump", "corner", "smooth" or "spline" (BB-49)."""
        return self.each(lambda track: track.set_continuity(time, how), only)

    def key_list(self, only: Only = None) -> dict[str, list[ListedKey]]:
        """The keys of each track: time, value, how it goes on, how it is passed (BB-42).

        >>> from supple.motion import Clip, keys
        >>> for key in Clip({"knee.angle": keys({0: 0, 0.4: 1.2, 1: 0})}).key_list()["knee.angle"]:
        ...     print(key)
        0 s: 0 monotone
        0.4 s: 1.2 monotone smooth
        1 s: 0
        """
        return {name: listed(self[name].curve) for name in self._chosen(only) if self._has_keys(name)}

    # ---- markers ------------------------------------------------------------------------------------------

    @property
    def markers(self) -> dict[str, float]:
        """The moments that have names [s]: the first time of each note."""
        if NOTES not in self.names():
            return {}
        notes = self[NOTES]
        return {str(text): float(t) for t, text in zip(notes.times[::-1], notes.values[::-1], strict=True)}

    def mark(self, time: float, text: str) -> Self:
        """With a marker: a moment that has a name and that keys are aligned to."""
        notes = self[NOTES].set_key(time, text) if NOTES in self.names() else None
        fresh = Track(Keyed("note", np.array([float(time)]), np.array([text]), "step"))
        return self._with(NOTES, fresh if notes is None else notes)

    def move_marker(self, text: str, by: float, *, only: Only = None, shape: str = "anew") -> Self:
        """Move a marker, and with it all keys at its time, so that they stay aligned."""
        time = self._moment(text)
        assert time is not None
        moved = self._edited(lambda curve: moving.with_moved_keys(curve, time, by, "roll", shape), only, time)
        notes = moving.with_moved_keys(self[NOTES].curve, time, by, "roll")
        return moved._with(NOTES, Track(notes))

    def _moment(self, marker: float | str | None) -> float | None:
        """The time of a marker [s]."""
        if not isinstance(marker, str):
            return marker
        if marker not in self.markers:
            raise UnknownNameError("marker", marker, self.markers)
        return self.markers[marker]

    def _some(self, span: Span, only: Only) -> None:
        """Say where there are keys if there are none in a span."""
        curves = [self[name].curve for name in self._chosen(only) if self._has_keys(name)]
        if not any(editing.holds(curve, span) for curve in curves):
            times = sorted({float(t) for curve in curves for t in editing.keys_of(curve).round(9)})
            shown = ", ".join(f"{t:g}" for t in times[:20]) + (", …" if len(times) > 20 else "")
            raise InputError(f"no key at {span} s in {len(curves)} tracks; there are keys at {shown} s")

    def _edited(self, edit: Callable[[Curve], Curve], only: Only, span: Span | None = None) -> Self:
        """The clip with the keys of some tracks edited, of those only that have keys in a span."""
        result = self
        for name in self._chosen(only):
            if self._has_keys(name) and (span is None or editing.holds(self[name].curve, span)):
                try:
                    result = result._with(name, Track(edit(self[name].curve)))
                except InputError as error:
                    raise InputError(f"{name}: {error}") from error
        return result

    def _has_keys(self, name: str) -> bool:
        return editing.has_keys(self[name].curve)

    def _with(self, name: str, track: Track) -> Self:
        raise NotImplementedError

    def _chosen(self, only: Only) -> list[str]:
        raise NotImplementedError

    def names(self) -> list[str]:
        """The names of its tracks."""
        raise NotImplementedError
