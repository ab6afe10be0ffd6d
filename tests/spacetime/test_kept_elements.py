"""Elements that were cut before are read, not cut again; where something of them is gone they are cut anew."""

import casadi as ca
import numpy as np
import pytest

from supple import cache
from supple.spacetime import kept_elements
from supple.spacetime.elements import Item
from supple.spacetime.kept_elements import TABLES, kept_cut

SAMPLES = np.arange(4)


@pytest.fixture(autouse=True)
def empty(monkeypatch, tmp_path):
    monkeypatch.setenv("SUPPLE_CACHE", str(tmp_path))


@pytest.fixture
def cuts(monkeypatch):
    """How often a program is cut."""
    count, cut = [], kept_elements.cut
    monkeypatch.setattr(kept_elements, "cut", lambda *args: count.append(1) or cut(*args))
    return count


def program(factor=1.5):
    """Two kinds of elements, one with a constant that differs; symbols of its own each time."""
    x, p = ca.SX.sym("x", 4), ca.SX.sym("p", 1)
    items = [Item((k + factor) * ca.sin(x[k]) * x[k + 1]) for k in range(3)]
    return x, p, [*items, *(Item(x[k] ** 2 - p, np.array([k])) for k in range(4))], SAMPLES


def same(one, other):
    for a, b in zip(one, other, strict=True):
        assert a.box.path == b.box.path
        for name in TABLES:
            got, want = getattr(a, name), getattr(b, name)
            assert got.dtype == want.dtype
            np.testing.assert_array_equal(got, want)
    return True


def test_the_second_time_nothing_is_cut(cuts):
    first = kept_cut(*program())
    again = kept_cut(*program())
    assert len(cuts) == 1
    assert same(again, first)


def test_another_program_is_cut(cuts):
    kept_cut(*program())
    kept_cut(*program(factor=2.5))
    x, p, items, _ = program()
    kept_cut(x, p, items, np.array([0, 0, 1, 1]))
    kept_cut(x, p, [items[0]._replace(rows=np.array([4])), *items[1:]], SAMPLES)
    assert len(cuts) == 4


@pytest.mark.parametrize("suffix", [".so", ".npz"])
@pytest.mark.parametrize("harm", ["gone", "corrupt"])
def test_what_is_gone_or_corrupt_is_made_anew(cuts, suffix, harm):
    first = kept_cut(*program())
    for entry in cache.home().glob(f"*{suffix}"):
        if harm == "gone":
            entry.unlink()
        else:
            fresh = entry.with_suffix(".draft")
            fresh.write_bytes(entry.read_bytes()[:-9])
            fresh.replace(entry)
    assert [len(kind.unknowns) for kind in kept_cut(*program())] == [len(kind.unknowns) for kind in first]
    assert len(cuts) == 2
    kept_cut(*program())
    assert len(cuts) == 2
