"""Compiled code: equal to the virtual machine to the bit, kept once, and never in the way when it cannot be made."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

from supple import cache, compiler
from supple.errors import InputError
from supple.mechanics import Lagrangian, compiled, compiled_together
from supple.mechanics.compiled import Compiled

OTHER_PROCESS = """
import casadi as ca
from supple.mechanics import compiled
x = ca.SX.sym("x", 3)
f = compiled(ca.Function("shared", [x], [ca.sin(x) * ca.exp(x)]))
print(f.native, f([1.0, 2.0, 3.0]).tobytes().hex())
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A cache of its own, and notices as if nothing had been said yet."""
    monkeypatch.setenv("SUPPLE_CACHE", str(tmp_path / "cache"))
    cache.notice.cache_clear()
    return tmp_path / "cache"


def entries(home):
    return [p.name for p in home.iterdir() if p.suffix != ".lock"]


def lively(name="lively"):
    """Every kind of operation that mechanics uses, over a vector and a matrix."""
    x, A = ca.SX.sym("x", 3), ca.SX.sym("A", 3, 2)
    y = ca.sin(x) * ca.cos(x[1]) + ca.sqrt(ca.fabs(x)) / (1 + x**2) - ca.exp(-x) + ca.atan2(x, 1 + x[0] ** 3)
    return ca.Function(
        name, [x, A], [y + ca.fmax(x, 0.3) ** 1.7, A.T @ ca.horzcat(y, x), ca.if_else(x[0] > 0, x, y)]
    )


def chain(links=3):
    """One step of symplectic Euler of a chain of hinges."""
    q, v, h = ca.SX.sym("q", links), ca.SX.sym("v", links), 1e-3
    masses, spins, end, angle, rate = [], [], ca.SX.zeros(3), 0, 0
    for k in range(links):
        angle, rate = angle + q[k], rate + v[k]
        along = ca.vertcat(ca.sin(angle), -ca.cos(angle), 0)
        masses.append((1.0, end + along / 4))
        spins.append((ca.vertcat(0, 0, rate), np.diag([0, 0, 1 / 48])))
        end = end + along / 2
    body = Lagrangian("chain", q, v, masses=masses, spins=spins)
    v_next = v + h * body.forward(q, v, 0, [], [0, -9.81, 0])
    return ca.Function("step", [q, v], [q + h * v_next, v_next], {"cse": True})


def test_c_and_the_virtual_machine_agree_to_the_bit(home):
    f = lively()
    fast, slow = compiled(f), Compiled(f, None)
    assert fast.native
    assert not slow.native
    rng = np.random.default_rng(0)
    x, A = rng.normal(size=(50, 3)), rng.normal(size=(50, 3, 2))
    for row, matrix in zip(x, A, strict=True):
        for a, b in zip(fast(row, matrix), slow(row, matrix), strict=True):
            assert a.tobytes() == b.tobytes()
    for a, b, direct in zip(
        fast.each(x, A), slow.each(x, A), zip(*map(fast, x, A), strict=True), strict=True
    ):
        assert np.array_equal(a, b)
        assert np.array_equal(a, np.array(direct))
    assert fast(x[0], A[0])[1] == pytest.approx(f(x[0], A[0])[1].full(), rel=1e-15)


def test_a_rollout_feeds_back_and_agrees_to_the_bit(home):
    step = chain()
    fast, slow = compiled(step), Compiled(step, None)
    q, v = np.array([1.0, 0.5, -0.3]), np.zeros(3)
    path, speed = fast.rollout(300, q, v)
    assert path.shape == (301, 3)
    for a, b in zip((path, speed), slow.rollout(300, q, v), strict=True):
        assert a.tobytes() == b.tobytes()
    for _ in range(300):
        q, v = fast(q, v)
    assert np.array_equal(path[-1], q)


def test_arguments_may_change_at_each_step_of_a_rollout(home):
    x, u = ca.SX.sym("x"), ca.SX.sym("u")
    total = compiled(ca.Function("total", [x, u], [x + u])).rollout(
        4, [0.0], np.array([[1.0], [2.0], [3.0], [4.0]])
    )
    assert total[:, 0].tolist() == [0, 1, 3, 6, 10]


def test_buffers_stay_where_they_are(home):
    f = compiled(lively())
    f.inputs[0][...] = [0.1, 0.2, 0.3]
    f.inputs[1][1, 0] = 2.0
    f.run()
    assert np.array_equal(f.outputs[1], f([0.1, 0.2, 0.3], [[0, 0], [2.0, 0], [0, 0]])[1])


def test_functions_share_a_library(home):
    both = compiled_together([lively("one"), lively("two")])
    assert all(f.native for f in both)
    assert len(entries(home)) == 1
    assert home.stat().st_mode & 0o777 == 0o700


def test_what_was_kept_is_found_again(home, monkeypatch):
    compiled(lively())
    monkeypatch.setattr(compiler, "_compile", lambda *_: pytest.fail("compiled twice"))
    assert compiled(lively()).native


def fake_compiler(folder, monkeypatch, script):
    path = folder / "fake-cc"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setenv("CC", str(path))


def same_without_compiling(capsys, reason):
    f = lively()
    result = compiled(f)
    assert not result.native
    x, A = np.array([0.1, 0.7, -1.0]), np.ones((3, 2))
    assert result(x, A)[0].tobytes() == Compiled(f, None)(x, A)[0].tobytes()
    said = " ".join(capsys.readouterr().err.split())
    assert reason in said
    assert "slower but equal" in said


def test_without_a_compiler_it_runs_all_the_same(home, monkeypatch, capsys):
    monkeypatch.setenv("CC", "no-such-compiler")
    same_without_compiling(capsys, "no C compiler")


def test_a_compiler_that_is_killed_leaves_nothing_behind(home, tmp_path, monkeypatch, capsys):
    fake_compiler(tmp_path, monkeypatch, '[ "$1" = --version ] && exit; echo half > "${8:-$7}"; kill -9 $$')
    same_without_compiling(capsys, "killed by signal 9")
    assert entries(home) == []
    monkeypatch.delenv("CC")
    assert compiled(lively()).native


def test_a_compiler_that_complains_is_quoted(home, tmp_path, monkeypatch, capsys):
    fake_compiler(tmp_path, monkeypatch, 'echo "ld: cannot find -lm" >&2; exit 1')
    same_without_compiling(capsys, "ld: cannot find -lm")


@pytest.mark.parametrize("step", ["write_text", "replace"])
def test_a_full_disk_is_no_error(home, monkeypatch, capsys, step):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, step, full)
    same_without_compiling(capsys, "No space left on device")
    monkeypatch.undo()
    assert entries(home) == []


def test_a_home_that_cannot_be_written_gives_way_to_a_temporary_folder(monkeypatch, capsys):
    monkeypatch.setenv("SUPPLE_CACHE", "/proc/supple")
    cache.notice.cache_clear()
    cache._usable.cache_clear()
    assert compiled(lively()).native
    assert "temporary folder" in " ".join(capsys.readouterr().err.split())


def test_a_folder_that_others_may_write_to_is_not_trusted(home, capsys):
    home.mkdir()
    home.chmod(0o777)
    assert compiled(lively()).native
    assert entries(home) == []
    assert "temporary folder" in " ".join(capsys.readouterr().err.split())


def test_a_corrupt_entry_is_made_anew(home):
    made = []

    def make(path):
        made.append(path)
        path.write_bytes(b"whole")

    first = cache.kept("key", make)
    assert cache.kept("key", make) == first
    assert len(made) == 1
    first.write_bytes(b"who")
    assert cache.kept("key", make).read_bytes() == b"whole"
    assert len(made) == 2


def elsewhere(home, compiler="cc"):
    surroundings = {**os.environ, "SUPPLE_CACHE": str(home), "CC": compiler}
    return subprocess.Popen(
        [sys.executable, "-c", OTHER_PROCESS], env=surroundings, stdout=subprocess.PIPE, text=True
    )


def test_two_processes_compile_the_same_thing_once(home, tmp_path):
    script = tmp_path / "counting-cc"
    log = tmp_path / "log"
    script.write_text(f'#!/bin/sh\n[ "$1" = --version ] || {{ echo x >> {log}; sleep 0.3; }}\nexec cc "$@"\n')
    script.chmod(0o755)
    both = [elsewhere(home, str(script)) for _ in range(2)]
    answers = [process.communicate(timeout=60)[0] for process in both]
    assert answers[0] == answers[1]
    assert answers[0].startswith("True ")
    assert log.read_text().count("x") == 1
    assert len(entries(home)) == 1


def test_a_torn_library_is_not_loaded(home):
    whole = elsewhere(home).communicate(timeout=60)[0]
    [entry] = home.glob("*.so")
    entry.write_bytes(entry.read_bytes()[:1000])
    assert elsewhere(home).communicate(timeout=60)[0] == whole
    [entry] = home.glob("*.so")
    assert entry.stat().st_size > 1000


def test_sparse_results_and_uneven_rows_are_named(home):
    x = ca.SX.sym("x", 2)
    with pytest.raises(InputError, match="make it dense"):
        compiled(ca.Function("sparse", [x], [ca.diag(x)]))
    f = compiled(lively())
    with pytest.raises(InputError, match=r"\[2, 3\] rows"):
        f.each(np.zeros((2, 3)), np.zeros((3, 3, 2)))


def test_importing_supple_leaves_casadi_alone():
    code = "import sys, supple; supple.World; sys.exit('casadi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
