"""Keys as text that one reads and edits, a key a line, and that reads back to the bit.

    knee.L.rotation/0 scalar rest of jointed 1,0,0 on 0,0,0,1
      0     0.0   monotone
      0.4   1.2   linear in=0.1 out=0.2
      0.9   0.1   drawn 0.0;0.02;0.0
      1.2   0.0
    spine.rotation/x scalar natural of euler.YXZ
      0     0.0
    notes note natural
      0.4   "heel strike"

A block begins with the name of a track, its kind and its ends, and for a component that is keyed apart what it is
part of. A key has a time [s], a value, the interpolator after it, and what else there is: in= and out= seconds of
ease, arriving= and leaving= slopes. Lines that begin with # say nothing.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from supple.errors import InputError
from supple.motion import kinds
from supple.motion.curves import Apart, Choice, Curve, Jointed, Keyed
from supple.motion.interpolators import Drawn
from supple.motion.operators.editing import ways_of


def written(curves: Mapping[str, Curve]) -> str:
    """The keys of some curves by name."""
    blocks = [block for name, curve in curves.items() for block in _blocks(name, curve)]
    return "\n".join(blocks) + "\n"


def _blocks(name: str, curve: Curve) -> Iterator[str]:
    if isinstance(curve, Apart):
        letters = kinds.named(curve.kind).components
        for letter, part in zip(letters, curve.parts, strict=False):
            yield _block(f"{name}/{letter}", part, f" of {curve.kind}")
    elif isinstance(curve, Jointed):
        for k, (part, axis) in enumerate(zip(curve.parts, curve.axes, strict=True)):
            yield _block(f"{name}/{k}", part, f" of jointed {_value(axis)} on {_value(curve.rest)}")
    else:
        yield _block(name, curve, "")


def _block(name: str, curve: Curve, of: str) -> str:
    if not isinstance(curve, Keyed) or curve.kind == "shape":
        raise InputError(
            f"{name}: a {curve.kind} track that is {type(curve).__name__.lower()} has no keys to write as text; "
            "resample it first, or save the clip"
        )
    if any(char.isspace() for char in name):
        name = json.dumps(name, ensure_ascii=False)
    profile = "" if curve.profile == "sine" else f" ease={curve.profile}"
    head = f"{name} {curve.kind} {curve.ends}{profile}{of}"
    return "\n".join([head, *_aligned([_row(curve, k) for k in range(len(curve.times))])])


def _row(curve: Keyed, k: int) -> list[str]:
    cells = [repr(float(curve.times[k])), _value(curve.values[k])]
    if k < len(curve.times) - 1:
        cells.append(_way(ways_of(curve)[k]))
    for what, column in (("in", curve.ease_in), ("out", curve.ease_out)):
        if column is not None and column[k]:
            cells.append(f"{what}={float(column[k])!r}")
    if curve.slopes is not None:
        pairs = zip(("arriving", "leaving"), curve.slopes[k], strict=True)
        cells += [f"{what}={_value(slope)}" for what, slope in pairs if not np.isnan(slope).any()]
    return cells


def _aligned(rows: list[list[str]]) -> list[str]:
    wide = [max(len(row[c]) for row in rows) for c in range(2)]
    return [f"  {row[0]:<{wide[0]}}  {row[1]:<{wide[1]}}  {' '.join(row[2:])}".rstrip() for row in rows]


def _value(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    return ",".join(repr(float(x)) for x in np.atleast_1d(value))


def _way(way: Choice) -> str:
    if isinstance(way, Drawn):
        return "drawn " + ";".join(_value(sample) for sample in way.samples)
    if not isinstance(way, str):
        raise InputError(
            f"the interpolator {getattr(way, '__name__', way)!r} is a function and cannot be written"
        )
    return way
