"""A table leans, bows, does both at once; then twist and squash: modes add up (Faloutsos et al. 1997, fig. 3)."""

import numpy as np

import supple
from supple.arrays import Array
from supple.dynamics import LatticeBody, Mode, lattice_body

PLACES = {"left": -1.3, "sum": 0.0, "right": 1.3}
"""The tables, and where they stand along x [m]."""
COLORS = {"left": "#d79a5b", "sum": "#c8553d", "right": "#5b9ad7"}
PAIRS = (("lean.x", 0.4, "bow.y", 0.35), ("twist.y", 0.8, "squash.y", 0.35))
"""What the table on the left does and how far, and the same of that on the right; then another two."""
BEAT, HOLD = 0.6, 0.25
"""From pose to pose, and how long each is held [s]."""
POSES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, -1), (-1, 1), (0, 0))
"""Shares of left and right: one by one, then together in every way."""
SECONDS = BEAT * (len(PAIRS) * len(POSES) + 1)
SHORT = {"seconds": 6 * BEAT}
"""Its short form: each mode alone, and the first sum."""


def demo(seconds: float = SECONDS) -> supple.Take:
    """On both sides a mode alone, between them the sum of the two."""
    world = supple.World(gravity=(0, 0, 0), floor=None, step=1 / 60)
    tables = {name: world.add(_table(name)) for name in PLACES}
    for name, table in tables.items():
        table.follow(_keyed(name), pin=table.point((PLACES[name], 0, 0), outside=True))
    take = world.run(seconds, name="table-modes")
    return take.with_notes(_words())[:seconds].with_data(t=take.times).with_report(**_figures(take, tables))


def _table(name: str) -> LatticeBody:
    """A table of four modes. Two are our own: heights slide over each other; the top bows while feet stay flat."""
    lean = Mode.fitted("lean.x", lambda s: np.stack([s[:, 1], 0 * s[:, 0], 0 * s[:, 0]], axis=1))
    bow = Mode.fitted("bow.y", lambda s: (0.5 + s[:, 1:2]) * (1 / 3 - 4 * s[:, :1] ** 2) * [0, 1, 0])
    model = supple.models.table(color=COLORS[name])
    modes: list[str | Mode] = [lean, bow, "twist.y", "squash.y"]
    return lattice_body(model, modes, contacts=60, at=(PLACES[name], 0, 0), name=name)


def _keyed(table: str) -> supple.Clip:
    """The amplitudes of one table over time, by the names of its modes."""
    clip = supple.Clip()
    for pair, (first, far, second, wide) in enumerate(PAIRS):
        for side, mode, reach in ((0, first, far), (1, second, wide)):
            if table in (("left", "right")[side], "sum"):
                moments = {_time(pair, k): reach * pose[side] for k, pose in enumerate(POSES)}
                held = {t + HOLD: amplitude for t, amplitude in moments.items()}
                clip[f"{table}.{mode}"] = supple.keys({0: 0, **dict(sorted({**moments, **held}.items()))})
    return clip


def _time(pair: int, k: int) -> float:
    return BEAT * (pair * len(POSES) + k + 1) - HOLD


def _words() -> dict[float, str]:
    """What is seen at the first of each kind of pose."""
    found = {0.0: "at rest"}
    for pair, (first, _, second, _) in enumerate(PAIRS):
        for k, word in (
            (0, first),
            (1, f"− {first}"),
            (2, second),
            (4, f"{first} + {second}"),
            (7, f"{second} − {first}"),
        ):
            found[_time(pair, k) + HOLD / 2] = word
    return found


def _figures(take: supple.Take, tables: dict[str, LatticeBody]) -> dict[str, float]:
    """How far the sum is from the sum of its parts, and from its keys; how well feet stay down, and volumes."""
    q = {name: take.data[f"run/bodies/{name}/q"] for name in tables}
    rest = tables["sum"].node.surface.vertices
    local = {name: take.world_vertices(name) - [PLACES[name], 0, 0] - rest for name in tables}
    clip = _keyed("sum")
    keyed = np.stack([clip[f"sum.{mode}"](take.times) for mode in tables["sum"].modes], axis=1)
    volumes = np.array([tables["sum"].volume(each) for each in q["sum"]])
    return {
        "superposition_error_m": _largest(local["sum"] - local["left"] - local["right"]),
        "key_error": _largest(q["sum"][:, 7:] - keyed),
        "lowest_point_m": min(float(take.world_vertices(name)[..., 1].min()) for name in tables),
        "volume_min": float(volumes.min()),
        "volume_max": float(volumes.max()),
    }


def _largest(x: Array) -> float:
    return float(np.abs(x).max())
