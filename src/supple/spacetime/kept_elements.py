"""Elements kept from before: to cut a program takes longer than to read what came of it.

The key is the program itself, as CasADi writes it down, and all that cuts and compiles it.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import casadi as ca
import numpy as np

from supple.arrays import Array, Indices
from supple.cache import home, kept, whole
from supple.compiler import made_by
from supple.mechanics import boxes, instructions
from supple.mechanics.boxes import read
from supple.spacetime import elements
from supple.spacetime.elements import Item, Kind, cut

TABLES = ("unknowns", "rows", "parameters", "constants")


def kept_cut(x: ca.SX, p: ca.SX, items: Sequence[Item], samples: Indices) -> list[Kind]:
    """What `cut` gives; quickly where it was done before and all libraries are still there."""
    key = _key(x, p, items, samples)
    found: list[Kind] = []

    def make(path: Path) -> None:
        found.extend(cut(x, p, items, samples))
        with path.open("wb") as file:
            _write(file, found)

    entry = kept(key, make, ".npz")
    if found:
        return found
    try:
        return _read(entry)
    except (FileNotFoundError, ValueError, KeyError):
        entry.unlink(missing_ok=True)
        kept(key, make, ".npz")
        return found


def _key(x: ca.SX, p: ca.SX, items: Sequence[Item], samples: Indices) -> str:
    every = ca.vertcat(ca.SX(0, 1), *(item.expression for item in items))
    program: str = ca.Function("program", [x, p], [every]).serialize()
    rows = [None if item.rows is None else item.rows.tolist() for item in items]
    sizes = [item.expression.numel() for item in items]
    parts = [*made_by(), _source(), program, repr(rows), repr(sizes), repr(samples.tolist())]
    return sha256("\n".join(parts).encode()).hexdigest()[:32]


@lru_cache(maxsize=1)
def _source() -> str:
    """All text that says how a program is cut and what its boxes are."""
    files = [Path(str(each.__file__)) for each in (elements, boxes, instructions)] + [Path(__file__)]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _write(file: object, kinds: Sequence[Kind]) -> None:
    names = np.array([kind.box.path.name for kind in kinds])
    tables = [np.asarray(getattr(kind, name)) for kind in kinds for name in TABLES]
    numbers = np.concatenate([np.zeros(0), *(np.ravel(table) for table in tables)])
    np.savez(file, names=names, shapes=np.array([t.shape for t in tables]), numbers=numbers)  # type: ignore[arg-type]


def _read(entry: Path) -> list[Kind]:
    """Numbers are indices, too: exact as float64."""
    with np.load(entry, allow_pickle=False) as file:
        names, shapes, numbers = file["names"], file["shapes"], file["numbers"]
    ends = np.cumsum(shapes.prod(axis=1))
    tables = [part.reshape(shape) for part, shape in zip(np.split(numbers, ends[:-1]), shapes, strict=True)]
    kinds = []
    for k, name in enumerate(names):
        unknowns, rows, parameters, constants = tables[len(TABLES) * k : len(TABLES) * (k + 1)]
        box = read(whole(home() / str(name)))
        kinds.append(Kind(box, _whole(unknowns), _whole(rows), _whole(parameters), constants.copy()))
    return kinds


def _whole(table: Array) -> Indices:
    return np.ascontiguousarray(table, dtype=np.int64)
