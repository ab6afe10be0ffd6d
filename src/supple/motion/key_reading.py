"""Reading keys that stand as text (`key_text`)."""

import json
import re
from typing import Any

import numpy as np

from supple.arrays import finite
from supple.errors import InputError, SuppleError
from supple.motion import kinds
from supple.motion.curves import Apart, Choice, Curve, Jointed, Keyed
from supple.motion.interpolators import Drawn
from supple.motion.key_columns import rising, usable

WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')


def read(text: str) -> dict[str, Curve]:
    """The curves that a text of keys describes."""
    blocks: list[tuple[int, list[str], list[tuple[int, list[str]]]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = WORD.findall(line)
        if not words or words[0].startswith("#"):
            continue
        if not line[0].isspace():
            blocks.append((number, words, []))
        elif not blocks:
            raise InputError(f"keys as text, line {number}: a key before the name of any track")
        else:
            blocks[-1][2].append((number, words))
    return _joined([_understood(*block) for block in blocks])


Block = tuple[str, Curve, list[str]]
"""Name, curve, and the words on what it is part of."""


def _understood(number: int, head: list[str], rows: list[tuple[int, list[str]]]) -> Block:
    try:
        name = json.loads(head[0]) if head[0].startswith('"') else head[0]
        own, of = (head, []) if "of" not in head else (head[: head.index("of")], head[head.index("of") + 1 :])
        options = dict(word.split("=", 1) for word in own if "=" in word)
        _, kind, ends = [word for word in own if "=" not in word]
        return name, _keyed(kind, ends, options.get("ease", "sine"), rows), of
    except SuppleError as error:
        raise InputError(f"keys as text, line {number}: {head[0]}: {error}") from error
    except (ValueError, IndexError, KeyError) as error:
        raise InputError(
            f"keys as text, line {number}: {' '.join(head)!r}; expected NAME KIND ENDS, then a key a line"
        ) from error


def _keyed(kind: str, ends: Any, profile: str, rows: list[tuple[int, list[str]]]) -> Keyed:
    keys = [_parsed(number, words, kind) for number, words in rows]
    times = rising([time for time, *_ in keys], "keys")
    values = kinds.checked(kind, [value for _, value, _, _ in keys])
    ways = tuple(way for _, _, way, _ in keys)[:-1]
    one = len(set(ways)) == 1
    more = [options for *_, options in keys]

    def column(what: str) -> Any:
        found = np.array([float(row.get(what, 0.0)) for row in more])
        return found if found.any() else None

    none = np.full(values.shape[1:], np.nan)
    slopes = [
        [_numbers(row[side], kind) if side in row else none for side in ("arriving", "leaving")]
        for row in more
    ]
    given = any(side in row for row in more for side in ("arriving", "leaving"))
    chosen = (ways[0] if one else ways) or "linear"
    both = np.array(slopes) if given else None
    return usable(Keyed(kind, times, values, chosen, ends, column("in"), column("out"), profile, both))


def _parsed(number: int, words: list[str], kind: str) -> tuple[float, Any, Choice, dict[str, str]]:
    try:
        options = dict(word.split("=", 1) for word in words[2:] if "=" in word and not word.startswith('"'))
        plain = [word for word in words[2:] if "=" not in word]
        way: Choice = plain[0] if plain else "linear"
        if way == "drawn":
            way = Drawn([_numbers(sample, kind) for sample in plain[1].split(";")])
        return float(words[0]), _read_value(words[1], kind), way, options
    except (ValueError, IndexError) as error:
        raise InputError(
            f"line {number}: {' '.join(words)!r}; expected TIME VALUE [INTERPOLATOR] [in=S] [out=S]"
        ) from error


def _read_value(word: str, kind: str) -> Any:
    if kind == "note":
        return str(json.loads(word))
    if kind == "switch":
        return {"true": True, "false": False}[word]
    return _numbers(word, kind)


def _numbers(word: str, kind: str) -> Any:
    numbers = finite([float(x) for x in word.split(",")], "keys")
    return float(numbers[0]) if kinds.named(kind).rank == 0 else numbers


def _joined(blocks: list[Block]) -> dict[str, Curve]:
    """Curves by name, those of components put together."""
    found: dict[str, Curve] = {}
    for name, curve, of in blocks:
        if not of:
            found[name] = curve
            continue
        whole, before = name.rpartition("/")[0], found.get(name.rpartition("/")[0])
        parts = (*before.parts, curve) if isinstance(before, Apart | Jointed) else (curve,)
        if of[0] == "jointed":
            axis, rest = finite([float(x) for x in of[1].split(",")], "axis", (3,)), of[3]
            axes = np.concatenate([before.axes, [axis]]) if isinstance(before, Jointed) else axis[None]
            turn = finite([float(x) for x in rest.split(",")], "rest", (4,))
            found[whole] = Jointed("rotation", parts, axes, turn)
        else:
            kinds.named(of[0])
            found[whole] = Apart(of[0], parts)
    return found
