"""A kept library is found without translating, and what it follows from makes another."""

import numpy as np
import pytest

from supple.arrays import Array
from supple.errors import InputError
from supple.kernels import bound, generated, kernel, slot
from supple.kernels.program import Program

TEXT = '''
HALF = 0.5

@kernel
def inner(x: float) -> float:
    """What it says does not count."""
    return HALF * x

@kernel
def outer(x: float, n: int) -> float:
    return inner(x) + n
'''


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("SUPPLE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def translations(monkeypatch):
    """How often a program has been translated."""
    made = []
    source = Program.source
    monkeypatch.setattr(Program, "source", lambda *args: made.append(args) or source(*args))
    return made


def module(text=TEXT):
    return generated(text, "kept", {"kernel": kernel, "Array": Array, "np": np})


def test_it_is_not_translated_again(home, translations):
    assert [module().outer(3.0, 1) for _ in range(3)] == [2.5] * 3
    assert len(translations) == 1
    assert len(list(home.glob("*.so"))) == 1


@pytest.mark.parametrize(
    ("before", "after", "result"),
    [
        ("What it says", "What this says", None),
        ("\n@kernel\ndef outer", "\n\n\n# later in the file\n@kernel\ndef outer", None),
        ("HALF = 0.5", "HALF = 2", 7.0),
        ("HALF * x", "HALF * -x", -0.5),
        ("HALF * x", "np.sqrt(HALF * x + 2.5)", 3.0),
        ("HALF * x", "np.cbrt(HALF * x - 0.5)", 2.0),
        ("(x) + n", "(x) + n * 1.0", 2.5),
        ("n: int", "n: float", 2.5),
        ("n: int", "m: int", None),
    ],
)
def test_it_is_made_anew_where_what_it_follows_from_changes(translations, before, after, result):
    """And not where it is only said or placed otherwise."""
    assert module().outer(3.0, 1) == 2.5
    assert before in TEXT
    text = TEXT.replace(before, after).replace("+ n", "+ m" if "m: int" in after else "+ n")
    assert module(text).outer(3.0, 1) == (2.5 if result is None else result)
    assert len(translations) == (1 if result is None and "m:" not in after else 2)


def test_a_number_of_the_module_counts_whatever_its_type(translations):
    results = [module(TEXT.replace("0.5", number)).outer(3.0, 0) for number in ("1", "1.0", "True", "1")]
    assert results == [3.0] * 4
    assert len(translations) == 3


@slot
def law(x: float) -> float:
    """Open."""


@kernel
def twice(x: float) -> float:
    return 2 * law(x)


def test_what_is_bound_counts(translations):
    first, second = module(), module(TEXT.replace("HALF *", "3 *"))
    assert bound(twice, law=first.inner)(2.0) == 2.0
    assert bound(twice, law=second.inner)(2.0) == 12.0
    assert bound(twice, law=module().inner)(2.0) == 2.0
    assert len(translations) == 2
    with pytest.raises(InputError, match="is open"):
        twice(2.0)


def test_who_calls_whom_counts():
    """The same kernels, exchanged."""
    text = """
@kernel
def a(x: float) -> float:
    return x + 1
@kernel
def b(x: float) -> float:
    return x * 2
@kernel
def both(x: float) -> float:
    return a(x) - b(x)
"""
    assert module(text).both(3.0) == -2
    changed = text.replace("def a(", "def c(").replace("def b(", "def a(").replace("def c(", "def b(")
    assert module(changed).both(3.0) == 2


def test_a_text_that_has_changed_since_is_not_translated(tmp_path):
    """What runs in Python and what stands in the file would be two kernels."""
    path = tmp_path / "changing.py"
    path.write_text(TEXT)
    space = {"kernel": kernel}
    exec(compile(TEXT, str(path), "exec"), space)
    path.write_text(TEXT.replace("+ n", "- n"))
    with pytest.raises(InputError, match=r"changing.py, line \d+: outer\(\): the file has changed since"):
        space["outer"](3.0, 1)
    path.write_text(TEXT)
    assert space["outer"](3.0, 1) == 2.5


def test_without_a_text_it_says_so():
    space = {"kernel": kernel}
    exec("@kernel\ndef lost(x: float) -> float:\n    return x\n", space)
    with pytest.raises(InputError, match=r"<string>, line 1: lost\(\) is no function in the text of a file"):
        space["lost"](1.0)
