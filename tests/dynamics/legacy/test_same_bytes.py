"""Set-up, motion and search are the same to the last bit, whatever threads and processor the linear algebra takes."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import hashlib
import numpy as np
from supple.control.hopper import first_hop, hopper
from supple.control.search import Search
from supple.dynamics.legacy.bodies.lattice import Part
from supple.dynamics.legacy.bodies.lattice.setup import lattice_body
from supple.dynamics.legacy.rollout import roll
from supple.scene import models

def told(*arrays):
    for x in arrays:
        print(hashlib.sha256(np.ascontiguousarray(x).tobytes()).hexdigest())

for model, local in (("teapot", {"spout": Part("spout", ["bend.y"])}), ("table", None)):
    body = lattice_body(models.make(model), ["squash.y", "bend.x"], local=local, contacts=64, at=(0, 1, 0))
    rolled = roll(body, seconds=0.5)
    told(body.places, body.masses, body.stiffness.at(0), body.contacts, rolled.q, rolled.contact)

glass = hopper(models.glass(), contacts=40)
for method in ("annealing", "cma"):
    found = Search(glass, first_hop(glass), method=method, seconds=1.0, evaluations=30, seeds=(1,)).run()
    told(found.graph.amplitudes, found.graph.times, found.rolled.q)
"""


def digests(**settings: str) -> str:
    """What the script prints in an environment."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=os.environ | settings, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def here() -> str:
    return digests()


@pytest.mark.skipif(os.cpu_count() == 1, reason="one core cannot have two threads")
def test_on_one_thread_and_on_all(here: str) -> None:
    names = "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"
    assert digests(**dict.fromkeys(names, "1")) == here


def test_on_an_older_processor(here: str) -> None:
    """NumPy and OpenBLAS without wide registers and fused products sum in another order."""
    older = {"NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL", "OPENBLAS_CORETYPE": "Nehalem"}
    assert digests(**older) == here
