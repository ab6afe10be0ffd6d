"""A server of a short jump, for all tests of this folder."""

from contextlib import ExitStack

import numpy as np
import pytest
from websockets.sync.client import connect

import supple
from supple.errors import InputError
from supple.live import Server, unpacked
from supple.live.wishes import read


def jump():
    return supple.Shot.jump(supple.characters.lamp(), to=(0.5, 0, 0), samples=40)


@pytest.fixture(scope="session")
def make_jump():
    return jump


@pytest.fixture(scope="module")
def server():
    with Server(jump()) as serving:
        yield serving


@pytest.fixture
def connected(server):
    """A line to the server, as a page has one; gone when the test ends."""
    with ExitStack() as lines:

        def open_line(to=server):
            address = to.address.replace("http:", "ws:") + "drag"
            origin = f"http://127.0.0.1:{to.port}"
            return lines.enter_context(connect(address, origin=origin, compression=None))

        yield open_line


@pytest.fixture
def answer():
    """The next answers of a line until one is as wanted."""

    def wait(line, wanted=lambda header: True, seconds=30.0):
        while True:
            said = line.recv(timeout=seconds)
            assert isinstance(said, bytes), said
            header, arrays = unpacked(said)
            if wanted(header):
                return header, arrays

    return wait


def messages(count, seed=5):
    """Messages that are none: noise, wishes with bytes changed, cut or doubled, JSON of other shapes."""
    rng = np.random.default_rng(seed)
    alphabet = list('{}[]",:0123456789.eE+-nulltrefasNIity \\u\x00é')
    good = '{"number": 7, "to": [0.9, 0, 0]}'
    while count:
        kind = rng.integers(3)
        if kind == 0:
            message = "".join(rng.choice(alphabet, rng.integers(0, 80)))
        elif kind == 1:
            changed = list(good)
            for _ in range(rng.integers(1, 5)):
                changed[rng.integers(len(changed))] = str(rng.choice(alphabet))
            message = "".join(changed)[: rng.integers(1, len(good) + 1)]
        else:
            message = rng.bytes(int(rng.integers(0, 200)))
        try:
            read(message)
        except InputError:
            count -= 1
            yield message


@pytest.fixture(scope="session")
def fuzzed():
    return messages
