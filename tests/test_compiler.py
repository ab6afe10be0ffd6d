"""Which compiler is taken, what is said where there is none, and that the one in a wheel gives the same numbers."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec

import pytest

from supple import compiler
from supple.errors import MissingToolError

FALLS = """
import numpy as np, supple
world = supple.World()
for k in range(3):
    world.add(supple.models.box(), kind="rigid", at=(0.1 * k, 0.6 + 1.1 * k, 0), tilt=20 * k, name=f"box{k}")
world.run(1.0)
print(np.concatenate([world.state.q, world.state.v]).tobytes().hex())
"""


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """A folder of programs that is all there is on the path: give each a script."""
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))

    def put(name, script):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)

    return put


def test_the_first_that_answers_is_taken(programs):
    """On a Mac without its tools `cc` is there, and ends with 1."""
    programs("cc", "exit 1")
    programs("clang", "echo clang 99")
    found = compiler.compiler()
    assert found.command[0].endswith("/clang")
    assert found.version == "clang 99\n"


def test_a_compiler_may_be_named_with_words(programs, monkeypatch):
    programs("mine", 'echo "$@"')
    monkeypatch.setenv("CC", "mine --fast")
    assert compiler.compiler() == (("mine", "--fast"), "--fast --version\n")


def test_what_is_named_must_be_there(monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(MissingToolError, match=r"\$CC names 'no-such-compiler'"):
        compiler.compiler()


def test_where_there_is_none_it_says_how_to_get_one(programs, monkeypatch):
    monkeypatch.setattr(compiler, "find_spec", lambda _: None)
    with pytest.raises(MissingToolError, match=r"cc, gcc, clang.*pip install 'supple\[compiler\]'"):
        compiler.compiler()


def test_the_wheel_gives_the_same_numbers():
    """Heavy bodies fall, meet and come to rest: to the last bit, through all kernels of the step."""
    if find_spec("ziglang") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("ziglang is missing: make test brings it")
        pytest.skip("ziglang is missing: pip install 'supple[compiler]' brings it")
    system = {**os.environ, "CC": shutil.which("cc") or ""}
    code = f"from supple import compiler; compiler.COMPILERS = ()\n{FALLS}"
    results = [
        subprocess.run(
            [sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True
        ).stdout
        for env in (system, {name: value for name, value in os.environ.items() if name != "CC"})
    ]
    assert results[0] == results[1] != ""
