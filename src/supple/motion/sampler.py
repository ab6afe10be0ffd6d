"""Many scalar channels evaluated at one time: their keys as one table, searched and summed in compiled code.

x = ((c₀ u + c₁) u + c₂) u + c₃,  u = t − tᵢ,  tᵢ the last key not after t
"""

from collections.abc import Mapping

import numpy as np

from supple.arrays import Array, Indices
from supple.kernels import kernel
from supple.motion.curves import Apart, Curve, Keyed
from supple.motion.track import Track


class Sampler:
    """Tracks by name, made ready to be asked for all their values at any time.

    Numbers, vectors and angles whose keys are joined by polynomials are columns of one table; other tracks
    (rotations, eases, functions) are asked one by one.

    >>> from supple.motion import keys
    >>> hip = keys({0: (0, 0, 1), 2: (4, 0, 1)}, interpolate="linear")
    >>> sampler = Sampler({"knee": keys({0: 0, 1: 2}), "hip": hip})
    >>> sampler.at(0.5)
    {'knee': np.float64(1.0), 'hip': array([1., 0., 1.])}
    """

    def __init__(self, tracks: Mapping[str, Track]) -> None:
        self._places: list[tuple[str, int, int]] = []
        self._others: dict[str, Track] = {}
        rows: list[Array] = []
        for name, track in tracks.items():
            tables = _tables(track.curve)
            if tables is None:
                self._others[name] = track
                continue
            self._places.append((name, len(rows), 0 if np.ndim(track(track.start)) == 0 else len(tables)))
            rows.extend(tables)
        self._table: Array = np.concatenate(rows) if rows else np.zeros((0, 5))
        self._firsts: Indices = np.concatenate([[0], np.cumsum([len(row) for row in rows], dtype=np.int64)])
        self._values = np.empty(len(rows))

    def columns(self, t: float) -> Array:
        """The values of all channels in the table at a time [s], (n,); the array is used again by the next call."""
        _sample(self._table, self._firsts, t, self._values)
        return self._values

    def at(self, t: float) -> dict[str, Array]:
        """The value of every track at a time [s], by name."""
        values = self.columns(float(t)).copy()
        found = {name: values[k] if not n else values[k : k + n] for name, k, n in self._places}
        return {**found, **{name: track(t) for name, track in self._others.items()}}


def _tables(curve: Curve) -> list[Array] | None:
    """Rows of start and coefficients (m, 5) for each component of a curve; None for what is no polynomial."""
    if isinstance(curve, Apart):
        parts = [_tables(part) for part in curve.parts]
        return (
            None
            if any(part is None for part in parts)
            else [table for part in parts if part for table in part]
        )
    if (
        not isinstance(curve, Keyed)
        or curve.kind in ("rotation", "switch", "note", "shape")
        or not curve.polynomial
    ):
        return None
    values = curve.values.reshape(len(curve.values), -1)
    pieces = curve.spans.pieces.reshape(4, len(curve.times) - 1, values.shape[1])  # type: ignore[union-attr]
    return [_held(curve.times, pieces[:, :, k], values[:, k]) for k in range(values.shape[1])]


def _held(times: Array, pieces: Array, values: Array) -> Array:
    """The rows of one component, with its end values held before the first key and after the last."""
    first = pieces[3, 0] if pieces.shape[1] else values[0]
    table = np.zeros((len(times) + 1, 5))
    table[:, 0] = [-np.inf, *times]
    table[1:-1, 1:] = pieces.T
    table[0, 4], table[-1, 4] = first, values[-1] + (first - values[0])
    return table


@kernel
def _sample(table: Array, firsts: Indices, t: float, found: Array) -> None:
    for i in range(len(found)):
        low, high = firsts[i], firsts[i + 1] - 1
        while low < high:
            middle = (low + high + 1) // 2
            if table[middle, 0] <= t:
                low = middle
            else:
                high = middle - 1
        row = table[low]
        if low == firsts[i]:
            found[i] = row[4]
        else:
            u = t - row[0]
            found[i] = ((row[1] * u + row[2]) * u + row[3]) * u + row[4]
