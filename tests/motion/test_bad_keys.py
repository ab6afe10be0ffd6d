"""Bad input raises at the call that got it and says what was given, what was expected, what to do."""

import numpy as np
import pytest

from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track, keys, rotation_keys

NAN = float("nan")
CASES = {
    "order": (
        lambda: keys({1: 0.0, 0.5: 1.0}),
        "key 1 at 0.5 s does not come after key 0 at 1 s; sort the keys",
    ),
    "equal": (lambda: Track.sampled([0, 1, 1], [0, 1, 2]), "key 2 at 1 s does not come after key 1 at 1 s"),
    "none": (lambda: keys({}), "a track needs at least one key"),
    "nan": (lambda: keys({0: (0, NAN, 0)}), r"values: entry \[0, 1\] is nan"),
    "nan time": (lambda: keys({0: 1.0, NAN: 2.0}), r"times: entry \[1\] is nan"),
    "nan asked": (lambda: keys({0: 1.0})([0, NAN]), r"time: entry \[1\] is nan"),
    "zero": (lambda: rotation_keys({0: (0, 0, 0, 1), 1: (0, 0, 0, 0)}), "value 1 is a zero quaternion"),
    "shapes": (
        lambda: keys({0: (0, 1, 0), 1: (0, 1)}),
        r"value 1 has shape \(2,\), value 0 has shape \(3,\)",
    ),
    "ragged": (lambda: keys({0: [[0, 1, 0], [0, 1]]}), "not one rectangular array"),
    "mixed": (lambda: keys({0: 0.0, 1: (1, 2)}), "every key of a track has the same shape"),
    "columns": (lambda: Track.sampled([0, 1], [1.0, 2.0, 3.0]), "2 times but 3 values"),
    "color": (lambda: keys({0: (1, 0)}, kind="color"), r"a color is \(r, g, b\) or"),
    "no mapping": (lambda: keys([0, 1]), "for columns use Track.sampled"),
    "count": (lambda: keys({0: 0.0, 1: 1.0}, interpolate=["linear"] * 3), "1 intervals between them, got 3"),
    "ease": (lambda: keys({0: 0.0, 1: 1.0}, ease_in=-1), "cannot be negative"),
    "ease key": (lambda: keys({0: 0.0, 1: 1.0}, ease_in={0.5: 1}), "no key at 0.5 s; the nearest"),
    "slopes": (
        lambda: keys({0: 0.0, 1: 1.0}, interpolate="linear", slopes={0: 1}),
        "are for hermite and bezier",
    ),
    "turns": (
        lambda: rotation_keys({0: (0, 0, 0, 1), 1: (1, 0, 0, 1)}, "monotone"),
        "cannot carry a rotation; these can",
    ),
    "switch": (lambda: keys({0: True, 1: False}, "linear"), "nothing between its values"),
    "arc": (lambda: keys({0: 1.0, 1: 2.0, 2: 5.0}, interpolate="arc"), "points in a plane or in space"),
    "scale": (lambda: keys({0: True}).scale(2), "a switch track cannot be; these can: scalar"),
    "scale shape": (
        lambda: keys({0: (1, 2, 3)}).scale((1, 2)),
        r"a number or shape \(3,\), got shape \(2,\)",
    ),
    "stretch": (lambda: keys({0: 1.0}).stretch(-1), "to play backward use reverse"),
    "cycle": (lambda: keys({0: 1.0}).cycle(), "needs a track with a duration"),
    "crop": (lambda: keys({0: 1.0}).crop(2, 1), "start must be before end"),
    "blend": (lambda: keys({0: 1.0}).blend(keys({0: (1, 2)})), "a scalar cannot be mixed with a vector"),
    "blend shapes": (lambda: keys({0: (1, 2, 3)}).blend(keys({0: (1, 2)})), r"\(3,\) cannot be mixed"),
    "endless": (lambda: Track.function(np.sin).resample(rate=24), "never ends; crop it"),
    "function": (
        lambda: Track.function(lambda t: np.stack([t, t]), "vector")([0, 1, 2]),
        "for each of 3 times",
    ),
    "edit": (lambda: Track.function(np.sin).set_key(0, 1.0), "no keys to edit"),
    "clip": (lambda: Clip({"a.angle": 3}), "expected a Track or procedural"),
}
UNKNOWN = {
    "interpolator": (
        lambda: keys({0: 0.0, 1: 1.0}, interpolate="liner"),
        "unknown interpolator 'liner'; did you mean 'linear'.*There are: accelerate, arc, b-spline, bezier",
    ),
    "kind": (lambda: keys({0: 0.0}, kind="quaternion"), "unknown kind of track 'quaternion'.*rotation"),
    "ends": (lambda: keys({0: 0.0, 1: 1.0}, ends="free"), "unknown ends 'free'.*cyclic, natural, rest"),
    "ease": (lambda: keys({0: 0.0, 1: 1.0}, ease="soft"), "unknown ease 'soft'.*quarter, sine"),
    "component": (lambda: keys({0: (1, 2)})["z"], "unknown component of a vector track 'z'.*There are: x, y"),
    "track": (
        lambda: Clip({"ball.position": keys({0: (1, 2)})})["bal.position"],
        "did you mean 'ball.position'",
    ),
}


@pytest.mark.parametrize(("call", "message"), CASES.values(), ids=CASES)
def test_what_cannot_be_used(call, message):
    with pytest.raises(InputError, match=message):
        call()


@pytest.mark.parametrize(("call", "message"), UNKNOWN.values(), ids=UNKNOWN)
def test_names_that_nothing_carries(call, message):
    with pytest.raises(UnknownNameError, match=message):
        call()
