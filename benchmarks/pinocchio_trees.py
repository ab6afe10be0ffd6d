"""Pinocchio's accelerations of trees, in a process of its own, since its libraries do not suit all others.

As a program it reads a line of JSON for each sample, `[figure, times]`, and answers with the seconds that it took.
"""

import json
import subprocess
import sys
from functools import lru_cache
from typing import Any

import numpy as np

from benchmarks.peers import MissingPeerError, peer
from benchmarks.row import timed
from benchmarks.tree_peers import chain, pinocchio_model
from supple.characters import human
from supple.kinematics import Skeleton

GRAVITY = (0.0, -9.81, 0.0)


def figure(name: str) -> Skeleton:
    """`human`, or a chain: `hinge 30`.

    >>> figure("ball 3").nv
    9
    """
    if name == "human":
        return human().skeleton
    kind, n = name.split()
    return chain(int(n), kind)


class Pinocchio:
    """Pinocchio in another process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.pinocchio_trees"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.version = self._answer()
        if self.version == "missing":
            raise MissingPeerError(
                "pin is not installed: python -m pip install --constraint constraints.txt --group peers"
            )

    def seconds(self, name: str, times: int) -> float:
        """Of so many accelerations."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([name, times]) + "\n")
        self._process.stdin.flush()
        return float(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@lru_cache(maxsize=1)
def pinocchio() -> Pinocchio:
    """One process for all rows."""
    return Pinocchio()


@lru_cache(maxsize=16)
def _made(name: str) -> tuple[Any, Any, Any]:
    pin, skeleton = peer("pinocchio", "peers"), figure(name)
    model = pinocchio_model(pin, skeleton, GRAVITY)
    return model, model.createData(), pin.neutral(model)


def _sample(name: str, times: int) -> float:
    """Seconds of a call from Python, the lesser of its two conventions."""
    pin, (model, data, q) = peer("pinocchio", "peers"), _made(name)
    v, tau = np.full(model.nv, 0.1), np.zeros(model.nv)

    def run(convention: Any) -> None:
        for _ in range(times):
            pin.aba(model, data, q, v, tau, convention)

    return min(timed(lambda c=c: run(c)) for c in (pin.Convention.LOCAL, pin.Convention.WORLD))


def main() -> None:
    """Answer until nobody asks any more."""
    pin = peer("pinocchio", "peers")
    version = "missing" if pin.__version__ == "not installed" else pin.__version__
    print(version, flush=True)
    for line in sys.stdin:
        name, times = json.loads(line)
        print(_sample(name, times), flush=True)


if __name__ == "__main__":
    main()
