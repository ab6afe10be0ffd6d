"""Valid files, damaged: bytes, words of a text, places in a JSON document. All from one generator."""

import json
import re
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

Mutation = Callable[[bytes, np.random.Generator], bytes]

WORDS = [b"inf", b"-inf", b"nan", b"1e999", b"-1", b"0", b"1000000000000", b"2147483648", b"", b"x", b"{", b"}",
         b"\xff\xfe", b"\0", b"1.5e", b"--1", b"9" * 400, b"../x", b"\xef\xbb\xbf"]  # fmt: skip
"""What stands where a word of a text was."""
SIZES = [0, 1, -1, 2, 3, 7, 255, 65_536, 10**8, 10**12, 2**31, 2**53, 2**63, 10**30]
MANY = 10**6
"""Items of the longest list, and claims that nothing stands behind."""


def bytes_changed(data: bytes, rng: np.random.Generator) -> bytes:
    """A few bits flipped, numbers overwritten, runs cut out, doubled, swapped or cut off."""
    mutant = bytearray(data)
    for _ in range(rng.integers(1, 6)):
        if not mutant:
            break
        at, run = int(rng.integers(len(mutant))), int(rng.integers(1, 65))
        kind = rng.integers(7)
        if kind == 0:
            mutant[at] ^= 1 << int(rng.integers(8))
        elif kind == 1:
            mutant[at : at + 4] = struct.pack("<i", int(rng.choice([-1, 0, 1, 10**8, 2**31 - 1])))
        elif kind == 2:
            mutant[at : at + 4] = struct.pack("<f", float(rng.choice([np.nan, np.inf, -np.inf, 1e38, 0])))
        elif kind == 3:
            del mutant[at : at + run]
        elif kind == 4:
            mutant[at:at] = mutant[at : at + run]
        elif kind == 5:
            mutant[at : at + run] = rng.bytes(run)
        else:
            del mutant[at:]
    return bytes(mutant)


def words_changed(data: bytes, rng: np.random.Generator) -> bytes:
    """Words of a text replaced, lines left out, doubled, swapped, joined."""
    lines = data.split(b"\n")
    for _ in range(rng.integers(1, 4)):
        at = int(rng.integers(len(lines)))
        kind = rng.integers(6)
        if kind <= 2:
            words = lines[at].split(b" ")
            words[int(rng.integers(len(words)))] = WORDS[rng.integers(len(WORDS))]
            lines[at] = b" ".join(words)
        elif kind == 3:
            del lines[at : at + int(rng.integers(1, 4))]
            lines = lines or [b""]
        elif kind == 4:
            lines.insert(int(rng.integers(len(lines))), lines[at])
        else:
            lines[at : at + 2] = [b" ".join(lines[at : at + 2])]
    return b"\n".join(lines)


def markup_changed(text: bytes, rng: np.random.Generator) -> bytes:
    """An XML text whose attributes' numbers and names are replaced, or whose elements are cut out or doubled."""
    for _ in range(rng.choice([1, 1, 2, 3])):
        found = list(
            re.finditer(rb"<(\w+)[^<>]*/>" if rng.random() < 0.2 else rb'[^\s"<>]+(?=[^<>"]*")', text)
        )
        if not found:
            break
        start, end = found[rng.integers(len(found))].span()
        words = [
            WORDS[rng.integers(len(WORDS))],
            str(SIZES[rng.integers(len(SIZES))]).encode(),
            b"",
            text[start:end] * 2,
        ]
        words.append(found[rng.integers(len(found))].group())
        text = text[:start] + words[rng.integers(len(words))] + text[end:]
    return text


def json_changed(text: bytes, rng: np.random.Generator) -> bytes:
    """Values of a JSON document replaced by others of any type and size, members taken away or moved."""
    document = json.loads(text)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        places = list(_places(document))
        if not places:
            break
        holder, key = places[rng.integers(len(places))]
        kind = rng.integers(10)
        alike = [other[name] for other, name in places if type(other[name]) is type(holder[key])]
        if kind == 0:
            del holder[key]
        elif kind == 1:
            other, name = places[rng.integers(len(places))]
            holder[key] = json.loads(json.dumps(other[name])) if _has(other, name) else None
        elif kind <= 4:
            holder[key] = json.loads(json.dumps(alike[rng.integers(len(alike))]))
        elif kind <= 6 and isinstance(holder[key], int | float):
            holder[key] = holder[key] + int(rng.integers(-2, 3))
        else:
            holder[key] = _odd(rng)
    return _spelled(document)


def glb_changed(data: bytes, rng: np.random.Generator) -> bytes:
    """A .glb whose JSON, whose numbers, or whose bytes at large are changed."""
    kind = rng.integers(10)
    if kind == 0:
        return bytes_changed(data, rng)
    length = struct.unpack_from("<I", data, 12)[0]
    text, binary = data[20 : 20 + length], data[20 + length + 8 :]
    if kind <= 2:
        mutant = bytes_changed(binary, rng)
        binary = (mutant + bytes(len(binary)))[: len(binary)]
    else:
        text = json_changed(text, rng)
    return _container(text, binary)


def glb(document: Any, binary: bytes) -> bytes:
    """The bytes of a .glb."""
    return _container(json.dumps(document).encode(), binary)


def _container(text: bytes, binary: bytes) -> bytes:
    chunks = b""
    for kind, body, filler in ((b"JSON", text, b" "), (b"BIN\0", binary, b"\0")):
        body += filler * (-len(body) % 4)
        chunks += struct.pack("<I4s", len(body), kind) + body
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def noise(data: bytes, rng: np.random.Generator) -> bytes:
    """No mutant: bytes that mean nothing, behind the first few of a file."""
    return data[: rng.integers(0, 40)] + rng.bytes(int(rng.integers(0, 400)))


def _odd(rng: np.random.Generator) -> Any:
    kind = rng.integers(20)
    if kind < 7:
        return SIZES[rng.integers(len(SIZES))]
    odd: list[Any] = [None, True, "", "x", "é\ud800", {}, [], {"a": 1}, [0], [[]], 0.5, -1e300]
    if kind < 17:
        return odd[rng.integers(len(odd))]
    if kind == 17:
        return _Raw(rng.choice(["NaN", "Infinity", "-Infinity", "1e999", "1" * 5000]))
    if kind == 18:
        return _Raw("[" * 100_000 + "]" * 100_000)
    return _Raw("[" + ",".join(["{}"] * MANY) + "]") if rng.random() < 0.1 else [{}] * 300


class _Raw(str):
    """Written as it is, not as a string."""


def _spelled(document: Any) -> bytes:
    raw: list[str] = []

    def mark(value: Any) -> Any:
        if isinstance(value, _Raw):
            raw.append(value)
            return f"\x01{len(raw) - 1}\x01"
        if isinstance(value, dict):
            return {k: mark(v) for k, v in value.items()}
        return [mark(v) for v in value] if isinstance(value, list) else value

    text = json.dumps(mark(document))
    for k, word in enumerate(raw):
        text = text.replace(json.dumps(f"\x01{k}\x01"), word)
    return text.encode()


def _places(value: Any) -> Any:
    """Every place of a document as its holder and key."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(inside):
        yield value, key
        yield from _places(inner)


def _has(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)
