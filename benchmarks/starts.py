"""The first jump of a machine that keeps nothing yet, and a later one: processes of their own, import included."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Bench, Row

PLANE, SPACE, LATER = 5.0, 30.0, 0.3
"""Seconds that the first use may take, import included, and a later one from `solve()` to the first iteration."""
ROWS = "first-use", "first-use-in-space", "later-start"
SHOTS = {
    "plane": "supple.Shot.jump(supple.characters.lamp(), to=(0.9, 0, 0), samples=80)",
    "space": "importlib.import_module('supple.demos.luxo_3d').quarter_turn()",
}


def benches() -> Iterator[Bench]:
    """Yield them together: the later start finds what the first use has kept."""
    yield Bench(ROWS, starts)


def starts() -> Iterator[Row]:
    """In the plane and in space with an empty cache, then again."""
    with tempfile.TemporaryDirectory() as cache:
        first, _ = _process("plane", Path(cache, "plane"))
        yield Row(
            "first-use", first, "5 s", "", "", PLANE, "jump of 80 samples, empty cache, with its import"
        )
        first, _ = _process("space", Path(cache, "space"))
        yield Row("first-use-in-space", first, "30 s", "", "", SPACE, "quarter turn of 128 samples, likewise")
        _process("plane", Path(cache, "plane"))
        whole, before = _process("plane", Path(cache, "plane"))
        note = f"from solve() to the first iteration; the process {whole:.2f} s"
        yield Row("later-start", before, "0.3 s", "", "", LATER, note)


def _process(shot: str, cache: Path) -> tuple[float, float]:
    """Seconds of a process that solves, and in it from `solve()` to the first iteration."""
    program = f"""
import importlib, json, time
import supple
from supple.spacetime.solvers import interior_point
run, begun = interior_point.Search.run, []
interior_point.Search.run = lambda self: begun.append(time.perf_counter()) or run(self)
shot = {SHOTS[shot]}
started = time.perf_counter()
shot.solve()
print(json.dumps(min(begun) - started))
"""
    begun = time.perf_counter()
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, env={**os.environ, "SUPPLE_CACHE": str(cache)}, capture_output=True, text=True, check=True
    )
    return time.perf_counter() - begun, float(json.loads(done.stdout.splitlines()[-1]))
