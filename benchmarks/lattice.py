"""What a step of a lattice body costs, for the rows of the paper's table 1; what building and compiling costs.

A teapot with 500 collision points, modes over all of it and on its handle and spout, lands on the floor and wobbles
there. Times are CPU seconds of one thread.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.row import REPEATS, Bench, Row, bench
from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice import Part, lattice_body
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.rest import RIGID, alike, condition
from supple.dynamics.legacy.rollout import roll
from supple.errors import ConflictError
from supple.scene import models

GLOBAL = ("squash.y", "bend.x", "shear.x", "twist.y", "squash.x", "bend.z", "shear.z", "taper.y", "bulge.y",
          "bend.yx")  # fmt: skip
LOCAL = ("bend.y", "shear.z", "squash.x", "taper.x")
"""Of the handle; from the fifth on, of the spout."""
PAPER = {(1, 0): 0.154, (2, 0): 0.158, (4, 0): 0.167, (8, 0): 0.199, (10, 0): 0.228, (1, 1): 0.161, (1, 2): 0.167,
         (1, 4): 0.180, (1, 8): 0.209, (8, 8): 0.400}  # fmt: skip
"""Table 1 of Faloutsos et al. 1997: seconds an iteration by global and local modes, on an R4000 of 100 MHz."""
CONTACTS, MASSES = 500, 6
STEP, SECONDS = 1 / 240, 4.0
FLIGHT = 1.0
"""How long it is watched in free flight [s]."""
DROP = 0.01
"""How far above the floor it starts [m]."""
NOWHERE = -1e4
"""Height of a floor that is not reached [m]."""


def benches() -> Iterator[Bench]:
    """Yield one for each line of table 1, and one for a machine on which nothing is compiled yet."""
    for whole, local in PAPER:
        yield bench(f"lattice-{whole}+{local}", stepped, whole, local)
    yield bench("lattice-compile-8+8", compiled)


def teapot(whole: int, local: int) -> LatticeBody:
    """With so many modes over the whole and on its parts; six mass points, or the fewest that tell modes apart."""
    parts = {"handle": LOCAL[:local], "spout": LOCAL[: max(local - len(LOCAL), 0)]}
    masses = max(MASSES, -(-(RIGID + whole + local) // 3))
    while True:
        try:
            return lattice_body(
                models.teapot(),
                GLOBAL[:whole],
                local={name: Part(name, modes) for name, modes in parts.items() if modes},
                masses=masses,
                contacts=CONTACTS,
            )
        except ConflictError:
            masses += 1


def stepped(whole: int, local: int, seconds: float = SECONDS) -> Row:
    """A step on the floor; in flight in the note."""
    body = teapot(whole, local)
    start = body.rest
    start[1] += DROP - body.position(start, body.contacts)[:, 1].min()
    landed, flown = _per_step(body, start, 0.0, seconds), _per_step(body, start, NOWHERE, FLIGHT)
    rolled = roll(body, 0.0, seconds=seconds, step=STEP, fps=1 / STEP, q=start)
    touching = np.count_nonzero(np.abs(rolled.contact).sum(axis=2), axis=1).mean()
    M = body.mass_matrix(body.rest)
    note = f"{len(body.masses)} mass points, cond M {condition(alike(M, np.diag(M))):.1g}, "
    note += f"{len(body.contacts)} points of which {touching:.1f} touch; in flight {1e6 * flown:.1f} µs; "
    note += f"paper {PAPER[whole, local]:g} s (1997)"
    return Row(f"lattice-{whole}+{local}", landed, note=note)


def _per_step(body: LatticeBody, q: Array, ground: float, seconds: float) -> float:
    if not roll(body, ground, seconds=seconds, step=STEP, q=q).sound:
        raise RuntimeError(f"the teapot of {len(body.modes)} modes flew apart")
    return spent(lambda: roll(body, ground, seconds=seconds, step=STEP, fps=1.0, q=q)) / round(seconds / STEP)


def spent(action: Callable[[], object], repeats: int = REPEATS) -> float:
    """Median CPU seconds of this thread; one warm-up call."""
    action()
    samples = []
    for _ in range(repeats):
        begin = time.thread_time()
        action()
        samples.append(time.thread_time() - begin)
    return statistics.median(samples)


def compiled() -> Row:
    """Building a teapot of 8 + 8 modes and its first steps, where no kernel is kept; then where all are."""
    with tempfile.TemporaryDirectory(prefix="supple-kernels-") as fresh:
        cold, warm = (_first_steps(fresh) for _ in range(2))
    total, again = sum(cold.values()), sum(warm.values())
    note = f"once for all meshes: building {cold['build']:.1f} s, first step {cold['roll']:.1f} s; with kept kernels "
    note += f"{warm['build']:.1f} and {warm['roll']:.2f} s, so that {total - again:.1f} s are compilation"
    return Row("lattice-compile-8+8", total, note=note)


def _first_steps(folder: str) -> dict[str, float]:
    """Seconds of each stage in a process of its own that keeps kernels in a folder."""
    run = [sys.executable, "-c", "from benchmarks import lattice; lattice.tell_first_steps()"]
    told = subprocess.run(
        run,
        env=os.environ | {"SUPPLE_CACHE": folder},
        check=True,
        capture_output=True,
        text=True,
    )
    return dict(json.loads(told.stdout))


def tell_first_steps() -> None:
    """Print what building a body of 8 + 8 modes takes, and its first steps on a floor [CPU s]."""
    begun = _spent()
    body = teapot(8, 8)
    built = _spent()
    roll(body, 0.0, seconds=STEP, fps=1 / STEP)
    print(json.dumps({"build": built - begun, "roll": _spent() - built}))


def _spent() -> float:
    """CPU seconds of this process and of the compilers that it has called."""
    return sum(os.times()[:4])
