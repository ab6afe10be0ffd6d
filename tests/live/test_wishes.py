"""What a page may say, and nothing else."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from supple.errors import InputError
from supple.live import Wish
from supple.live.wishes import FARTHEST, LAST, read


@given(st.integers(1, LAST), st.lists(st.floats(-FARTHEST, FARTHEST), min_size=3, max_size=3))
@settings(max_examples=60, deadline=None)
def test_a_wish_comes_through_as_it_was_said(number, place):
    assert read(json.dumps({"number": number, "to": place})) == Wish(number, tuple(place))


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (b'{"number": 1, "to": [0, 0, 0]}', "is bytes"),
        (None, "is bytes"),
        ("", "no JSON"),
        ("[" * 200, "no JSON"),
        ('{"number": 1, "to": [NaN, 0, 0]}', "NaN is no number"),
        ('{"number": 1, "to": [Infinity, 0, 0]}', "Infinity is no number"),
        ('{"number": 1, "to": [1e999, 0, 0]}', "within 1000 m"),
        ('{"number": 1, "to": [-1001, 0, 0]}', "within 1000 m"),
        ('{"number": 1, "to": [null, 0, 0]}', "within 1000 m"),
        ('{"number": 1, "to": [true, 0, 0]}', "within 1000 m"),
        ('{"number": 1, "to": ["0", 0, 0]}', "within 1000 m"),
        ('{"number": 1, "to": [0, 0]}', "three numbers"),
        ('{"number": 1, "to": {"x": 0}}', "three numbers"),
        ('{"number": 0, "to": [0, 0, 0]}', "number of the wish"),
        ('{"number": 1.0, "to": [0, 0, 0]}', "number of the wish"),
        ('{"number": true, "to": [0, 0, 0]}', "number of the wish"),
        ('{"number": 9007199254740993, "to": [0, 0, 0]}', "number of the wish"),
        ('{"to": [0, 0, 0]}', "nothing else"),
        ('{"number": 1, "to": [0, 0, 0], "run": "x"}', "nothing else"),
        ("[1, [0, 0, 0]]", "nothing else"),
        ('{"number": 1, "to": [0, 0, 0]}' + " " * 300, "longer than 256"),
        ("é" * 200, "longer than 256"),
        ("\ud800", "no JSON"),
    ],
)
def test_what_is_no_wish_is_refused_by_a_sentence(message, why):
    with pytest.raises(InputError, match=why):
        read(message)


def test_ten_thousand_fuzzed_messages_raise_nothing_but_refusals(fuzzed):
    assert sum(1 for _ in fuzzed(10_000)) == 10_000
