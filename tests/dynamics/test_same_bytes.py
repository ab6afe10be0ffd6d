"""Set-up and motion are the same to the last bit, however many threads the linear algebra takes."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import hashlib
import numpy as np
from supple.dynamics.bodies.lattice import Part
from supple.dynamics.bodies.lattice.setup import lattice_body
from supple.dynamics.rollout import roll
from supple.scene import models

for model, local in (("teapot", {"spout": Part("spout", ["bend.y"])}), ("table", None)):
    body = lattice_body(models.make(model), ["squash.y", "bend.x"], local=local, contacts=64, at=(0, 1, 0))
    rolled = roll(body, seconds=0.5)
    for x in (body.places, body.masses, body.stiffness.at(0), body.contacts, rolled.q, rolled.contact):
        print(hashlib.sha256(np.ascontiguousarray(x).tobytes()).hexdigest())
"""


def digests(threads: int) -> str:
    """What the script prints with so many threads."""
    names = "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"
    env = os.environ | dict.fromkeys(names, str(threads))
    return subprocess.run(
        [sys.executable, "-c", SCRIPT], env=env, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.skipif(os.cpu_count() == 1, reason="one core cannot have two threads")
def test_a_lattice_body_on_one_thread_and_on_two():
    assert digests(1) == digests(2)
